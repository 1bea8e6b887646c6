package events

import (
	"context"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/outbox"
	"kydai.dev/services/referee/internal/record"
)

// The types of the messages on the game stream.
const (
	typeEvents    = "kydai.referee.v1.GameEvents"
	typeSummaries = "kydai.referee.v1.GameSummaries"
	typeTurn      = "kydai.referee.v1.BotTurn"
)

// Lanes is how many lanes the relay needs: events, lifecycle and engines' turns of
// each shard.
func Lanes(shards int) int { return 3 * shards }

// HeartbeatSubject says on which subject a lane's heartbeat goes; only the
// events have one. The stream keeps what is sent on their own subject.
func HeartbeatSubject(shards int) func(lane int) string {
	return func(lane int) string {
		if lane >= shards {
			return ""
		}
		return bus.GameHeartbeat(bus.ShardName(lane))
	}
}

// Messages returns what makes the outbox rows of a commit: one row a shard
// with the events, one with the starts and ends, and one for each turn of an
// engine. Encoded messages joined are a
// message, so nothing is decoded. A row carries the first trace among those of
// its appends.
func Messages(shards int) func(stored []record.Append) []outbox.Message {
	return func(stored []record.Append) []outbox.Message {
		rows := make(map[int]*row, min(2*shards, len(stored)))
		var out []outbox.Message
		turn := TurnMessage(shards)
		for _, a := range stored {
			shard := bus.Shard(a.GameID, shards)
			add(rows, shard, a.Events, a.Trace)
			if a.Summary != nil {
				add(rows, shards+shard, a.Summary, a.Trace)
			}
			if a.Turn != nil {
				out = append(out, traced(turn(a.GameID, a.Turn), a.Trace))
			}
		}
		for lane, r := range rows {
			out = append(out, r.message(lane, shards))
		}
		return out
	}
}

// row is a message that is being put together.
type row struct {
	payload []byte
	trace   string
}

func add(rows map[int]*row, lane int, payload []byte, trace string) {
	r := rows[lane]
	if r == nil {
		r = &row{}
		rows[lane] = r
	}
	r.payload = append(r.payload, payload...)
	if r.trace == "" {
		r.trace = trace
	}
}

func (r *row) message(lane, shards int) outbox.Message {
	subject, typ := bus.GameEvents(bus.ShardName(lane)), typeEvents
	if lane >= shards {
		subject, typ = bus.GameLifecycle(bus.ShardName(lane-shards)), typeSummaries
	}
	return traced(outbox.New(context.Background(), subject, typ, lane, r.payload), r.trace)
}

func traced(m outbox.Message, trace string) outbox.Message {
	if trace != "" {
		m.Headers["traceparent"] = trace
	}
	return m
}

// TurnMessage returns what makes the outbox row of an engine's turn, in a lane
// that no event waits for.
func TurnMessage(shards int) func(gameID string, turn []byte) outbox.Message {
	return func(gameID string, turn []byte) outbox.Message {
		lane := 2*shards + bus.Shard(gameID, shards)
		return outbox.New(context.Background(), bus.GameTurn(gameID), typeTurn, lane, turn)
	}
}
