// Package optest runs providers that people sign in with, for tests: a
// certified OpenID provider's library with a storage in memory, and a plain
// OAuth2 provider. Both can be told to misbehave.
package optest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// What the hall is to the provider.
const (
	ClientID = "hall"
	Secret   = "hall's secret"
	// OtherID is another client of the provider, with the same addresses.
	OtherID  = "another hall"
	Redirect = "https://play.example.com/signed-in"
)

// Person is somebody with an account at the provider.
type Person struct {
	Subject, Email, Name string
}

// Mischief is how a provider misbehaves.
type Mischief struct {
	// Claims are put into identity tokens in place of what was there; nil takes a
	// claim away.
	Claims map[string]any
	// Alg signs identity tokens that are tampered with by another method: "none",
	// or "HS256" with what everybody knows, the public key.
	Alg string
	// TellsIssuer has the provider promise an iss beside each code.
	TellsIssuer bool
	// Moved has the token endpoint at another address than before.
	Moved bool
	// Forged has tokens signed with a key that is not published.
	Forged bool
	// Down has calls answered with 503: all of them, those for the token, or
	// those for the keys.
	Down, TokenDown, KeysDown bool
}

// OpenID is a running OpenID provider.
type OpenID struct {
	// URL is the issuer.
	URL string

	server  *httptest.Server
	storage *storage

	mu       sync.Mutex
	mischief Mischief
}

// StartOpenID starts an OpenID provider.
func StartOpenID(t testing.TB) *OpenID {
	t.Helper()
	o := &OpenID{server: httptest.NewUnstartedServer(nil)}
	o.URL = "http://" + o.server.Listener.Addr().String()
	o.storage = newStorage(o)
	config := &op.Config{CryptoKey: [32]byte{1}, CodeMethodS256: true, SupportedScopes: []string{"openid", "email", "profile"}}
	provider, err := op.NewProvider(config, o.storage, op.StaticIssuer(o.URL), op.WithAllowInsecure())
	require.NoError(t, err)
	o.server.Config.Handler = o.handler(provider)
	o.server.Start()
	t.Cleanup(o.server.Close)
	return o
}

// Stop takes the provider away.
func (o *OpenID) Stop() { o.server.Close() }

// Misbehave makes the provider do so from now on.
func (o *OpenID) Misbehave(m Mischief) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mischief = m
}

func (o *OpenID) now() Mischief {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.mischief
}

// handler answers for the provider, unless it is down. The page that people
// would sign in at sends them on at once: who they are is set by Visit.
func (o *OpenID) handler(provider op.OpenIDProvider) http.Handler {
	callback := op.AuthCallbackURL(provider)
	issuer := op.NewIssuerInterceptor(provider.IssuerFromRequest)
	page := issuer.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.URL.Query().Get("id")
		o.storage.signedIn(id)
		http.Redirect(w, r, callback(r.Context(), id), http.StatusFound)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m := o.now()
		switch {
		case m.Down, m.TokenDown && r.URL.Path == "/oauth/token", m.KeysDown && r.URL.Path == "/keys":
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.URL.Path == "/.well-known/openid-configuration" && (m.TellsIssuer || m.Moved):
			o.describe(w, r, provider, m)
		case m.Moved && r.URL.Path == "/oauth/token":
			http.NotFound(w, r)
		case m.Moved && r.URL.Path == moved:
			r.URL.Path = "/oauth/token"
			provider.ServeHTTP(w, r)
		case m.Claims != nil && r.URL.Path == "/oauth/token":
			o.storage.tamper(w, r, provider, m)
		case r.URL.Path == "/login":
			page(w, r)
		default:
			provider.ServeHTTP(w, r)
		}
	})
}

// moved is where the token endpoint goes.
const moved = "/moved/token"

// describe is what the provider says of itself, with changes.
func (o *OpenID) describe(w http.ResponseWriter, r *http.Request, next http.Handler, m Mischief) {
	answer(w, r, next, func(said map[string]any) {
		said["authorization_response_iss_parameter_supported"] = m.TellsIssuer
		if m.Moved {
			said["token_endpoint"] = o.URL + moved
		}
	})
}

// Visit is a person who follows an authorization address, signs in, and is sent
// back with a code and a state.
func (o *OpenID) Visit(t testing.TB, address string, who Person) (code, state string) {
	t.Helper()
	o.storage.present(who)
	return visit(t, address)
}

// visit follows redirects until they lead back to the hall.
func visit(t testing.TB, address string) (code, state string) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for range 10 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		require.NoError(t, err)
		resp, err := client.Do(req)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		next, err := resp.Location()
		require.NoError(t, err, "%s from %s", resp.Status, address)
		if back := *next; (&url.URL{Scheme: back.Scheme, Host: back.Host, Path: back.Path}).String() == Redirect {
			return back.Query().Get("code"), back.Query().Get("state")
		}
		address = next.String()
	}
	require.Fail(t, "redirects without end")
	return "", ""
}
