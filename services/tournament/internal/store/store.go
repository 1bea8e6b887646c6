// Package store keeps the logs of tournaments and what they have come to, the chores
// that are still to be done, the series, and what is still to be told.
package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

//go:embed migrations
var files embed.FS

// Migrations are the versioned tables for both databases.
func Migrations() fs.FS { return dbx.Folder(files) }

// Relay takes stored messages to the bus; outbox.Relay is one.
type Relay interface{ Hand(msgs ...outbox.Message) }

// Codec makes bytes of what is kept, and messages of what is told.
type Codec interface {
	LogCodec
	ValueCodec
}

// LogCodec makes bytes and messages of events.
type LogCodec interface {
	EncodeEvent(e tourney.Event) ([]byte, error)
	DecodeEvent(data []byte) (tourney.Event, error)
	Messages(ctx context.Context, a record.Append) ([]outbox.Message, error)
}

// ValueCodec makes bytes of what is kept beside the log.
type ValueCodec interface {
	EncodeSummary(s record.Summary) ([]byte, error)
	DecodeSummary(data []byte) (record.Summary, error)
	EncodeStandings(s record.Standings) ([]byte, error)
	DecodeStandings(data []byte) (record.Standings, error)
	EncodeSettings(s tourney.Settings) ([]byte, error)
	DecodeSettings(data []byte) (tourney.Settings, error)
}

// Store reads and writes the tournaments' database.
type Store struct {
	db    *dbx.DB
	relay Relay
	codec Codec
}

// New returns a store on a database.
func New(db *dbx.DB, relay Relay, codec Codec) *Store {
	return &Store{db: db, relay: relay, codec: codec}
}

// read is a query that waits for no writer.
func (s *Store) read(ctx context.Context) *gorm.DB { return s.db.Read().WithContext(ctx) }

// Sweep forgets Idempotency-Keys from before a time.
func (s *Store) Sweep(ctx context.Context, before time.Time) error {
	return wrap(s.db.Tx(ctx, func(tx *gorm.DB) error { return dbx.ForgetKeys(tx, before) }), "sweep")
}

func wrap(err error, doing string) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
