// Package bus is NATS as kydai uses it: messages published into bounded
// JetStream streams, durable consumers that park what they cannot digest, core
// subscriptions for live delivery, and the server itself for a process that
// brings its own. The bus is the fast path and the way out, never the truth:
// everything here starts and keeps working while NATS is away.
package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/trace"
)

// Config says where NATS is.
type Config struct {
	URL          string `name:"nats" help:"NATS servers, separated by commas." default:"${nats}"`
	User         string `name:"nats-user" help:"User at NATS."`
	PasswordFile string `name:"nats-password-file" help:"File with the user's password." type:"path"`
	CredsFile    string `name:"nats-creds" help:"NATS credentials file, instead of a user." type:"path"`
	// Server, where set, is reached without a socket.
	Server *Server `kong:"-"`
}

const (
	dialLimit     = 2 * time.Second
	pingEvery     = 2 * time.Second // a peer that vanished is noticed after three
	reconnectMin  = 50 * time.Millisecond
	reconnectMax  = time.Second
	publishLimit  = 2 * time.Second
	flushLimit    = time.Second
	tracerName    = "kydai.dev/pkg/bus"
	retryPause    = 100 * time.Millisecond
	retryPauseMax = 2 * time.Second
)

// Bus is a connection to NATS that is never given up. It is safe for
// concurrent use.
type Bus struct {
	conn   *nats.Conn
	js     jetstream.JetStream
	log    *slog.Logger
	tracer trace.Tracer
	flying flights
	made   made
}

// Connect returns at once or after one failed try; where NATS is away, the
// connection comes when NATS does. Only a wrong Config is an error.
func Connect(ctx context.Context, cfg Config, log *slog.Logger) (*Bus, error) {
	b := &Bus{log: log, tracer: otel.Tracer(tracerName), flying: flights{ends: map[int]context.CancelFunc{}}}
	options, err := b.options(cfg)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	if b.conn, err = nats.Connect(cfg.URL, options...); err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	if b.js, err = jetstream.New(b.conn); err != nil {
		b.conn.Close()
		return nil, fmt.Errorf("connect to JetStream: %w", err)
	}
	if !b.Connected() {
		log.WarnContext(ctx, "NATS is away, working without it")
	}
	return b, nil
}

func (b *Bus) options(cfg Config) ([]nats.Option, error) {
	options := []nats.Option{
		nats.Name("kydai"), nats.Timeout(dialLimit), nats.PingInterval(pingEvery),
		nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.IgnoreAuthErrorAbort(),
		nats.CustomReconnectDelay(backOff),
		// A publish fails at once while NATS is away: what must not be lost
		// lies in an outbox, the rest is worth nothing later.
		nats.ReconnectBufSize(-1),
		nats.ReconnectHandler(b.back),
		nats.DisconnectErrHandler(b.lost),
		nats.ErrorHandler(b.logAsync),
	}
	if cfg.Server != nil {
		options = append(options, nats.InProcessServer(cfg.Server))
	}
	if cfg.CredsFile != "" {
		return append(options, nats.UserCredentials(cfg.CredsFile)), nil
	}
	if cfg.User != "" {
		password, err := os.ReadFile(cfg.PasswordFile)
		if err != nil {
			return nil, fmt.Errorf("read password: %w", err)
		}
		options = append(options, nats.UserInfo(cfg.User, strings.TrimSpace(string(password))))
	}
	return options, nil
}

func backOff(tries int) time.Duration {
	return min(reconnectMin<<min(tries, 8), reconnectMax)
}

func (b *Bus) lost(conn *nats.Conn, err error) {
	b.flying.end()
	if !conn.IsClosed() { // by Close, that is
		b.log.Warn("NATS is away", "error", err)
	}
}

func (b *Bus) back(*nats.Conn) {
	b.log.Info("NATS is back")
	b.remake()
}

func (b *Bus) logAsync(_ *nats.Conn, sub *nats.Subscription, err error) {
	subject := ""
	if sub != nil {
		subject = sub.Subject
	}
	b.log.Warn("NATS reports an error", "subject", subject, "error", err)
}

// Connected reports whether NATS can be reached now.
func (b *Bus) Connected() bool { return b.conn.IsConnected() }

// WhenConnected runs fn once NATS can be reached, again with a growing pause
// while fn fails, until it succeeds or ctx ends. It is how a process makes its
// streams whenever NATS comes. The context of fn ends with the connection.
// ErrShardsDiffer is final.
func (b *Bus) WhenConnected(ctx context.Context, fn func(context.Context) error) error {
	for pause := retryPause; ; pause = min(2*pause, retryPauseMax) {
		if err := b.await(ctx); err != nil {
			return err
		}
		err := b.attempt(ctx, fn)
		if err == nil || errors.Is(err, ErrShardsDiffer) {
			return err
		}
		level := slog.LevelWarn
		if pause == retryPause && errors.Is(err, jetstream.ErrStreamNotFound) { // its owner starts at the same time
			level = slog.LevelDebug
		}
		b.log.Log(ctx, level, "NATS refuses, trying again", "error", err)
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
}

// attempt runs fn for as long as the connection lasts.
func (b *Bus) attempt(ctx context.Context, fn func(context.Context) error) error {
	ctx, done := b.flying.begin(ctx)
	defer done()
	return fn(ctx)
}

// await returns when NATS can be reached.
func (b *Bus) await(ctx context.Context) error {
	changed := b.conn.StatusChanged(nats.CONNECTED, nats.CLOSED)
	defer b.conn.RemoveStatusListener(changed)
	for !b.Connected() {
		if b.conn.IsClosed() {
			return nats.ErrConnectionClosed
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close sends what is written and closes the connection. Consumers and relays
// are stopped first.
func (b *Bus) Close() {
	if b.Connected() {
		if err := b.conn.FlushTimeout(flushLimit); err != nil {
			b.log.Warn("NATS did not take the last messages", "error", err)
		}
	}
	b.conn.Close()
	b.made.tries.Wait()
}
