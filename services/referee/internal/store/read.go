package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/services/referee/internal/record"
)

// Log returns the appends of a game that reach beyond a seq, one after the
// other: a GameEvents message. It is empty when there are none.
func (s *Store) Log(ctx context.Context, gameID string, after int) ([]byte, error) {
	return s.logOf(ctx, gameID, after, -1)
}

// LogPage is Log with at most limit appends.
func (s *Store) LogPage(ctx context.Context, gameID string, after, limit int) ([]byte, error) {
	return s.logOf(ctx, gameID, after, limit)
}

func (s *Store) logOf(ctx context.Context, gameID string, after, limit int) ([]byte, error) {
	var parts [][]byte
	q := s.db.Read().WithContext(ctx).Table("game_log").Where("game_id = ? AND last_seq > ?", gameID, after).Order("seq")
	if err := q.Limit(limit).Pluck("events", &parts).Error; err != nil {
		return nil, fmt.Errorf("read log of game %s: %w", gameID, err)
	}
	var all []byte
	for _, p := range parts {
		all = append(all, p...)
	}
	return all, nil
}

// ByKey finds the game that a creator made with a key.
func (s *Store) ByKey(ctx context.Context, creator, key string) (record.Row, error) {
	var r record.Row
	res := s.db.Read().WithContext(ctx).Table("games").Where("creator = ? AND creation_key = ?", creator, key).Limit(1).Scan(&r)
	if res.Error != nil {
		return r, fmt.Errorf("find game by creation key: %w", res.Error)
	}
	if res.RowsAffected == 0 {
		return r, record.ErrNotFound
	}
	return r, nil
}

// List returns an account's games, newest first.
func (s *Store) List(ctx context.Context, f record.Filter) ([]record.Row, error) {
	q := s.db.Read().WithContext(ctx).Table("game_players AS p").Select("g.*, h.seq, h.ply").
		Joins("JOIN games AS g ON g.id = p.game_id").Joins("JOIN game_heads AS h ON h.game_id = p.game_id").
		Where("p.account = ?", f.Account).Order("p.created_at DESC, p.game_id DESC").Limit(f.Limit)
	switch f.Viewer {
	case f.Account:
	case "": // an engine's seat has no account either
		q = q.Where("g.visibility = 'public'")
	default:
		q = q.Where("g.visibility = 'public' OR g.first_account = ? OR g.second_account = ?", f.Viewer, f.Viewer)
	}
	if f.Game != "" {
		q = q.Where("g.game = ?", f.Game)
	}
	q = inState(q, f.State)
	if !f.BeforeTime.IsZero() {
		at := micros(f.BeforeTime)
		q = q.Where("p.created_at < ? OR (p.created_at = ? AND p.game_id < ?)", at, at, f.BeforeID)
	}
	var found []record.Row
	if err := q.Scan(&found).Error; err != nil {
		return nil, fmt.Errorf("list games: %w", err)
	}
	return found, nil
}

func inState(q *gorm.DB, state string) *gorm.DB {
	switch state {
	case "running":
		return q.Where("g.status = 'running'")
	case "ended":
		return q.Where("g.status <> 'running'")
	default:
		return q
	}
}

// Due lists the games whose deadline lies before a time, earliest first.
func (s *Store) Due(ctx context.Context, before time.Time, limit int) ([]record.Due, error) {
	var due []record.Due
	err := s.db.Read().WithContext(ctx).Table("game_heads").Select("game_id AS id, seq, deadline").
		Where("deadline IS NOT NULL AND deadline < ?", micros(before)).Order("deadline").Limit(limit).Scan(&due).Error
	if err != nil {
		return nil, fmt.Errorf("list deadlines: %w", err)
	}
	return due, nil
}

// Ended lists the games whose ends were stored after a place and before a time,
// in that order.
func (s *Store) Ended(ctx context.Context, after record.Place, before time.Time, limit int) ([]record.Row, error) {
	at := micros(after.Closed)
	var found []record.Row
	err := s.db.Read().WithContext(ctx).Table("games AS g").Select("g.*, h.seq, h.ply").Joins("JOIN game_heads AS h ON h.game_id = g.id").
		Where("g.closed_at >= ? AND g.closed_at < ? AND (g.closed_at > ? OR g.id > ?)", at, micros(before), at, after.ID).
		Order("g.closed_at, g.id").Limit(limit).Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("list ended games: %w", err)
	}
	return found, nil
}

// Games returns the games of some ids, and those that a creator made with some
// keys, by id. Those that there are not are left out.
func (s *Store) Games(ctx context.Context, creator string, ids, keys []string) ([]record.Row, error) {
	var found []record.Row
	err := s.db.Read().WithContext(ctx).Table("games AS g").Select("g.*, h.seq, h.ply").Joins("JOIN game_heads AS h ON h.game_id = g.id").
		Where("g.id IN ? OR (g.creator = ? AND g.creation_key IN ?)", ids, creator, keys).Order("g.id").Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	return found, nil
}

// headsPerQuery bounds the parameters of one query.
const headsPerQuery = 5000

// Heads returns the last seq of each game that exists.
func (s *Store) Heads(ctx context.Context, ids []string) (map[string]int, error) {
	heads := make(map[string]int, len(ids))
	for len(ids) > 0 {
		n := min(len(ids), headsPerQuery)
		var found []struct {
			ID  string
			Seq int
		}
		if err := s.db.Read().WithContext(ctx).Table("game_heads").Select("game_id AS id, seq").Where("game_id IN ?", ids[:n]).Scan(&found).Error; err != nil {
			return nil, fmt.Errorf("read heads: %w", err)
		}
		for _, f := range found {
			heads[f.ID] = f.Seq
		}
		ids = ids[n:]
	}
	return heads, nil
}
