package ws

import (
	"context"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/texts"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/live"
)

const (
	// maxFrame is the longest frame that a client may send.
	maxFrame = 16 << 10
	// maxAnswers is how many bytes of answers may wait for the client to take
	// them; then nothing more is read from it.
	maxAnswers = 256 << 10
)

// socket is one client: a reader, a writer, and the moves under way.
type socket struct {
	server  *Server
	conn    *websocket.Conn
	below   *conn
	lang    texts.Lang
	span    trace.SpanContext // of the handshake, for problems to name
	address string
	leave   func()
	slots   chan struct{}  // one for each move that may be under way
	moves   sync.WaitGroup // the moves under way
	reads   errgroup.Group // logs being read, one at a time for each stream

	mu sync.Mutex
	// changed tells of every change below to the writer, and to those who wait
	// for room.
	changed sync.Cond
	caller  live.Caller
	who     limit.Caller
	subs    map[string]*sub
	// flying are the streams of the games with moves under way, each as often
	// as it has some: their answers come before their events.
	flying []string
	// answers wait to be written, one after the other up to each of ends.
	answers []byte
	ends    []int
	dirty   []*sub // may have frames
	// waiting says that frames were put off, hurry that they waited enough.
	waiting, hurry bool
	ping           bool
	pinged         time.Time
	// bye is how to close once all is said; broken says that nothing can be
	// said any more.
	bye    *websocket.CloseError
	broken bool
}

// sub is a stream that the client has subscribed to.
type sub struct {
	stream *live.Stream
	dirty  bool // is among the socket's
	// reading says that the log is being read for it; it is left alone then.
	reading bool
	// told is the number of the last event that an answer to a move has told
	// the client of.
	told int32
}

func newSocket(s *Server, r *http.Request) *socket {
	k := &socket{
		server: s, lang: texts.Language(r.Header.Get("Accept-Language")), address: s.Address(r), subs: map[string]*sub{},
		span: trace.SpanContextFromContext(r.Context()),
	}
	k.changed.L = &k.mu
	k.slots = make(chan struct{}, s.cfg.Moves)
	return k
}

// run serves the socket until either side closes it.
func (k *socket) run() {
	var reader errgroup.Group
	reader.Go(func() error { k.read(); k.below.linger(); k.cut(); return nil })
	k.write()
	k.cut()
	_ = reader.Wait() // it has told its errors to the client, as have the others
	k.moves.Wait()
	_ = k.reads.Wait()
	k.close()
}

// close gives up what the socket holds.
func (k *socket) close() {
	k.mu.Lock()
	subs := k.subs
	k.subs = map[string]*sub{}
	k.mu.Unlock()
	for _, s := range subs {
		s.stream.Close()
	}
	k.leave()
	k.server.remove(k)
}

// cut closes the connection without a word.
func (k *socket) cut() {
	_ = k.below.Close() // it may be closed already
	k.mu.Lock()
	defer k.mu.Unlock()
	k.broken = true
	k.changed.Broadcast()
}

// end closes the socket for a reason, once all that is due has been said.
func (k *socket) end(reason string, code websocket.StatusCode) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.bye == nil {
		k.bye, k.hurry = &websocket.CloseError{Code: code, Reason: reason}, true
		k.changed.Broadcast()
	}
}

// read takes the client's frames one after the other.
func (k *socket) read() {
	buf := make([]byte, 0, 256)
	for {
		typ, r, err := k.conn.Reader(context.Background())
		if err != nil {
			return
		}
		if buf, err = readAll(r, buf[:0]); err != nil {
			return
		}
		if typ != websocket.MessageText {
			k.end("frames are text", websocket.StatusUnsupportedData)
		}
		k.take(buf, time.Now())
	}
}

// readAll reads a message into a buffer that is used again.
func readAll(r io.Reader, buf []byte) ([]byte, error) {
	for {
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, cap(buf))
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
}

// sweep looks after a socket that is quiet.
func (k *socket) sweep(now time.Time, cfg Config) {
	silent := now.Sub(time.Unix(0, k.below.heard.Load()))
	stuck := k.below.stuck.Load()
	if silent > cfg.Dead || stuck != 0 && now.Sub(time.Unix(0, stuck)) > cfg.Dead/2 {
		k.cut()
		return
	}
	if reason := k.over(now); reason != "" {
		k.dismiss(reason)
		return
	}
	if silent >= cfg.Ping {
		k.askPing(now, cfg.Ping)
	}
}

// askPing lets the writer ping, once in a while.
func (k *socket) askPing(now time.Time, every time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if now.Sub(k.pinged) >= every {
		k.ping, k.pinged = true, now
		k.changed.Broadcast()
	}
}

// dismiss ends the streams, each with the reason, and then the socket.
func (k *socket) dismiss(reason string) {
	k.mu.Lock()
	streams := make([]*live.Stream, 0, len(k.subs))
	for _, s := range k.subs {
		streams = append(streams, s.stream)
	}
	k.mu.Unlock()
	for _, s := range streams {
		s.Stop(reason)
	}
	k.end(reason, statusExpired)
}

// statusExpired closes a socket whose token holds no more.
const statusExpired websocket.StatusCode = 4401

// over is why the client's token holds no more; empty where it does.
func (k *socket) over(now time.Time) string {
	k.mu.Lock()
	c := k.caller
	k.mu.Unlock()
	switch {
	case c.Session != "" && k.server.Verifier.Ended(c.Session):
		return live.ReasonSignedOut
	case !c.Until.IsZero() && !c.Until.After(now):
		return live.ReasonExpired
	default:
		return ""
	}
}
