// Package testkit gives tests the real parts that kydai runs on: fresh
// databases of both kinds and an embedded NATS server.
package testkit

import (
	"log/slog"
	"testing"
)

// Logger returns a logger that writes to the test's own output.
func Logger(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelInfo}))
}
