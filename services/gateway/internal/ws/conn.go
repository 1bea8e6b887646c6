package ws

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// conn is the connection below a socket. It lets the writer send many frames
// in one write, and notes for the sweep when anything was heard and since when
// a write has been stuck.
type conn struct {
	net.Conn
	// clock is the sweep's time, which is exact enough.
	clock *atomic.Int64
	heard atomic.Int64
	stuck atomic.Int64 // 0 while nothing is being written

	mu     sync.Mutex
	corked bool
	buf    []byte
}

// keepBuffer is how much room for frames an idle socket keeps.
const keepBuffer = 4 << 10

// Read reads what the client sends.
func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.heard.Store(c.clock.Load())
	}
	return n, err
}

// What a client that was told of its mistake may go on sending, and for how long.
const (
	lingerTime  = time.Second
	lingerBytes = 256 << 10
)

// linger takes what the client is still sending: were the connection cut with that
// unread, the system would reset it, and the client never see why it was closed.
func (c *conn) linger() {
	if c.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(c.Conn, lingerBytes)) // however it ends
	}
}

// Write sends a frame, or keeps it until uncork.
func (c *conn) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.corked {
		c.buf = append(c.buf, b...)
		return len(b), nil
	}
	return c.send(b)
}

func (c *conn) send(b []byte) (int, error) {
	c.stuck.Store(c.clock.Load())
	n, err := c.Conn.Write(b)
	c.stuck.Store(0)
	return n, err
}

// cork keeps the frames that are written from now on.
func (c *conn) cork() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.corked = true
}

// uncork sends what was kept.
func (c *conn) uncork() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.corked = false
	if len(c.buf) == 0 {
		return nil
	}
	_, err := c.send(c.buf)
	if c.buf = c.buf[:0]; cap(c.buf) > keepBuffer {
		c.buf = nil
	}
	return err
}

// pingFrame is a ping of the protocol, without data.
var pingFrame = []byte{0x89, 0x00}

// ping sends a ping between two frames. The answer only shows as something
// heard, which is all that it is for.
func (c *conn) ping() error {
	_, err := c.Write(pingFrame)
	return err
}

// taken is a ResponseWriter that hands out its connection as a conn.
type taken struct {
	http.ResponseWriter
	conn *conn
}

// Hijack takes the connection over.
func (t *taken) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	inner, rw, err := http.NewResponseController(t.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, fmt.Errorf("take connection: %w", err)
	}
	t.conn.Conn = inner
	t.conn.heard.Store(t.conn.clock.Load())
	rw.Writer.Reset(t.conn)
	return t.conn, rw, nil
}
