package store

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"kydai.dev/services/rewards/internal/deeds"
)

// Missing returns those of the deeds that were not counted.
func (s *Store) Missing(ctx context.Context, of []deeds.Deed) ([]deeds.Deed, error) {
	known, err := readSeen(s.db.Read().WithContext(ctx), of)
	if err != nil {
		return nil, err
	}
	var missing []deeds.Deed
	for _, d := range of {
		if !known[seenKey(d)] {
			missing = append(missing, d)
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
	return wrapped(err, "write cursor")
}
