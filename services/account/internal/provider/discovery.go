package provider

import (
	"context"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	// fresh is how long a provider's word of itself is taken for granted.
	fresh = time.Hour
	// patience is how long the old word is good for where a new one can't be had.
	patience = time.Minute
)

// discovery is what a provider says of itself.
type discovery struct {
	provider *oidc.Provider
	keysURL  string
	keys     oidc.KeySet
	verifier *oidc.IDTokenVerifier
	style    oauth2.AuthStyle
	// tellsIssuer says that the provider sends its name along with a code.
	tellsIssuer bool
	// until is when the provider is asked again.
	until time.Time
}

// lasting is the same word until later.
func (d *discovery) lasting(until time.Time) *discovery {
	next := *d
	next.until = until
	return &next
}

// discover asks the provider for its addresses, now and then: providers move
// them. One that does not answer is still where it was. Several at the same time
// may ask the same.
func (p *OpenID) discover(ctx context.Context) (*discovery, error) {
	old := p.found.Load()
	if old != nil && p.now().Before(old.until) {
		return old, nil
	}
	d, err := p.ask(ctx, old)
	switch {
	case err == nil:
	case old != nil:
		d = old.lasting(p.now().Add(patience))
		_ = p.down(ctx, err) // operators are told
	default:
		return nil, p.down(ctx, err)
	}
	p.found.Store(d)
	return d, nil
}

// stale has the provider asked anew the next time where a call has met no
// provider at the address that it once gave.
func (p *OpenID) stale(d *discovery, err error) error {
	if isDown(err) {
		p.found.CompareAndSwap(d, d.lasting(p.now()))
	}
	return err
}

func (p *OpenID) ask(ctx context.Context, old *discovery) (*discovery, error) {
	provider, err := oidc.NewProvider(p.with(ctx), p.settings.Issuer)
	if err != nil {
		return nil, err
	}
	var more struct {
		Keys        string   `json:"jwks_uri"`
		Methods     []string `json:"token_endpoint_auth_methods_supported"`
		TellsIssuer bool     `json:"authorization_response_iss_parameter_supported"`
	}
	if err := provider.Claims(&more); err != nil {
		return nil, err
	}
	d := &discovery{
		provider: provider, keysURL: more.Keys, verifier: provider.Verifier(&oidc.Config{ClientID: p.settings.ID}),
		style: oauth2.AuthStyleInHeader, tellsIssuer: more.TellsIssuer, until: p.now().Add(fresh),
	}
	if old != nil && old.keysURL == more.Keys {
		d.keys = old.keys // which knows some already
	} else {
		d.keys = oidc.NewRemoteKeySet(p.with(context.WithoutCancel(ctx)), more.Keys) // it lives longer than this call
	}
	// To try both ways would spend the code.
	if p.secret == "" || len(more.Methods) > 0 && !slices.Contains(more.Methods, "client_secret_basic") {
		d.style = oauth2.AuthStyleInParams
	}
	return d, nil
}
