package scorer

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
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

// Boards are the leaderboards in memory. They are told what this process stores,
// and follow the stored ones now and then and whenever somebody asks for what is
// stored now.
type Boards struct {
	store Listings
	log   *slog.Logger

	// following is held, by putting something in, while the boards are brought up
	// to date. Of what is done so, begun counts the beginnings and done is the
	// number of the last one that came to its end.
	following chan struct{}
	begun     atomic.Int64
	done      int64
	versions  map[standing.Board]int64

	mu     sync.RWMutex
	boards map[standing.Board]*board.Board
}

// NewBoards returns boards that are empty until Follow.
func NewBoards(store Listings, log *slog.Logger) *Boards {
	return &Boards{
		store: store, log: log, following: make(chan struct{}, 1),
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
	// followEvery bounds what a reader finds undone.
	followEvery = 500 * time.Millisecond
	followPage  = 10_000
	// freshLimit is how long a reader waits at most for what is stored now.
	freshLimit = 500 * time.Millisecond
)

// Run follows the stored boards until its context ends.
func (b *Boards) Run(ctx context.Context) error {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		if err := b.Follow(ctx); err != nil && ctx.Err() == nil {
			b.log.WarnContext(ctx, "leaderboards lag behind", "error", err)
		}
	}
}

// Fresh brings the boards up to what was stored when it was called, whichever
// replica has stored it. With the database away they stay as they are.
func (b *Boards) Fresh(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, freshLimit)
	defer cancel()
	if err := b.Follow(ctx); err != nil {
		b.log.WarnContext(ctx, "answering from leaderboards that lag behind", "error", err)
	}
}

// Follow brings the boards up to what is stored now. Of many who call at once one
// does it for all.
func (b *Boards) Follow(ctx context.Context) error {
	came := b.begun.Load()
	select {
	case b.following <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait for leaderboards: %w", ctx.Err())
	}
	defer func() { <-b.following }()
	if b.done > came { // begun by another, after this call
		return nil
	}
	n := b.begun.Add(1)
	if err := b.follow(ctx); err != nil {
		return err
	}
	b.done = n
	return nil
}

// Took makes the boards show changes that were just stored, as far as nothing is
// missing before them: what is left out is followed.
func (b *Boards) Took(changes []standing.Change) error {
	select {
	case b.following <- struct{}{}:
	default: // who is at it, or comes next, finds them
		return nil
	}
	defer func() { <-b.following }()
	next := map[standing.Board][]Listing{}
	for _, c := range changes {
		if version, loaded := b.versions[c.Board]; loaded && c.Version == version+int64(len(next[c.Board]))+1 {
			next[c.Board] = append(next[c.Board], Listing{c.Player, c.After, c.Listed, c.Version})
		}
	}
	for of, listings := range next {
		if err := set(b.board(of), listings...); err != nil {
			return err
		}
		b.versions[of] += int64(len(listings))
	}
	return nil
}

func (b *Boards) follow(ctx context.Context) error {
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
