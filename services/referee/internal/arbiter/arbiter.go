// Package arbiter is what can be done with games: it takes a game, lets the
// domain decide, stores what was decided, and only then answers. Any replica
// may serve any game; who is second finds the log moved on and decides again.
package arbiter

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/shortid"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

// ErrUncertain says that nobody knows whether a command was stored; the same
// command again finds out.
var ErrUncertain = errs.New(errs.Unavailable, "STORE_UNCERTAIN", "the answer of the store is not known, please send the same again").After(time.Second)

// ErrBusy says that a game could not be decided on in time.
var ErrBusy = errs.New(errs.Unavailable, "UNAVAILABLE", "the referee can't answer now").After(time.Second)

// Log stores appends durably; store.Committer is one.
type Log interface {
	Append(ctx context.Context, a record.Append) error
	Reissue(ctx context.Context, turns ...record.Reissue) error
}

// Records are what has been stored; store.Store is them.
type Records interface {
	Log(ctx context.Context, gameID string, after int) ([]byte, error)
	ByKey(ctx context.Context, creator, key string) (record.Row, error)
	Heads(ctx context.Context, ids []string) (map[string]int, error)
	Beat(ctx context.Context, now, known time.Time) ([]record.Downtime, error)
	Turns(ctx context.Context, limit int) ([]record.Turn, error)
	LateTurns(ctx context.Context, now time.Time, limit int) ([]record.Turn, error)
}

// Codec turns events into the bytes of an append and back.
type Codec interface {
	Encode(g *game.Game, events []game.Event) (record.Append, error)
	Replay(g *game.Game, data []byte) error
	Turn(g *game.Game) (message []byte, t game.Turn, err error)
}

// Arbiter decides on games.
type Arbiter struct {
	log     Log
	records Records
	codec   Codec
	now     func() time.Time
	logger  *slog.Logger
	games   *lru.Cache[string, *entry]
	pulse   pulse
}

// New returns an arbiter that remembers so many games.
func New(log Log, records Records, codec Codec, remembered int, now func() time.Time, logger *slog.Logger) (*Arbiter, error) {
	games, err := lru.New[string, *entry](remembered)
	if err != nil {
		return nil, fmt.Errorf("make cache of games: %w", err)
	}
	return &Arbiter{log: log, records: records, codec: codec, now: now, logger: logger, games: games, pulse: newPulse()}, nil
}

// entry is a game in memory. Whoever holds the lock has the game to himself.
type entry struct {
	lock chan struct{}
	game *game.Game // nil until it is loaded, and after an uncertain commit
}

func (a *Arbiter) entry(id string) *entry {
	if e, ok := a.games.Get(id); ok {
		return e
	}
	e := &entry{lock: make(chan struct{}, 1)}
	if other, ok, _ := a.games.PeekOrAdd(id, e); ok {
		return other
	}
	return e
}

func (e *entry) hold(ctx context.Context) error {
	select {
	case e.lock <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ErrBusy
	}
}

func (e *entry) release() { <-e.lock }

// load makes sure that the game is in memory; fresh says that it has just been
// read.
func (a *Arbiter) load(ctx context.Context, id string, e *entry) (fresh bool, err error) {
	if e.game != nil {
		return false, nil
	}
	e.game = game.New(id)
	if _, err := a.catchUp(ctx, e); err != nil {
		return false, err
	}
	if e.game.Seq() == 0 {
		e.game = nil
		a.games.Remove(id)
		return false, game.ErrNoSuchGame
	}
	return true, nil
}

// catchUp applies what the log holds beyond the game in memory; lagged says
// that there was something.
func (a *Arbiter) catchUp(ctx context.Context, e *entry) (lagged bool, err error) {
	g := e.game
	seq := g.Seq()
	data, err := a.records.Log(ctx, g.ID(), seq)
	if err == nil {
		err = a.codec.Replay(g, data)
	}
	if err != nil {
		e.game = nil // whatever it is now
	}
	return g.Seq() > seq, err
}

// tries bounds how often a decision is made again after another replica was
// first.
const tries = 8

// decision judges a command at a time. It changes nothing.
type decision func(g *game.Game, at time.Time) ([]game.Event, error)

// outcome is what a decision led to: its events, and the game's last seq once
// they were stored.
type outcome struct {
	events []game.Event
	last   int
}

// decide runs a decision until its events are stored. arrival is when the
// command came in; zero means now.
func (a *Arbiter) decide(ctx context.Context, id string, arrival time.Time, d decision) (outcome, error) {
	if !shortid.Valid(id) {
		return outcome{}, game.ErrNoSuchGame
	}
	if arrival.IsZero() {
		arrival = a.now()
	}
	e := a.entry(id)
	for range tries {
		out, again, err := a.attempt(ctx, id, e, arrival, d)
		if !again {
			return out, err
		}
	}
	return outcome{}, ErrBusy
}

// attempt decides once; again says that the game has changed under it.
func (a *Arbiter) attempt(ctx context.Context, id string, e *entry, arrival time.Time, d decision) (out outcome, again bool, err error) {
	if err := a.pulse.wait(ctx, a.now); err != nil {
		return out, false, err
	}
	if err := e.hold(ctx); err != nil {
		return out, false, err
	}
	out, again, err = a.judge(ctx, id, e, arrival, d)
	deadline, up := time.Time{}, errors.Is(err, game.ErrTimeUp)
	if up {
		deadline, _ = e.game.Deadline()
	}
	e.release()
	if up {
		err := a.flag(ctx, id, deadline)
		return outcome{}, err == nil, err
	}
	return out, again, err
}

// judge decides with the game held. What a game that lags behind its log says
// without storing anything, a refusal or an answer given before, may be wrong.
func (a *Arbiter) judge(ctx context.Context, id string, e *entry, arrival time.Time, d decision) (outcome, bool, error) {
	if !a.pulse.fresh(a.now()) { // the wait for the game was long
		return outcome{}, true, nil
	}
	fresh, err := a.load(ctx, id, e)
	if err != nil {
		return outcome{}, false, err
	}
	if again, err := a.adjust(ctx, e); again || err != nil {
		return outcome{}, again, err
	}
	g := e.game
	events, err := d(g, g.Stamp(arrival, a.now()))
	switch {
	case errors.Is(err, game.ErrTimeUp):
		return outcome{}, false, err
	case err == nil && len(events) > 0 && events[0].Seq > g.Seq():
		again, err := a.store(ctx, e, events)
		return outcome{events: events, last: g.Seq()}, again, err
	case !fresh:
		lagged, lag := a.catchUp(ctx, e)
		if lagged || lag != nil {
			return outcome{}, lag == nil, lag
		}
	}
	return outcome{events: events, last: g.Seq()}, false, err
}

// store appends events to the game that is held and applies them once they are
// durable. again says that another replica was first.
func (a *Arbiter) store(ctx context.Context, e *entry, events []game.Event) (again bool, err error) {
	g := e.game
	ap, err := a.codec.Encode(g, events)
	if err != nil {
		return false, err
	}
	switch err := a.log.Append(ctx, ap); {
	case err == nil:
		if err := g.Apply(events...); err != nil {
			e.game = nil
			return false, err
		}
		return false, nil
	case errors.Is(err, record.ErrStale):
		_, err := a.catchUp(ctx, e)
		return err == nil, err
	default:
		e.game = nil
		return false, a.unstored(ctx, g.ID(), err)
	}
}

// unstored is the answer where an append failed.
func (a *Arbiter) unstored(ctx context.Context, id string, err error) error {
	switch {
	case errors.Is(err, record.ErrStopped):
		return ErrBusy
	case ctx.Err() != nil:
		return ctx.Err()
	}
	a.logger.WarnContext(ctx, "append failed", "game_id", id, "error", err)
	return ErrUncertain
}

// flag ends a game on time once the grace for stamped moves in flight is over.
// The game is not held meanwhile: those moves must get through.
func (a *Arbiter) flag(ctx context.Context, id string, deadline time.Time) error {
	wait := time.NewTimer(deadline.Add(game.FlagGrace).Sub(a.now()))
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
		return ErrBusy
	}
	_, err := a.ClaimTimeout(ctx, id)
	return err
}

// adjust writes into a game's log what downtimes took from its running side.
func (a *Arbiter) adjust(ctx context.Context, e *entry) (again bool, err error) {
	for _, d := range a.pulse.downtimes() {
		events := e.game.Adjust(game.Downtime{From: d.From(), To: d.To()})
		if len(events) == 0 {
			continue
		}
		if again, err := a.store(ctx, e, events); again || err != nil {
			return again, err
		}
	}
	return false, nil
}
