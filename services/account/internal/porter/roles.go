package porter

import (
	"context"

	"github.com/google/uuid"

	"kydai.dev/pkg/authn"
	"kydai.dev/services/account/internal/profile"
)

type roles interface {
	// ChangeRole stores a change, unless it changes nothing, and returns the roles
	// that the player has then, sorted. A guest's is profile.ErrGuestRole.
	ChangeRole(ctx context.Context, c profile.RoleChange) ([]string, error)
	// Roles lists a player's, sorted.
	Roles(ctx context.Context, playerID string) ([]string, error)
	// RoleChanges lists a player's, newest first.
	RoleChanges(ctx context.Context, playerID string) ([]profile.RoleChange, error)
}

// ChangeRole grants or revokes a role in the name of the calling service, and
// returns what the player has then. Tokens tell of it from the next renewal on.
func (p *Porter) ChangeRole(ctx context.Context, c authn.Caller, change profile.RoleChange) ([]string, error) {
	parsed, err := uuid.Parse(change.PlayerID)
	if err != nil {
		return nil, profile.ErrNoPlayer
	}
	change.ID, change.PlayerID, change.By, change.At = newID(), parsed.String(), c.Service, p.time()
	return p.store.ChangeRole(ctx, change)
}

// Roles lists a player's roles, and all that was granted and revoked.
func (p *Porter) Roles(ctx context.Context, id string) ([]string, []profile.RoleChange, error) {
	player, err := p.Player(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	has, err := p.store.Roles(ctx, player.ID)
	if err != nil {
		return nil, nil, err
	}
	changes, err := p.store.RoleChanges(ctx, player.ID)
	return has, changes, err
}
