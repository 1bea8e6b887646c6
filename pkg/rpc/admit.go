package rpc

import (
	"context"
	"errors"
	"slices"
	"strings"

	"google.golang.org/grpc"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
)

// The refusals of callers.
var (
	ErrNoToken      = errs.New(errs.Unauthenticated, "NO_TOKEN", "this call needs a player's token")
	ErrBadToken     = errs.New(errs.Unauthenticated, "BAD_TOKEN", "the token is not valid")
	ErrExpiredToken = errs.New(errs.Unauthenticated, "EXPIRED_TOKEN", "the token has expired")
	ErrSessionEnded = errs.New(errs.Unauthenticated, "SESSION_ENDED", "the session has been closed; sign in again")
	ErrCallerDenied = errs.New(errs.Denied, "CALLER_DENIED", "this call is not for you")
	ErrScope        = errs.New(errs.Denied, "SCOPE_MISSING", "the token does not allow this call")
	// ErrBadService is not the player's fault, so it has a reason of its own: a
	// player's client that reads BAD_TOKEN signs the player out.
	ErrBadService = errs.New(errs.Unauthenticated, "BAD_SERVICE_TOKEN", "the calling service's token is not valid")
)

// admit checks tokens and lets only the declared callers through.
func admit(v *authn.Verifier) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		m, err := MethodOf(info.FullMethod)
		if err != nil {
			return nil, err
		}
		if m.Callers == nil {
			return next(ctx, req)
		}
		caller, err := identify(ctx, v, m)
		if err != nil {
			return nil, err
		}
		if caller, err = judge(caller, m); err != nil {
			return nil, err
		}
		return next(authn.WithCaller(ctx, caller), req)
	}
}

// identify proves who calls. A token that is sent must be valid, even where
// none is needed.
func identify(ctx context.Context, v *authn.Verifier, m Method) (authn.Caller, error) {
	var c authn.Caller
	if token := incoming(ctx, headerService); token != "" {
		service, err := v.Service(token, m.Service)
		if err != nil {
			return c, ErrBadService.Saying(err.Error())
		}
		c.Service = service
	}
	if header := incoming(ctx, headerAuthorization); header != "" {
		token, ok := authn.Bearer(header)
		if !ok {
			return c, ErrBadToken.Saying("the authorization header must be a Bearer token")
		}
		t, err := v.Player(token)
		if err != nil {
			return c, RefuseToken(err)
		}
		c.Account, c.Session, c.Guest, c.Scopes, c.Expires = t.Account, t.Session, t.Guest, t.Scopes, t.Expires
	}
	return c, nil
}

// RefuseToken is the refusal of a player's token that a verifier does not take.
func RefuseToken(err error) error {
	switch {
	case errors.Is(err, authn.ErrExpired):
		return ErrExpiredToken
	case errors.Is(err, authn.ErrEnded):
		return ErrSessionEnded
	default:
		return ErrBadToken.Saying(err.Error())
	}
}

// judge holds a caller against the callers that the contract declares.
func judge(c authn.Caller, m Method) (authn.Caller, error) {
	switch {
	case slices.Contains(m.Callers.GetServices(), c.Service):
		c.AsService = true
		return c, nil
	case c.Account != "" && m.Callers.GetPlayer():
		return c, scoped(c, m.Callers.GetScope())
	case m.Callers.GetNobody():
		return c, nil
	case m.Callers.GetPlayer():
		return c, ErrNoToken
	default:
		return c, ErrCallerDenied
	}
}

// scoped refuses a token that holds none of the scopes; any does where there are
// none.
func scoped(c authn.Caller, scopes string) error {
	if scopes == "" {
		return nil
	}
	for scope := range strings.FieldsSeq(scopes) {
		if c.Has(scope) {
			return nil
		}
	}
	return ErrScope.With("scope", strings.ReplaceAll(scopes, " ", " / "))
}
