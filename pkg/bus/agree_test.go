package bus_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
)

func TestAProcessThatDisagreesOnShardsIsTold(t *testing.T) {
	t.Parallel()
	b := testkit.NATS(t)
	games := bus.StreamSpec{
		Name: "GAMES", Subjects: []string{"games.*"}, MaxAge: time.Hour, MaxBytes: 1 << 20, Metadata: map[string]string{bus.ShardsKey: "8"},
	}
	require.NoError(t, b.EnsureStream(t.Context(), games))
	games.Metadata = map[string]string{bus.ShardsKey: "1"}

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var a bus.Agreement
	done := make(chan error, 1)
	go func() {
		done <- a.Run(ctx, b, func(ctx context.Context) error { return b.EnsureStream(ctx, games) })
	}()
	require.Eventually(t, func() bool { return a.Err() != nil }, time.Minute, time.Millisecond)
	require.ErrorIs(t, a.Err(), bus.ErrShardsDiffer)
	require.Empty(t, done, "the process goes on")
	stop()
	require.NoError(t, <-done)
}
