package store

import (
	"context"
	"fmt"

	"gorm.io/gorm"

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

// Cursor is how far the audit has come.
func (s *Store) Cursor(ctx context.Context) (string, error) {
	var cursors []string
	if err := s.db.Read().WithContext(ctx).Table("audit").Pluck("cursor_text", &cursors).Error; err != nil {
		return "", fmt.Errorf("read cursor: %w", err)
	}
	if len(cursors) == 0 {
		return "", nil
	}
	return cursors[0], nil
}

// SetCursor says how far the audit has come.
func (s *Store) SetCursor(ctx context.Context, cursor string) error {
	const query = "INSERT INTO audit (id, cursor_text) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET cursor_text = excluded.cursor_text"
	err := s.db.Tx(ctx, func(tx *gorm.DB) error { return tx.Exec(query, cursor).Error })
	if err != nil {
		return fmt.Errorf("write cursor: %w", err)
	}
	return nil
}
