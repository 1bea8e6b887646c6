// Package store keeps the referee's games: the log of each, a row of what
// lists and deadlines need, and the outbox. It speaks bytes for events and
// knows nothing of rules.
package store

import (
	"embed"
	"io/fs"
	"strings"
	"time"

	"kydai.dev/pkg/dbx"
)

//go:embed migrations
var files embed.FS

// Migrations are the versioned tables for both databases.
func Migrations() fs.FS { return dbx.Folder(files) }

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
