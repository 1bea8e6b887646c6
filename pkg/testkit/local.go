package testkit

import (
	"context"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
)

// scopes are what a guest's token allows.
var scopes = []string{"play", "challenge", "chat", "tournament:join"}

// Local is the inside of a process: services that a test registers run behind
// the real interceptors, and those who call prove who they are.
type Local struct {
	*rpc.Local
	t       testing.TB
	signers map[string]*authn.Signer
}

// NewLocal makes a process with keys of the services that will call, and of
// account, who signs the tokens of players.
func NewLocal(t testing.TB, callers ...string) *Local {
	t.Helper()
	l := &Local{t: t, signers: map[string]*authn.Signer{}}
	var public jose.JSONWebKeySet
	for _, service := range append([]string{authn.AccountService}, callers...) {
		key, err := authn.NewKey(service)
		require.NoError(t, err)
		l.signers[service], err = authn.NewSigner(key, time.Now)
		require.NoError(t, err)
		public.Keys = append(public.Keys, key.Public().Keys...)
	}
	server := rpc.Server{Log: Logger(t), Verifier: authn.NewVerifier(public, time.Now), Metrics: prometheus.NewRegistry()}
	intercept, err := server.Interceptor()
	require.NoError(t, err)
	l.Local = rpc.NewLocal(intercept, nil, nil)
	return l
}

// As is a connection of one service to another.
func (l *Local) As(service, callee string) grpc.ClientConnInterface {
	l.t.Helper()
	require.Contains(l.t, l.signers, service, "NewLocal was not told of it")
	return rpc.NewClient(l.Local, callee, l.signers[service])
}

// Player is a context for calls of a registered player.
func (l *Local) Player(account string) context.Context {
	return l.With(authn.PlayerToken{Account: account, Scopes: scopes})
}

// Guest is a context for calls of a guest.
func (l *Local) Guest(account string) context.Context {
	return l.With(authn.PlayerToken{Account: account, Guest: true, Scopes: scopes})
}

// With is a context for calls with a player's token that holds for a minute
// unless it says something else.
func (l *Local) With(token authn.PlayerToken) context.Context {
	l.t.Helper()
	if token.IssuedAt.IsZero() {
		token.IssuedAt = time.Now()
	}
	if token.Expires.IsZero() {
		token.Expires = token.IssuedAt.Add(time.Minute)
	}
	signed, err := l.signers[authn.AccountService].PlayerToken(token)
	require.NoError(l.t, err)
	return rpc.WithToken(l.t.Context(), signed)
}
