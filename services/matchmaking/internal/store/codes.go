package store

import (
	"context"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/services/matchmaking/internal/room"
)

// ByCode finds the open room with a code; else the last one with it that the
// account has joined; else the last one with it.
func (s *Store) ByCode(ctx context.Context, code, account string) (room.Room, error) {
	q := s.db.Read().WithContext(ctx).Where("code = ? AND code <> ''", code) // the second part lets the index be used
	return first(q.Order(clause.OrderBy{Expression: clause.Expr{
		SQL: "CASE WHEN state = 'open' THEN 0 WHEN joiner = ? THEN 1 ELSE 2 END, created_at DESC", Vars: []any{account},
	}}), "look up code")
}

// triesRow is an account's tries as stored.
type triesRow struct {
	Since int64
	Count int
}

// CountTry stores what count makes of an account's tries.
func (s *Store) CountTry(ctx context.Context, account string, count func(room.Tries) (room.Tries, error)) error {
	return s.tx(ctx, func(tx *gorm.DB) error {
		var t triesRow
		// The update that changes nothing locks the row.
		err := tx.Raw(`INSERT INTO tries (account, since, count) VALUES (?, 0, 0)
			ON CONFLICT (account) DO UPDATE SET count = tries.count RETURNING since, count`, account).Scan(&t).Error
		if err != nil {
			return fmt.Errorf("read tries: %w", err)
		}
		next, err := count(room.Tries{Since: timeOf(t.Since), Count: t.Count})
		if err != nil {
			return err
		}
		err = tx.Exec("UPDATE tries SET since = ?, count = ? WHERE account = ?", next.Since.UnixMicro(), next.Count, account).Error
		if err != nil {
			return fmt.Errorf("count try: %w", err)
		}
		return nil
	})
}
