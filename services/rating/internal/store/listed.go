package store

import (
	"context"
	"database/sql"
	"fmt"

	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/standing"
)

// Versions says how many changes each board has had.
func (s *Store) Versions(ctx context.Context) (map[standing.Board]int64, error) {
	var rows []boardRow
	if err := s.db.Read().WithContext(ctx).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("read boards: %w", err)
	}
	versions := make(map[standing.Board]int64, len(rows))
	for _, r := range rows {
		versions[r.board()] = r.Version
	}
	return versions, nil
}

// Listed calls fn with the players who are listed on a board.
func (s *Store) Listed(ctx context.Context, b standing.Board, fn func(scorer.Listing) error) error {
	rows, err := s.db.Read().WithContext(ctx).Model(&standingRow{}).Select("player, rating").
		Where("game = ? AND category = ? AND linked AND wins + draws + losses > 0", b.Game, b.Category).Rows()
	if err != nil {
		return fmt.Errorf("read board: %w", err)
	}
	defer func() { _ = rows.Close() }() // what was read was read
	for rows.Next() {
		l := scorer.Listing{Listed: true}
		if err := rows.Scan(&l.Player, &l.Rating); err != nil {
			return fmt.Errorf("read board: %w", err)
		}
		if err := fn(l); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read board: %w", err)
	}
	return nil
}

// Since returns what the changes of a board after a version, and links, make of
// their players, in order.
func (s *Store) Since(ctx context.Context, b standing.Board, version int64, limit int) ([]scorer.Listing, error) {
	var found []scorer.Listing
	const query = `SELECT player, rating_after AS rating, listed, version FROM changes WHERE game = @game AND category = @category AND version > @version
		UNION ALL SELECT player, rating, true, version FROM enlisted WHERE game = @game AND category = @category AND version > @version
		ORDER BY version LIMIT @limit`
	err := s.db.Read().WithContext(ctx).Raw(query, sql.Named("game", b.Game), sql.Named("category", b.Category),
		sql.Named("version", version), sql.Named("limit", limit)).Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("read changes of board: %w", err)
	}
	return found, nil
}
