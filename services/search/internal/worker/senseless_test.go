package worker_test

import (
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/search/internal/worker"
)

// refused is how often a worker found no sense in a turn.
func refused(t *testing.T, registry *prometheus.Registry) (times int) {
	t.Helper()
	families, err := registry.Gather()
	require.NoError(t, err)
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if labels := m.GetLabel(); len(labels) == 1 && labels[0].GetValue() == "refused" {
				times += int(m.GetCounter().GetValue())
			}
		}
	}
	return times
}

// What makes no sense is put aside for an operator at its first try, however many
// workers there are, and the rest goes on.
func TestTurnsThatMakeNoSenseArePutAside(t *testing.T) {
	t.Parallel()
	r := newReferee()
	server := testkit.NATSServer(t)
	b := working(t, r, server, 0)
	one, two := prometheus.NewRegistry(), prometheus.NewRegistry()
	start(t, staff(t, r, server, one).Run, staff(t, r, server, two).Run)
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameTurn("x"), Payload: []byte("garbage")}))
	spoilt := map[string]func(*refereev1.BotTurn){
		"level":    func(t *refereev1.BotTurn) { t.Level = "7" },
		"game":     func(t *refereev1.BotTurn) { t.Game = "chess" },
		"position": func(t *refereev1.BotTurn) { t.StartPosition = "x" },
		"moves":    func(t *refereev1.BotTurn) { t.Moves = []string{"a1", "a1"} },
	}
	for name, spoil := range spoilt {
		publish(t, b, turn(name, spoil))
	}
	other, err := proto.Marshal(turn("a"))
	require.NoError(t, err)
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameTurn("b"), Payload: other}))
	publish(t, b, turn("good"))
	require.Equal(t, "good", (<-r.moves).GetGameId())
	require.Eventually(t, func() bool {
		parked, err := b.Parked(t.Context())
		return err == nil && parked[worker.Durable] == uint64(len(spoilt)+2)
	}, time.Minute, time.Millisecond)
	emptied(t, b)
	require.Equal(t, len(spoilt)+2, refused(t, one)+refused(t, two))
	require.Empty(t, r.moves)
}
