package rest

import (
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"time"

	"go.opentelemetry.io/otel/trace"

	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/problem"
	"kydai.dev/services/gateway/internal/route"
)

// exchange is one request and its answer. It is the ResponseWriter of all
// handlers, so that every part finds what the front knows.
type exchange struct {
	http.ResponseWriter
	arrival time.Time
	who     limit.Caller
	route   *route.Route // nil until one is found
	span    trace.Span
	cause   problem.Cause
	status  int
	bare    bool // the answer has no body
	head    bool // the client asked with HEAD

	ifNoneMatch string
}

// exchangeOf finds the exchange behind a handler's writer.
func exchangeOf(w http.ResponseWriter) *exchange {
	return w.(*exchange) //nolint:forcetypeassert // every handler of this package is given one
}

// Unwrap leads http.ResponseController to the connection. For HEAD there is
// none to take over: nothing may follow the headers.
func (x *exchange) Unwrap() http.ResponseWriter {
	if x.head {
		return nil
	}
	return x.ResponseWriter
}

// WriteHeader notes the status.
func (x *exchange) WriteHeader(status int) {
	if x.status != 0 {
		return // the answer has begun, as after a 304
	}
	x.status = status
	x.bare = status == http.StatusNotModified
	x.ResponseWriter.WriteHeader(status)
}

func (x *exchange) Write(b []byte) (int, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	if x.bare {
		return len(b), nil
	}
	return x.ResponseWriter.Write(b) //nolint:wrapcheck // it is the writer's own error
}

// end closes the books of a request, also of one that panicked.
func (s *Server) end(x *exchange, r *http.Request) {
	if p := recover(); p != nil {
		if p == http.ErrAbortHandler { //nolint:errorlint // the value itself
			panic(p)
		}
		s.panicked(x, r, p)
	}
	x.span.End()
	took := s.Now().Sub(x.arrival)
	s.metrics.observe(x, r.Method, took)
	level := slog.LevelDebug
	if x.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if s.Log.Enabled(r.Context(), level) {
		s.Log.LogAttrs(r.Context(), level, "request answered", slog.String("method", r.Method), slog.String("route", x.pattern()),
			slog.Int("status", x.status), slog.Duration("took", took), slog.Any("error", x.cause.Err))
	}
}

// panicked answers where nothing has been said yet, and cuts the connection
// otherwise.
func (s *Server) panicked(x *exchange, r *http.Request, p any) {
	err := fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	if x.status != 0 {
		s.Log.ErrorContext(r.Context(), "request broken off", "route", x.pattern(), "error", err)
		panic(http.ErrAbortHandler)
	}
	problem.Write(x, r, err)
}

// pattern names the route in logs and metrics.
func (x *exchange) pattern() string {
	if x.route == nil {
		return "none"
	}
	return x.route.Pattern
}

// seconds rounds up to whole seconds.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }
