package queue_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/matchmaking/internal/events"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/pairing"
	"kydai.dev/services/matchmaking/internal/queue"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/store"
	"kydai.dev/services/matchmaking/internal/ticket"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

const life = 12 * time.Second

// others are the services that a queue asks, as a test sets them.
type others struct {
	mu      sync.Mutex
	games   map[string]ticket.Match // by key
	asked   map[string]int
	over    bool
	away    error // of the referee
	ratings map[string]int
	noRates error
	blocks  [][2]string
	noBlock error
}

func (o *others) CreateMatch(_ context.Context, m ticket.Match) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.away != nil {
		return "", o.away
	}
	o.asked[m.GameKey()]++
	o.games[m.GameKey()] = m
	return "game of " + m.GameKey(), nil
}

func (o *others) Over(context.Context, string) (bool, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.over, o.away
}

func (o *others) Rating(_ context.Context, account, _, _ string) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ratings[account], o.noRates
}

func (o *others) Among(context.Context, []string) ([][2]string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.blocks, o.noBlock
}

func (o *others) Find(_ context.Context, account string) (room.Player, error) {
	return room.Player{Account: account}, o.noBlock
}

func (o *others) set(change func(*others)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change(o)
}

// hall is a queue with all that it stands on, and a clock of its own.
type hall struct {
	*queue.Queue
	store  store.Tickets
	others *others
	mu     sync.Mutex
	time   time.Time
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

func newHall(t *testing.T, db *dbx.DB) *hall {
	t.Helper()
	h := &hall{store: store.NewTickets(store.New(db, events.NewNews(outbox.NewRelay(db, nil, outbox.RelayConfig{}, testkit.Logger(t))))), time: noon, others: &others{games: map[string]ticket.Match{}, asked: map[string]int{}, ratings: map[string]int{}}}
	h.Queue = h.replica(t, "one")
	return h
}

// replica is a further queue on the same store.
func (h *hall) replica(t *testing.T, name string) *queue.Queue {
	t.Helper()
	return queue.New(h.store, queue.Others{Referee: h.others, Ratings: h.others, People: h.others}, queue.Config{Life: life, Replica: name}, h.now, testkit.Logger(t))
}

func onSQLite(t *testing.T) *hall {
	t.Helper()
	return newHall(t, testkit.Open(t, testkit.SQLite(t), "matchmaking", store.Migrations()))
}

func onBoth(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Databases(t, "matchmaking", store.Migrations(), func(t *testing.T, db *dbx.DB) { fn(t, newHall(t, db)) })
}

func wish(account string) ticket.Wish {
	return ticket.Wish{
		Owner: room.Player{Account: account}, Game: "xiangqi", Mode: room.Rated, Control: timecontrol.Control{Preset: "10+5"},
		Below: pairing.Anyone, Above: pairing.Anyone,
	}
}

func (h *hall) wait(t *testing.T, account string) ticket.Ticket {
	t.Helper()
	made, _, err := h.Create(t.Context(), wish(account), lobby.Key{})
	require.NoError(t, err)
	return made
}

func (h *hall) get(t *testing.T, made ticket.Ticket) ticket.Ticket {
	t.Helper()
	now, err := h.store.Get(t.Context(), made.ID)
	require.NoError(t, err)
	return now
}

func (h *hall) pair(t *testing.T) {
	t.Helper()
	require.NoError(t, h.Pair(t.Context()))
}
