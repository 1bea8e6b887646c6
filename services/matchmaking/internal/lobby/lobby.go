// Package lobby is what can be done with rooms: open, find, join and leave
// them, and see to it that each one that somebody has joined gets its game,
// whatever goes wrong in between.
package lobby

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kydai.dev/services/matchmaking/internal/room"
)

// ErrCodeTaken says that an open room has the code that was drawn for a new one.
var ErrCodeTaken = errors.New("an open room has this code")

// Limits are what operators may set.
type Limits struct {
	// RoomLife is how long a room stays open when nobody joins.
	RoomLife time.Duration
	// OpenRooms is how many open rooms an account may have.
	OpenRooms int
	// CodeTries is how many wrong codes an account may type within CodeWindow.
	CodeTries  int
	CodeWindow time.Duration
}

// Key is what a caller sent to mark a request as the same again.
type Key struct {
	// Caller is the account whose key it is; Text is empty for no key.
	Caller, Text string
	// Body is a hash of the request.
	Body []byte
}

// Filter says which open public rooms to list.
type Filter struct {
	// Game is a game's name; "" for all.
	Game string
	// BeforeTime and BeforeID are where the page before ended; the zero time
	// begins with the newest.
	BeforeTime time.Time
	BeforeID   string
	Limit      int
}

// Change decides what becomes of a room.
type Change func(room.Room) (room.Room, error)

// Rooms keep the rooms.
type Rooms interface {
	// Add stores a new room with its key and returns it, or the room that the
	// key gave before. It refuses the owner's open rooms beyond most.
	Add(ctx context.Context, r room.Room, key Key, most int) (room.Room, error)
	Get(ctx context.Context, id string) (room.Room, error)
	List(ctx context.Context, f Filter, now time.Time) ([]room.Room, error)
	// Invitations lists the open rooms to which one of some accounts is invited,
	// newest first.
	Invitations(ctx context.Context, accounts []string, now time.Time, limit int) ([]room.Room, error)
	// Change stores what change makes of a room; nobody else changes it
	// meanwhile.
	Change(ctx context.Context, id string, change Change) (room.Room, error)
}

// Codes lead to rooms.
type Codes interface {
	// ByCode finds the open room with a code, or the last one that had it.
	ByCode(ctx context.Context, code, account string) (room.Room, error)
	// CountTry stores what count makes of an account's tries.
	CountTry(ctx context.Context, account string, count func(room.Tries) (room.Tries, error)) error
}

// Store is everything that is kept; store.Store is it.
type Store interface {
	Rooms
	Codes
	Backlog
	Inbox
}

// Referee creates the games.
type Referee interface {
	// CreateGame creates the game of a room, or finds the one it created
	// before. An *errs.Error of kind Invalid is final.
	CreateGame(ctx context.Context, r room.Room) (gameID string, err error)
	// Over reports whether a game has ended.
	Over(ctx context.Context, gameID string) (bool, error)
}

// People are the accounts.
type People interface {
	// Among lists the couples among some accounts of which one has blocked the
	// other.
	Among(ctx context.Context, accounts []string) ([][2]string, error)
	// Find returns an account as it is now, or room.ErrNoSuchPlayer.
	Find(ctx context.Context, account string) (room.Player, error)
}

// Lobby is where rooms are opened and joined.
type Lobby struct {
	store   Store
	referee Referee
	people  People
	limits  Limits
	now     func() time.Time
	log     *slog.Logger
}

// New returns a lobby. Its times are those that a store keeps, so that an answer
// is the same the second time.
func New(store Store, referee Referee, people People, limits Limits, now func() time.Time, log *slog.Logger) *Lobby {
	stored := func() time.Time { return now().UTC().Truncate(time.Microsecond) }
	return &Lobby{store: store, referee: referee, people: people, limits: limits, now: stored, log: log}
}

// codeDraws bounds how often a code is drawn again because it was taken.
const codeDraws = 5

// Create opens a room. The same key gives the same room.
func (l *Lobby) Create(ctx context.Context, w room.Wish, key Key) (room.Room, error) {
	w, err := w.Checked()
	if err != nil {
		return room.Room{}, err
	}
	if err := l.mayInvite(ctx, w); err != nil {
		return room.Room{}, err
	}
	var r room.Room
	for range codeDraws {
		fresh := room.New(newID(), newCode(), w, l.now(), l.limits.RoomLife)
		if r, err = l.store.Add(ctx, fresh, key, l.limits.OpenRooms); !errors.Is(err, ErrCodeTaken) {
			break
		}
	}
	return r.At(l.now()), err
}

// Get returns a room that an account may see.
func (l *Lobby) Get(ctx context.Context, id, account string) (room.Room, error) {
	r, err := l.store.Get(ctx, id)
	switch {
	case err != nil:
		return room.Room{}, err
	case !r.SeenBy(account):
		return room.Room{}, room.ErrNoSuchRoom
	}
	return r.At(l.now()), nil
}

// List returns open public rooms, newest first.
func (l *Lobby) List(ctx context.Context, f Filter) ([]room.Room, error) {
	if f.Game != "" {
		if err := room.CheckGame(f.Game); err != nil {
			return nil, err
		}
	}
	return l.store.List(ctx, f, l.now())
}

// Leave closes an account's own open room.
func (l *Lobby) Leave(ctx context.Context, id, account string) (room.Room, error) {
	return l.store.Change(ctx, id, func(r room.Room) (room.Room, error) { return r.Leave(account, l.now()) })
}
