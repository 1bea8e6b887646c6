package porter

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"kydai.dev/pkg/authn"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/signin"
)

type links interface {
	// Link adds an identity to its account, which is no guest's any more, and is
	// called name where that is not empty. It returns the identity that the
	// account has; signin.ErrTaken where it is another account's,
	// signin.ErrOvertaken where another link was first, profile.ErrNameTaken
	// where the account needs another name.
	Link(ctx context.Context, i signin.Identity, name string) (signin.Identity, profile.Player, error)
	// Identities lists an account's, oldest first.
	Identities(ctx context.Context, playerID string) ([]signin.Identity, error)
	// Unlink takes an identity from an account, unless it is the last one.
	Unlink(ctx context.Context, playerID, id string) error
}

// Link finishes a link: the caller's account gets the proven identity.
func (p *Porter) Link(ctx context.Context, c authn.Caller, proof Proof) (signin.Identity, profile.Player, error) {
	if _, err := p.Sessions(ctx, c); err != nil {
		return signin.Identity{}, profile.Player{}, err
	}
	pending, who, err := p.redeem(ctx, proof, c.Account)
	if err != nil {
		return signin.Identity{}, profile.Player{}, err
	}
	identity, player, err := p.link(ctx, who.As(newID(), c.Account, p.time()))
	if errors.Is(err, signin.ErrTaken) {
		return identity, player, p.offerElsewhere(ctx, pending, who)
	}
	return identity, player, p.again(ctx, pending, who, err)
}

// offerElsewhere refuses a link. Who holds the handle has proved the identity,
// and may choose to sign in to the account that it belongs to.
func (p *Porter) offerElsewhere(ctx context.Context, pending signin.Pending, who signin.Person) error {
	if err := p.store.Begin(ctx, pending.Elsewhere(who, p.time()), nil, nil); err != nil {
		return err
	}
	return signin.ErrTaken.With("provider", who.Provider).With("signIn", "POST /v1/sessions:finish")
}

// link tries again where another was first, and under another name where a
// guest's is not free.
func (p *Porter) link(ctx context.Context, i signin.Identity) (signin.Identity, profile.Player, error) {
	name := ""
	for range tries {
		linked, player, err := p.store.Link(ctx, i, name)
		switch {
		case errors.Is(err, profile.ErrNameTaken):
			guest, err := p.store.Player(ctx, i.PlayerID)
			if err != nil {
				return signin.Identity{}, profile.Player{}, err
			}
			name = profile.Numbered(guest.Name, sixDigits())
		case !errors.Is(err, signin.ErrOvertaken):
			return linked, player, err
		}
	}
	return signin.Identity{}, profile.Player{}, fmt.Errorf("link identity: overtaken %d times", tries)
}

// Identities lists what signs in to the caller's account, oldest first.
func (p *Porter) Identities(ctx context.Context, c authn.Caller) ([]signin.Identity, error) {
	if _, err := p.Sessions(ctx, c); err != nil {
		return nil, err
	}
	return p.store.Identities(ctx, c.Account)
}

// Unlink takes an identity from the caller's account, unless it is the last one.
func (p *Porter) Unlink(ctx context.Context, c authn.Caller, id string) error {
	if _, err := p.Sessions(ctx, c); err != nil {
		return err
	}
	parsed, err := uuid.Parse(id)
	if err != nil {
		return signin.ErrNoIdentity
	}
	return p.store.Unlink(ctx, c.Account, parsed.String())
}
