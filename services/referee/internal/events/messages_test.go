package events_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/record"
)

const shards = 4

func append3(t *testing.T, gameID string, summary bool) record.Append {
	t.Helper()
	data, err := proto.Marshal(&refereev1.GameEvents{Events: []*refereev1.GameEvent{{GameId: gameID, Seq: 3}, {GameId: gameID, Seq: 4}}})
	require.NoError(t, err)
	a := record.Append{GameID: gameID, Seq: 3, LastSeq: 4, Events: data}
	if summary {
		a.Summary, err = events.EncodeSummary(&refereev1.GameSummary{GameId: gameID, Change: "finished"})
		require.NoError(t, err)
	}
	return a
}

// Every event of a commit is in the one message of its shard, in order, and
// every start and end in another.
func TestMessagesOfACommit(t *testing.T) {
	t.Parallel()
	var stored []record.Append
	for i := range 40 {
		stored = append(stored, append3(t, fmt.Sprintf("game%08d", i), i%10 == 0))
	}
	seen, ended, lanes := map[string]int{}, map[string]bool{}, map[int]bool{}
	for _, m := range events.Messages(shards)(stored) {
		require.False(t, lanes[m.Lane], "two messages on lane %d", m.Lane)
		lanes[m.Lane] = true
		shard := m.Lane % shards
		if m.Lane < shards {
			require.Equal(t, "kydai.referee.v1.GameEvents", m.Type)
			require.Equal(t, fmt.Sprintf("kydai.game.v1.events.%d", shard), m.Subject)
			all, err := events.Decode(m.Payload)
			require.NoError(t, err)
			for _, e := range all {
				require.Equal(t, shard, bus.Shard(e.GetGameId(), shards))
				require.EqualValues(t, 3+seen[e.GetGameId()], e.GetSeq())
				seen[e.GetGameId()]++
			}
			continue
		}
		require.Equal(t, "kydai.referee.v1.GameSummaries", m.Type)
		require.Equal(t, fmt.Sprintf("kydai.game.v1.lifecycle.%d", shard), m.Subject)
		var all refereev1.GameSummaries
		require.NoError(t, proto.Unmarshal(m.Payload, &all))
		for _, s := range all.GetSummaries() {
			require.Equal(t, shard, bus.Shard(s.GetGameId(), shards))
			ended[s.GetGameId()] = true
		}
	}
	require.Len(t, seen, 40)
	require.Len(t, ended, 4)
	for id, n := range seen {
		require.Equal(t, 2, n)
		require.Equal(t, strings.HasSuffix(id, "0"), ended[id], id)
	}
}

func TestQuietShardsHaveNoMessages(t *testing.T) {
	t.Parallel()
	out := events.Messages(shards)([]record.Append{append3(t, "GameGameGame", false)})
	require.Len(t, out, 1)
	require.Equal(t, bus.Shard("GameGameGame", shards), out[0].Lane)
	require.Empty(t, events.Messages(shards)(nil))
}

func TestHeartbeats(t *testing.T) {
	t.Parallel()
	subject := events.HeartbeatSubject(shards)
	require.Equal(t, 2*shards, events.Lanes(shards))
	for lane := range events.Lanes(shards) {
		if lane < shards {
			require.Equal(t, bus.GameHeartbeat(bus.ShardName(lane)), subject(lane))
		} else {
			require.Empty(t, subject(lane), "who needs no moves counts no messages")
		}
	}
}
