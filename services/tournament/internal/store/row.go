package store

import (
	"kydai.dev/pkg/dbx"
	"kydai.dev/services/tournament/internal/record"
)

// row is how a tournament stands, as stored.
type row struct {
	ID       string
	Seq      int
	Status   string
	Game     string
	Director string
	Series   string
	StartAt  int64
	EndAt    int64
	DueAt    int64
	Worker   string
	FreeAt   int64
	Summary  []byte
}

// TableName is the tournaments' table.
func (row) TableName() string { return "tournaments" }

func (s *Store) rowOf(a record.Append) (row, error) {
	of := a.Summary
	data, err := s.codec.EncodeSummary(of)
	return row{
		ID: a.ID, Seq: of.Seq, Status: string(of.Status), Game: of.Game, Director: of.Director, Series: of.Series,
		StartAt: dbx.Micros(of.Start), EndAt: dbx.Micros(of.End), DueAt: dbx.Micros(a.Due), Summary: data,
	}, err
}

// logRow is an event as stored.
type logRow struct {
	Tournament string
	Seq        int
	Event      []byte
}

// TableName is the table of events.
func (logRow) TableName() string { return "log" }

// entrantRow is what an account is in a tournament.
type entrantRow struct {
	Account    string `gorm:"primaryKey"`
	Tournament string `gorm:"primaryKey"`
	State      string
	Director   bool
}

// TableName is the entrants' table.
func (entrantRow) TableName() string { return "entrants" }

// standingsRow is the standings of a round as stored.
type standingsRow struct {
	Tournament string
	Round      int
	Seq        int
	Body       []byte
}

// TableName is the standings' table.
func (standingsRow) TableName() string { return "standings" }
