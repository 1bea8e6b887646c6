package arbiter

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

// Roles knows which roles accounts have now.
type Roles interface {
	Roles(ctx context.Context, account string) ([]string, error)
}

// Voids are the annulled games; store.Store has them.
type Voids interface {
	Voids(ctx context.Context, f record.VoidFilter) ([]record.Void, error)
}

// Moderation is what moderators and the hall's operator do with games.
type Moderation struct {
	arbiter *Arbiter
	voids   Voids
	roles   Roles
}

// NewModeration returns the moderation of an arbiter's games.
func NewModeration(a *Arbiter, v Voids, r Roles) *Moderation {
	return &Moderation{arbiter: a, voids: v, roles: r}
}

// moderating are the roles that may annul games, the lesser first.
var moderating = []string{"mod", "admin"}

// errNoModerator is what a token is told whose role was taken back: it lives on
// for a while, and no game is to be annulled with what is left of it.
var errNoModerator = errs.New(errs.Denied, "SCOPE_MISSING", "the account is no moderator's any more").With("scope", "mod / admin")

// Void annuls a game, once: of a game that is void already it tells who
// annulled it.
func (m *Moderation) Void(ctx context.Context, id string, by game.Moderator, reason string, arrival time.Time) (Stored, record.Void, error) {
	by, err := m.admit(ctx, by)
	if err != nil {
		return Stored{}, record.Void{}, err
	}
	st, err := stored(m.arbiter.decide(ctx, id, arrival, func(g *game.Game, at time.Time) ([]game.Event, error) {
		return g.Void(by, reason, at)
	}))
	if err != nil {
		return st, record.Void{}, err
	}
	found, err := m.voids.Voids(ctx, record.VoidFilter{GameID: id, Limit: 1})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("nothing tells who annulled game %s", id)
	}
	if err != nil {
		return st, record.Void{}, err
	}
	return st, found[0], nil
}

// Voided lists annulled games, those annulled last first.
func (m *Moderation) Voided(ctx context.Context, by game.Moderator, f record.VoidFilter) ([]record.Void, error) {
	if _, err := m.admit(ctx, by); err != nil {
		return nil, err
	}
	return m.voids.Voids(ctx, f)
}

// admit says by which role somebody acts, and refuses who has none any more.
func (m *Moderation) admit(ctx context.Context, by game.Moderator) (game.Moderator, error) {
	if by.Role == game.Operator || by.Role == game.Director {
		return by, nil
	}
	has, err := m.roles.Roles(ctx, by.Name)
	if err != nil {
		return by, err
	}
	i := slices.IndexFunc(moderating, func(role string) bool { return slices.Contains(has, role) })
	if i < 0 {
		return by, errNoModerator
	}
	by.Role = moderating[i]
	return by, nil
}
