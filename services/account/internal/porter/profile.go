package porter

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kydai.dev/pkg/authn"
	"kydai.dev/services/account/internal/profile"
)

type profiles interface {
	// Update stores what change makes of a player.
	Update(ctx context.Context, id string, now time.Time, change func(profile.Player) (profile.Player, error)) (profile.Player, error)
	// Block stores that one player has blocked another, at most so many.
	Block(ctx context.Context, playerID, blockedID string, now time.Time, most int) error
	// Unblock takes a block back and reports whether there was one.
	Unblock(ctx context.Context, playerID, blockedID string) (bool, error)
	Blocks(ctx context.Context, playerID string) ([]profile.Block, error)
	// Relations lists the blocks among some players.
	Relations(ctx context.Context, players []string) ([]profile.Relation, error)
}

// Update changes the caller's profile. Of versions, where any are given, one
// must be the profile's.
func (p *Porter) Update(ctx context.Context, c authn.Caller, change profile.Change, versions []string) (profile.Player, error) {
	if _, err := p.Sessions(ctx, c); err != nil {
		return profile.Player{}, err
	}
	return p.store.Update(ctx, c.Account, p.time(), func(before profile.Player) (profile.Player, error) {
		if len(versions) > 0 && !slices.Contains(versions, before.Tag()) {
			return profile.Player{}, profile.ErrChanged
		}
		return before.With(change)
	})
}

// Block keeps a player away from the caller.
func (p *Porter) Block(ctx context.Context, c authn.Caller, id string) error {
	blocked, err := p.other(ctx, c, id)
	if err != nil {
		return err
	}
	if blocked == c.Account {
		return profile.ErrSelf.At("player_id", "is your own")
	}
	return p.store.Block(ctx, c.Account, blocked, p.time(), profile.MaxBlocks)
}

// Unblock takes a block of the caller's back.
func (p *Porter) Unblock(ctx context.Context, c authn.Caller, id string) error {
	blocked, err := p.other(ctx, c, id)
	if err != nil {
		return err
	}
	found, err := p.store.Unblock(ctx, c.Account, blocked)
	if err == nil && !found {
		err = profile.ErrNotBlocked
	}
	return err
}

// Blocks lists the players whom the caller has blocked, newest first.
func (p *Porter) Blocks(ctx context.Context, c authn.Caller) ([]profile.Block, error) {
	if _, err := p.Sessions(ctx, c); err != nil {
		return nil, err
	}
	return p.store.Blocks(ctx, c.Account)
}

// Relations lists the blocks among some players.
func (p *Porter) Relations(ctx context.Context, ids []string) ([]profile.Relation, error) {
	players, err := canonical(ids)
	if err != nil {
		return nil, err
	}
	return p.store.Relations(ctx, players)
}

// canonical are players' ids as they are stored, however they are written.
func canonical(ids []string) ([]string, error) {
	players := make([]string, len(ids))
	for i, id := range ids {
		parsed, err := uuid.Parse(id)
		if err != nil {
			return nil, profile.ErrNoPlayer
		}
		players[i] = parsed.String()
	}
	return players, nil
}

// other reads another player's id for a caller whose session has not ended.
func (p *Porter) other(ctx context.Context, c authn.Caller, id string) (string, error) {
	if _, err := p.Sessions(ctx, c); err != nil {
		return "", err
	}
	parsed, err := uuid.Parse(id)
	if err != nil {
		return "", profile.ErrNoPlayer
	}
	return parsed.String(), nil
}
