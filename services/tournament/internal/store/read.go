package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// Log returns the events of a tournament after a seq, in order.
func (s *Store) Log(ctx context.Context, id string, after, limit int) ([]tourney.Event, error) {
	rows, err := s.read(ctx).Raw("SELECT event FROM log WHERE tournament = ? AND seq > ? ORDER BY seq LIMIT ?", id, after, limit).Rows()
	if err != nil {
		return nil, fmt.Errorf("read log of tournament %s: %w", id, err)
	}
	defer func() { _ = rows.Close() }() // Err has said what there is to say
	var events []tourney.Event
	for rows.Next() {
		var data sql.RawBytes
		if err := rows.Scan(&data); err != nil {
			return nil, fmt.Errorf("read event of tournament %s: %w", id, err)
		}
		e, err := s.codec.DecodeEvent(data)
		if err != nil {
			return nil, fmt.Errorf("read event of tournament %s: %w", id, err)
		}
		events = append(events, e)
	}
	return events, wrap(rows.Err(), "read log of tournament "+id)
}

// Heads are the seqs of the last events of tournaments; none of one that there is not.
func (s *Store) Heads(ctx context.Context, ids ...string) (map[string]int, error) {
	heads := make(map[string]int, len(ids))
	for part := range slices.Chunk(ids, batch) {
		var rows []row
		if err := s.read(ctx).Select("id", "seq").Where("id IN ?", part).Find(&rows).Error; err != nil {
			return nil, fmt.Errorf("read heads: %w", err)
		}
		for _, r := range rows {
			heads[r.ID] = r.Seq
		}
	}
	return heads, nil
}

// Standings are those of a finished round, as they were then; there is false where
// the round is not finished.
func (s *Store) Standings(ctx context.Context, id string, round int) (st record.Standings, there bool, err error) {
	var rows []standingsRow
	err = s.read(ctx).Where("tournament = ? AND round = ?", id, round).Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return st, false, wrap(err, "read standings of tournament "+id)
	}
	st, err = s.codec.DecodeStandings(rows[0].Body)
	return st, err == nil, err
}

// List lists tournaments: those to come and under way by their starts, those that are
// over from the latest end on.
func (s *Store) List(ctx context.Context, f record.Filter, p record.Page) ([]record.Summary, error) {
	q := s.read(ctx).Limit(p.Limit)
	for column, value := range map[string]string{"status": string(f.Status), "game": f.Game, "series": f.Series} {
		if value != "" {
			q = q.Where(column+" = ?", value)
		}
	}
	at := dbx.Micros(p.After.Time)
	if (record.Summary{Status: f.Status}).Over() {
		q = q.Where("end_at > 0").Order("end_at DESC, id DESC")
		if p.After.ID != "" {
			q = q.Where("(end_at, id) < (?, ?)", at, p.After.ID)
		}
	} else {
		q = q.Where("end_at = 0").Order("start_at, id").Where("(start_at, id) > (?, ?)", at, p.After.ID)
	}
	var rows []row
	if err := q.Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list tournaments: %w", err)
	}
	return s.summaries(rows)
}

func (s *Store) summaries(rows []row) ([]record.Summary, error) {
	list := make([]record.Summary, len(rows))
	for i, r := range rows {
		var err error
		if list[i], err = s.codec.DecodeSummary(r.Summary); err != nil {
			return nil, fmt.Errorf("read tournament %s: %w", r.ID, err)
		}
	}
	return list, nil
}

// ownRow is a tournament of an account's, as read.
type ownRow struct {
	Summary  []byte
	State    string
	Director bool
}

// OfAccount lists the tournaments that an account plays in or directs, the latest
// start first.
func (s *Store) OfAccount(ctx context.Context, account string, p record.Page) ([]record.Own, error) {
	q := s.read(ctx).Table("entrants e").Select("t.summary, e.state, e.director").
		Joins("JOIN tournaments t ON t.id = e.tournament").Where("e.account = ? AND (e.state <> '' OR e.director)", account)
	if p.After.ID != "" {
		q = q.Where("(t.start_at, t.id) < (?, ?)", dbx.Micros(p.After.Time), p.After.ID)
	}
	var rows []ownRow
	if err := q.Order("t.start_at DESC, t.id DESC").Limit(p.Limit).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("list tournaments of an account: %w", err)
	}
	list := make([]record.Own, len(rows))
	for i, r := range rows {
		sum, err := s.codec.DecodeSummary(r.Summary)
		if err != nil {
			return nil, err
		}
		list[i] = record.Own{Summary: sum, Plays: r.State != "", Directs: r.Director}
	}
	return list, nil
}
