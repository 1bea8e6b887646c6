// Package ws serves WebSockets: many live streams and moves over one
// connection. A client's frame is {id, op, …} and is answered by {re, ok} or
// {re, error}; what streams bring comes in the same envelopes as over
// server-sent events. A move is answered before its own event comes.
package ws

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/authn"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/live"
)

// Config are the settings of sockets; what is zero takes its default.
type Config struct {
	// Ping is after how long a quiet socket is pinged, Dead after how long one
	// is closed that says nothing, and does not take what is sent.
	Ping, Dead time.Duration
	// Streams is how many streams a socket may carry, Moves how many of its
	// moves may be under way.
	Streams, Moves int
	// Origins are the web origins that may connect; "*" is all. Clients that
	// are no browsers have none.
	Origins []string
}

func (c Config) withDefaults() Config {
	c.Ping, c.Dead = or(c.Ping, 10*time.Second), or(c.Dead, 25*time.Second)
	c.Streams, c.Moves = or(c.Streams, 100), or(c.Moves, 16)
	return c
}

func or[T int | time.Duration](v, otherwise T) T {
	if v > 0 {
		return v
	}
	return otherwise
}

// Deps are what the sockets need.
type Deps struct {
	Hub      *live.Hub
	Referee  refereev1.RefereeServiceClient
	Verifier *authn.Verifier
	Limiter  *limit.Limiter
	Metrics  prometheus.Registerer
	// Address is the client's address.
	Address func(*http.Request) string
	// Refuse answers a request that does not become a socket.
	Refuse func(http.ResponseWriter, *http.Request, error)
}

// Server serves the sockets.
type Server struct {
	Deps
	cfg     Config
	counts  *counts
	repeats *limit.Repeats
	running errgroup.Group
	crew    *crew
	later   later
	// clock is the time as of the last sweep.
	clock atomic.Int64

	mu       sync.Mutex
	sockets  map[*socket]struct{}
	draining bool
}

// New returns a server.
func New(cfg Config, d Deps) (*Server, error) {
	c, err := newCounts(d.Metrics)
	if err != nil {
		return nil, err
	}
	s := &Server{Deps: d, cfg: cfg.withDefaults(), counts: c, repeats: limit.NewRepeats(), crew: newCrew(), sockets: map[*socket]struct{}{}}
	s.later.some = make(chan struct{}, 1)
	s.clock.Store(time.Now().UnixNano())
	return s, nil
}

// ServeHTTP makes a socket of a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	k, err := s.admit(r)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	below := &conn{clock: &s.clock}
	k.conn, err = websocket.Accept(&taken{ResponseWriter: w, conn: below}, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true, // admit has looked at the origin
		CompressionMode:    websocket.CompressionDisabled,
	})
	if err != nil {
		k.leave()
		return // it has been answered
	}
	k.below = below
	k.conn.SetReadLimit(maxFrame)
	if !s.add(k) {
		k.leave()
		_ = k.conn.Close(websocket.StatusServiceRestart, live.ReasonDraining) // it came too late
		return
	}
}

// add lets a socket run, unless the server drains.
func (s *Server) add(k *socket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining {
		return false
	}
	s.sockets[k] = struct{}{}
	s.counts.sockets.Inc()
	s.running.Go(func() error { k.run(); return nil })
	return true
}

func (s *Server) remove(k *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sockets, k)
	s.counts.sockets.Dec()
}

func (s *Server) all() []*socket {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*socket, 0, len(s.sockets))
	for k := range s.sockets {
		all = append(all, k)
	}
	return all
}

// sweeps is how many times a socket is looked at between two pings.
const sweeps = 10

// Run looks after the sockets until the context ends.
func (s *Server) Run(ctx context.Context) error {
	var group errgroup.Group
	group.Go(func() error { s.later.run(ctx); return nil })
	group.Go(func() error { s.sweep(ctx); return nil })
	_ = group.Wait() // neither fails
	return s.crew.all.Wait()
}

func (s *Server) sweep(ctx context.Context) {
	tick := time.NewTicker(s.cfg.Ping / sweeps)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			s.clock.Store(now.UnixNano())
			for _, k := range s.all() {
				k.sweep(now, s.cfg)
			}
		}
	}
}

// Drain closes all sockets with a hint to connect again, once the moves under
// way are answered, and waits for them.
func (s *Server) Drain(ctx context.Context) {
	s.mu.Lock()
	s.draining = true
	s.mu.Unlock()
	for _, k := range s.all() {
		k.end(live.ReasonDraining, websocket.StatusServiceRestart)
	}
	defer context.AfterFunc(ctx, func() {
		for _, k := range s.all() {
			k.cut()
		}
	})()
	_ = s.running.Wait() // sockets keep their errors to themselves
}
