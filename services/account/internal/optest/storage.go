package optest

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

var errUnknown = errors.New("unknown")

// storage keeps what the provider must remember. What the hall never asks for
// is left to the nil interface and would panic.
type storage struct {
	op.Storage

	provider    *OpenID
	key, forger *rsa.PrivateKey

	mu       sync.Mutex
	who      Person
	requests map[string]*request
	codes    map[string]string // to the request's id
}

func newStorage(o *OpenID) *storage {
	k := keys()
	return &storage{provider: o, key: k[0], forger: k[1], requests: map[string]*request{}, codes: map[string]string{}}
}

// keys are made once: they are slow to make, and secrets of nobody.
var keys = sync.OnceValue(func() (all [2]*rsa.PrivateKey) {
	for i := range all {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			panic(err) // fails where randomness does
		}
		all[i] = key
	}
	return all
})

// present sets who signs in next.
func (s *storage) present(who Person) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.who = who
}

func (s *storage) signedIn(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.requests[id]; r != nil {
		r.who, r.done = s.who, true
	}
}

// request is a person's way through the provider.
type request struct {
	*oidc.AuthRequest

	id   string
	who  Person
	done bool
}

func (r *request) GetID() string          { return r.id }
func (r *request) GetACR() string         { return "" }
func (r *request) GetAMR() []string       { return nil }
func (r *request) GetAuthTime() time.Time { return time.Now() }
func (r *request) GetClientID() string    { return r.ClientID }
func (r *request) GetSubject() string     { return r.who.Subject }
func (r *request) Done() bool             { return r.done }
func (r *request) GetScopes() []string    { return r.Scopes }

func (r *request) GetAudience() []string { return []string{r.ClientID} }
func (r *request) GetNonce() string      { return r.Nonce }

func (r *request) GetCodeChallenge() *oidc.CodeChallenge {
	return &oidc.CodeChallenge{Challenge: r.CodeChallenge, Method: r.CodeChallengeMethod}
}

// CreateAuthRequest notes that somebody wants to sign in.
func (s *storage) CreateAuthRequest(_ context.Context, r *oidc.AuthRequest, _ string) (op.AuthRequest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	made := &request{AuthRequest: r, id: rand.Text()}
	s.requests[made.id] = made
	return made, nil
}

// AuthRequestByID finds it again.
func (s *storage) AuthRequestByID(_ context.Context, id string) (op.AuthRequest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.requests[id]; r != nil {
		return r, nil
	}
	return nil, errUnknown
}

// AuthRequestByCode finds it by its code.
func (s *storage) AuthRequestByCode(ctx context.Context, code string) (op.AuthRequest, error) {
	s.mu.Lock()
	id := s.codes[code]
	s.mu.Unlock()
	return s.AuthRequestByID(ctx, id)
}

// SaveAuthCode notes the code of a request.
func (s *storage) SaveAuthCode(_ context.Context, id, code string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.codes[code] = id
	return nil
}

// DeleteAuthRequest forgets a request, so that its code is good once.
func (s *storage) DeleteAuthRequest(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.requests, id)
	return nil
}

// CreateAccessToken makes a token's id.
func (s *storage) CreateAccessToken(context.Context, op.TokenRequest) (string, time.Time, error) {
	return rand.Text(), time.Now().Add(time.Minute), nil
}

// signing is the key that tokens are signed with.
type signing struct{ key *rsa.PrivateKey }

func (signing) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k signing) Key() any                                  { return k.key }
func (signing) ID() string                                  { return "key" }

// SigningKey is a key of the forger's where the provider misbehaves so.
func (s *storage) SigningKey(context.Context) (op.SigningKey, error) {
	if s.provider.now().Forged {
		return signing{s.forger}, nil
	}
	return signing{s.key}, nil
}

// SignatureAlgorithms lists the one.
func (s *storage) SignatureAlgorithms(context.Context) ([]jose.SignatureAlgorithm, error) {
	return []jose.SignatureAlgorithm{jose.RS256}, nil
}

// public is the published half.
type public struct{ key *rsa.PrivateKey }

func (public) ID() string                         { return "key" }
func (public) Algorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (public) Use() string                        { return "sig" }
func (k public) Key() any                         { return k.key.Public() }

// KeySet is what is published.
func (s *storage) KeySet(context.Context) ([]op.Key, error) { return []op.Key{public{s.key}}, nil }

// GetClientByClientID knows the hall and another one.
func (s *storage) GetClientByClientID(_ context.Context, id string) (op.Client, error) {
	if id != ClientID && id != OtherID {
		return nil, errUnknown
	}
	return hall{id: id}, nil
}

// AuthorizeClientIDSecret checks the hall's secret.
func (s *storage) AuthorizeClientIDSecret(_ context.Context, id, secret string) error {
	if id != ClientID || secret != Secret {
		return errUnknown
	}
	return nil
}

// SetUserinfoFromScopes sets nothing: SetUserinfoFromRequest does.
func (s *storage) SetUserinfoFromScopes(context.Context, *oidc.UserInfo, string, string, []string) error {
	return nil
}

// SetUserinfoFromRequest puts into the token what is known of the person.
func (s *storage) SetUserinfoFromRequest(_ context.Context, info *oidc.UserInfo, r op.IDTokenRequest, _ []string) error {
	if of, ok := r.(*request); ok {
		info.Subject, info.Name, info.Email, info.EmailVerified = of.who.Subject, of.who.Name, of.who.Email, true
	}
	return nil
}

// GetPrivateClaimsFromScopes adds none.
func (s *storage) GetPrivateClaimsFromScopes(context.Context, string, string, []string) (map[string]any, error) {
	return map[string]any{}, nil
}

// Health is good.
func (s *storage) Health(context.Context) error { return nil }

// hall is the client.
type hall struct{ id string }

func (h hall) GetID() string                     { return h.id }
func (hall) RedirectURIs() []string              { return []string{Redirect} }
func (hall) PostLogoutRedirectURIs() []string    { return nil }
func (hall) ApplicationType() op.ApplicationType { return op.ApplicationTypeWeb }
func (hall) AuthMethod() oidc.AuthMethod         { return oidc.AuthMethodBasic }
func (hall) ResponseTypes() []oidc.ResponseType  { return []oidc.ResponseType{oidc.ResponseTypeCode} }
func (hall) GrantTypes() []oidc.GrantType        { return []oidc.GrantType{oidc.GrantTypeCode} }
func (hall) LoginURL(id string) string           { return "/login?id=" + id }
func (hall) AccessTokenType() op.AccessTokenType { return op.AccessTokenTypeBearer }
func (hall) IDTokenLifetime() time.Duration      { return time.Minute }
func (hall) DevMode() bool                       { return true }
func (hall) IsScopeAllowed(string) bool          { return true }
func (hall) ClockSkew() time.Duration            { return 0 }

func (hall) IDTokenUserinfoClaimsAssertion() bool { return true }

func (hall) RestrictAdditionalIdTokenScopes() func([]string) []string { //nolint:revive // the interface's name
	return func(scopes []string) []string { return scopes }
}

func (hall) RestrictAdditionalAccessTokenScopes() func([]string) []string {
	return func(scopes []string) []string { return scopes }
}
