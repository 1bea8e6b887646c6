package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/ports"
	"kydai.dev/pkg/rules/games"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	client "kydai.dev/services/kydai/internal/hall"
	"kydai.dev/services/kydai/internal/load"
	"kydai.dev/services/kydai/internal/pause"
	"kydai.dev/services/kydai/internal/tail"
)

// Outage says how NATS is cut off.
type Outage struct {
	Away  time.Duration `default:"30s" help:"How long NATS is away."`
	Games int           `default:"40" help:"Games at once; the players learn of moves by their streams only."`
	DB    string        `name:"db" help:"Database of the hall, as kydai up takes it; SQLite when empty."`
}

// OutageReport is what the players and the analysts noticed.
type OutageReport struct {
	Moves int `json:"moves"`
	// MaxGap is the longest time from a move's acknowledgement to its arrival
	// at the other player.
	MaxGap float64        `json:"max_gap_ms"`
	Errors map[string]int `json:"errors"`
	Stuck  int            `json:"stuck"`
	Log    load.Log       `json:"log"`
	// Ended counts games that ended otherwise than by a move.
	Ended int `json:"ended_without_move"`
	// Events are in the logs, Undelivered of them have not come over the bus.
	Events      int `json:"events"`
	Undelivered int `json:"undelivered"`
}

const (
	// around is how long games are played before and after NATS is away.
	around = 3 * time.Second
	// mayWait is how long a move may take to the other player.
	mayWait = 2 * time.Second
	// catchUp is how long the bus may take to deliver what was held back.
	catchUp     = 60 * time.Second
	catchUpLook = 100 * time.Millisecond
)

// OK says what was not as promised.
func (r *OutageReport) OK() error {
	var broken []error
	if !r.Log.OK() || len(r.Errors) > 0 || r.Stuck > 0 {
		broken = append(broken, errors.New("moves were refused, or the logs are not what was acknowledged"))
	}
	if r.Ended > 0 {
		broken = append(broken, errors.New("games ended by themselves"))
	}
	if r.MaxGap > millis(mayWait) {
		broken = append(broken, errors.New("a player waited more than 2 s for a move"))
	}
	if r.Undelivered > 0 {
		broken = append(broken, errors.New("events were not delivered afterwards"))
	}
	return errors.Join(broken...)
}

// Run plays in a hall with its data in dir, whose NATS goes away and comes
// back.
func (o Outage) Run(ctx context.Context, dir string, log *slog.Logger) (*OutageReport, error) {
	nats, server, err := newNATS(dir)
	if err != nil {
		return nil, err
	}
	h, err := newHall(dir, "--db", o.DB, "--nats", server.URL, "--nats-user", server.User, "--nats-password-file", server.PasswordFile)
	if err != nil {
		return nil, err
	}
	defer h.kill()
	defer nats.kill()
	if err := nats.start(); err != nil {
		return nil, err
	}
	b, err := connect(ctx, server, log)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if err := h.serve(ctx); err != nil {
		return nil, err
	}
	heard := &heard{}
	listening, stop := context.WithCancel(ctx)
	defer stop()
	var listener errgroup.Group
	listener.Go(func() error { return tail.Run(listening, b, tail.Options{Name: "chaos"}, heard, log) })
	report, matches, err := o.play(ctx, h, nats, log)
	if err == nil {
		err = report.compare(ctx, h.url, matches, heard)
	}
	stop()
	return report, errors.Join(err, listener.Wait())
}

// newNATS describes a NATS server and how to reach it.
func newNATS(dir string) (*process, bus.Config, error) {
	address, err := ports.Free()
	if err != nil {
		return nil, bus.Config{}, err
	}
	folder := filepath.Join(dir, "nats")
	server := bus.ServerAt("nats://"+address.String(), folder)
	p, err := newProcess(dir, "nats", "nats", "--dir", folder, "--port", strconv.Itoa(int(address.Port())))
	return p, server, err
}

// connect waits until the server has made its password and lets us in.
func connect(ctx context.Context, server bus.Config, log *slog.Logger) (*bus.Bus, error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for {
		b, err := bus.Connect(ctx, server, log)
		if err == nil {
			return b, nil
		}
		if pause.For(ctx, startLook) != nil {
			return nil, fmt.Errorf("wait for NATS: %w", err)
		}
	}
}

// play plays while NATS goes away and comes back.
func (o Outage) play(ctx context.Context, h *hall, nats *process, log *slog.Logger) (*OutageReport, []*load.Match, error) {
	s, err := load.New(ctx, load.Config{
		Games: o.Games, Transport: "rest", URL: h.url, Clock: "fast", Seed: 1, Kinds: games.All(),
	}, log)
	if err != nil {
		return nil, nil, err
	}
	var played *load.Report
	playing, plays := errgroup.WithContext(ctx)
	playing.Go(func() (err error) {
		played, err = s.Play(ctx)
		return err
	})
	err = o.cut(plays, nats, log)
	s.Stop()
	if err := errors.Join(err, playing.Wait()); err != nil {
		return nil, nil, err
	}
	return &OutageReport{
		Moves: played.Moves, MaxGap: played.MaxGap, Errors: played.Errors, Stuck: played.Stuck,
	}, played.Matches(), nil
}

func (o Outage) cut(ctx context.Context, nats *process, log *slog.Logger) error {
	if err := pause.For(ctx, around); err != nil {
		return err
	}
	log.InfoContext(ctx, "NATS goes away", "for", o.Away)
	nats.kill()
	if err := pause.For(ctx, o.Away); err != nil {
		return err
	}
	log.InfoContext(ctx, "NATS comes back")
	if err := nats.start(); err != nil {
		return err
	}
	return pause.For(ctx, around)
}

// compare reads the logs and waits until the bus has delivered all of them.
func (r *OutageReport) compare(ctx context.Context, url string, matches []*load.Match, heard *heard) (err error) {
	missing := map[string]int{}
	r.Log, err = load.Audit(ctx, client.New(url, nil, client.Patient), matches, func(m *load.Match, events []*refereev1.GameEvent) {
		r.Events += len(events)
		missing[m.ID] = len(events)
		if endedWithoutMove(events) {
			r.Ended++
		}
	})
	if err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, catchUp)
	defer cancel()
	for {
		if r.Undelivered = heard.missing(missing); r.Undelivered == 0 {
			return nil
		}
		if pause.For(waiting, catchUpLook) != nil {
			return ctx.Err() // what is missing is in the report
		}
	}
}

// heard collects what a tail prints: each event once, so that counting does.
type heard struct {
	mu    sync.Mutex
	seqs  map[string]map[int]bool
	whole bytes.Buffer
}

// Write takes lines of JSON.
func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.seqs == nil {
		h.seqs = map[string]map[int]bool{}
	}
	h.whole.Write(p)
	for {
		line, err := h.whole.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			h.whole.Write(line) // the rest is still to come
			return len(p), nil
		}
		var e struct {
			GameID string
			Seq    int
		}
		if err := json.Unmarshal(line, &e); err != nil {
			return 0, fmt.Errorf("read event: %w", err)
		}
		if h.seqs[e.GameID] == nil {
			h.seqs[e.GameID] = map[int]bool{}
		}
		h.seqs[e.GameID][e.Seq] = true
	}
}

// missing counts the events that have not been heard, given how many each game
// has.
func (h *heard) missing(events map[string]int) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for game, last := range events {
		for seq := 1; seq <= last; seq++ {
			if !h.seqs[game][seq] {
				n++
			}
		}
	}
	return n
}
