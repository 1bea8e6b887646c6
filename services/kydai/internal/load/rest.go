package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"

	"kydai.dev/services/kydai/internal/hall"
)

// restWire posts moves on one connection and reads the game's stream on
// another. Requests are written by hand: Go's client would cost as much as the
// server it measures.
type restWire struct {
	host, token string
	posts       *exchange
	stream      *stream
	request     []byte
	open        connections
}

func newREST(host, token string) *restWire { return &restWire{host: host, token: token} }

func (w *restWire) play(ctx context.Context, game string, ply int, move string, after int32) (int32, error) {
	body := appendMove(make([]byte, 0, 96), ply, move, after)
	w.request = fmt.Appendf(w.request[:0], "POST /v1/games/%s/moves HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n{%s}", game, w.host, w.token, len(body)+2, body)
	if w.posts == nil {
		conn, err := w.open.dial(ctx, w.host)
		if err != nil {
			return 0, err
		}
		w.posts = newExchange(conn)
	}
	status, answer, err := w.posts.do(w.request)
	if err != nil {
		w.open.drop(w.posts.conn)
		w.posts = nil
		return 0, fmt.Errorf("post move: %w", err)
	}
	if status != http.StatusOK {
		return 0, hall.ReadProblem(status, answer)
	}
	return answered(answer, ply)
}

func (w *restWire) follow(ctx context.Context, game string, after int32) error {
	w.drop()
	conn, err := w.open.dial(ctx, w.host)
	if err != nil {
		return err
	}
	if w.stream, err = openStream(conn, w.host, w.token, game, after); err != nil {
		w.open.drop(conn)
		return err
	}
	return nil
}

func (w *restWire) next(context.Context) (event, error) {
	if w.stream == nil {
		return event{}, errStreamOver
	}
	e, err := w.stream.next()
	if err != nil {
		w.drop()
	}
	return e, err
}

// drop leaves the stream.
func (w *restWire) drop() {
	if w.stream != nil {
		w.open.drop(w.stream.conn)
		w.stream = nil
	}
}

func (w *restWire) close() { w.open.close() }

// connections are a player's; closing them ends the calls that wait on them.
type connections struct {
	mu     sync.Mutex
	closed bool
	open   map[net.Conn]struct{}
}

func (c *connections) dial(ctx context.Context, host string) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, errors.Join(errClosed, conn.Close())
	}
	if c.open == nil {
		c.open = map[net.Conn]struct{}{}
	}
	c.open[conn] = struct{}{}
	return conn, nil
}

func (c *connections) drop(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, conn)
	_ = conn.Close() // nothing is lost with it
}

func (c *connections) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for conn := range c.open {
		_ = conn.Close() // nothing is lost with it
	}
}

// exchange is a connection on which one request follows the other.
type exchange struct {
	conn net.Conn
	in   *reader
	body []byte
}

func newExchange(conn net.Conn) *exchange { return &exchange{conn: conn, in: newReader(conn)} }

// do sends a request and returns the answer, whose body is good until the next
// one.
func (x *exchange) do(request []byte) (status int, body []byte, err error) {
	if _, err := x.conn.Write(request); err != nil {
		return 0, nil, err
	}
	status, length, err := x.head()
	if err != nil {
		return 0, nil, err
	}
	if cap(x.body) < length {
		x.body = make([]byte, length)
	}
	x.body = x.body[:length]
	_, err = io.ReadFull(x.in, x.body)
	return status, x.body, err
}

// head reads the status and the headers. The hall always gives the length of
// these answers.
func (x *exchange) head() (status, length int, err error) {
	line, err := x.in.line()
	if err != nil {
		return 0, 0, err
	}
	if _, code, ok := bytes.Cut(line, []byte(" ")); ok && len(code) >= 3 {
		status, _ = strconv.Atoi(string(code[:3])) // 0 is refused below
	}
	length = -1
	for {
		line, err := x.in.line()
		switch name, value, _ := bytes.Cut(line, []byte(": ")); {
		case err != nil:
			return 0, 0, err
		case len(line) == 0 && (status == 0 || length < 0):
			return 0, 0, errNonsense
		case len(line) == 0:
			return status, length, nil
		case len(name) == len("Content-Length") && bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, 0, errNonsense
			}
		}
	}
}
