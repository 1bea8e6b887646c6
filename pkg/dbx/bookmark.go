package dbx

import (
	"context"
	"fmt"

	"gorm.io/gorm"
)

// Bookmark keeps how far a walk through another service's list has come, as text, in
// the one row of the table audit (id, cursor_text). Stores embed it.
type Bookmark struct{ db *DB }

// NewBookmark returns the bookmark of a database.
func NewBookmark(db *DB) Bookmark { return Bookmark{db} }

// Cursor is how far the walk has come, empty at its beginning.
func (b Bookmark) Cursor(ctx context.Context) (string, error) {
	var cursors []string
	if err := b.db.Read().WithContext(ctx).Table("audit").Pluck("cursor_text", &cursors).Error; err != nil {
		return "", fmt.Errorf("read cursor: %w", err)
	}
	if len(cursors) == 0 {
		return "", nil
	}
	return cursors[0], nil
}

// SetCursor says how far the walk has come.
func (b Bookmark) SetCursor(ctx context.Context, cursor string) error {
	const query = "INSERT INTO audit (id, cursor_text) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET cursor_text = excluded.cursor_text"
	err := b.db.Tx(ctx, func(tx *gorm.DB) error { return tx.Exec(query, cursor).Error })
	if err != nil {
		return fmt.Errorf("write cursor: %w", err)
	}
	return nil
}
