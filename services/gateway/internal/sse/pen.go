package sse

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"kydai.dev/services/gateway/internal/frame"
)

// pen writes to a client. It holds no buffer of its own between two writes,
// nor any of the server's: an idle stream is a connection and two goroutines.
type pen struct {
	conn  net.Conn
	limit time.Duration
}

// take sends the headers and a first comment at once, so that proxies and
// clients know that the stream stands, and takes the connection over.
func take(w http.ResponseWriter, limit time.Duration) (*pen, error) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Transfer-Encoding", "identity") // up to the end of the connection
	w.WriteHeader(http.StatusOK)
	ctl := http.NewResponseController(w)
	if _, err := w.Write(frame.Opening()); err != nil {
		return nil, fmt.Errorf("begin stream: %w", err)
	}
	if err := ctl.Flush(); err != nil {
		return nil, fmt.Errorf("begin stream: %w", err)
	}
	conn, _, err := ctl.Hijack()
	if err != nil {
		return nil, fmt.Errorf("take connection: %w", err)
	}
	return &pen{conn: conn, limit: limit}, conn.SetDeadline(time.Time{})
}

// frames sends frames, in one write.
func (p *pen) frames(frames ...*frame.Frame) error {
	if len(frames) == 1 {
		return p.write(frames[0].SSE())
	}
	var b []byte
	for _, f := range frames {
		b = append(b, f.SSE()...)
	}
	return p.write(b)
}

func (p *pen) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	if err := p.conn.SetWriteDeadline(time.Now().Add(p.limit)); err != nil {
		return err
	}
	_, err := p.conn.Write(b)
	return err
}

// gone returns when the client has closed the connection. A client says
// nothing more after its request; whatever it sends is passed over.
func (p *pen) gone() {
	var b [16]byte
	for {
		if _, err := p.conn.Read(b[:]); err != nil {
			return
		}
	}
}
