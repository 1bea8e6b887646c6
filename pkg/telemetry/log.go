// Package telemetry sets up what operators see: structured logs that carry
// trace ids, traces over gRPC and NATS, and metrics.
package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

// LogConfig says what is logged and how.
type LogConfig struct {
	Level  slog.Level `name:"log-level" help:"Least level that is logged: debug, info, warn, error." default:"info"`
	Format string     `name:"log-format" help:"Form of log lines: text or json." enum:"text,json" default:"text"`
}

// NewLogger returns a logger that adds trace_id and span_id where there is a
// sampled trace.
func NewLogger(c LogConfig, w io.Writer) *slog.Logger {
	opts := &slog.HandlerOptions{Level: c.Level}
	if c.Format == "json" {
		return slog.New(traced{slog.NewJSONHandler(w, opts)})
	}
	return slog.New(traced{slog.NewTextHandler(w, opts)})
}

// traced adds the ids of the current span to every record.
type traced struct{ slog.Handler }

func (h traced) Handle(ctx context.Context, r slog.Record) error {
	if s := trace.SpanContextFromContext(ctx); s.IsValid() {
		r.AddAttrs(slog.String("trace_id", s.TraceID().String()), slog.String("span_id", s.SpanID().String()))
	}
	if err := h.Handler.Handle(ctx, r); err != nil {
		return fmt.Errorf("write log record: %w", err)
	}
	return nil
}

func (h traced) WithAttrs(a []slog.Attr) slog.Handler { return traced{h.Handler.WithAttrs(a)} }

func (h traced) WithGroup(name string) slog.Handler { return traced{h.Handler.WithGroup(name)} }
