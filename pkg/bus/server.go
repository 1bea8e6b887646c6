package bus

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"golang.org/x/crypto/bcrypt"
)

// ServerConfig describes a NATS server inside this process.
type ServerConfig struct {
	// Dir holds the streams and the password.
	Dir  string
	Host string
	// Port is 4222 where it is 0, and a free one where it is below.
	Port int
}

const (
	serverUser   = "kydai"
	passwordFile = "password"
	startLimit   = 20 * time.Second
	startLook    = 100 * time.Millisecond

	// Streams are bounded one by one, so the server's own bounds only must
	// not be what is free on the disk at the start, its default: streams
	// would not be made for want of room that they may never use.
	storeLimit  = 1 << 40
	memoryLimit = 256 << 20
)

// Server is a NATS server with JetStream inside this process. It also listens,
// for the command line and for measuring.
type Server struct {
	nats *server.Server
	dir  string
}

// StartServer starts a server that keeps its streams and its password under
// cfg.Dir and lets nobody in without that password.
func StartServer(cfg ServerConfig, log *slog.Logger) (*Server, error) {
	if cfg.Host == "" {
		cfg.Host = "127.0.0.1"
	}
	hash, err := passwordHash(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("start NATS: %w", err)
	}
	nats, err := server.NewServer(&server.Options{
		ServerName: "kydai", Host: cfg.Host, Port: cfg.Port, Username: serverUser, Password: hash,
		JetStream: true, StoreDir: cfg.Dir, JetStreamMaxStore: storeLimit, JetStreamMaxMemory: memoryLimit,
		NoSigs: true, DisableShortFirstPing: true,
	})
	if err != nil {
		return nil, fmt.Errorf("start NATS: %w", err)
	}
	complaints := &serverLog{log: log, fatal: make(chan error, 1)}
	nats.SetLoggerV2(complaints, false, false, false)
	nats.Start()
	if err := ready(nats, complaints.fatal); err != nil {
		nats.Shutdown()
		return nil, fmt.Errorf("start NATS on %s port %d: %w", cfg.Host, cfg.Port, err)
	}
	return &Server{nats: nats, dir: cfg.Dir}, nil
}

// passwordHash is what the server checks with. The password is random, so the
// cheapest hash will do: it is paid for at every connection.
func passwordHash(dir string) (string, error) {
	password, err := ensurePassword(dir)
	if err != nil {
		return "", err
	}
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	return string(hash), err
}

// ready waits until the server serves or says why it never will.
func ready(nats *server.Server, fatal <-chan error) error {
	for range startLimit / startLook {
		if nats.ReadyForConnections(startLook) {
			return nil
		}
		select {
		case err := <-fatal:
			return err
		default:
		}
	}
	return errors.New("not ready in time")
}

// ensurePassword makes a password at the first start, readable by the owner.
func ensurePassword(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	path := filepath.Join(dir, passwordFile)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = fmt.Fprintln(file, rand.Text())
		err = errors.Join(err, file.Close())
	}
	if err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	text, err := os.ReadFile(path)
	return strings.TrimSpace(string(text)), err
}

// Config returns what another process on this machine connects with.
func (s *Server) Config() Config { return ServerAt(s.nats.ClientURL(), s.dir) }

// ServerAt returns what connects to a server of this kind, given its address
// and its Dir.
func ServerAt(url, dir string) Config {
	return Config{URL: url, User: serverUser, PasswordFile: filepath.Join(dir, passwordFile)}
}

// InProcess returns what this process connects with, past the network.
func (s *Server) InProcess() Config {
	cfg := s.Config()
	cfg.Server = s
	return cfg
}

// InProcessConn opens a connection past the network; the client calls it.
func (s *Server) InProcessConn() (net.Conn, error) { return s.nats.InProcessConn() }

// Port returns the port on which the server listens.
func (s *Server) Port() int { return s.nats.Addr().(*net.TCPAddr).Port }

// Close stops the server and waits until its streams are on disk.
func (s *Server) Close() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}

// serverLog passes the server's complaints on and keeps its chatter to itself.
type serverLog struct {
	log   *slog.Logger
	fatal chan error
}

func (l *serverLog) Noticef(string, ...any) {}
func (l *serverLog) Debugf(string, ...any)  {}
func (l *serverLog) Tracef(string, ...any)  {}

func (l *serverLog) Warnf(format string, v ...any) {
	l.log.Warn("NATS server warns", "text", fmt.Sprintf(format, v...))
}

func (l *serverLog) Errorf(format string, v ...any) {
	l.log.Error("NATS server reports an error", "text", fmt.Sprintf(format, v...))
}

// Fatalf keeps the first reason for StartServer, which returns it.
func (l *serverLog) Fatalf(format string, v ...any) {
	select {
	case l.fatal <- fmt.Errorf(format, v...):
	default:
	}
}
