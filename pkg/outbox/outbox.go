// Package outbox carries a service's events from its database to the bus. The
// row written in the transaction of the effect is the message; nothing else
// publishes. A Relay sends the rows, in order per lane, at least once, and a
// consumer's inbox (Once) drops the repeats.
//
// The tables are part of each service's own migrations: copy the statements of
// sqlite/00001_outbox.sql and postgres/00001_outbox.sql in this folder.
// A service that only publishes leaves out inbox, one that only listens leaves
// out outbox.
//
// An owner with a committer works like this:
//
//	ids := relay.Acked(1000)
//	err := db.Tx(ctx, func(tx *gorm.DB) error {
//		… // the effects
//		if err := outbox.Delete(tx, ids); err != nil {
//			return err
//		}
//		return outbox.Add(tx, messages...)
//	})
//	if err != nil {
//		relay.PutBack(ids)
//		return err
//	}
//	relay.Hand(messages...)
//
// A service that publishes now and then leaves Acked to the relay's idle tick,
// and may leave Hand to its sweep where seconds don't matter.
package outbox

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/propagation"
	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
)

// Migrations hold the tables alone: services copy the statements, tests that
// need no other table use them as they are.
//
//go:embed postgres sqlite
var Migrations embed.FS

// Message is one row of the outbox and one message on the bus.
type Message struct {
	// ID is a UUIDv7; rows made by one process sort by it in the order made.
	ID uuid.UUID
	// Subject is where it is published, Type the full name of the protobuf
	// message in Payload.
	Subject, Type string
	Payload       []byte
	// Headers carry the trace; New fills them.
	Headers map[string]string
	// Lane keeps order: a relay has one message of a lane in flight.
	Lane int
}

// New makes a message with an id of its own and the trace of ctx.
func New(ctx context.Context, subject, typ string, lane int, payload []byte) Message {
	headers := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, headers)
	return Message{
		ID: uuid.Must(uuid.NewV7()), Subject: subject, Type: typ, Payload: payload, Headers: headers, Lane: lane,
	}
}

// row is a Message as stored.
type row struct {
	ID      uuid.UUID
	Shard   int
	Subject string
	Type    string
	Headers map[string]string `gorm:"serializer:json"`
	Payload []byte
	// HeldAt is when a relay last took charge of the row: its creation, or the
	// sweep that found it. A row held for longer than a lease is orphaned.
	HeldAt time.Time
}

func (row) TableName() string { return "outbox" }

const (
	// batch bounds the values of one statement (SQLite takes 32766).
	batch = 1000
	// addBatch bounds the rows of one statement: the time that binding takes on SQLite
	// grows with the square of the values.
	addBatch = 200
)

// Add stores messages in the transaction of the effect they tell.
func Add(tx *gorm.DB, msgs ...Message) error {
	now := time.Now()
	rows := make([]row, len(msgs))
	for i, m := range msgs {
		rows[i] = row{m.ID, m.Lane, m.Subject, m.Type, m.Headers, notNull(m.Payload), now}
	}
	for part := range slices.Chunk(rows, addBatch) {
		if err := tx.Create(part).Error; err != nil {
			return fmt.Errorf("add to outbox: %w", err)
		}
	}
	return nil
}

// notNull keeps an empty protobuf message, whose bytes are nil, from being
// stored as NULL.
func notNull(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// Delete removes published rows. On PostgreSQL it steps over rows that another
// relay's sweep is taking at this moment, so that it neither waits for that
// relay nor runs into a deadlock with it.
func Delete(tx *gorm.DB, ids []uuid.UUID) error {
	query := "DELETE FROM outbox WHERE id IN ?"
	if tx.Name() == string(dbx.Postgres) {
		query = "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE id IN ? FOR UPDATE SKIP LOCKED)"
	}
	for part := range slices.Chunk(ids, batch) {
		if err := tx.Exec(query, part).Error; err != nil {
			return fmt.Errorf("delete from outbox: %w", err)
		}
	}
	return nil
}
