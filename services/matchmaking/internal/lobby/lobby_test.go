package lobby_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/matchmaking/internal/events"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/store"
)

var (
	noon  = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	owner = room.Player{Account: "owner"}
	anna  = room.Player{Account: "anna", Guest: true}
	binh  = room.Player{Account: "binh"}
)

// referee is one that creates games by their rooms, and can be told to fail.
type referee struct {
	mu    sync.Mutex
	games map[string]room.Room // by the game's id
	over  map[string]bool
	// fail, where set, is asked before a game is created; lost after it.
	fail, lost func(room.Room) error
}

func (f *referee) CreateGame(_ context.Context, r room.Room) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		if err := f.fail(r); err != nil {
			return "", err
		}
	}
	f.games["game of "+r.GameKey()] = r
	if f.lost != nil {
		if err := f.lost(r); err != nil {
			return "", err
		}
	}
	return "game of " + r.GameKey(), nil
}

func (f *referee) Over(_ context.Context, gameID string) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.over[gameID], nil
}

func (f *referee) fails(fail func(room.Room) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fail = fail
}

// people are accounts of whom some have blocked others; nobody is unknown but
// the stranger, and all but the owner are guests.
type people struct {
	mu     sync.Mutex
	blocks [][2]string
	away   error
}

func (p *people) Among(_ context.Context, accounts []string) (blocks [][2]string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range p.blocks {
		if slices.Contains(accounts, b[0]) && slices.Contains(accounts, b[1]) {
			blocks = append(blocks, b)
		}
	}
	return blocks, p.away
}

func (p *people) Find(_ context.Context, account string) (room.Player, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if account == "stranger" {
		return room.Player{}, room.ErrNoSuchPlayer
	}
	return room.Player{Account: account, Guest: account != "owner"}, nil
}

func (p *people) block(one, other string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.blocks = append(p.blocks, [2]string{one, other})
}

// hall is a lobby with all that it stands on.
type hall struct {
	*lobby.Lobby
	store   *store.Store
	referee *referee
	people  *people
	mu      sync.Mutex
	time    time.Time
}

func (h *hall) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.time
}

func (h *hall) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.time = h.time.Add(d)
}

var limits = lobby.Limits{RoomLife: 2 * time.Hour, OpenRooms: 5, CodeTries: 10, CodeWindow: 10 * time.Minute}

func newHall(t *testing.T, db *dbx.DB) *hall {
	t.Helper()
	h := &hall{store: store.New(db, events.NewNews(outbox.NewRelay(db, nil, outbox.RelayConfig{}, testkit.Logger(t)))), time: noon, people: &people{}, referee: &referee{games: map[string]room.Room{}, over: map[string]bool{}}}
	h.Lobby = lobby.New(h.store, h.referee, h.people, limits, h.now, testkit.Logger(t))
	return h
}

// onSQLite gives a hall to tests for which one database is enough.
func onSQLite(t *testing.T) *hall {
	t.Helper()
	return newHall(t, testkit.Open(t, testkit.SQLite(t), "matchmaking", store.Migrations()))
}

// onBoth runs a test on a hall of each database.
func onBoth(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Databases(t, "matchmaking", store.Migrations(), func(t *testing.T, db *dbx.DB) { fn(t, newHall(t, db)) })
}

func (h *hall) open(t *testing.T, access string) room.Room {
	t.Helper()
	r, err := h.Create(t.Context(), room.Wish{Owner: owner, Game: "jungle", Access: access}, lobby.Key{})
	require.NoError(t, err)
	return r
}

func (h *hall) get(t *testing.T, id string) room.Room {
	t.Helper()
	r, err := h.Get(t.Context(), id, owner.Account)
	require.NoError(t, err)
	return r
}

func TestCreate(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r := h.open(t, room.Public)
	require.Equal(t, room.Open, r.State)
	require.Empty(t, r.Code)
	require.Equal(t, noon.Add(limits.RoomLife), r.Expires)
	require.Equal(t, r, h.get(t, r.ID))

	coded := h.open(t, room.ByCode)
	code, ok := room.ReadCode(coded.Code)
	require.True(t, ok)
	require.Equal(t, coded.Code, code)
	require.NotEqual(t, coded.Code, h.open(t, room.ByCode).Code)

	_, err := h.Create(t.Context(), room.Wish{Owner: owner, Game: "chess"}, lobby.Key{})
	require.ErrorIs(t, err, room.ErrUnknownGame)
}

// crowded has drawn codes taken so many times.
type crowded struct {
	lobby.Store
	times int
	codes []string
}

func (c *crowded) Add(ctx context.Context, r room.Room, key lobby.Key, most int) (room.Room, error) {
	if c.codes = append(c.codes, r.Code); len(c.codes) <= c.times {
		return room.Room{}, lobby.ErrCodeTaken
	}
	return c.Store.Add(ctx, r, key, most)
}

func TestTakenCodeIsDrawnAgain(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	c := &crowded{Store: h.store, times: 3}
	l := lobby.New(c, h.referee, h.people, limits, h.now, testkit.Logger(t))
	r, err := l.Create(t.Context(), room.Wish{Owner: owner, Game: "jungle", Access: room.ByCode}, lobby.Key{})
	require.NoError(t, err)
	require.Len(t, c.codes, 4)
	require.Equal(t, c.codes[3], r.Code)

	c.codes, c.times = nil, 100
	_, err = l.Create(t.Context(), room.Wish{Owner: owner, Game: "jungle", Access: room.ByCode}, lobby.Key{})
	require.ErrorIs(t, err, lobby.ErrCodeTaken, "it does not go on for ever")
}

func TestDoubleTapsOpenOneRoom(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		var group errgroup.Group
		rooms := make([]room.Room, 10)
		for i := range rooms {
			group.Go(func() (err error) {
				rooms[i], err = h.Create(t.Context(), room.Wish{Owner: owner, Game: "jungle"}, lobby.Key{Caller: "owner", Text: "tap", Body: []byte("b")})
				return err
			})
		}
		require.NoError(t, group.Wait())
		for _, r := range rooms {
			require.Equal(t, rooms[0], r)
		}
		listed, err := h.List(t.Context(), lobby.Filter{Limit: 10})
		require.NoError(t, err)
		require.Equal(t, rooms[:1], listed)
	})
}

func TestRoomsOfOthersByCodeDoNotExist(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r := h.open(t, room.ByCode)
	for _, account := range []string{"", "anna"} {
		got, err := h.Get(t.Context(), r.ID, account)
		require.ErrorIs(t, err, room.ErrNoSuchRoom)
		require.Zero(t, got)
	}
	_, err := h.JoinByCode(t.Context(), r.Code, anna)
	require.NoError(t, err)
	_, err = h.Get(t.Context(), r.ID, "anna")
	require.NoError(t, err)
}

func TestOpenRoomsLapse(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r := h.open(t, room.Public)
	h.pass(limits.RoomLife)
	require.Equal(t, room.Closed, h.get(t, r.ID).State, "before anybody tidied up")
	_, err := h.Join(t.Context(), r.ID, anna)
	require.ErrorIs(t, err, room.ErrClosed)
	listed, err := h.List(t.Context(), lobby.Filter{Limit: 10})
	require.NoError(t, err)
	require.Empty(t, listed)

	require.NoError(t, h.Tidy(t.Context()))
	stored, err := h.store.Get(t.Context(), r.ID)
	require.NoError(t, err)
	require.Equal(t, room.Closed, stored.State)
	h.pass(8 * 24 * time.Hour)
	require.NoError(t, h.Tidy(t.Context()))
	_, err = h.Get(t.Context(), r.ID, owner.Account)
	require.ErrorIs(t, err, room.ErrNoSuchRoom)
}

func TestLeave(t *testing.T) {
	t.Parallel()
	h := onSQLite(t)
	r := h.open(t, room.Public)
	_, err := h.Leave(t.Context(), r.ID, "anna")
	require.ErrorIs(t, err, room.ErrNotYourRoom)
	left, err := h.Leave(t.Context(), r.ID, "owner")
	require.NoError(t, err)
	require.Equal(t, room.Closed, left.State)
	_, err = h.Join(t.Context(), r.ID, anna)
	require.ErrorIs(t, err, room.ErrClosed)
}

// Whoever is first, the owner who leaves or the player who joins, the other is
// refused and both see the same.
func TestLeavingRacesJoining(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, h *hall) {
		for i := range 10 {
			r, err := h.Create(t.Context(), room.Wish{Owner: room.Player{Account: fmt.Sprint("owner ", i)}, Game: "morris"}, lobby.Key{})
			require.NoError(t, err)
			var group errgroup.Group
			var leaving, joining error
			group.Go(func() error { _, leaving = h.Leave(t.Context(), r.ID, r.Owner.Account); return nil })
			group.Go(func() error { _, joining = h.Join(t.Context(), r.ID, anna); return nil })
			require.NoError(t, group.Wait())
			r, err = h.Get(t.Context(), r.ID, "anna")
			require.NoError(t, err)
			if r.State == room.Playing {
				require.NoError(t, joining)
				require.ErrorIs(t, leaving, room.ErrClosed)
			} else {
				require.Equal(t, room.Closed, r.State)
				require.NoError(t, leaving)
				require.ErrorIs(t, joining, room.ErrClosed)
			}
		}
	})
}
