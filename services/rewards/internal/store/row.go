package store

import (
	"cmp"
	"maps"
	"slices"

	"kydai.dev/pkg/dbx"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/ledger"
)

// perInsert bounds the values of one statement.
const perInsert = 500

func sorted[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

type playerRow struct {
	ID     string
	Linked bool
	Zone   string
	Deeds  int
	News   int
}

// TableName is the players' table.
func (playerRow) TableName() string { return "players" }

func playerRowOf(p deeds.Player) playerRow {
	return playerRow{ID: p.ID, Linked: p.Linked, Zone: p.Zone, Deeds: p.Deeds, News: p.News}
}

func (r playerRow) player() deeds.Player {
	return deeds.Player{ID: r.ID, Profile: deeds.Profile{Linked: r.Linked, Zone: r.Zone}, Deeds: r.Deeds, News: r.News}
}

type deedRow struct {
	Player string
	Key    string
	Number int
	Void   bool
	Zone   string
	At     int64
}

// TableName is the deeds' table.
func (deedRow) TableName() string { return "deeds" }

func rowOf(d deeds.Deed) deedRow {
	return deedRow{Player: d.Player, Key: d.Key, Number: d.Number, Void: d.Void, Zone: d.As.Zone, At: dbx.Micros(d.Fact.Time)}
}

type tallyRow struct {
	Player string `gorm:"primaryKey"`
	Period string `gorm:"primaryKey"`
	Goal   string `gorm:"primaryKey"`
	State  string
	Count  int
	Ends   int64
	DoneAt int64
	Paid   bool
}

// TableName is the tallies' table.
func (tallyRow) TableName() string { return "tallies" }

func tallyRowOf(player string, t deeds.Tally) tallyRow {
	return tallyRow{
		Player: player, Period: t.Period, Goal: t.Goal, State: t.State, Count: t.Count,
		Ends: dbx.Micros(t.Ends), DoneAt: dbx.Micros(t.DoneAt), Paid: t.Paid,
	}
}

func (r tallyRow) tally() deeds.Tally {
	return deeds.Tally{
		Slot: deeds.Slot{Goal: r.Goal, Period: r.Period}, State: r.State, Count: r.Count,
		Ends: dbx.Time(r.Ends), DoneAt: dbx.Time(r.DoneAt), Paid: r.Paid,
	}
}

type accountRow struct {
	ID      string
	Player  bool
	Balance int64
	Entries int64
}

// TableName is the accounts' table.
func (accountRow) TableName() string { return "accounts" }

type paymentRow struct {
	Key    string `gorm:"primaryKey"`
	Kind   string
	Player string
	Amount int64
	Ref    string
	Period string
	Note   string
	At     int64
}

// TableName is the payments' table.
func (paymentRow) TableName() string { return "payments" }

func paymentRowOf(t ledger.Transaction) paymentRow {
	return paymentRow{
		Key: t.Key, Kind: string(t.Kind), Player: t.Player, Amount: t.Amount, Ref: t.Ref, Period: t.Period, Note: t.Note, At: dbx.Micros(t.At),
	}
}

func (r paymentRow) transaction() ledger.Transaction {
	return ledger.Transaction{
		Key: r.Key, Kind: ledger.Kind(r.Kind), Player: r.Player, Amount: r.Amount, Ref: r.Ref, Period: r.Period, Note: r.Note, At: dbx.Time(r.At),
	}
}

type entryRow struct {
	Account string
	Number  int64
	Payment string
	Amount  int64
	Balance int64
}

// TableName is the entries' table.
func (entryRow) TableName() string { return "entries" }

type grantRow struct {
	ID       string
	Payment  string
	Player   string
	Operator string
	Caller   string
}

// TableName is the grants' table.
func (grantRow) TableName() string { return "grants" }
