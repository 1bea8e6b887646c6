package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/queue"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/ticket"
)

// Tickets reads and writes what quick play keeps.
type Tickets struct{ s *Store }

var _ queue.Store = Tickets{}

// NewTickets returns the tickets of a store.
func NewTickets(s *Store) Tickets { return Tickets{s: s} }

// ticketRow is a ticket as stored.
type ticketRow struct {
	ID        string `gorm:"primaryKey"`
	State     string
	Account   string
	Guest     bool
	Pool      string
	Game      string
	Mode      string
	Category  string
	Preset    string
	Bank      time.Duration
	Increment time.Duration
	PerMove   time.Duration
	ByoYomi   time.Duration
	Below     int
	Above     int
	Rating    int
	GameID    string
	CreatedAt int64
	SeenAt    int64
	ChangedAt int64
}

// TableName is the tickets' table.
func (ticketRow) TableName() string { return "tickets" }

func ticketRowOf(t ticket.Ticket) ticketRow {
	return ticketRow{
		ID: t.ID, State: string(t.State), Account: t.Owner.Account, Guest: t.Owner.Guest, GameID: t.GameID,
		Pool: t.Pool(), Game: t.Game, Mode: t.Mode, Category: t.Category(), Below: t.Below, Above: t.Above, Rating: t.Rating,
		Preset: t.Control.Preset, Bank: t.Control.Bank, Increment: t.Control.Increment, PerMove: t.Control.PerMove, ByoYomi: t.Control.ByoYomi,
		CreatedAt: t.Created.UnixMicro(), SeenAt: t.Seen.UnixMicro(), ChangedAt: t.Changed.UnixMicro(),
	}
}

func (r ticketRow) ticket() ticket.Ticket {
	return ticket.Ticket{
		ID: r.ID, State: ticket.State(r.State), GameID: r.GameID, Rating: r.Rating,
		Wish: ticket.Wish{
			Owner: room.Player{Account: r.Account, Guest: r.Guest}, Game: r.Game, Mode: r.Mode, Below: r.Below, Above: r.Above,
			Control: timecontrol.Control{Preset: r.Preset, Bank: r.Bank, Increment: r.Increment, PerMove: r.PerMove, ByoYomi: r.ByoYomi},
		},
		Created: timeOf(r.CreatedAt), Seen: timeOf(r.SeenAt), Changed: timeOf(r.ChangedAt),
	}
}

// oneTicket reads the first ticket that a query finds.
func oneTicket(q *gorm.DB) (ticket.Ticket, error) {
	var found []ticketRow
	if err := q.Limit(1).Find(&found).Error; err != nil {
		return ticket.Ticket{}, fmt.Errorf("read ticket: %w", err)
	}
	if len(found) == 0 {
		return ticket.Ticket{}, ticket.ErrNoSuchTicket
	}
	return found[0].ticket(), nil
}

// Get returns a ticket.
func (t Tickets) Get(ctx context.Context, id string) (ticket.Ticket, error) {
	return oneTicket(t.s.db.Read().WithContext(ctx).Where("id = ?", id))
}

// Recent are the tickets of an account that wait, become games, or became some
// since a time, newest first.
func (t Tickets) Recent(ctx context.Context, account string, since time.Time) ([]ticket.Ticket, error) {
	q := t.s.db.Read().WithContext(ctx).Where("account = ?", account)
	q = q.Where("state IN ('waiting', 'starting') OR (state = 'matched' AND changed_at >= ?)", since.UnixMicro())
	return allTickets(q.Order("created_at DESC, id DESC"))
}

// Matched are the tickets of some accounts that became games since a time.
func (t Tickets) Matched(ctx context.Context, accounts []string, since time.Time) ([]ticket.Ticket, error) {
	return allTickets(t.s.db.Read().WithContext(ctx).Where("account IN ? AND state = 'matched' AND changed_at >= ?", accounts, since.UnixMicro()))
}

// allTickets reads the tickets that a query finds.
func allTickets(q *gorm.DB) ([]ticket.Ticket, error) {
	var found []ticketRow
	if err := q.Find(&found).Error; err != nil {
		return nil, fmt.Errorf("read tickets: %w", err)
	}
	tickets := make([]ticket.Ticket, len(found))
	for i, r := range found {
		tickets[i] = r.ticket()
	}
	return tickets, nil
}

// Add stores a new ticket with its key, or returns one that is the same wish.
func (t Tickets) Add(ctx context.Context, fresh ticket.Ticket, key lobby.Key, since time.Time, over string) (added ticket.Ticket, existing bool, err error) {
	err = t.s.tx(ctx, func(tx *gorm.DB) error {
		if err := t.s.alone(tx, fresh.Owner.Account); err != nil {
			return err
		}
		made, err := byKey(tx, key)
		if err != nil {
			return err
		}
		if made == "" {
			if made, err = sameWish(tx, fresh, key, since, over); err != nil {
				return err
			}
		}
		if existing = made != ""; existing {
			added, err = touch(tx, made, fresh.Seen)
			return err
		}
		row := ticketRowOf(fresh)
		if err := tx.Create(&row).Error; err != nil {
			return fmt.Errorf("add ticket: %w", err)
		}
		added = fresh
		return dbx.Key(key).Keep(tx, fresh.ID, fresh.Created)
	})
	return added, existing, err
}

// sameWish is the id of the ticket that the owner of a fresh one has already. A
// living one belongs to the key from now on: sent again, late, the key is no new
// wish.
func sameWish(tx *gorm.DB, fresh ticket.Ticket, key lobby.Key, since time.Time, over string) (id string, err error) {
	last, err := oneTicket(tx.Where("account = ? AND game = ? AND state <> 'gone'", fresh.Owner.Account, fresh.Game).Order("created_at DESC, id DESC"))
	switch {
	case errors.Is(err, ticket.ErrNoSuchTicket):
		return "", nil
	case err != nil:
		return "", err
	case last.State != ticket.Matched:
		return last.ID, dbx.Key(key).Keep(tx, last.ID, fresh.Created)
	case last.ID == over, last.Changed.Before(since): // earlier ones have been answered for
		return "", nil
	}
	return last.ID, nil
}

// touch returns a ticket whose owner is there.
func touch(tx *gorm.DB, id string, now time.Time) (ticket.Ticket, error) {
	err := tx.Exec("UPDATE tickets SET seen_at = ? WHERE id = ? AND state = 'waiting' AND seen_at < ?", now.UnixMicro(), id, now.UnixMicro()).Error
	if err != nil {
		return ticket.Ticket{}, fmt.Errorf("keep ticket %s: %w", id, err)
	}
	return oneTicket(tx.Where("id = ?", id))
}

// Change stores what change makes of a ticket. The ticket is locked meanwhile.
func (t Tickets) Change(ctx context.Context, id string, change queue.Change) (after ticket.Ticket, err error) {
	err = t.s.tx(ctx, func(tx *gorm.DB) error {
		before, err := oneTicket(t.s.locked(tx).Where("id = ?", id))
		if err != nil {
			return err
		}
		if after, err = change(before); err != nil || after == before {
			return err
		}
		changed := ticketRowOf(after)
		if err := tx.Model(&changed).Select("State", "ChangedAt").Updates(changed).Error; err != nil {
			return fmt.Errorf("change ticket %s: %w", id, err)
		}
		return nil
	})
	return after, err
}

// Linked makes the waiting tickets of an account those of no guest.
func (t Tickets) Linked(ctx context.Context, account string) error {
	return t.s.tx(ctx, func(tx *gorm.DB) error {
		return wrap("note linked account", tx.Exec("UPDATE tickets SET guest = false WHERE account = ? AND state = 'waiting'", account).Error)
	})
}

// Keep notes that the owners of waiting tickets are there.
func (t Tickets) Keep(ctx context.Context, accounts []string, now time.Time) error {
	var waiting []string
	err := t.s.db.Read().WithContext(ctx).Model(&ticketRow{}).Where("account IN ? AND state = 'waiting'", accounts).Limit(1).Pluck("id", &waiting).Error
	if err != nil || len(waiting) == 0 { // most who are there wait for nobody
		return wrap("find tickets to keep", err)
	}
	return t.s.tx(ctx, func(tx *gorm.DB) error {
		which := t.free(tx).Where("account IN ? AND state = 'waiting' AND seen_at < ?", accounts, now.UnixMicro())
		return wrap("keep tickets", tx.Exec("UPDATE tickets SET seen_at = ? WHERE id IN (?)", now.UnixMicro(), which).Error)
	})
}

// free selects the ids of tickets that nobody else is changing at this moment:
// steps over the others, so that nobody waits for anybody in a circle.
func (t Tickets) free(tx *gorm.DB) *gorm.DB {
	q := tx.Model(&ticketRow{}).Select("id")
	if t.s.db.Dialect() == dbx.Postgres {
		return q.Clauses(clause.Locking{Strength: "UPDATE", Options: "SKIP LOCKED"})
	}
	return q
}

// LastRating is the rating with which an account last waited.
func (t Tickets) LastRating(ctx context.Context, account, game, category string) (int, error) {
	var ratings []int
	err := t.s.db.Read().WithContext(ctx).Model(&ticketRow{}).Where("account = ? AND game = ? AND category = ?", account, game, category).
		Order("created_at DESC").Limit(1).Pluck("rating", &ratings).Error
	if err != nil || len(ratings) == 0 {
		return 0, wrap("read last rating", err)
	}
	return ratings[0], nil
}

// MeanWait is how long players of a pool waited of late.
func (t Tickets) MeanWait(ctx context.Context, pool string, since time.Time) (time.Duration, error) {
	var waits []time.Duration
	err := t.s.db.Read().WithContext(ctx).Table("pools").Where("pool = ? AND paired_at >= ?", pool, since.UnixMicro()).Pluck("mean_wait", &waits).Error
	if err != nil || len(waits) == 0 {
		return 0, wrap("read mean wait", err)
	}
	return waits[0], nil
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
