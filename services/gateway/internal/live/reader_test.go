package live_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/gateway/internal/frame"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// reader reads a stream as SSE and WebSocket do.
type reader struct {
	t      *testing.T
	stream *live.Stream
	woken  chan struct{}
	got    []*frame.Frame
	over   bool
}

func open(t *testing.T, hall *livetest.Hall, name string, c live.Caller, from live.Place) *reader {
	t.Helper()
	r, err := tryOpen(t, hall, name, c, from)
	require.NoError(t, err)
	return r
}

func tryOpen(t *testing.T, hall *livetest.Hall, name string, c live.Caller, from live.Place) (*reader, error) {
	t.Helper()
	r := &reader{t: t, woken: make(chan struct{}, 1)}
	wake := func() {
		select {
		case r.woken <- struct{}{}:
		default:
		}
	}
	stream, err := hall.Hub.Open(t.Context(), name, c, from, wake)
	if err == nil {
		r.stream = stream
		t.Cleanup(stream.Close)
	}
	return r, err
}

// next waits for the next so many frames.
func (r *reader) next(n int) []*frame.Frame {
	r.t.Helper()
	limit := time.After(patience)
	for len(r.got) < n && !r.over {
		if r.step() || len(r.got) >= n || r.over {
			continue
		}
		select {
		case <-r.woken:
		case <-limit:
			require.Failf(r.t, "frames did not come", "%d of %d", len(r.got), n)
		}
	}
	require.GreaterOrEqual(r.t, len(r.got), n, "the stream ended")
	frames := r.got[:n]
	r.got = r.got[n:]
	return frames
}

// step takes what is there and reports whether more may be.
func (r *reader) step() bool {
	frames, step := r.stream.Take(nil)
	r.got = append(r.got, frames...)
	switch step {
	case live.Read:
		require.NoError(r.t, r.stream.Read(r.t.Context()))
		return true
	case live.End:
		r.over = true
	case live.Wait:
	}
	return false
}

// rest waits for the end and returns all frames up to it.
func (r *reader) rest() []*frame.Frame {
	r.t.Helper()
	limit := time.After(patience)
	for !r.over {
		if r.step() || r.over {
			continue
		}
		select {
		case <-r.woken:
		case <-limit:
			require.Fail(r.t, "the stream did not end")
		}
	}
	return r.got
}

func seqs(frames []*frame.Frame) []int32 {
	out := make([]int32, len(frames))
	for i, f := range frames {
		out[i] = f.Seq
	}
	return out
}

// upTo are the numbers after one up to another.
func upTo(after, last int32) []int32 {
	var out []int32
	for seq := after + 1; seq <= last; seq++ {
		out = append(out, seq)
	}
	return out
}

func types(frames []*frame.Frame) []string {
	out := make([]string, len(frames))
	for i, f := range frames {
		out[i] = f.Type
	}
	return out
}

// envelope is what a client reads.
type envelope struct {
	Stream string         `json:"stream"`
	Seq    int32          `json:"seq"`
	Type   string         `json:"type"`
	Reset  bool           `json:"reset"`
	Data   map[string]any `json:"data"`
}

func decode(t *testing.T, f *frame.Frame) envelope {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(f.JSON()))
	var e envelope
	require.NoError(t, d.Decode(&e))
	return e
}

func after(seq int32) live.Place { return live.Place{Given: true, After: seq} }
