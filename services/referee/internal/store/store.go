// Package store keeps the referee's games: the log of each, a row of what
// lists and deadlines need, and the outbox. It speaks bytes for events and
// knows nothing of rules.
package store

import (
	"embed"
	"errors"
	"io/fs"
	"strings"
	"time"

	"kydai.dev/pkg/dbx"
)

//go:embed migrations
var files embed.FS

// Migrations are the versioned tables for both databases.
func Migrations() fs.FS {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic("store: " + err.Error()) // the folder is compiled in
	}
	return sub
}

// What can come of an append besides success.
var (
	// ErrStale says that another replica was first: the tail must be read.
	ErrStale = errors.New("the game has moved on")
	// ErrKeyTaken says that the creator has used the creation key before.
	ErrKeyTaken = errors.New("the creation key has been used")
	// ErrNotFound says that there is no such game.
	ErrNotFound = errors.New("no such game")
)

// Append is what belongs together in one game: one row of the log.
type Append struct {
	GameID string
	// Seq and LastSeq are the numbers of the first and last event.
	Seq, LastSeq int
	// Events is a GameEvents message.
	Events []byte
	// Summary is a GameSummaries message for services that need no moves; nil
	// when the append neither starts nor ends a game.
	Summary []byte
	// Create makes the game's row; nil when there is one already.
	Create *NewGame
	// State is how the append leaves the game.
	State State
}

// State is what the game's row tells of its log.
type State struct {
	Ply                    int
	Status, Winner, Reason string
	// AsOf is when the move under way began.
	AsOf time.Time
	// Deadline is when somebody must look at the game; zero for never.
	Deadline time.Time
	// Ended is zero while the game runs.
	Ended time.Time
}

// NewGame is what never changes in a game's row.
type NewGame struct {
	Creator, Key                     string
	BodyHash                         []byte
	Game, Mode, Visibility, Category string
	// Settings is a Settings message.
	Settings []byte
	// Accounts are the players by side; "" for an engine.
	Accounts [2]string
	Created  time.Time
}

// Store reads and writes the referee's database. Games change by the
// Committer alone.
type Store struct{ db *dbx.DB }

// New returns a store on a database.
func New(db *dbx.DB) *Store { return &Store{db: db} }

func micros(t time.Time) int64 { return t.UnixMicro() }

// orNull is a time that may be missing.
func orNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}

// rows is the text of n rows of placeholders for VALUES.
func rows(n int, row string) string {
	return strings.TrimSuffix(strings.Repeat(row+",", n), ",")
}
