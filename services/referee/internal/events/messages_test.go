package events_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/outbox"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/record"
)

// stored is an append with one event, and a summary where it starts the game.
func stored(t *testing.T, id string, seq int32) record.Append {
	t.Helper()
	data, err := proto.Marshal(&refereev1.GameEvents{Events: []*refereev1.GameEvent{{GameId: id, Seq: seq}}})
	require.NoError(t, err)
	a := record.Append{GameID: id, Seq: int(seq), LastSeq: int(seq), Events: data}
	if seq == 1 {
		a.Summary, err = events.EncodeSummary(&refereev1.GameSummary{GameId: id, Change: "started"})
		require.NoError(t, err)
	}
	return a
}

// TestACommitIsOneMessageAShardAndKind holds the subjects, lanes and contents
// of what a commit tells.
func TestACommitIsOneMessageAShardAndKind(t *testing.T) {
	t.Parallel()
	const shards, games = 4, 20
	var commit []record.Append
	want := map[string][]string{}
	for i := range games {
		id := fmt.Sprintf("game%d", i)
		commit = append(commit, stored(t, id, int32(i%2+1)))
		shard := bus.ShardName(bus.Shard(id, shards))
		want[bus.GameEvents(shard)] = append(want[bus.GameEvents(shard)], id)
		if i%2 == 0 {
			want[bus.GameLifecycle(shard)] = append(want[bus.GameLifecycle(shard)], id)
		}
	}
	got := map[string][]string{}
	lanes := map[int]bool{}
	for _, m := range events.Messages(shards)(commit) {
		require.NotContains(t, got, m.Subject)
		require.False(t, lanes[m.Lane], "a lane has one subject")
		require.Less(t, m.Lane, events.Lanes(shards))
		lanes[m.Lane] = true
		got[m.Subject] = gamesOf(t, m)
	}
	require.Equal(t, want, got)
}

func gamesOf(t *testing.T, m outbox.Message) (ids []string) {
	t.Helper()
	switch m.Type {
	case "kydai.referee.v1.GameEvents":
		var all refereev1.GameEvents
		require.NoError(t, proto.Unmarshal(m.Payload, &all))
		for _, e := range all.GetEvents() {
			ids = append(ids, e.GetGameId())
		}
	case "kydai.referee.v1.GameSummaries":
		var all refereev1.GameSummaries
		require.NoError(t, proto.Unmarshal(m.Payload, &all))
		for _, s := range all.GetSummaries() {
			ids = append(ids, s.GetGameId())
		}
	default:
		require.Fail(t, "unknown type "+m.Type)
	}
	return ids
}

// TestAMessageCarriesTheTraceOfAnAppend lets a trace go on behind the bus.
func TestAMessageCarriesTheTraceOfAnAppend(t *testing.T) {
	t.Parallel()
	traced := stored(t, "b", 2)
	traced.Trace = "00-01000000000000000000000000000000-0200000000000000-01"
	msgs := events.Messages(1)([]record.Append{stored(t, "a", 2), traced})
	require.Len(t, msgs, 1)
	require.Equal(t, traced.Trace, msgs[0].Headers["traceparent"])
	untraced := events.Messages(1)([]record.Append{stored(t, "a", 2)})
	require.Empty(t, untraced[0].Headers)
}

// TestATurnIsAMessageOfItsOwn goes out on the game's own subject, which the queue
// keeps once, and in a lane of its own.
func TestATurnIsAMessageOfItsOwn(t *testing.T) {
	t.Parallel()
	a := stored(t, "b", 2)
	a.Turn, a.Trace = []byte("turn"), "00-01000000000000000000000000000000-0200000000000000-01"
	msgs := events.Messages(2)([]record.Append{a})
	require.Len(t, msgs, 2)
	turn := msgs[slices.IndexFunc(msgs, func(m outbox.Message) bool { return m.Type == "kydai.referee.v1.BotTurn" })]
	require.Equal(t, bus.GameTurn("b"), turn.Subject)
	require.Equal(t, a.Turn, turn.Payload)
	require.Equal(t, a.Trace, turn.Headers["traceparent"])
	require.GreaterOrEqual(t, turn.Lane, 4)
	require.Less(t, turn.Lane, events.Lanes(2))
}

// TestOnlyEventsHaveHeartbeats keeps numbers and heartbeats of one lane together.
func TestOnlyEventsHaveHeartbeats(t *testing.T) {
	t.Parallel()
	subject := events.HeartbeatSubject(2)
	require.Equal(t, bus.GameHeartbeat("0"), subject(0))
	require.Equal(t, bus.GameHeartbeat("1"), subject(1))
	require.Empty(t, subject(2))
	require.Empty(t, subject(3))
}
