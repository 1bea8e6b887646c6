package store_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/referee/internal/record"
	"kydai.dev/services/referee/internal/store"
)

var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func at(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }

// hall is a store with a committer; the relay is real, but nothing is
// published unless a test starts it.
type hall struct {
	*store.Store
	t         testing.TB
	db        *dbx.DB
	committer *store.Committer
	gate      *gate
	groups    *groups
	stop      func()
}

// open makes a hall on a database and runs its committer.
func open(t testing.TB, db *dbx.DB, around ...func(store.Transact) store.Transact) *hall {
	t.Helper()
	relay := outbox.NewRelay(db, nil, outbox.RelayConfig{Lanes: 1}, testkit.Logger(t))
	return openWith(t, db, relay, around...)
}

func openWith(t testing.TB, db *dbx.DB, relay store.Relay, around ...func(store.Transact) store.Transact) *hall {
	t.Helper()
	g := &groups{}
	c, err := store.NewCommitter(db, relay, g.messages, turn, prometheus.NewRegistry())
	require.NoError(t, err)
	h := &hall{Store: store.New(db), t: t, db: db, committer: c, gate: &gate{open: func() {}}, groups: g}
	c.Around(h.gate.around)
	for _, with := range around {
		c.Around(with)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	h.stop = sync.OnceFunc(func() {
		cancel()
		h.gate.open() // where a test failed
		require.NoError(t, <-done)
	})
	t.Cleanup(h.stop)
	return h
}

// suite runs a test on both databases.
func suite(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Databases(t, "referee", store.Migrations(), func(t *testing.T, db *dbx.DB) { fn(t, open(t, db)) })
}

func turn(gameID string, message []byte) outbox.Message {
	return outbox.New(context.Background(), "turn."+gameID, "t", 0, message)
}

// groups notes the appends of each commit. Each becomes a message of its own.
type groups struct {
	mu  sync.Mutex
	all [][]string
}

func (g *groups) messages(stored []record.Append) []outbox.Message {
	var out []outbox.Message
	var ids []string
	for _, a := range stored {
		ids = append(ids, a.GameID)
		out = append(out, outbox.New(context.Background(), "games", "t", 0, a.Events))
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all = append(g.all, ids)
	return out
}

// gate can hold up the transactions of a committer.
type gate struct {
	mu   sync.Mutex
	plug chan struct{}
	at   chan struct{}
	open func()
}

// close holds up every transaction from now on; the returned channel tells of
// the first one. The returned function lets them through.
func (g *gate) close() (reached <-chan struct{}, open func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	plug := make(chan struct{})
	g.plug, g.at = plug, make(chan struct{}, 1000)
	g.open = sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		close(plug)
		g.plug = nil
	})
	return g.at, g.open
}

func (g *gate) around(next store.Transact) store.Transact {
	return func(ctx context.Context, fn func(*gorm.DB) error) error {
		g.mu.Lock()
		plug, at := g.plug, g.at
		g.mu.Unlock()
		if plug != nil {
			at <- struct{}{}
			<-plug
		}
		return next(ctx, fn)
	}
}

// together appends everything so that it waits for one commit, and returns
// what came of each.
func (h *hall) together(all ...record.Append) []error {
	h.t.Helper()
	reached, open := h.gate.close()
	plug := make(chan struct{})
	go func() {
		defer close(plug)
		_ = h.committer.Append(context.Background(), creation("plug", "plug", "plug")) // a game the first time
	}()
	<-reached // the committer is busy; now everything gathers behind it
	errs := make([]error, len(all))
	var wait sync.WaitGroup
	for i, a := range all {
		wait.Go(func() { errs[i] = h.committer.Append(context.Background(), a) })
	}
	waiting := min(len(all), store.GroupSize)
	require.Eventually(h.t, func() bool { return h.committer.Queued() == waiting }, 20*time.Second, time.Millisecond)
	open()
	wait.Wait()
	<-plug
	return errs
}

func (h *hall) append(a record.Append) {
	h.t.Helper()
	require.NoError(h.t, h.committer.Append(h.t.Context(), a))
}

const (
	ann = "0198c0de-0000-7000-8000-00000000000a"
	bob = "0198c0de-0000-7000-8000-00000000000b"
	eve = "0198c0de-0000-7000-8000-00000000000e"
)

// creation makes a game of ann and bob, whose log begins with two events.
func creation(id, creator, key string) record.Append {
	return record.Append{
		GameID: id, Seq: 1, LastSeq: 2, Events: []byte(id + ":1-2 "),
		Create: &record.NewGame{
			Creator: creator, Key: key, BodyHash: []byte{1, 2}, Game: "xiangqi", Mode: "casual", Visibility: "public", Category: "rapid",
			Settings: []byte("settings"), Accounts: [2]string{ann, bob}, Created: start,
		},
		State: record.State{Status: "running", AsOf: start, Deadline: at(30)},
	}
}

// game makes a game with a key of its own.
func game(id string) record.Append { return creation(id, "matchmaking", id) }

// next is an append of one event to a running game.
func next(id string, seq int) record.Append {
	return record.Append{
		GameID: id, Seq: seq, LastSeq: seq, Events: fmt.Appendf(nil, "%s:%d ", id, seq),
		State: record.State{Ply: seq - 2, Status: "running", AsOf: at(float64(seq)), Deadline: at(float64(seq + 60))},
	}
}

// row is the game's row.
func (h *hall) row(id string) record.Row {
	h.t.Helper()
	var r record.Row
	require.NoError(h.t, h.db.Read().Table("games").Joins("JOIN game_heads ON game_id = id").Where("id = ?", id).Scan(&r).Error)
	return r
}

func (h *hall) log(id string) string {
	h.t.Helper()
	data, err := h.Log(h.t.Context(), id, 0)
	require.NoError(h.t, err)
	return string(data)
}

// outbox is the payloads of the rows that wait to be published, sorted.
func (h *hall) outbox() []string {
	h.t.Helper()
	var payloads [][]byte
	require.NoError(h.t, h.db.Read().Table("outbox").Pluck("payload", &payloads).Error)
	out := make([]string, len(payloads))
	for i, p := range payloads {
		out[i] = string(p)
	}
	slices.Sort(out)
	return out
}
