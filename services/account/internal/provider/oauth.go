package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"

	"kydai.dev/services/account/internal/signin"
)

// OAuth is a plain OAuth2 provider, as it is configured: its addresses, and
// where its answer about a person has what.
type OAuth struct {
	client

	// Preset names the provider whose settings are taken where none are given.
	Preset                       string
	AuthURL, TokenURL, PersonURL string
	Scopes                       string
	IDPath, NamePath, EmailPath  string
	IDParam                      string // in place of client_id
	SecretHeader, TokenHeader    string // in place of client_secret and of Authorization
	Issuer                       string // what it sends as iss, if it does
}

// presets are providers that many people have an account with. They are data:
// each of it can be set otherwise.
var presets = map[string]OAuth{
	"facebook": {
		AuthURL:   "https://www.facebook.com/v23.0/dialog/oauth",
		TokenURL:  "https://graph.facebook.com/v23.0/oauth/access_token",
		PersonURL: "https://graph.facebook.com/v23.0/me?fields=id,name,email",
		Scopes:    "public_profile email", IDPath: "id", NamePath: "name", EmailPath: "email",
	},
	"zalo": { // calls the client an app, and takes secret and token in headers of its own
		AuthURL:   "https://oauth.zaloapp.com/v4/permission",
		TokenURL:  "https://oauth.zaloapp.com/v4/access_token",
		PersonURL: "https://graph.zalo.me/v2.0/me?fields=id,name",
		IDPath:    "id", NamePath: "name", IDParam: "app_id", SecretHeader: "secret_key", TokenHeader: "access_token",
	},
}

func (o *OAuth) fields() map[string]*string {
	return map[string]*string{
		"name": &o.Name, "preset": &o.Preset, "client-id": &o.ID, "client-secret-file": &o.SecretFile, "scopes": &o.Scopes,
		"auth-url": &o.AuthURL, "token-url": &o.TokenURL, "userinfo-url": &o.PersonURL,
		"id": &o.IDPath, "display-name": &o.NamePath, "email": &o.EmailPath,
		"client-id-param": &o.IDParam, "secret-header": &o.SecretHeader, "token-header": &o.TokenHeader,
		"issuer": &o.Issuer,
	}
}

// UnmarshalText reads the settings over those of the preset.
func (o *OAuth) UnmarshalText(text []byte) error {
	var given OAuth
	if err := parse(text, given.fields()); err != nil {
		return err
	}
	base, known := presets[given.Preset]
	if given.Preset != "" && !known {
		return fmt.Errorf("there is no preset %q", given.Preset)
	}
	*o = base
	if err := parse(text, o.fields()); err != nil {
		return err
	}
	o.Name, o.IDParam = cmp.Or(o.Name, o.Preset), cmp.Or(o.IDParam, "client_id")
	for _, address := range []string{o.AuthURL, o.TokenURL, o.PersonURL} {
		if err := checkURL(address); err != nil {
			return fmt.Errorf("address %q of provider %s: %w", address, o.Name, err)
		}
	}
	if o.IDPath == "" {
		return fmt.Errorf("provider %s needs id, the place of a person's id in its answer", o.Name)
	}
	return o.check()
}

// Plain signs people in by a plain OAuth2 provider.
type Plain struct {
	asker

	settings OAuth
	config   oauth2.Config
}

// NewPlain returns the way to sign in by a provider.
func NewPlain(o OAuth, log *slog.Logger) (*Plain, error) {
	secret, err := o.client.secret()
	if err != nil {
		return nil, err
	}
	p := &Plain{settings: o, config: oauth2.Config{
		ClientID: o.ID, ClientSecret: secret, Scopes: strings.Fields(o.Scopes),
		// To try several ways of signing in would spend the code.
		Endpoint: oauth2.Endpoint{AuthURL: o.AuthURL, TokenURL: o.TokenURL, AuthStyle: oauth2.AuthStyleInParams},
	}}
	if o.SecretHeader != "" {
		p.config.ClientSecret = ""
	}
	p.asker = newAsker(o.Name, func(r *http.Request) {
		if o.SecretHeader != "" && r.URL.String() == o.TokenURL { // the secret goes nowhere else
			r.Header.Set(o.SecretHeader, secret)
		}
	}, log)
	return p, nil
}

// Start returns where a person is sent.
func (p *Plain) Start(_ context.Context, t signin.Trip) (string, error) {
	config := p.config
	config.RedirectURL = t.Redirect
	to, err := url.Parse(config.AuthCodeURL(t.State, oauth2.S256ChallengeOption(t.Verifier)))
	if err != nil {
		return "", fmt.Errorf("address of provider %s: %w", p.provider, err)
	}
	query := to.Query()
	query.Del("client_id")
	query.Set(p.settings.IDParam, p.settings.ID)
	to.RawQuery = query.Encode()
	return to.String(), nil
}

// Finish asks who came back with a code. The provider's word is believed because
// it is asked directly, with a token that it gave for this very code.
func (p *Plain) Finish(ctx context.Context, t signin.Trip, back signin.Return) (signin.Person, error) {
	if err := p.ours(ctx, back, p.settings.Issuer, p.settings.Issuer != ""); err != nil {
		return signin.Person{}, err
	}
	config := p.config
	config.RedirectURL = t.Redirect
	token, err := config.Exchange(p.with(ctx), back.Code, oauth2.VerifierOption(t.Verifier), oauth2.SetAuthURLParam(p.settings.IDParam, p.settings.ID))
	if err != nil {
		return signin.Person{}, p.failed(ctx, err)
	}
	answer, err := p.ask(ctx, token.AccessToken)
	if err != nil {
		return signin.Person{}, err
	}
	return p.vouched(ctx, at(answer, p.settings.IDPath), at(answer, p.settings.EmailPath), at(answer, p.settings.NamePath))
}

// ask reads what the provider says of the token's person.
func (p *Plain) ask(ctx context.Context, token string) (any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.settings.PersonURL, nil)
	if err != nil {
		return nil, fmt.Errorf("ask provider %s: %w", p.provider, err)
	}
	req.Header.Set("Accept", "application/json")
	if p.settings.TokenHeader != "" {
		req.Header.Set(p.settings.TokenHeader, token)
	} else {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return nil, p.failed(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }() // all is read
	var answer any
	decoder := json.NewDecoder(resp.Body)
	decoder.UseNumber() // an id may be a number too large for a float
	if err := decoder.Decode(&answer); err != nil || resp.StatusCode != http.StatusOK {
		return nil, p.refused(ctx, "userinfo: "+resp.Status)
	}
	return answer, nil
}

// at is the text or number at a path such as "data.user.id"; empty where there
// is none.
func at(answer any, path string) string {
	for name := range strings.SplitSeq(path, ".") {
		object, _ := answer.(map[string]any)
		answer = object[name]
	}
	switch v := answer.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	default:
		return ""
	}
}
