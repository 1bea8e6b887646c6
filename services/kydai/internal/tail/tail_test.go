package tail_test

import (
	"bufio"
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/kydai/internal/tail"
)

// bench is a bus with the game stream.
func bench(t *testing.T) *bus.Bus {
	t.Helper()
	b := testkit.NATS(t)
	require.NoError(t, b.EnsureStream(t.Context(), bus.StreamSpec{
		Name: bus.GameStream, Subjects: []string{bus.GameEvents("*"), bus.GameLifecycle("*")}, MaxAge: time.Hour, MaxBytes: 1 << 20,
	}))
	return b
}

func event(game string, seq int32) *refereev1.GameEvent {
	return &refereev1.GameEvent{GameId: game, Seq: seq, Kind: &refereev1.GameEvent_Played{Played: &refereev1.MovePlayed{Ply: seq, Move: "a1a2"}}}
}

func publish(t *testing.T, b *bus.Bus, shard string, events ...*refereev1.GameEvent) {
	t.Helper()
	payload, err := proto.Marshal(&refereev1.GameEvents{Events: events})
	require.NoError(t, err)
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameEvents(shard), Payload: payload}))
}

// printed runs a tail; lines returns the next lines that it prints.
func printed(t *testing.T, b *bus.Bus, o tail.Options) (lines func(n int) []*refereev1.GameEvent, stop func()) {
	t.Helper()
	read, write := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	var reader errgroup.Group
	reader.Go(func() error { return tail.Run(ctx, b, o, write, testkit.Logger(t)) })
	stop = func() {
		cancel()
		require.NoError(t, reader.Wait())
	}
	in := bufio.NewScanner(read)
	return func(n int) []*refereev1.GameEvent {
		events := make([]*refereev1.GameEvent, n)
		for i := range events {
			require.True(t, in.Scan())
			events[i] = &refereev1.GameEvent{}
			require.NoError(t, protojson.Unmarshal(in.Bytes(), events[i]))
			require.NotContains(t, in.Text(), `": `, "compact")
			require.Contains(t, in.Text(), `"warnings":[]`, "with zero values, as the API prints them")
		}
		return events
	}, stop
}

func requireEvents(t *testing.T, want, got []*refereev1.GameEvent) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		require.True(t, proto.Equal(want[i], got[i]), "%v is not %v", got[i], want[i])
	}
}

func TestEveryEventIsPrintedOnce(t *testing.T) {
	t.Parallel()
	b := bench(t)
	publish(t, b, "0", event("a", 1), event("b", 1))
	publish(t, b, "1", event("c", 1))
	publish(t, b, "0", event("b", 1), event("a", 2), event("a", 1))
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameEvents("0"), Payload: []byte("\xff")}))
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameLifecycle("0"), Payload: []byte("\xff")}))
	publish(t, b, "0", event("a", 3))
	lines, stop := printed(t, b, tail.Options{})
	defer stop()
	requireEvents(t, []*refereev1.GameEvent{event("a", 1), event("b", 1), event("c", 1), event("a", 2), event("a", 3)}, lines(5))
}

func TestOneGame(t *testing.T) {
	t.Parallel()
	b := bench(t)
	publish(t, b, "0", event("a", 1), event("b", 1), event("a", 2))
	lines, stop := printed(t, b, tail.Options{Game: "a"})
	defer stop()
	requireEvents(t, []*refereev1.GameEvent{event("a", 1), event("a", 2)}, lines(2))
}

func TestATailResumes(t *testing.T) {
	t.Parallel()
	b := bench(t)
	publish(t, b, "0", event("a", 1))
	lines, stop := printed(t, b, tail.Options{Name: "analyst"})
	requireEvents(t, []*refereev1.GameEvent{event("a", 1)}, lines(1))
	stop()
	publish(t, b, "0", event("a", 2))
	lines, stop = printed(t, b, tail.Options{Name: "analyst"})
	requireEvents(t, []*refereev1.GameEvent{event("a", 2)}, lines(1))
	stop()
	lines, stop = printed(t, b, tail.Options{Name: "analyst", FromStart: true})
	requireEvents(t, []*refereev1.GameEvent{event("a", 1), event("a", 2)}, lines(2))
	stop()
}

func TestNobodyReads(t *testing.T) {
	t.Parallel()
	b := bench(t)
	publish(t, b, "0", event("a", 1))
	read, write := io.Pipe()
	require.NoError(t, read.Close())
	err := tail.Run(t.Context(), b, tail.Options{}, write, testkit.Logger(t))
	require.ErrorIs(t, err, io.ErrClosedPipe)
}
