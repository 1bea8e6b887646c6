package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"kydai.dev/services/gateway/internal/silence"
)

// How long a client may take. Streams take their connections over and have
// limits of their own.
const (
	headerTime = 10 * time.Second
	readTime   = 30 * time.Second
	writeTime  = 30 * time.Second
	idleTime   = 2 * time.Minute
)

// headerBytes is where net/http itself stops reading headers; the front
// refuses well below it, with a problem that it can word.
const headerBytes = 64 << 10

// front is the HTTP listener and its server.
type front struct {
	listener net.Listener
	server   *http.Server
}

func listen(ctx context.Context, address string, h http.Handler, log *slog.Logger) (*front, error) {
	lc := net.ListenConfig{Control: silence.End}
	l, err := lc.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen for HTTP: %w", err)
	}
	log.InfoContext(ctx, "listening for HTTP", "address", l.Addr().String())
	return &front{listener: l, server: &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: headerBytes, DisableGeneralOptionsHandler: true, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}}, nil
}

// serve answers until the server is closed.
func (f *front) serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = f.server.Close() }) // what is left has had its time to drain
	defer stop()
	if err := f.server.Serve(f.listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve HTTP: %w", err)
	}
	return nil
}

// drain stops listening and waits for the requests under way.
func (f *front) drain(ctx context.Context) { _ = f.server.Shutdown(ctx) } // serve closes what is left

func (f *front) close() error {
	_ = f.listener.Close() // closed already where it was served
	return nil
}
