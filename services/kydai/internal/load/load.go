// Package load plays many games at once in a hall and measures it: real legal
// games, two players each, every player waiting for the other's move. It holds
// the hall to its word: what was acknowledged must be in the logs.
package load

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/rules"
	"kydai.dev/services/kydai/internal/hall"
)

// Config says what to play and where.
type Config struct {
	Games     int           `default:"200" help:"Games at once, two players each."`
	Plies     int           `default:"200" help:"Plies that each table plays in the time that counts; 0 plays until --for is over."`
	WarmUp    int           `default:"10" help:"Plies of each table before the time that counts."`
	For       time.Duration `default:"0s" help:"Stop after so long; 0s plays all plies."`
	Transport string        `default:"rest" enum:"rest,ws" help:"How the players reach the hall: rest (moves posted, streams read) or ws (one socket each)."`
	URL       string        `name:"url" default:"http://127.0.0.1:8080" help:"Where the hall serves players."`
	Ops       string        `default:"http://127.0.0.1:8081" help:"Where the hall serves operators; empty leaves out what only they see."`
	Clock     string        `default:"slow" enum:"slow,fast,none" help:"Clocks of the games: slow or fast, the last or the first of a game's presets, or none."`
	Retry     bool          `help:"Go on through refused connections and answers of 503: the same ply again, streams from where they broke off."`
	Seed      uint64        `default:"1" help:"Makes the same games again."`
	// Kinds are the games that are played, in turn.
	Kinds []rules.Game `kong:"-"`
}

const (
	// calls is how many calls at once prepare the games.
	calls = 16
	// stuckAfter is when a table at which nothing moves is given up.
	stuckAfter = 60 * time.Second
	look       = time.Second
)

// Session is tables whose players are seated.
type Session struct {
	Config
	log       *slog.Logger
	transport *http.Transport
	hall      *hall.Client
	host      string
	tables    []*table

	waiting    sync.Once
	background errgroup.Group
	// warming is what the tables do before started is closed.
	warming sync.WaitGroup
	started chan struct{}
	enough  atomic.Bool
}

// Run plays and reports. Refusals of the hall are in the report, not errors.
func Run(ctx context.Context, cfg Config, log *slog.Logger) (*Report, error) {
	if cfg.Plies < 1 && cfg.For <= 0 {
		return nil, errors.New("say how many plies to play, or for how long")
	}
	s, err := New(ctx, cfg, log)
	if err != nil {
		return nil, err
	}
	return s.Play(ctx)
}

// New seats the players and opens the rooms of their first games.
func New(ctx context.Context, cfg Config, log *slog.Logger) (*Session, error) {
	host, err := cfg.host()
	if err != nil {
		return nil, err
	}
	if cfg.Games < 1 || len(cfg.Kinds) == 0 {
		return nil, errors.New("nothing to play")
	}
	s := &Session{
		Config: cfg, log: log, host: host, started: make(chan struct{}),
		transport: &http.Transport{MaxConnsPerHost: calls, MaxIdleConnsPerHost: calls},
	}
	s.hall = hall.New(cfg.URL, s.transport, s.wait)
	if err := s.seat(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// host is where the hall listens.
func (c *Config) host() (string, error) {
	at, err := url.Parse(c.URL)
	if err != nil || at.Scheme != "http" || at.Port() == "" {
		return "", fmt.Errorf("measure %q: give a URL such as http://127.0.0.1:8080", c.URL)
	}
	return at.Host, nil
}

// wait says once why nothing happens.
func (r *Session) wait(d time.Duration) {
	r.waiting.Do(func() {
		r.log.Info("the hall limits how fast games are made ready; to measure it, start it without limits (--limit-create none)", "wait", d)
	})
}

// Play plays until all plies are played, the time is over or Stop, and reports.
func (r *Session) Play(ctx context.Context) (*Report, error) {
	defer r.transport.CloseIdleConnections()
	report, err := r.measure(ctx)
	if err != nil {
		return nil, err
	}
	report.Log, err = Audit(ctx, r.hall, report.matches, nil)
	return report, err
}

// Stop ends Play when the plies under way are played.
func (r *Session) Stop() { r.enough.Store(true) }

// Moved counts the plies that each table has played so far.
func (r *Session) Moved() []int64 {
	moved := make([]int64, len(r.tables))
	for i, t := range r.tables {
		moved[i] = t.moved.Load()
	}
	return moved
}

// seat makes the players and their tables.
func (r *Session) seat(ctx context.Context) error {
	all := scripts(r.Kinds, r.Seed)
	r.tables = make([]*table, r.Games)
	group, calling := errgroup.WithContext(ctx)
	group.SetLimit(calls)
	for i := range r.tables {
		at := i % len(all)
		t := &table{session: r, deck: append(all[at:len(all):len(all)], all[:at]...)}
		r.tables[i] = t
		for side := range t.players {
			group.Go(func() (err error) {
				t.players[side], err = r.hall.Guest(calling, fmt.Sprintf("load %d-%d", i+1, side+1))
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := r.prepare(ctx); err != nil {
		return err
	}
	for _, t := range r.tables {
		for side, p := range t.players {
			t.seats[side] = &seat{table: t, side: side, wire: r.wire(r.host, p), errors: map[string]int{}}
		}
	}
	return nil
}

// prepare opens the rooms of the tables' first games.
func (r *Session) prepare(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(calls)
	for _, t := range r.tables {
		group.Go(func() error { return t.prepare(ctx) })
	}
	return group.Wait()
}

func (c *Config) wire(host string, p *hall.Player) wire {
	if c.Transport == "ws" {
		return newSocket(host, p.Token)
	}
	return newREST(host, p.Token)
}

// measure plays. The time that counts begins when all tables have warmed up.
func (r *Session) measure(ctx context.Context) (*Report, error) {
	defer context.AfterFunc(ctx, r.leave)()
	r.warming.Add(len(r.tables))
	var tables, watch errgroup.Group
	for _, t := range r.tables {
		tables.Go(func() error { t.play(ctx); return nil })
	}
	r.warming.Wait()
	before, err := r.snapshot(ctx)
	if err != nil {
		r.leave()
		return nil, errors.Join(err, tables.Wait())
	}
	close(r.started)
	watching, stop := context.WithCancel(ctx)
	watch.Go(func() error { r.watch(watching); return nil })
	_ = tables.Wait() // the seats keep their errors
	took := time.Since(before.at)
	stop()
	_, _ = watch.Wait(), r.background.Wait() // neither fails
	after, err := r.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return r.report(before, after, took), nil
}

// play plays the table from both seats.
func (t *table) play(ctx context.Context) {
	var seats sync.WaitGroup
	for _, s := range t.seats {
		seats.Go(func() {
			err := s.play(ctx)
			if err != nil && !errors.Is(err, errEnough) && !t.leaving.Load() {
				t.session.log.WarnContext(ctx, "table gives up", "error", err)
			}
			if err != nil {
				t.leave()
			}
		})
	}
	seats.Wait()
	t.leave()
}

func (r *Session) leave() {
	for _, t := range r.tables {
		t.leave()
	}
}

// watch ends the run when its time is over, and the tables that are stuck.
func (r *Session) watch(ctx context.Context) {
	looks := time.NewTicker(look)
	defer looks.Stop()
	began := time.Now()
	moved, since := make([]int64, len(r.tables)), make([]time.Time, len(r.tables))
	for {
		var now time.Time
		select {
		case now = <-looks.C:
		case <-ctx.Done():
			return
		}
		if r.For > 0 && now.Sub(began) >= r.For {
			r.enough.Store(true)
		}
		for i, t := range r.tables {
			switch m := t.moved.Load(); {
			case m != moved[i] || since[i].IsZero():
				moved[i], since[i] = m, now
			case now.Sub(since[i]) > stuckAfter && !t.leaving.Load():
				t.stuck = true
				t.leave()
			}
		}
	}
}
