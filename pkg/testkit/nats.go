package testkit

import (
	"os"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/ports"
)

// Server is an embedded NATS server that a test can stop and start again on
// the same port, with the same streams.
type Server struct {
	t      testing.TB
	config bus.ServerConfig
	server *bus.Server
}

// NATSServer starts a server of the test's own.
func NATSServer(t testing.TB) *Server {
	t.Helper()
	address, err := ports.Free() // not -1: while it is stopped others may not take its port
	require.NoError(t, err)
	s := &Server{t: t, config: bus.ServerConfig{Dir: t.TempDir(), Port: int(address.Port())}}
	s.Start()
	t.Cleanup(s.Stop)
	return s
}

// Start starts the server, always on the same port.
func (s *Server) Start() {
	s.t.Helper()
	server, err := bus.StartServer(s.config, Logger(s.t))
	require.NoError(s.t, err)
	s.server = server
}

// Stop stops the server; stopping it again does nothing.
func (s *Server) Stop() {
	if s.server != nil {
		s.server.Close()
		s.server = nil
	}
}

// Config returns the address of the running server.
func (s *Server) Config() bus.Config { return s.server.Config() }

// Port returns the port on which the server listens, or listened.
func (s *Server) Port() int { return s.config.Port }

// Connect opens a connection to the server and closes it with the test.
func (s *Server) Connect() *bus.Bus {
	s.t.Helper()
	b, err := bus.Connect(s.t.Context(), s.Config(), Logger(s.t))
	require.NoError(s.t, err)
	s.t.Cleanup(b.Close)
	return b
}

// NATS starts a server of the test's own and connects to it.
func NATS(t testing.TB) *bus.Bus {
	t.Helper()
	return NATSServer(t).Connect()
}

// JetStream opens a bare connection to the server, for what only NATS itself can
// tell or do, and closes it with the test.
func (s *Server) JetStream() jetstream.JetStream {
	s.t.Helper()
	cfg := s.Config()
	password, err := os.ReadFile(cfg.PasswordFile)
	require.NoError(s.t, err)
	conn, err := nats.Connect(cfg.URL, nats.UserInfo(cfg.User, strings.TrimSpace(string(password))))
	require.NoError(s.t, err)
	s.t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	require.NoError(s.t, err)
	return js
}

// TakeAndDie takes a message of a durable consumer, as a process does that is killed
// while it handles it.
func (s *Server) TakeAndDie(stream, durable string) {
	s.t.Helper()
	js := s.JetStream()
	consumer, err := js.Consumer(s.t.Context(), stream, durable)
	require.NoError(s.t, err)
	_, err = consumer.Next()
	require.NoError(s.t, err)
	js.Conn().Close()
}
