package provider

import (
	"cmp"
	"context"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"kydai.dev/services/account/internal/signin"
)

// OIDC is an OpenID provider, as it is configured:
// name=google,issuer=https://accounts.google.com,client-id=…,client-secret-file=….
type OIDC struct {
	client

	Issuer, Scopes string
}

// UnmarshalText reads the settings. Without an issuer it is Google.
func (o *OIDC) UnmarshalText(text []byte) error {
	err := parse(text, map[string]*string{
		"name": &o.Name, "issuer": &o.Issuer, "client-id": &o.ID, "client-secret-file": &o.SecretFile, "scopes": &o.Scopes,
	})
	if err != nil {
		return err
	}
	if o.Issuer == "" {
		o.Name, o.Issuer = cmp.Or(o.Name, "google"), "https://accounts.google.com"
	}
	o.Scopes = cmp.Or(o.Scopes, "openid email profile")
	if err := checkURL(o.Issuer); err != nil {
		return fmt.Errorf("issuer of %s: %w", o.Name, err)
	}
	return o.check()
}

// OpenID signs people in by an OpenID provider. It asks the provider for its
// addresses when the first person comes, so that a hall starts without it.
type OpenID struct {
	asker

	settings OIDC
	secret   string
	now      func() time.Time
	found    atomic.Pointer[discovery]
}

// NewOpenID returns the way to sign in by a provider.
func NewOpenID(o OIDC, now func() time.Time, log *slog.Logger) (*OpenID, error) {
	secret, err := o.client.secret()
	if err != nil {
		return nil, err
	}
	return &OpenID{asker: newAsker(o.Name, nil, log), settings: o, secret: secret, now: now}, nil
}

// Start returns where a person is sent.
func (p *OpenID) Start(ctx context.Context, t signin.Trip) (string, error) {
	d, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	return p.config(d, t).AuthCodeURL(t.State, oidc.Nonce(t.Nonce), oauth2.S256ChallengeOption(t.Verifier)), nil
}

// Finish asks who came back. Only a token that the provider signed, for this hall
// and for this sign-in, is believed.
func (p *OpenID) Finish(ctx context.Context, t signin.Trip, back signin.Return) (signin.Person, error) {
	d, err := p.discover(ctx)
	if err != nil {
		return signin.Person{}, err
	}
	if err := p.ours(ctx, back, p.settings.Issuer, d.tellsIssuer); err != nil {
		return signin.Person{}, err
	}
	tokens, err := p.config(d, t).Exchange(p.with(ctx), back.Code, oauth2.VerifierOption(t.Verifier))
	if err != nil {
		return signin.Person{}, p.stale(d, p.failed(ctx, err))
	}
	raw, _ := tokens.Extra("id_token").(string)
	if _, err := d.keys.VerifySignature(p.with(ctx), raw); err != nil { // first, since Verify hides that keys can't be had
		return signin.Person{}, p.stale(d, p.failed(ctx, err))
	}
	token, err := d.verifier.Verify(p.with(ctx), raw)
	if err != nil {
		return signin.Person{}, p.failed(ctx, err)
	}
	return p.person(ctx, token, t)
}

// claims are those of a token that go-oidc leaves to its user.
type claims struct {
	AuthorizedParty string `json:"azp"`
	Email           string `json:"email"`
	Name            string `json:"name"`
}

func (p *OpenID) person(ctx context.Context, token *oidc.IDToken, t signin.Trip) (signin.Person, error) {
	var c claims
	if err := token.Claims(&c); err != nil {
		return signin.Person{}, p.refused(ctx, "claims of the token can't be read")
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(t.Nonce)) != 1:
		return signin.Person{}, p.refused(ctx, "the token is of another sign-in")
	case c.AuthorizedParty != "" && c.AuthorizedParty != p.settings.ID, len(token.Audience) > 1 && c.AuthorizedParty == "":
		return signin.Person{}, p.refused(ctx, "the token was given to another party")
	}
	return p.vouched(ctx, token.Subject, c.Email, c.Name)
}

func (p *OpenID) config(d *discovery, t signin.Trip) *oauth2.Config {
	endpoint := d.provider.Endpoint()
	endpoint.AuthStyle = d.style
	return &oauth2.Config{
		ClientID: p.settings.ID, ClientSecret: p.secret, Endpoint: endpoint, RedirectURL: t.Redirect, Scopes: strings.Fields(p.settings.Scopes),
	}
}
