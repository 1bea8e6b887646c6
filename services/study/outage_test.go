package study_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
)

// TestAnAnalysisWithoutNATS: NATS goes while a game is looked at. The analysis goes
// on, and is read as it does; when NATS is back it is told of everything, once and in
// its order.
func TestAnAnalysisWithoutNATS(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		nats := testkit.NATSServer(t)
		h := start(t, db, nats)
		moves := []string{"a1", "d1", "g1", "a4", "g4", "d5"}
		h.games["g"] = morris(t, nil, moves...)
		gate := make(chan struct{})
		h.set(func() { h.gate = gate })
		told := h.collect()
		id := h.analyze(h.player(1), "g").GetResultId()
		look := func(times int) {
			for range times {
				gate <- struct{}{}
			}
		}
		look(3) // what is after the second ply is known
		h.awaitSeq(id, 3)
		require.Eventually(t, func() bool { return len(told()) == 3 }, patience, 5*time.Millisecond)
		nats.Stop()
		look(2)
		h.awaitSeq(id, 5)
		list, err := h.ListAnalysisEvents(t.Context(), &studyv1.ListAnalysisEventsRequest{AnalysisId: id, AfterSeq: 3})
		require.NoError(t, err)
		require.Len(t, list.GetEvents(), 2)
		require.Len(t, told(), 3, "there is nobody to tell")
		nats.Start()
		close(gate)
		require.Empty(t, h.await(t.Context(), id).GetError())
		require.Eventually(t, func() bool { return len(told()) >= len(moves)+2 }, patience, 5*time.Millisecond)
		for i, seq := range told() {
			require.EqualValues(t, i+1, seq)
		}
	})
}

// awaitSeq waits until an analysis has come to an event.
func (h *hall) awaitSeq(id string, seq int32) {
	h.t.Helper()
	require.Eventually(h.t, func() bool { return h.get(h.t.Context(), id).GetSeq() >= seq }, patience, 5*time.Millisecond)
}

// collect keeps the numbers of the events that the stream of the study brings.
func (h *hall) collect() func() []int32 {
	h.t.Helper()
	var lock sync.Mutex
	var told []int32
	ctx, cancel := context.WithCancel(context.Background()) // before NATS stops, after the test
	var consuming sync.WaitGroup
	consuming.Go(func() {
		_ = h.bus.Consume(ctx, bus.ConsumerSpec{Stream: bus.StudyStream, Durable: "test"}, func(_ context.Context, m bus.Msg) error {
			var events studyv1.AnalysisEvents
			if err := proto.Unmarshal(m.Payload, &events); err != nil {
				return err
			}
			lock.Lock()
			defer lock.Unlock()
			for _, e := range events.GetEvents() {
				told = append(told, e.GetSeq())
			}
			return nil
		})
	})
	h.t.Cleanup(func() {
		cancel()
		consuming.Wait()
	})
	return func() []int32 {
		lock.Lock()
		defer lock.Unlock()
		return append([]int32(nil), told...)
	}
}
