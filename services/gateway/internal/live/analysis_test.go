package live_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"kydai.dev/services/gateway/internal/frame"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
)

func TestAnAnalysisBeginsWhereTheReaderSays(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Page: 7})
	id := hall.Study.Begin("")
	hall.Study.Analyze(id, 20) // seq 21 is the last
	tests := map[string]struct {
		from     live.Place
		snapshot bool
		reset    bool
		want     []int32
	}{
		"nowhere":            {snapshot: true, want: []int32{21, 22, 23}},
		"the very beginning": {from: after(0), want: upTo(0, 23)},
		"somewhere":          {from: after(13), want: upTo(13, 23)},
		"the head":           {from: after(21), want: []int32{22, 23}},
		"the future":         {from: after(40), snapshot: true, reset: true, want: []int32{21, 22, 23}},
		"an unreadable id":   {from: live.Place{Unknown: true}, snapshot: true, reset: true, want: []int32{21, 22, 23}},
	}
	readers := map[string]*reader{}
	for name, tt := range tests {
		readers[name] = open(t, hall, "study:"+id, nobody, tt.from)
	}
	hall.Study.Analyze(id, 1)
	hall.Study.Finish(id)
	for name, tt := range tests {
		frames := readers[name].next(len(tt.want) + 1)
		require.Equal(t, tt.want, seqs(frames[:len(tt.want)]), name)
		first, last := decode(t, frames[0]), decode(t, frames[len(tt.want)])
		require.Equal(t, tt.snapshot, first.Type == frame.TypeSnapshot, name)
		require.Equal(t, tt.reset, first.Reset, name)
		require.Equal(t, []any{"study:" + id, id}, []any{first.Stream, first.Data["analysisId"]})
		require.Equal(t, frame.TypeEnd, last.Type, name)
		require.Equal(t, map[string]any{"reason": live.ReasonAnalysisOver, "reconnect": false}, last.Data)
	}
}

// An analysis that has ended is told whole and closed, wherever one begins.
func TestAnAnalysisThatHasEnded(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Page: 4})
	id := hall.Study.Begin("")
	hall.Study.Analyze(id, 8)
	hall.Study.Finish(id) // seq 10
	for name, tt := range map[string]struct {
		from live.Place
		want []int32
	}{
		"nowhere": {want: []int32{10}}, "the beginning": {from: after(0), want: upTo(0, 10)}, "before the end": {from: after(9), want: []int32{10}}, "the end": {from: after(10), want: []int32{}},
	} {
		r := open(t, hall, "study:"+id, nobody, tt.from)
		frames := r.next(len(tt.want) + 1)
		require.Equal(t, tt.want, append([]int32{}, seqs(frames[:len(tt.want)])...), name)
		require.Equal(t, frame.TypeEnd, decode(t, frames[len(tt.want)]).Type, name)
	}
}

// Whatever the bus loses is asked for, and an analysis that is deleted ends its
// streams.
func TestAnalysesWithoutTheBus(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	id, gone := hall.Study.Begin(""), hall.Study.Begin("")
	r, left := open(t, hall, "study:"+id, nobody, after(0)), open(t, hall, "study:"+gone, nobody, after(0))
	r.next(1)
	left.next(1)
	hall.Study.Mute(true)
	hall.Study.Analyze(id, 2)
	hall.Study.Mute(false)
	hall.Study.Analyze(id, 1)
	require.Equal(t, upTo(1, 4), seqs(r.next(3)))
	hall.NATS.Stop()
	hall.Study.Mute(true)
	hall.Study.Finish(id)
	hall.Study.Forget(gone)
	require.Equal(t, []int32{5}, seqs(r.next(2)[:1]))
	require.Equal(t, frame.TypeEnd, decode(t, left.next(1)[0]).Type)
}

func TestReconnectsToAnAnalysisGiveItsLog(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{Page: 5})
	id := hall.Study.Begin("")
	worked := make(chan struct{})
	go func() {
		defer close(worked)
		for range 300 {
			hall.Study.Analyze(id, 1)
		}
	}()
	var got []int32
	last := int32(0)
	for range 40 {
		r := open(t, hall, "study:"+id, nobody, after(last))
		got = append(got, seqs(r.next(1+rand.IntN(5)))...)
		last = got[len(got)-1]
		r.stream.Close()
	}
	<-worked
	r := open(t, hall, "study:"+id, nobody, after(last))
	got = append(got, seqs(r.next(301-int(last)))...)
	require.Equal(t, upTo(0, 301), got)
}

func TestAnAnalysisIsForItsReaders(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	owner := hall.Player()
	id := hall.Study.Begin(owner.Account)
	open(t, hall, "study:"+id, owner, after(0)).next(1)
	for _, c := range []live.Caller{nobody, hall.Player()} {
		for _, name := range []string{"study:" + id, "study:*", "study:>", "study:" + id + ".x"} {
			_, err := tryOpen(t, hall, name, c, live.Place{})
			require.Equal(t, codes.NotFound, status.Code(err), name)
		}
	}
	_, err := tryOpen(t, hall, "study:", owner, live.Place{})
	require.ErrorIs(t, err, live.ErrUnknownStream)
	require.Equal(t, 1, hall.Hub.Streams())
}
