package sse_test

import (
	"net"
	"net/http/httptest"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
	"kydai.dev/services/gateway/internal/sse"
)

// idleLimit is what an idle stream may cost, in bytes.
const idleLimit = 40 << 10

func TestIdleStreamsAreCheap(t *testing.T) { //nolint:paralleltest // it measures the whole process
	const streams = 300
	hall := livetest.Start(t, live.Config{})
	server := serve(t, hall, sse.Config{})
	openIdle(t, hall, server, 50) // what is made once
	require.Less(t, costOf(t, hall, server, streams), float64(idleLimit))
}

func BenchmarkIdleStreams(b *testing.B) {
	hall := livetest.Start(b, live.Config{})
	server := serve(b, hall, sse.Config{})
	openIdle(b, hall, server, 50)
	for b.Loop() {
		b.ReportMetric(costOf(b, hall, server, 2000)/1024, "KiB/stream")
	}
}

// costOf opens streams and returns the bytes that each of them takes, with
// what little the client's end takes.
func costOf(t testing.TB, hall *livetest.Hall, server *httptest.Server, streams int) float64 {
	t.Helper()
	before := memory()
	closeAll := openIdle(t, hall, server, streams)
	cost := float64(memory()-before) / float64(streams)
	closeAll()
	return cost
}

// memory is what the process uses now.
func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// openIdle opens streams of games in which nobody moves, and waits until each
// has said where it stands.
func openIdle(t testing.TB, hall *livetest.Hall, server *httptest.Server, streams int) (closeAll func()) {
	t.Helper()
	conns := make([]net.Conn, streams)
	buf := make([]byte, 4096)
	for i := range conns {
		id := hall.Referee.NewGame("a", "b", 0)
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		require.NoError(t, err)
		conns[i] = conn
		_, err = conn.Write([]byte("GET /v1/games/" + id + "/stream HTTP/1.1\r\nHost: localhost\r\nUser-Agent: idle\r\nAccept: text/event-stream\r\n\r\n"))
		require.NoError(t, err)
		for got := 0; got < 600; { // headers, opening and snapshot
			n, err := conn.Read(buf)
			require.NoError(t, err)
			got += n
		}
	}
	return func() {
		for _, conn := range conns {
			_ = conn.Close() // it was only read
		}
	}
}
