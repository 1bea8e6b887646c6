package load

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/services/kydai/internal/hall"
)

// BotReport is how soon the hall's engines answer.
type BotReport struct {
	Level     string  `json:"level"`
	Transport string  `json:"transport"`
	Games     int     `json:"games"`
	Seconds   float64 `json:"seconds"`
	// All are the times from the acknowledgement of a move to the arrival of the
	// engine's answer, By the same for each game.
	All Waits            `json:"answers"`
	By  map[string]Waits `json:"answers_by_game"`
	// Errors counts by reason what was refused or broke off.
	Errors map[string]int `json:"errors"`
	// Server is what the server says of itself, Engine of its engine.
	Server *Server `json:"server,omitempty"`
	Engine *Engine `json:"engine,omitempty"`
	// LoadCPU is the processor time of this process in seconds.
	LoadCPU float64 `json:"load_cpu_s"`
	Machine Machine `json:"machine"`
	// Log is what the logs say to the moves of both sides.
	Log Log `json:"log"`
	// Valid says whether the machine gave what the figures need; Invalid why
	// not.
	Valid   bool   `json:"valid"`
	Invalid string `json:"invalid,omitempty"`
}

// Waits are times of waiting, in milliseconds.
type Waits struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50_ms"`
	P95   float64 `json:"p95_ms"`
	P99   float64 `json:"p99_ms"`
	Max   float64 `json:"max_ms"`
}

func waitsOf(list []time.Duration) Waits {
	slices.Sort(list)
	return Waits{Count: len(list), P50: at(list, 0.5), P95: at(list, 0.95), P99: at(list, 0.99), Max: at(list, 1)}
}

// Engine is what the search did meanwhile.
type Engine struct {
	Turns          int     `json:"turns"`
	Wait           float64 `json:"wait_mean_ms"`
	Answer         float64 `json:"answer_mean_ms"`
	NodesPerSecond float64 `json:"nodes_per_s"`
}

func engineReport(before, after metrics) *Engine {
	if before == nil || after == nil {
		return nil
	}
	grown := after.minus(before)
	e := &Engine{
		Turns: int(grown.sum("kydai_search_turns_total")), Wait: 1000 * grown.mean("kydai_search_wait_seconds"),
		Answer: 1000 * grown.mean("kydai_search_answer_seconds"),
	}
	if spent := grown.sum("kydai_search_thinking_seconds_total"); spent > 0 {
		e.NodesPerSecond = grown.sum("kydai_search_nodes_total") / spent
	}
	return e
}

// practice is games against the hall's engines.
type practice struct {
	Config
	level string
	host  string
	hall  *hall.Client

	mu      sync.Mutex
	report  *BotReport
	by      map[string][]time.Duration
	matches []*Match
}

// Bots lets each of some people play games against the hall's engine at a level,
// moving at random and at once, and measures how long the answers take.
func Bots(ctx context.Context, cfg Config, level string, log *slog.Logger) (*BotReport, error) {
	host, err := cfg.host()
	if err != nil {
		return nil, err
	}
	if cfg.Games < 1 || len(cfg.Kinds) == 0 || cfg.Plies < 1 && cfg.For <= 0 {
		return nil, errors.New("say how many plies to play, or for how long")
	}
	p := &practice{
		Config: cfg, level: level, host: host, hall: hall.New(cfg.URL, &http.Transport{MaxConnsPerHost: calls}, hall.Patient),
		report: &BotReport{Level: level, Transport: cfg.Transport, Games: cfg.Games, Errors: map[string]int{}},
		by:     map[string][]time.Duration{},
	}
	people := make([]*person, cfg.Games)
	for i := range people { // one after another: the first answers are no measure of the rest
		if people[i], err = p.seat(ctx, i); err != nil {
			return nil, err
		}
	}
	return p.run(ctx, people, log)
}

func (p *practice) run(ctx context.Context, people []*person, log *slog.Logger) (*BotReport, error) {
	before, err := p.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	until := time.Time{}
	if p.For > 0 {
		until = time.Now().Add(p.For)
	}
	defer context.AfterFunc(ctx, func() {
		for _, one := range people {
			one.wire.close()
		}
	})()
	var playing errgroup.Group
	for _, one := range people {
		playing.Go(func() error {
			defer one.wire.close()
			if err := one.play(ctx, until); err != nil {
				log.WarnContext(ctx, "person gives up", "error", err)
				p.count(err)
			}
			return nil
		})
	}
	_ = playing.Wait() // the errors have been counted
	took := time.Since(before.at)
	after, err := p.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return p.finish(ctx, before, after, took)
}

func (p *practice) count(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.report.Errors[reason(err)]++
}

// finish reads the logs and sums up.
func (p *practice) finish(ctx context.Context, before, after snapshot, took time.Duration) (*BotReport, error) {
	r := p.report
	r.Seconds, r.LoadCPU, r.By = took.Seconds(), (after.own - before.own).Seconds(), map[string]Waits{}
	var all []time.Duration
	for game, list := range p.by {
		all = append(all, list...)
		r.By[game] = waitsOf(list)
	}
	r.All = waitsOf(all)
	r.Server, r.Engine = serverReport(before.server, after.server), engineReport(before.server, after.server)
	r.Machine, r.Invalid = machineReport(before, after, r.Server)
	r.Valid = r.Invalid == ""
	var err error
	r.Log, err = Audit(ctx, p.hall, p.matches, nil)
	return r, err
}
