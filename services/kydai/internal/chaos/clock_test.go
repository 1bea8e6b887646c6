package chaos

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

func at(seconds float64) time.Time { return noon.Add(time.Duration(seconds * float64(time.Second))) }

func played(seconds float64) *refereev1.GameEvent {
	return &refereev1.GameEvent{At: timestamppb.New(at(seconds)), Kind: &refereev1.GameEvent_Played{Played: &refereev1.MovePlayed{}}}
}

func given(seconds, by float64) *refereev1.GameEvent {
	adjusted := &refereev1.ClockAdjusted{Cause: "downtime", By: durationpb.New(time.Duration(by * float64(time.Second)))}
	return &refereev1.GameEvent{At: timestamppb.New(at(seconds)), Kind: &refereev1.GameEvent_ClockAdjusted{ClockAdjusted: adjusted}}
}

func TestLost(t *testing.T) {
	t.Parallel()
	down := []span{{at(10), at(13)}, {at(20), at(20.5)}, {at(22), at(23)}}
	started := &refereev1.GameEvent{At: timestamppb.New(at(1)), Kind: &refereev1.GameEvent_Started{Started: &refereev1.GameStarted{}}}
	tests := map[string]struct {
		events []*refereev1.GameEvent
		want   float64
	}{
		"nothing":             {},
		"never down":          {events: []*refereev1.GameEvent{started, played(2), played(9), played(9.5)}},
		"down, nothing given": {events: []*refereev1.GameEvent{played(9), played(15)}, want: 3},
		"down, given":         {events: []*refereev1.GameEvent{played(9), given(14, 2.5), played(15)}, want: 0.5},
		"more given":          {events: []*refereev1.GameEvent{played(9), given(14, 4), played(15)}},
		"part of the down":    {events: []*refereev1.GameEvent{played(12), played(15)}, want: 1},
		"two downs":           {events: []*refereev1.GameEvent{played(19), played(30)}, want: 1.5},
		"the worst turn":      {events: []*refereev1.GameEvent{played(19), played(21), played(24), played(25)}, want: 1},
		"given for another":   {events: []*refereev1.GameEvent{played(9), given(14, 3), played(15), played(21)}, want: 0.5},
		"the first move":      {events: []*refereev1.GameEvent{started, played(15), played(16)}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.InDelta(t, tt.want, lost(tt.events, down).Seconds(), 1e-9)
		})
	}
}

func TestHeard(t *testing.T) {
	t.Parallel()
	var h heard
	require.Equal(t, 3, h.missing(map[string]int{"a": 2, "b": 1}))
	for _, part := range []string{`{"gameId":"a","seq":1}` + "\n" + `{"gameId":"a",`, `"seq":3}` + "\n", `{"gameId":"b","seq":1}` + "\n"} {
		n, err := h.Write([]byte(part))
		require.NoError(t, err)
		require.Len(t, part, n)
	}
	require.Equal(t, 1, h.missing(map[string]int{"a": 2, "b": 1}))
	require.Zero(t, h.missing(map[string]int{"a": 1, "b": 1}))
	_, err := h.Write([]byte("nonsense\n"))
	require.Error(t, err)
}

func TestBrokenPromisesAreTold(t *testing.T) {
	t.Parallel()
	require.NoError(t, (&KillReport{Lost: 1000, Unready: 3000}).OK())
	for _, r := range []KillReport{{Lost: 1001}, {Stuck: 1}, {Ended: 1}} {
		require.Error(t, r.OK())
	}
	missing := KillReport{}
	missing.Log.Missing = 1
	require.Error(t, missing.OK())

	require.NoError(t, (&OutageReport{MaxGap: 2000}).OK())
	for _, r := range []OutageReport{{MaxGap: 2001}, {Stuck: 1}, {Ended: 1}, {Undelivered: 1}, {Errors: map[string]int{"INTERNAL": 1}}} {
		require.Error(t, r.OK())
	}
}
