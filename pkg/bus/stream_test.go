package bus_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
)

func TestEnsureStreamAgainAndOtherwise(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	spec := events()
	ensured(t, b, spec)
	ensured(t, b, spec)
	spec.MaxAge = 2 * time.Hour
	spec.Subjects = append(spec.Subjects, "kydai.more.>")
	ensured(t, b, spec)
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: "kydai.more.x"}))
}

func TestEnsureStreamRefusesOtherShards(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	spec := events()
	spec.Metadata = map[string]string{bus.ShardsKey: "64"}
	ensured(t, b, spec)
	spec.MaxBytes *= 2
	ensured(t, b, spec)
	spec.Metadata = map[string]string{bus.ShardsKey: "32"}
	require.ErrorIs(t, b.EnsureStream(t.Context(), spec), bus.ErrShardsDiffer)
}

func TestEnsureStreamRefusesTheUnbounded(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	for name, change := range map[string]func(*bus.StreamSpec){
		"age":      func(s *bus.StreamSpec) { s.MaxAge = 0 },
		"bytes":    func(s *bus.StreamSpec) { s.MaxBytes = 0 },
		"name":     func(s *bus.StreamSpec) { s.Name = "" },
		"subjects": func(s *bus.StreamSpec) { s.Subjects = nil },
	} {
		spec := events()
		change(&spec)
		require.ErrorContains(t, b.EnsureStream(t.Context(), spec), "a stream needs", name)
	}
}

func TestWorkQueueKeepsTheNewestOfASubject(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	spec := events()
	spec.WorkQueue, spec.PerSubject = true, 1
	ensured(t, b, spec)
	for _, id := range []string{"1", "2", "3"} {
		require.NoError(t, b.Publish(t.Context(), bus.Msg{ID: id, Subject: "kydai.test.game"}))
	}
	require.NoError(t, b.Publish(t.Context(), bus.Msg{ID: "4", Subject: "kydai.test.other"}))
	got := consume(t, b, bus.ConsumerSpec{Stream: "events", Durable: "workers"})
	require.Equal(t, []string{"3", "4"}, []string{(<-got).ID, (<-got).ID})
}
