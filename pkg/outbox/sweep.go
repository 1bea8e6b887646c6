package outbox

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// sweepBatch is how many orphaned rows are taken at a time, and how many
// acknowledged ones deleted.
const sweepBatch = 1000

// asideShard is the shard of rows that the bus has refused. No relay touches
// them; they wait for an operator.
const asideShard = -1

// sweep does the housekeeping until ctx ends.
func (r *Relay) sweep(ctx context.Context) error {
	tick := time.NewTicker(r.cfg.Sweep)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		if !r.ledger.owned() {
			r.deleteAcked(ctx)
		}
		r.ledger.forget(time.Now().Add(-r.cfg.Lease))
		if err := r.adopt(ctx); err != nil && ctx.Err() == nil {
			r.log.ErrorContext(ctx, "outbox not swept", "error", err)
		}
	}
}

// deleteAcked deletes published rows that their owner has not taken.
func (r *Relay) deleteAcked(ctx context.Context) {
	for {
		ids := r.ledger.take(sweepBatch, false)
		if len(ids) == 0 {
			return
		}
		err := r.db.Tx(ctx, func(tx *gorm.DB) error { return Delete(tx, ids) })
		if err != nil {
			r.ledger.putBack(ids)
			r.log.ErrorContext(ctx, "published rows not deleted", "error", err)
			return
		}
	}
}

// adopt takes charge of rows whose relay has let its lease run out. After an
// absence of the bus all rows are old: the relays that hold them come first.
func (r *Relay) adopt(ctx context.Context) error {
	if err := r.countPending(ctx); err != nil {
		return err
	}
	now := time.Now()
	if !r.pub.Connected() {
		r.connected = time.Time{}
		return nil
	}
	if r.connected.IsZero() {
		r.connected = now
	}
	if now.Sub(r.connected) < r.cfg.Lease {
		return nil
	}
	for {
		msgs, err := r.claim(ctx, now)
		if err != nil {
			return err
		}
		r.Hand(msgs...)
		if len(msgs) < sweepBatch {
			return nil
		}
	}
}

// claim renews the lease of orphaned rows in its own name and returns them.
// Lanes with a backlog read their rows by themselves.
func (r *Relay) claim(ctx context.Context, now time.Time) ([]Message, error) {
	behind := []int{asideShard}
	for _, l := range r.lanes {
		if l.isBehind() {
			behind = append(behind, l.index)
		}
	}
	orphaned := r.db.Read().WithContext(ctx).Table("outbox").Select("id").
		Where("held_at < ? AND shard NOT IN ?", now.Add(-r.cfg.Lease), behind).Order("id").Limit(sweepBatch)
	var first []uuid.UUID
	if err := orphaned.Session(&gorm.Session{}).Limit(1).Find(&first).Error; err != nil || len(first) == 0 {
		return nil, err // the usual case leaves the writer alone
	}
	// SQLite has no locks of rows; its one writer needs none.
	locked := orphaned.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate, Options: clause.LockingOptionsSkipLocked})
	const query = "UPDATE outbox SET held_at = ? WHERE id IN (?) RETURNING *"
	var rows []row
	if err := r.db.Write().WithContext(ctx).Raw(query, now, locked).Scan(&rows).Error; err != nil {
		return nil, fmt.Errorf("claim rows: %w", err)
	}
	msgs := messages(rows)
	slices.SortFunc(msgs, byID)
	return msgs, nil
}

// backlog reads the next rows of a lane after a row, in order.
func (r *Relay) backlog(ctx context.Context, lane int, after uuid.UUID) ([]Message, error) {
	var rows []row
	err := r.db.Read().WithContext(ctx).Where("shard = ? AND id > ?", lane, after).
		Order("id").Limit(r.cfg.Queue).Find(&rows).Error
	return messages(rows), err
}

func messages(rows []row) []Message {
	msgs := make([]Message, len(rows))
	for i, w := range rows {
		msgs[i] = Message{w.ID, w.Subject, w.Type, w.Payload, w.Headers, w.Shard}
	}
	return msgs
}

// setAside takes a message out of its lane that the bus will never take, so
// that it doesn't hold up the others for ever.
func (r *Relay) setAside(ctx context.Context, m Message, cause error) {
	r.metrics.refused.Inc()
	r.log.ErrorContext(ctx, "outbox message refused, set aside", "id", m.ID, "subject", m.Subject, "type", m.Type, "error", cause)
	r.ledger.gone(m.ID)
	if err := r.db.Write().WithContext(ctx).Model(&row{ID: m.ID}).Update("shard", asideShard).Error; err != nil {
		r.log.ErrorContext(ctx, "outbox message not set aside", "id", m.ID, "error", err)
	}
}

func (r *Relay) countPending(ctx context.Context) error {
	var n int64
	if err := r.db.Read().WithContext(ctx).Table("outbox").Count(&n).Error; err != nil {
		return fmt.Errorf("count rows: %w", err)
	}
	r.metrics.pending.Set(float64(n))
	return nil
}
