package porter

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"kydai.dev/pkg/authn"
	"kydai.dev/services/account/internal/signin"
)

// Begun is a sign-in that waits for its proof.
type Begun struct {
	Handle signin.Handle
	Life   time.Duration
	// URL is where the person is sent; empty for a code by mail.
	URL string
}

// Start begins to sign in with a provider.
func (p *Porter) Start(ctx context.Context, provider, redirect string) (Begun, error) {
	return p.start(ctx, provider, redirect, "")
}

// StartLink begins to link an identity of a provider to the caller's account.
func (p *Porter) StartLink(ctx context.Context, c authn.Caller, provider, redirect string) (Begun, error) {
	if _, err := p.Sessions(ctx, c); err != nil {
		return Begun{}, err
	}
	return p.start(ctx, provider, redirect, c.Account)
}

func (p *Porter) start(ctx context.Context, name, redirect, account string) (Begun, error) {
	provider, ok := p.ways.Providers[name]
	if !ok {
		return Begun{}, signin.ErrUnknownProvider.With("provider", name)
	}
	if !slices.Contains(p.ways.Redirects, redirect) {
		return Begun{}, signin.ErrBadRedirect.At("redirect_uri", "is not on this hall's list")
	}
	handle := signin.Handle(newSecret())
	to, err := provider.Start(ctx, p.ways.Secret.Trip(handle, redirect))
	if err != nil {
		return Begun{}, err
	}
	pending := signin.Pending{Key: handle.Key(), Account: account, Provider: name, Redirect: redirect, Expires: p.time().Add(signin.Life)}
	if err := p.store.Begin(ctx, pending, nil, nil); err != nil {
		return Begun{}, err
	}
	return Begun{Handle: handle, Life: signin.Life, URL: to}, nil
}

// SendCode sends a code to an address, for somebody at another address, that of
// the call, who signs in.
func (p *Porter) SendCode(ctx context.Context, email, from string) (Begun, error) {
	return p.sendCode(ctx, email, "", from)
}

// SendLinkCode sends a code to an address that the caller wants to link.
func (p *Porter) SendLinkCode(ctx context.Context, c authn.Caller, email string) (Begun, error) {
	if _, err := p.Sessions(ctx, c); err != nil {
		return Begun{}, err
	}
	return p.sendCode(ctx, email, c.Account, c.Account)
}

// sendCode answers the same whether or not the address is known here.
func (p *Porter) sendCode(ctx context.Context, email, account, caller string) (Begun, error) {
	if p.ways.Mailer == nil {
		return Begun{}, signin.ErrUnknownProvider.With("provider", signin.Email)
	}
	email, err := signin.ParseEmail(email)
	if err != nil {
		return Begun{}, err
	}
	now, handle, code := p.time(), signin.Handle(newSecret()), sixDigits()
	pending := signin.Pending{
		Key: handle.Key(), Account: account, Provider: signin.Email,
		Email: email, Code: p.ways.Secret.Code(handle, code), Expires: now.Add(signin.Life),
	}
	counters := [][]byte{p.ways.Secret.Counter("address", email), p.ways.Secret.Counter("caller", caller)}
	most := []int{p.ways.PerAddress, p.ways.PerCaller}
	err = p.store.Begin(ctx, pending, counters, func(i int, a signin.Allowance) (signin.Allowance, error) {
		return a.Next(most[i], p.ways.Window, now)
	})
	if err != nil {
		return Begun{}, err
	}
	return Begun{Handle: handle, Life: signin.Life}, p.ways.Mailer.SendCode(ctx, email, code)
}

// sixDigits are drawn evenly: a draw beyond the last whole million is drawn
// again.
func sixDigits() string {
	const million, whole = 1_000_000, 1 << 32 / 1_000_000 * 1_000_000
	for {
		b := fourBytes()
		n := uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
		if n < whole {
			return fmt.Sprintf("%06d", n%million)
		}
	}
}

func randomLetters() (b [6]byte) {
	_, _ = rand.Read(b[:]) // never fails
	return b
}
