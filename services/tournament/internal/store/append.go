package store

import (
	"context"
	"fmt"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/outbox"
	"kydai.dev/services/tournament/internal/record"
)

// batch bounds the rows of one statement: the time that binding takes on SQLite grows
// with the square of the values.
const batch = 200

// Append stores what was decided on a tournament. ErrStale says that another append
// was first. After any error nothing is stored, unless the outcome of the commit is
// unknown.
func (s *Store) Append(ctx context.Context, a record.Append) error {
	p, err := s.parcel(ctx, a)
	if err != nil {
		return err
	}
	if err := s.db.Tx(ctx, p.store); err != nil {
		return fmt.Errorf("append to tournament %s: %w", a.ID, err)
	}
	s.relay.Hand(p.messages...)
	return nil
}

// Create stores a new tournament, or finds the one that its key has made before.
func (s *Store) Create(ctx context.Context, a record.Append) (id string, err error) {
	p, err := s.parcel(ctx, a)
	if err != nil {
		return "", err
	}
	if id, err = s.once(ctx, a.Key, a.ID, a.Events[0].At, p.store); err != nil {
		return "", fmt.Errorf("create tournament: %w", err)
	}
	if id == a.ID {
		s.relay.Hand(p.messages...)
	}
	return id, nil
}

// parcel is an append as it is stored.
type parcel struct {
	record.Append
	row       row
	log       []logRow
	entrants  []entrantRow
	gone      []string // accounts that are not in it any more
	standings []standingsRow
	chores    []choreRow
	messages  []outbox.Message
}

// parcel makes bytes of an append, before a transaction waits for it.
func (s *Store) parcel(ctx context.Context, a record.Append) (*parcel, error) {
	p := &parcel{Append: a}
	var err error
	if p.row, err = s.rowOf(a); err != nil {
		return nil, err
	}
	for _, e := range a.Events {
		data, err := s.codec.EncodeEvent(e)
		if err != nil {
			return nil, err
		}
		p.log = append(p.log, logRow{Tournament: a.ID, Seq: e.Seq, Event: data})
	}
	for _, st := range a.Standings {
		body, err := s.codec.EncodeStandings(st)
		if err != nil {
			return nil, err
		}
		p.standings = append(p.standings, standingsRow{Tournament: a.ID, Round: st.Round, Seq: st.Seq, Body: body})
	}
	if p.chores, err = choreRows(a); err != nil {
		return nil, err
	}
	p.entrants, p.gone = entrantsOf(a)
	p.messages, err = s.codec.Messages(ctx, a)
	return p, err
}

// store writes the parcel. The tournament's row is the lock: what was decided on
// anything but its last event is stale.
func (p *parcel) store(tx *gorm.DB) error {
	if err := p.move(tx); err != nil {
		return err
	}
	for _, step := range []func(*gorm.DB) error{p.storeLog, p.storeEntrants, p.storeStandings, p.storeChores, p.storeStart} {
		if err := step(tx); err != nil {
			return err
		}
	}
	return outbox.Add(tx, p.messages...)
}

// move takes the tournament's row on from the event that was known.
func (p *parcel) move(tx *gorm.DB) error {
	var done *gorm.DB
	if p.After == 0 {
		done = tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&p.row)
	} else {
		// Whoever lets it go on may do so again once it is due anew.
		done = tx.Model(&row{}).Where("id = ? AND seq = ?", p.ID, p.After).
			Select("seq", "status", "game", "director", "series", "start_at", "end_at", "due_at", "worker", "free_at", "summary").Updates(&p.row)
	}
	return wrap(moved(done), "move tournament")
}

func (p *parcel) storeLog(tx *gorm.DB) error {
	for part := range slices.Chunk(p.log, batch) {
		if err := tx.Create(part).Error; err != nil {
			return fmt.Errorf("add events: %w", err)
		}
	}
	return nil
}

// storeStandings keeps the standings of rounds that have none yet: they never change.
func (p *parcel) storeStandings(tx *gorm.DB) error {
	for _, r := range p.standings {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&r).Error; err != nil {
			return fmt.Errorf("keep standings of round %d: %w", r.Round, err)
		}
	}
	return nil
}
