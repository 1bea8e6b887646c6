package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/matchmaking/internal/queue"
	"kydai.dev/services/matchmaking/internal/ticket"
)

// Begun notes the games of matches and tells of them, each once.
func (t Tickets) Begun(ctx context.Context, matches []ticket.Match, now time.Time) error {
	if len(matches) == 0 {
		return nil
	}
	return t.s.tell(ctx, func(tx *gorm.DB) ([]outbox.Message, error) {
		var told []ticket.Ticket
		for _, m := range matches {
			fresh, err := begun(tx, m, now)
			if err != nil {
				return nil, fmt.Errorf("note game of match %s: %w", m.ID, err)
			}
			if fresh && m.GameID != "" {
				told = append(told, m.Begun(now)...)
			}
		}
		return t.s.news.Matched(ctx, told)
	})
}

// begun notes a game unless somebody else has done so.
func begun(tx *gorm.DB, m ticket.Match, now time.Time) (fresh bool, err error) {
	match, state := "playing", ticket.Matched
	if m.GameID == "" {
		match, state = "refused", ticket.Gone
	}
	done := tx.Exec("UPDATE matches SET state = ?, game_id = ?, changed_at = ? WHERE id = ? AND state = 'starting'", match, m.GameID, now.UnixMicro(), m.ID)
	if done.Error != nil || done.RowsAffected == 0 {
		return false, done.Error
	}
	err = tx.Exec("UPDATE tickets SET state = ?, game_id = ?, changed_at = ? WHERE id IN ? AND state = 'starting'",
		string(state), m.GameID, now.UnixMicro(), []string{m.First.ID, m.Second.ID}).Error
	return true, err
}

// Starting lists matches that wait for their game.
func (t Tickets) Starting(ctx context.Context, before time.Time, limit int) ([]ticket.Match, error) {
	q := t.s.db.Read().WithContext(ctx)
	var rows []matchRow
	err := q.Where("state = 'starting' AND changed_at < ?", before.UnixMicro()).Order("changed_at, id").Limit(limit).Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list starting matches: %w", err)
	}
	matches := make([]ticket.Match, len(rows))
	for i, r := range rows {
		matches[i] = ticket.Match{ID: r.ID}
		if matches[i].First, err = oneTicket(q.Where("id = ?", r.FirstTicket)); err != nil {
			return nil, err
		}
		if matches[i].Second, err = oneTicket(q.Where("id = ?", r.SecondTicket)); err != nil {
			return nil, err
		}
	}
	return matches, nil
}

// PutOff puts matches behind the others that wait.
func (t Tickets) PutOff(ctx context.Context, matches []ticket.Match, now time.Time) error {
	ids := make([]string, len(matches))
	for i, m := range matches {
		ids[i] = m.ID
	}
	return t.s.tx(ctx, func(tx *gorm.DB) error {
		return wrap("put matches off", tx.Exec("UPDATE matches SET changed_at = ? WHERE id IN ? AND state = 'starting'", now.UnixMicro(), ids).Error)
	})
}

// Lapse ends the waiting tickets whose owners were not seen since a time.
func (t Tickets) Lapse(ctx context.Context, since, now time.Time) error {
	var lapsed []string
	err := t.s.db.Read().WithContext(ctx).Model(&ticketRow{}).Where("state = 'waiting' AND seen_at < ?", since.UnixMicro()).Limit(1).Pluck("id", &lapsed).Error
	if err != nil || len(lapsed) == 0 { // most often, and then there is nothing to write
		return wrap("find lapsed tickets", err)
	}
	return t.s.tx(ctx, func(tx *gorm.DB) error {
		which := t.free(tx).Where("state = 'waiting' AND seen_at < ?", since.UnixMicro())
		return wrap("end lapsed tickets", tx.Exec("UPDATE tickets SET state = 'gone', changed_at = ? WHERE id IN (?)", now.UnixMicro(), which).Error)
	})
}

// Forget deletes what is older than its time.
func (t Tickets) Forget(ctx context.Context, old queue.Old) error {
	queries := []struct {
		text   string
		before time.Time
	}{
		{"DELETE FROM tickets WHERE changed_at < ? AND state IN ('matched', 'gone')", old.Tickets},
		{"DELETE FROM matches WHERE changed_at < ? AND state <> 'starting'", old.Tickets},
		{"DELETE FROM pools WHERE until < ?", old.Tickets},
		{"DELETE FROM standings WHERE changed_at < ?", old.Standings},
	}
	return t.s.tx(ctx, func(tx *gorm.DB) error {
		for _, q := range queries {
			if err := tx.Exec(q.text, q.before.UnixMicro()).Error; err != nil {
				return fmt.Errorf("forget old tickets: %w", err)
			}
		}
		return nil
	})
}
