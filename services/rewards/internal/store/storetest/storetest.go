// Package storetest rebuilds what is stored from what has happened, and compares:
// it is for tests.
package storetest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
	"kydai.dev/services/rewards/internal/ledger"
)

// Check compares a database with everything that has happened, in any order and
// with the annulments: each deed was counted once, the tallies are exactly those
// that the deeds make in the order in which they were counted, each in the time
// zone of that moment, and the ledger is exactly what the tallies have paid.
func Check(db *dbx.DB, happened []deeds.Deed) error {
	c := &checker{db: db, want: map[string]map[string]deeds.Deed{}, stored: map[string][]tallyRow{}}
	for _, d := range happened {
		c.expect(d)
	}
	c.read()
	for _, p := range c.players {
		c.player(p)
	}
	for player := range c.want {
		if !slices.ContainsFunc(c.players, func(p playerRow) bool { return p.ID == player }) {
			c.wrong("player %s is missing", player)
		}
	}
	c.ledger()
	return errors.Join(c.found...)
}

type checker struct {
	db *dbx.DB
	// want are the deeds by player and key; what was annulled may have counted.
	want map[string]map[string]deeds.Deed

	players  []playerRow
	counted  []deedRow
	stored   map[string][]tallyRow
	payments map[string]paymentRow

	found []error
}

type playerRow struct {
	ID     string
	Linked bool
	Deeds  int
}

type deedRow struct {
	Player, Key string
	Number      int
	Void        bool
	Zone        string
	At          int64
}

type tallyRow struct {
	Player, Goal, Period, State string
	Count                       int
	Ends, DoneAt                int64
	Paid                        bool
}

type paymentRow struct {
	Key, Kind, Player, Ref, Period string
	Amount                         int64
}

func (c *checker) wrong(format string, args ...any) {
	c.found = append(c.found, fmt.Errorf(format, args...))
}

// expect notes a deed. Of one that was annulled the result is kept: it may have
// counted before.
func (c *checker) expect(d deeds.Deed) {
	if c.want[d.Player] == nil {
		c.want[d.Player] = map[string]deeds.Deed{}
	}
	before, known := c.want[d.Player][d.Key]
	switch {
	case known && d.Void:
		before.Void = true
		d = before
	case known && before.Void:
		d.Void = true
	}
	c.want[d.Player][d.Key] = d
}

func (c *checker) read() {
	var tallies []tallyRow
	var payments []paymentRow
	for table, into := range map[string]any{"players": &c.players, "tallies": &tallies, "payments": &payments} {
		if err := c.db.Read().Table(table).Scan(into).Error; err != nil {
			c.wrong("read %s: %w", table, err)
		}
	}
	if err := c.db.Read().Table("deeds").Order("player, number").Scan(&c.counted).Error; err != nil {
		c.wrong("read deeds: %w", err)
	}
	for _, t := range tallies {
		c.stored[t.Player] = append(c.stored[t.Player], t)
	}
	c.payments = map[string]paymentRow{}
	for _, p := range payments {
		c.payments[p.Key] = p
	}
}

// player counts the deeds of a player again, and compares.
func (c *checker) player(p playerRow) {
	book := deeds.NewBook(deeds.Player{ID: p.ID})
	number := 0
	for _, row := range c.counted {
		if row.Player != p.ID {
			continue
		}
		number++
		d, known := c.want[p.ID][row.Key]
		if !known || row.Number != number || row.Void && !d.Void {
			c.wrong("%s: deed %d is %+v, which has happened: %v", p.ID, number, row, known)
			continue
		}
		if d.Fact.Kind == goals.TitleFact {
			d.Fact.Time = time.UnixMicro(row.At).UTC() // that of the change that was heard of first
		}
		d.Void, d.As = row.Void, deeds.Profile{Zone: row.Zone}
		book.Take(d)
	}
	if number != len(c.want[p.ID]) || number != p.Deeds {
		c.wrong("%s: %d deeds were counted, %d have happened, the player's row says %d", p.ID, number, len(c.want[p.ID]), p.Deeds)
	}
	c.compare(p, book)
}

// compare holds the stored tallies against those that were counted again.
func (c *checker) compare(p playerRow, book *deeds.Book) {
	counted := book.Tallies()
	if len(counted) != len(c.stored[p.ID]) {
		c.wrong("%s: %d tallies are stored, %d counted", p.ID, len(c.stored[p.ID]), len(counted))
	}
	for _, row := range c.stored[p.ID] {
		t := book.Tally(deeds.Slot{Goal: row.Goal, Period: row.Period})
		again := tallyRow{p.ID, t.Goal, t.Period, t.State, t.Count, dbx.Micros(t.Ends), dbx.Micros(t.DoneAt), row.Paid}
		if again != row {
			c.wrong("%s: stored %+v, counted %+v", p.ID, row, again)
		}
		c.paid(p, row, t)
	}
}

// paid holds a tally against its payment: achievements of linked accounts are
// paid, quests where they were claimed, each once.
func (c *checker) paid(p playerRow, row tallyRow, t deeds.Tally) {
	payment, made := c.payments[t.Payment(p.ID, time.Time{}).Key]
	g, _ := goals.Find(row.Goal)
	delete(c.payments, payment.Key)
	switch {
	case made != row.Paid:
		c.wrong("%s: %s %s is paid: %v, by a payment: %v", p.ID, row.Goal, row.Period, row.Paid, made)
	case made && (!t.Done() || payment.Amount != g.Coins || payment.Player != p.ID):
		c.wrong("%s: %s %s was paid by %+v", p.ID, row.Goal, row.Period, payment)
	case !made && p.Linked && t.Done() && !g.Quest():
		c.wrong("%s: %s is owed", p.ID, row.Goal)
	}
}

// ledger holds that nothing else was paid than goals, grants and prizes, that
// both sides of each payment are 0 together, and that every balance is the sum of
// its entries in one chain.
func (c *checker) ledger() {
	for _, p := range c.payments { // what the tallies did not account for
		if p.Kind != string(ledger.Grant) && p.Kind != string(ledger.Prize) {
			c.wrong("payment %+v is for nothing", p)
		}
	}
	c.none("payments whose sides are not 0 together", `SELECT count(*) FROM payments AS p WHERE
		(SELECT count(*) FROM entries AS e WHERE e.payment = p.key) <> 2 OR
		(SELECT sum(e.amount) FROM entries AS e WHERE e.payment = p.key) <> 0 OR
		(SELECT count(*) FROM entries AS e WHERE e.payment = p.key AND e.account = 'player:' || p.player AND e.amount = p.amount) <> 1`)
	c.none("accounts whose balance is not the sum of their entries", `SELECT count(*) FROM accounts AS a WHERE
		a.balance <> (SELECT coalesce(sum(e.amount), 0) FROM entries AS e WHERE e.account = a.id) OR
		a.entries <> (SELECT count(*) FROM entries AS e WHERE e.account = a.id) OR
		a.entries <> (SELECT coalesce(max(e.number), 0) FROM entries AS e WHERE e.account = a.id)`)
	c.none("entries that break the chain of their account", `SELECT count(*) FROM entries AS e WHERE e.balance <> e.amount +
		coalesce((SELECT b.balance FROM entries AS b WHERE b.account = e.account AND b.number = e.number - 1), 0)`)
	c.none("wallets below 0", "SELECT count(*) FROM accounts WHERE player AND balance < 0")
	c.none("coins out of nothing", "SELECT count(*) FROM (SELECT sum(balance) AS total FROM accounts) AS s WHERE s.total <> 0")
}

func (c *checker) none(what, query string) {
	var n int64
	if err := c.db.Read().Raw(query).Scan(&n).Error; err != nil {
		c.wrong("look for %s: %w", what, err)
	}
	if n != 0 {
		c.wrong("%s: %d", what, n)
	}
}
