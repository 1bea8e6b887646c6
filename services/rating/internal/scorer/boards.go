package scorer

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"kydai.dev/services/rating/internal/board"
	"kydai.dev/services/rating/internal/standing"
)

// Listing is a player on a leaderboard, or no longer.
type Listing struct {
	Player string
	Rating int
	Listed bool
	// Version is the number of the change that put him there.
	Version int64
}

// Listings are the leaderboards as stored.
type Listings interface {
	// Versions says how many changes each board has had.
	Versions(ctx context.Context) (map[standing.Board]int64, error)
	// Listed calls fn with the players who are on a board.
	Listed(ctx context.Context, b standing.Board, fn func(Listing) error) error
	// Since returns what the changes after a version make of their players, in
	// order.
	Since(ctx context.Context, b standing.Board, version int64, limit int) ([]Listing, error)
}

// Boards are the leaderboards in memory. They follow the stored ones: after
// each commit of this process, when another replica tells of changes, and now
// and then in case nobody could tell.
type Boards struct {
	store Listings
	log   *slog.Logger
	wake  chan struct{}

	// following is held by who brings the boards up to date.
	following sync.Mutex
	versions  map[standing.Board]int64

	mu     sync.RWMutex
	boards map[standing.Board]*board.Board
}

// NewBoards returns boards that are empty until Follow.
func NewBoards(store Listings, log *slog.Logger) *Boards {
	return &Boards{
		store: store, log: log, wake: make(chan struct{}, 1),
		versions: map[standing.Board]int64{}, boards: map[standing.Board]*board.Board{},
	}
}

// none stands for the boards that nobody is on.
var none = board.New()

// Find returns the place of a player; ok is false where he has none.
func (b *Boards) Find(of standing.Board, player board.ID) (p board.Place, ok bool) {
	return b.board(of).Find(player)
}

// Top returns the players behind a place, or the best ones behind none.
func (b *Boards) Top(of standing.Board, n int, behind *board.Place, me board.ID) board.View {
	return b.board(of).Top(n, behind, me)
}

// Around returns so many players on either side of one, and the player.
func (b *Boards) Around(of standing.Board, me board.ID, n int) board.View {
	return b.board(of).Around(me, n)
}

func (b *Boards) board(of standing.Board) *board.Board {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if found := b.boards[of]; found != nil {
		return found
	}
	return none
}

const (
	// followEvery is how late another replica's changes are seen when NATS is
	// away.
	followEvery = 500 * time.Millisecond
	followPage  = 10_000
)

// Wake says that another replica may have changed something.
func (b *Boards) Wake() {
	select {
	case b.wake <- struct{}{}:
	default: // somebody has said so already
	}
}

// Run follows the stored boards until its context ends.
func (b *Boards) Run(ctx context.Context) error {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-b.wake:
		case <-ctx.Done():
			return nil
		}
		if err := b.Follow(ctx); err != nil && ctx.Err() == nil {
			b.log.WarnContext(ctx, "leaderboards lag behind", "error", err)
		}
	}
}

// Follow brings the boards up to what is stored now.
func (b *Boards) Follow(ctx context.Context) error {
	b.following.Lock()
	defer b.following.Unlock()
	stored, err := b.store.Versions(ctx)
	if err != nil {
		return err
	}
	for of, version := range stored {
		if _, loaded := b.versions[of]; !loaded {
			err = b.load(ctx, of, version)
		}
		if err == nil {
			err = b.catchUp(ctx, of, version)
		}
		if err != nil {
			return fmt.Errorf("follow board %s %s: %w", of.Game, of.Category, err)
		}
	}
	return nil
}

// load reads a whole board. What is changed meanwhile may be in it or not: it
// is set once more by catchUp, from the version that there was before.
func (b *Boards) load(ctx context.Context, of standing.Board, version int64) error {
	fresh := board.New()
	if err := b.store.Listed(ctx, of, func(l Listing) error { return set(fresh, l) }); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.boards[of], b.versions[of] = fresh, version
	return nil
}

// catchUp applies the changes since the version that the board has.
func (b *Boards) catchUp(ctx context.Context, of standing.Board, version int64) error {
	for b.versions[of] < version {
		changes, err := b.store.Since(ctx, of, b.versions[of], followPage)
		if err != nil {
			return err
		}
		if len(changes) == 0 {
			return nil
		}
		if err := set(b.board(of), changes...); err != nil {
			return err
		}
		b.versions[of] = changes[len(changes)-1].Version
	}
	return nil
}

// set puts players on a board, all at once: nobody sees one player of a game
// moved and the other not.
func set(on *board.Board, listings ...Listing) error {
	entries := make([]board.Entry, len(listings))
	for i, l := range listings {
		id, err := uuid.Parse(l.Player)
		if err != nil {
			return fmt.Errorf("account %q: %w", l.Player, err)
		}
		entries[i] = board.Entry{Player: board.ID(id), Rating: l.Rating, Listed: l.Listed}
	}
	on.Set(entries...)
	return nil
}
