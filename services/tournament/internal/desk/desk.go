// Package desk is what can be asked of tournaments, and how they run: it loads one,
// lets it decide, stores what was decided, and does what that asks of others. Any
// number of replicas may do so at once, for whoever was second decides again on what
// the first has left.
package desk

import (
	"context"
	"log/slog"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/errgroup"

	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// Store keeps tournaments.
type Store interface {
	Logs
	Lists
	Series
	Work
}

// Logs are the events of tournaments.
type Logs interface {
	// Create stores a new tournament, or finds the one that its key has made.
	Create(ctx context.Context, a record.Append) (id string, err error)
	// Append stores what was decided; ErrStale says that another append was first.
	Append(ctx context.Context, a record.Append) error
	// Log returns the events after a seq, in order.
	Log(ctx context.Context, id string, after, limit int) ([]tourney.Event, error)
	// Heads are the seqs of the last events; none of a tournament that there is not.
	Heads(ctx context.Context, ids ...string) (map[string]int, error)
}

// Lists are what there is to look through.
type Lists interface {
	Standings(ctx context.Context, id string, round int) (st record.Standings, there bool, err error)
	List(ctx context.Context, f record.Filter, p record.Page) ([]record.Summary, error)
	OfAccount(ctx context.Context, account string, p record.Page) ([]record.Own, error)
	// Running are the tournaments that are played, by id, after one.
	Running(ctx context.Context, after string, limit int) ([]string, error)
}

// Series are what makes tournaments again and again.
type Series interface {
	// CreateSeries stores a new one, or finds the one that its key has made.
	CreateSeries(ctx context.Context, s record.Series, key record.Key) (id string, err error)
	// UpdateSeries changes the version that was read; ErrStale says that it is not
	// the last one.
	UpdateSeries(ctx context.Context, s record.Series) error
	Series(ctx context.Context, id string) (record.Series, error)
	// ListSeries lists those that go on.
	ListSeries(ctx context.Context, p record.Page) ([]record.Series, error)
	// DueSeries gives a worker those whose next tournament is to be made.
	DueSeries(ctx context.Context, worker string, now, until time.Time, limit int) ([]record.Series, error)
	// Skip takes one on to its next start without a tournament for this one.
	Skip(ctx context.Context, start record.Start) error
}

// Work is how workers share what is to be done.
type Work interface {
	// Due gives a worker tournaments that go on by themselves, until a time or the
	// next append.
	Due(ctx context.Context, worker string, now, until time.Time, limit int) ([]string, error)
	// Keep lets a worker have a due tournament for longer, or gives it back early.
	Keep(ctx context.Context, id, worker string, until time.Time) error
	Chores
	// Census counts tournaments by status, and chores.
	Census(ctx context.Context) (record.Census, error)
	// Sweep forgets Idempotency-Keys from before a time.
	Sweep(ctx context.Context, before time.Time) error
}

// Chores are what is to be done elsewhere.
type Chores interface {
	// ClaimChores gives a worker chores until a time.
	ClaimChores(ctx context.Context, worker string, now, until time.Time, limit int) ([]record.Chore, error)
	// Postpone gives a chore back, to be tried again at a time, with how often it was
	// refused.
	Postpone(ctx context.Context, c record.Chore, at time.Time) error
	// Drop takes away a chore that is done.
	Drop(ctx context.Context, c record.Chore) error
}

// Referee makes games and judges them.
type Referee interface {
	// Make makes a game, or finds the one that its key has made.
	Make(ctx context.Context, o Order) (id string, err error)
	Umpire
	// Look says how games stand; those that there are not are left out.
	Look(ctx context.Context, ids []string) ([]Game, error)
}

// Umpire is what a director does to games. Whatever was done already is no error.
type Umpire interface {
	Decide(ctx context.Context, d tourney.DecideGame) error
	Void(ctx context.Context, v tourney.VoidGame) error
	Pause(ctx context.Context, p tourney.PauseGame) error
	Resume(ctx context.Context, r tourney.ResumeGame) error
}

// Order is a game to be made.
type Order struct {
	tourney.MakeGame

	Tournament, Key string
	// Guests says which of the players are.
	Guests [2]bool
}

// Game is how a game of a tournament stands.
type Game struct {
	Tournament string
	Over       bool
	// Moved is when something happened in it last.
	Moved time.Time
	// End is its end; where it is not over only what it was made for.
	End tourney.GameEnd
}

// Accounts knows who people are.
type Accounts interface {
	// Find is somebody as a candidate without a rating.
	Find(ctx context.Context, account string) (tourney.Candidate, error)
	// Roles are those that an account has now.
	Roles(ctx context.Context, account string) ([]string, error)
}

// Ratings knows how strong players are.
type Ratings interface {
	Rating(ctx context.Context, account, game, category string) (int, error)
}

// Prizes pays what is won, once for each key.
type Prizes interface {
	Pay(ctx context.Context, tournament, key string, p tourney.PayPrize) error
}

// Peers are the services that a desk asks.
type Peers struct {
	Referee  Referee
	Accounts Accounts
	Ratings  Ratings
	Prizes   Prizes
	// Bus says whether news of games can be heard.
	Bus interface{ Connected() bool }
}

// Config says how a desk works.
type Config struct {
	// Replica names this process.
	Replica string
	// Workers is how many chores, and Rounds how many tournaments, it looks after at
	// a time.
	Workers, Rounds int
	// Pause is how often it looks for work; Lease how long work is its own that it
	// says nothing of.
	Pause, Lease time.Duration
	// Audit is how often the referee is asked how games stand, Deaf how often while
	// nothing is heard of them.
	Audit, Deaf time.Duration
	// Cached is how many tournaments are remembered.
	Cached int
}

// Desk is where tournaments are held.
type Desk struct {
	Peers

	store   Store
	cfg     Config
	now     func() time.Time
	log     *slog.Logger
	metrics *Metrics

	known *lru.Cache[string, *tourney.Tournament]
	// turns are for those who append to a tournament, thoughts for those who ponder
	// over its pairing.
	turns, thoughts *turns
	// pondering are those who go on after their callers have gone.
	pondering errgroup.Group
	woken     chan struct{}
}

// New returns a desk. Its times are those that a store keeps.
func New(store Store, peers Peers, cfg Config, metrics *Metrics, now func() time.Time, log *slog.Logger) *Desk {
	known, _ := lru.New[string, *tourney.Tournament](max(cfg.Cached, 1)) // fails for sizes below 1 only
	return &Desk{
		Peers: peers, store: store, cfg: cfg, metrics: metrics, log: log,
		now:   func() time.Time { return now().UTC().Truncate(time.Microsecond) },
		known: known, turns: newTurns(), thoughts: newTurns(), woken: make(chan struct{}, 1),
	}
}

// wake lets the workers look for something to do.
func (d *Desk) wake() {
	select {
	case d.woken <- struct{}{}:
	default:
	}
}
