// Package store keeps what players have done, how far it has brought them, and
// the ledger of coins, together with what is still to be told.
package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/ledger"
	"kydai.dev/services/rewards/internal/steward"
)

//go:embed migrations
var files embed.FS

// Migrations are the versioned tables for both databases.
func Migrations() fs.FS { return dbx.Folder(files) }

// Message makes the outbox row of what has changed for a player.
type Message func(ctx context.Context, n steward.News) (outbox.Message, error)

// Relay takes stored messages to the bus; outbox.Relay is one.
type Relay interface{ Hand(msgs ...outbox.Message) }

// Store reads and writes the rewards' database.
type Store struct {
	dbx.Bookmark

	db      *dbx.DB
	relay   Relay
	message Message
}

var _ steward.Store = (*Store)(nil)

// New returns a store on a database.
func New(db *dbx.DB, relay Relay, message Message) *Store {
	return &Store{Bookmark: dbx.NewBookmark(db), db: db, relay: relay, message: message}
}

// change is one transaction: the players whose rows it has locked, and what it
// tells of them.
type change struct {
	tx    *gorm.DB
	now   time.Time
	books map[string]*deeds.Book
	news  map[string]*steward.News
}

// change runs a transaction on players, in which nobody else changes what
// belongs to them, and tells what it did once it is stored. The rows are locked
// in one order everywhere, before those of the hall's accounts, so that no two
// transactions wait for each other.
func (s *Store) change(ctx context.Context, now time.Time, players []string, fn func(c *change) error) error {
	var sent []outbox.Message
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		c := &change{tx: tx, now: now, books: map[string]*deeds.Book{}, news: map[string]*steward.News{}}
		if err := s.lock(c, players); err != nil {
			return fmt.Errorf("lock players: %w", err)
		}
		if err := fn(c); err != nil {
			return err
		}
		var err error
		if sent, err = s.tell(ctx, c); err != nil {
			return err
		}
		return outbox.Add(tx, sent...)
	})
	if err != nil {
		return err
	}
	s.relay.Hand(sent...)
	return nil
}

func (s *Store) lock(c *change, players []string) error {
	players = slices.Compact(slices.Sorted(slices.Values(players)))
	rows := make([]playerRow, len(players))
	for i, id := range players {
		rows[i].ID = id
	}
	if err := c.tx.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(rows, perInsert).Error; err != nil {
		return err
	}
	q := c.tx.Where("id IN ?", players).Order("id")
	if s.db.Dialect() == dbx.Postgres { // SQLite has one writer
		q = q.Clauses(clause.Locking{Strength: "UPDATE"})
	}
	var found []playerRow
	if err := q.Find(&found).Error; err != nil {
		return err
	}
	for _, r := range found {
		c.books[r.ID] = deeds.NewBook(r.player())
	}
	return nil
}

// tell makes the messages, in the order of the players.
func (s *Store) tell(ctx context.Context, c *change) ([]outbox.Message, error) {
	var sent []outbox.Message
	for _, id := range sorted(c.news) {
		m, err := s.message(ctx, *c.news[id])
		if err != nil {
			return nil, err
		}
		sent = append(sent, m)
	}
	return sent, nil
}

// Take counts deeds, each once, in one transaction.
func (s *Store) Take(ctx context.Context, now time.Time, taken []deeds.Deed) error {
	var players []string
	for _, d := range taken {
		players = append(players, d.Player)
	}
	err := s.change(ctx, now, players, func(c *change) error { return c.take(taken) })
	if err != nil {
		return fmt.Errorf("take deeds: %w", err)
	}
	return nil
}

// Know notes what an account is, and pays what it has earned as a guest. Of
// players who have done nothing, nothing is kept.
func (s *Store) Know(ctx context.Context, now time.Time, player string, p deeds.Profile) error {
	before, err := s.player(ctx, player)
	if err != nil || before.ID == "" || before.Linked || !p.Linked {
		return err
	}
	err = s.change(ctx, now, []string{player}, func(c *change) error {
		if err := c.open(player); err != nil {
			return err
		}
		c.books[player].Know(p)
		return c.close()
	})
	if err != nil {
		return fmt.Errorf("note account %s: %w", player, err)
	}
	return nil
}

// Claim pays for a quest that is done, once.
func (s *Store) Claim(ctx context.Context, now time.Time, player string, p deeds.Profile, claim steward.Claim) (ledger.Entry, error) {
	var entry ledger.Entry
	err := s.change(ctx, now, []string{player}, func(c *change) error {
		if err := c.open(player); err != nil {
			return err
		}
		b := c.books[player]
		b.Know(p)
		t, err := b.Claim(claim.Quest, claim.Period, now)
		if err != nil {
			return err
		}
		if entry, err = c.pay(b, t); err != nil {
			return err
		}
		return c.close()
	})
	if err != nil {
		return entry, fmt.Errorf("claim quest %s for %s: %w", claim.Quest.ID, player, err)
	}
	return entry, nil
}

// Post pays what is no goal: a prize or a grant, which has an audit.
func (s *Store) Post(ctx context.Context, t ledger.Transaction, audit *steward.Audit) (ledger.Entry, error) {
	var entry ledger.Entry
	err := s.change(ctx, t.At, []string{t.Player}, func(c *change) error {
		made, fresh, err := c.post(t)
		if entry = made; err != nil || !fresh {
			return err
		}
		if audit != nil {
			if err := c.note(t, *audit); err != nil {
				return err
			}
		}
		return c.savePlayers()
	})
	if err != nil {
		return entry, fmt.Errorf("pay %s: %w", t.Key, err)
	}
	return entry, nil
}
