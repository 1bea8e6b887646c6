package load

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/services/kydai/internal/hall"
)

// answering returns one end of a connection; at the other end each request is
// answered with the next text.
func answering(t *testing.T, answers ...string) net.Conn {
	t.Helper()
	ours, theirs := net.Pipe()
	var server errgroup.Group
	server.Go(func() error {
		defer func() { _ = theirs.Close() }() // the client sees the end
		requests := bufio.NewReader(theirs)
		for _, answer := range answers {
			r, err := http.ReadRequest(requests)
			if err != nil {
				return err
			}
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				return err
			}
			if _, err := io.WriteString(theirs, answer); err != nil {
				return err
			}
		}
		return nil
	})
	t.Cleanup(func() {
		_ = ours.Close() // ends a server that still writes
		_ = server.Wait()
	})
	return ours
}

const request = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"

func TestExchange(t *testing.T) {
	t.Parallel()
	x := newExchange(answering(t,
		"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"ply\":13}",
		"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 2\r\nRetry-After: 1\r\n\r\n{}",
		"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
	))
	for _, want := range []struct {
		status int
		body   string
	}{{200, `{"ply":13}`}, {503, "{}"}, {200, ""}} {
		status, body, err := x.do([]byte(request))
		require.NoError(t, err)
		require.Equal(t, want.status, status)
		require.Equal(t, want.body, string(body))
	}
	_, _, err := x.do([]byte(request))
	require.Error(t, err, "the connection is closed")
}

func TestExchangeRefusesWhatIsNoAnswer(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{
		"nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 2",
		"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc",
	} {
		_, _, err := newExchange(answering(t, answer)).do([]byte(request))
		require.Error(t, err, "%q", answer)
	}
}

const streamHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

func TestStream(t *testing.T) {
	t.Parallel()
	conn := answering(t, streamHead+": kydai\nretry: 1500\n\n"+
		"id: 3\nevent: started\ndata: {\"seq\":3,\"data\":{\"ply\":9}}\n\n:hb\n\n"+
		"id: 4\nevent: played\ndata: {\"stream\":\"game:x\",\"seq\":4,\"data\":{\"played\":{\"side\":\"first\",\"ply\":12,\"move\":\"a1\"}}}\n\n"+
		"event: end\ndata: {}\n\n")
	s, err := openStream(conn, "x", "token", "x", 2)
	require.NoError(t, err)
	e, err := s.next()
	require.NoError(t, err)
	require.Equal(t, event{seq: 3}, e)
	e, err = s.next()
	require.NoError(t, err)
	require.Equal(t, event{seq: 4, ply: 12, move: "a1"}, e)
	_, err = s.next()
	require.ErrorIs(t, err, errStreamOver)
	_, err = s.next()
	require.ErrorIs(t, err, io.EOF)
}

func TestStreamRefused(t *testing.T) {
	t.Parallel()
	conn := answering(t, "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 40\r\n\r\n{\"reason\":\"RATE_LIMITED\",\"retryAfter\":3}")
	_, err := openStream(conn, "x", "", "x", 0)
	var p *hall.Problem
	require.ErrorAs(t, err, &p)
	require.Equal(t, "RATE_LIMITED", p.Reason)
	require.Equal(t, 3, p.RetryAfter)
	require.True(t, temporary(err))
}

func TestSocketReadsEnvelopesAndAnswers(t *testing.T) {
	t.Parallel()
	w := &socketWire{game: "x7", asked: 12}
	e, ok := w.event([]byte(`{"stream":"game:x7","seq":31,"type":"played","at":"2026","data":{"gameId":"x7","played":{"side":"first","ply":13,"move":"a1a2"}}}`))
	require.True(t, ok)
	require.Equal(t, event{seq: 31, ply: 13, move: "a1a2"}, e)
	e, ok = w.event([]byte(`{"stream":"game:x7","seq":32,"type":"offered","at":"2026","data":{}}`))
	require.True(t, ok)
	require.Equal(t, event{seq: 32}, e)
	for _, other := range []string{
		`{"stream":"game:x8","seq":31,"type":"played","data":{}}`, `{"stream":"game:x7","seq":31,"type":"end","data":{}}`,
		`{"stream":"game:x7","seq":31,"type":"lagged","data":{}}`, `{"stream":"game:x7","type":"snapshot","data":{}}`,
	} {
		_, ok := w.event([]byte(other))
		require.False(t, ok, other)
	}

	body, err := w.answer([]byte(`{"re":"12","ok":{"seq":31,"ply":13,"move":"a1a2","lastSeq":31}}`))
	require.NoError(t, err)
	seq, err := answered(body, 13)
	require.NoError(t, err)
	require.EqualValues(t, 31, seq)
	_, err = answered(body, 14)
	require.ErrorIs(t, err, errNonsense)
	_, err = w.answer([]byte(`{"re":"11","ok":{}}`))
	require.ErrorIs(t, err, errNonsense)
	_, err = w.answer([]byte(`{"re":"12","error":{"status":503,"reason":"STORE_UNCERTAIN"}}`))
	var p *hall.Problem
	require.ErrorAs(t, err, &p)
	require.Equal(t, 503, p.Status)
}

func TestErrorsHaveReasons(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err       error
		temporary bool
	}{
		"CONNECTION":      {err: io.EOF, temporary: true},
		"STREAM_OVER":     {err: errStreamOver, temporary: true},
		"NONSENSE":        {err: errors.Join(errNonsense, io.EOF)},
		"STORE_UNCERTAIN": {err: &hall.Problem{Status: 503, Reason: "STORE_UNCERTAIN"}, temporary: true},
		"ILLEGAL_MOVE":    {err: &hall.Problem{Status: 422, Reason: "ILLEGAL_MOVE"}},
	}
	for want, tt := range tests {
		require.Equal(t, want, reason(tt.err))
		require.Equal(t, tt.temporary, temporary(tt.err), want)
	}
	require.False(t, temporary(errClosed))
}

func TestMovesAreWrittenAsTheHallReadsThem(t *testing.T) {
	t.Parallel()
	require.Equal(t, `"ply":13,"move":"h2e2","afterSeq":30`, string(appendMove(nil, 13, "h2e2", 30)))
	require.Equal(t, 0, number([]byte(`{"seq":12}`), `"ply":`))
	require.Equal(t, 0, number([]byte(strings.Repeat(" ", 5)), "x"))
	require.Empty(t, word([]byte(`{"seq":12}`), `"move":"`))
}
