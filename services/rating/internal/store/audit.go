package store

import (
	"context"
	"fmt"

	"kydai.dev/services/rating/internal/standing"
)

// Missing returns those of the games that Take would do something about.
func (s *Store) Missing(ctx context.Context, games []standing.Game) ([]standing.Game, error) {
	t := newTaking()
	if err := t.readStates(s.db.Read().WithContext(ctx), games); err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	var missing []standing.Game
	for _, g := range games {
		if t.news(g) {
			missing = append(missing, g)
		}
	}
	return missing, nil
}
