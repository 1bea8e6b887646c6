package scorer

import (
	"context"
	"slices"
)

// Members are the players who have linked an account.
type Members interface {
	// Link notes that a player is no guest any more, and lists him.
	Link(ctx context.Context, player string) error
	// Guests returns players who have a rating and are not known to have linked an
	// account, by their ids.
	Guests(ctx context.Context, after string, limit int) ([]string, error)
}

// Accounts know who has linked an account.
type Accounts interface {
	// Linked returns those of some players who have linked one.
	Linked(ctx context.Context, players []string) ([]string, error)
}

// Link lists a player who is no guest any more, with the rating that he has.
func (s *Scorer) Link(ctx context.Context, player string) error { return s.store.Link(ctx, player) }

// walk and ask are how many guests an audit asks about, and how many at once.
const walk, ask = 500, 100

// askForLinks asks about some of the guests, in turn, whether they have linked an
// account of which no event came.
func (s *Scorer) askForLinks(ctx context.Context) error {
	guests, err := s.store.Guests(ctx, s.asked, walk)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(guests, ask) {
		linked, err := s.accounts.Linked(ctx, some)
		if err != nil {
			return err
		}
		for _, player := range linked {
			s.log.WarnContext(ctx, "no event came of a guest who has linked an account, listing him now", "player_id", player)
			if err := s.store.Link(ctx, player); err != nil {
				return err
			}
		}
		s.asked = some[len(some)-1]
	}
	if len(guests) < walk {
		s.asked = "" // from the beginning
	}
	return nil
}
