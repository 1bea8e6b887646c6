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
)

// Lanes is how many lanes the relay needs: events and lifecycle of each shard.
func Lanes(shards int) int { return 2 * shards }

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
// with the events, one with the starts and ends. Encoded messages joined are a
// message, so nothing is decoded.
func Messages(shards int) func(stored []record.Append) []outbox.Message {
	return func(stored []record.Append) []outbox.Message {
		payloads := make(map[int][]byte, min(2*shards, len(stored)))
		for _, a := range stored {
			shard := bus.Shard(a.GameID, shards)
			payloads[shard] = append(payloads[shard], a.Events...)
			if a.Summary != nil {
				payloads[shards+shard] = append(payloads[shards+shard], a.Summary...)
			}
		}
		out := make([]outbox.Message, 0, len(payloads))
		for lane, payload := range payloads {
			out = append(out, message(lane, shards, payload))
		}
		return out
	}
}

func message(lane, shards int, payload []byte) outbox.Message {
	if lane < shards {
		return outbox.New(context.Background(), bus.GameEvents(bus.ShardName(lane)), typeEvents, lane, payload)
	}
	return outbox.New(context.Background(), bus.GameLifecycle(bus.ShardName(lane-shards)), typeSummaries, lane, payload)
}
