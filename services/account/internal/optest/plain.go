package optest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
)

// Dialect is how a plain provider differs from the others.
type Dialect struct {
	// IDParam is what it calls the client; SecretHeader and TokenHeader are
	// where it takes secret and token.
	IDParam, SecretHeader, TokenHeader string
	// Polite ones refuse with 200 and an error's number.
	Polite bool
	// Answer is what it says of a person.
	Answer func(Person) any
}

// Facebook answers as that one does.
var Facebook = Dialect{IDParam: "client_id", Answer: func(p Person) any {
	return map[string]any{"id": p.Subject, "name": p.Name, "email": p.Email}
}}

// Zalo answers as that one does.
var Zalo = Dialect{IDParam: "app_id", SecretHeader: "secret_key", TokenHeader: "access_token", Polite: true, Answer: func(p Person) any {
	return map[string]any{"id": p.Subject, "name": p.Name, "error": 0, "message": "Success"}
}}

// Plain is a running OAuth2 provider.
type Plain struct {
	URL string

	server  *httptest.Server
	dialect Dialect

	mu     sync.Mutex
	who    Person
	codes  map[string]grant
	tokens map[string]Person
	down   string
}

// grant is what a code stands for.
type grant struct {
	who                 Person
	challenge, redirect string
}

// StartPlain starts a provider.
func StartPlain(t testing.TB, d Dialect) *Plain {
	t.Helper()
	p := &Plain{dialect: d, codes: map[string]grant{}, tokens: map[string]Person{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /permission", p.permission)
	mux.HandleFunc("POST /access_token", p.accessToken)
	mux.HandleFunc("GET /me", p.me)
	p.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.down == r.URL.Path {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	p.URL = p.server.URL
	t.Cleanup(p.server.Close)
	return p
}

// Addresses are the settings that lead to the provider.
func (p *Plain) Addresses() string {
	return fmt.Sprintf("auth-url=%[1]s/permission,token-url=%[1]s/access_token,userinfo-url=%[1]s/me", p.URL)
}

// TakeDown makes one path fail; none where it is empty.
func (p *Plain) TakeDown(path string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = path
}

// Visit is a person who signs in and is sent back.
func (p *Plain) Visit(t testing.TB, address string, who Person) (code, state string) {
	t.Helper()
	p.mu.Lock()
	p.who = who
	p.mu.Unlock()
	return visit(t, address)
}

func (p *Plain) permission(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get(p.dialect.IDParam) != ClientID || q.Get("redirect_uri") != Redirect || q.Get("code_challenge") == "" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	code := rand.Text()
	p.codes[code] = grant{who: p.who, challenge: q.Get("code_challenge"), redirect: q.Get("redirect_uri")}
	http.Redirect(w, r, Redirect+"?"+url.Values{"code": {code}, "state": {q.Get("state")}}.Encode(), http.StatusFound)
}

func (p *Plain) accessToken(w http.ResponseWriter, r *http.Request) {
	secret := r.PostFormValue("client_secret")
	if p.dialect.SecretHeader != "" {
		secret = r.Header.Get(p.dialect.SecretHeader)
	}
	if r.PostFormValue(p.dialect.IDParam) != ClientID || secret != Secret || r.PostFormValue("grant_type") != "authorization_code" {
		p.refuse(w, "invalid_client")
		return
	}
	code := r.PostFormValue("code")
	g, known := p.codes[code]
	delete(p.codes, code)
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if !known || base64.RawURLEncoding.EncodeToString(sum[:]) != g.challenge {
		p.refuse(w, "invalid_grant")
		return
	}
	token := rand.Text()
	p.tokens[token] = g.who
	say(w, map[string]any{"access_token": token, "refresh_token": rand.Text(), "expires_in": "3600"})
}

func (p *Plain) refuse(w http.ResponseWriter, reason string) {
	if p.dialect.Polite {
		say(w, map[string]any{"error": -14003, "error_name": reason})
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	say(w, map[string]any{"error": reason})
}

func (p *Plain) me(w http.ResponseWriter, r *http.Request) {
	token := r.Header.Get(p.dialect.TokenHeader)
	if p.dialect.TokenHeader == "" {
		_, _ = fmt.Sscanf(r.Header.Get("Authorization"), "Bearer %s", &token) // an empty one is unknown
	}
	who, known := p.tokens[token]
	if !known || r.Header.Get("secret_key") != "" {
		p.refuse(w, "invalid_token")
		return
	}
	say(w, p.dialect.Answer(who))
}

func say(w http.ResponseWriter, answer any) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	_ = json.NewEncoder(w).Encode(answer) // the hall is there
}
