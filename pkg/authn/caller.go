// Package authn knows who calls: players by the access tokens of the account
// service, services by short tokens that they sign themselves. Both are
// Ed25519 JWTs, checked by every service itself against one JWKS file whose
// key ids are the services' names.
package authn

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Caller is who makes a call, as far as it was proved. A player's call that
// comes through the gateway carries both an account and a service.
type Caller struct {
	// Account is the player's account id; empty when no player's token came.
	Account string
	// Session is the id of the player's session.
	Session string
	// Guest says that the account is a guest's.
	Guest bool
	// Scopes are what the token allows.
	Scopes []string
	// Expires is when the player's token ends.
	Expires time.Time
	// Service is the calling service's name; empty when no service's token came.
	Service string
	// AsService says that the call was admitted because of the service, so
	// that the service itself acts and not the player.
	AsService bool
}

// Has reports whether the player's token holds a scope.
func (c Caller) Has(scope string) bool { return slices.Contains(c.Scopes, scope) }

// ID names the caller where keys are kept per caller: the account's id, or the
// service's name where the service acts. The two can't be confused: account
// ids are UUIDs.
func (c Caller) ID() string {
	if c.AsService {
		return c.Service
	}
	return c.Account
}

// Bearer reads the token of an authorization header. The scheme's case does not
// count (RFC 9110 §11.1).
func Bearer(header string) (token string, ok bool) {
	scheme, token, _ := strings.Cut(header, " ")
	return token, strings.EqualFold(scheme, "Bearer")
}

type callerKey struct{}

// WithCaller returns a context that carries the caller.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// FromContext returns the caller of the call; the zero Caller is nobody.
func FromContext(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}
