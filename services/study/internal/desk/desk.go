// Package desk is what can be asked of the study, and how its work is done: who
// may ask for an analysis and read it, how many there may be at a time, and how
// one position after the other is looked at, whatever breaks off in between.
package desk

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"

	"kydai.dev/pkg/rules/record"
	"kydai.dev/services/study/internal/analysis"
)

// Key is a caller's Idempotency-Key and the hash of the request that came with
// it; no text is none.
type Key struct {
	Caller, Text string
	Body         []byte
}

// Limits are how many analyses there may be.
type Limits struct {
	// Running is how many of an account may be under way, Daily how many it may
	// begin in 24 hours, Queue how many of all accounts may be under way.
	Running, Daily, Queue int
}

// Store keeps analyses, those who have asked for them, and what is to be told.
type Store interface {
	// Add stores a new analysis that an account asks for; or returns the one that
	// the key gave before, or one from the same source, which is the account's
	// from now on as well.
	Add(ctx context.Context, fresh analysis.Analysis, account string, key Key, l Limits) (analysis.Analysis, error)
	// Get returns an analysis with all that was found.
	Get(ctx context.Context, id string) (analysis.Analysis, error)
	// Seq is the number of the last event of an analysis, if there is one.
	Seq(ctx context.Context, id string) (seq int, there bool, err error)
	// Asked reports whether an account has asked for an analysis.
	Asked(ctx context.Context, id, account string) (bool, error)
	// OfGame and OfAccount list analyses with ids before one, newest first.
	OfGame(ctx context.Context, game, before string, limit int) ([]analysis.Analysis, error)
	OfAccount(ctx context.Context, account, before string, limit int) ([]analysis.Analysis, error)
	// Cancel ends an analysis under way for an account that asked for it; for
	// others it goes on.
	Cancel(ctx context.Context, id, account string, now time.Time) (analysis.Analysis, error)
	// Delete takes an analysis off the list of an account that asked for it.
	Delete(ctx context.Context, id, account string, now time.Time) error
	// Sweep forgets what no longer counts.
	Sweep(ctx context.Context, before time.Time) error
	Work
}

// Work is how workers share what is to be done.
type Work interface {
	// Claim gives a worker the oldest analysis that nobody works on, for a time.
	Claim(ctx context.Context, worker string, now, until time.Time) (a analysis.Analysis, found bool, err error)
	// Extend lets a worker keep its analysis, if it has it still.
	Extend(ctx context.Context, id, worker string, until time.Time) error
	// Note stores what was found of the next positions, and the end once there is
	// none left; errLost where the worker has the analysis no more.
	Note(ctx context.Context, a analysis.Analysis, worker string, found []analysis.Found) (analysis.Analysis, error)
	// Fail ends an analysis that can't be completed.
	Fail(ctx context.Context, id, worker, reason string, now time.Time) error
	// Release lets others have an analysis after a time.
	Release(ctx context.Context, id, worker string, at time.Time) error
}

// Games are the games that were played here, as a caller may read them.
type Games interface {
	// Record is a game's record.
	Record(ctx context.Context, id string) (*record.Record, error)
}

// Search looks at positions.
type Search interface {
	// Look thinks about the position after some moves of a game.
	Look(ctx context.Context, q Question) ([]analysis.Line, error)
	// Busy reports whether others wait for it.
	Busy(ctx context.Context) (bool, error)
}

// Peers are the services that a desk asks.
type Peers struct {
	Games  Games
	Search Search
}

// Question is a position to look at.
type Question struct {
	Game, Start string
	Moves       []string
	Budget      analysis.Budget
}

// Config says how a desk works.
type Config struct {
	Limits Limits
	// MostPlies is how long a game may be.
	MostPlies int
	// Replica names this process, Jobs is how many analyses it works on at a
	// time, Parallel how many positions it asks about at a time.
	Replica        string
	Jobs, Parallel int
	// Lease is how long an analysis is a worker's that says nothing, Pause how
	// often a worker without one looks for one, Patience how long one lets others
	// go first at search, GiveUp how old an unfinished analysis may become.
	Lease, Pause, Patience, GiveUp time.Duration
}

// Desk is where analyses are asked for and done.
type Desk struct {
	Peers

	store  Store
	cfg    Config
	now    func() time.Time
	log    *slog.Logger
	counts *Metrics
	// seats are the positions that this process asks about at a time, woken tells
	// its workers of a new analysis.
	seats *semaphore.Weighted
	woken chan struct{}
}

// New returns a desk. Its times are those that a store keeps.
func New(store Store, peers Peers, cfg Config, counts *Metrics, now func() time.Time, log *slog.Logger) *Desk {
	stored := func() time.Time { return now().UTC().Truncate(time.Microsecond) }
	return &Desk{
		Peers: peers, store: store, cfg: cfg, now: stored, log: log, counts: counts,
		seats: semaphore.NewWeighted(int64(cfg.Parallel)), woken: make(chan struct{}, cfg.Jobs),
	}
}

// AnalyzeGame begins the analysis of a finished game in the name of an account
// that may read it.
func (d *Desk) AnalyzeGame(ctx context.Context, account, game string, b analysis.Budget, key Key) (analysis.Analysis, error) {
	rec, err := d.finished(ctx, game)
	if err != nil {
		return analysis.Analysis{}, err
	}
	return d.begin(ctx, account, rec, b, key, func(a *analysis.Analysis) { a.GameID, a.Tags, a.Comments = game, nil, nil })
}

// finished is the record of a game that is over for the caller.
func (d *Desk) finished(ctx context.Context, game string) (*record.Record, error) {
	rec, err := d.Games.Record(ctx, game)
	if err != nil {
		return nil, err
	}
	if rec.Result.Winner == "" {
		return nil, analysis.ErrGameRunning
	}
	return rec, nil
}

// AnalyzeRecord begins the analysis of a record.
func (d *Desk) AnalyzeRecord(ctx context.Context, account string, t analysis.Text, b analysis.Budget, key Key) (analysis.Analysis, error) {
	rec, err := t.Read()
	if err != nil {
		return analysis.Analysis{}, err
	}
	return d.begin(ctx, account, rec, b, key, func(a *analysis.Analysis) { a.Owner = account })
}

func (d *Desk) begin(ctx context.Context, account string, rec *record.Record, b analysis.Budget, key Key, set func(*analysis.Analysis)) (analysis.Analysis, error) {
	if len(rec.Moves) > d.cfg.MostPlies {
		return analysis.Analysis{}, analysis.ErrTooLong.With("plies", fmt.Sprint(d.cfg.MostPlies))
	}
	fresh, err := analysis.New(uuid.Must(uuid.NewV7()).String(), analysis.SubjectOf(rec), b.OrUsual(), d.now())
	if err != nil {
		return fresh, err
	}
	fresh.Tags, fresh.Comments = rec.Tags, rec.Comments
	set(&fresh)
	a, err := d.store.Add(ctx, fresh, account, key, d.cfg.Limits)
	if err == nil && a.ID == fresh.ID {
		d.wake()
	}
	return a, err
}

// wake lets a worker look for something to do.
func (d *Desk) wake() {
	select {
	case d.woken <- struct{}{}:
	default:
	}
}
