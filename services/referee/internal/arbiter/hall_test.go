package arbiter_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/testing/protocmp"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/arbiter"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/store"
)

const (
	ann = "0198c0de-0000-7000-8000-00000000000a"
	bob = "0198c0de-0000-7000-8000-00000000000b"
	eve = "0198c0de-0000-7000-8000-00000000000e"
)

var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func at(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }

// opening is a xiangqi opening, any prefix of which is legal.
var opening = []string{"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "b0c2", "a9a8"}

// clock is the time of all replicas of a hall.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// hall is one database, and the replicas that serve its games.
type hall struct {
	t        testing.TB
	cfg      dbx.Config
	clock    *clock
	replicas []*replica
}

type replica struct {
	*arbiter.Arbiter
	records *store.Store
	db      *dbx.DB
	stop    func()
}

func newHall(t testing.TB, cfg dbx.Config, replicas int) *hall {
	t.Helper()
	h := &hall{t: t, cfg: cfg, clock: &clock{now: start}}
	for range replicas {
		h.open(h.clock.Now, 100, nil)
	}
	return h
}

// halls runs a test on both databases with two replicas.
func halls(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Configs(t, func(t *testing.T, cfg dbx.Config) { fn(t, newHall(t, cfg, 2)) })
}

// sqlite is a hall of one replica.
func sqlite(t testing.TB) *hall {
	t.Helper()
	return newHall(t, testkit.SQLite(t), 1)
}

// open adds a replica; its log may be wrapped.
func (h *hall) open(now func() time.Time, remembered int, wrap func(arbiter.Log) arbiter.Log) *replica {
	h.t.Helper()
	db := testkit.Open(h.t, h.cfg, "referee", store.Migrations())
	relay := outbox.NewRelay(db, nil, outbox.RelayConfig{Lanes: events.Lanes(1)}, testkit.Logger(h.t))
	committer, err := store.NewCommitter(db, relay, events.Messages(1), events.TurnMessage(1), prometheus.NewRegistry())
	require.NoError(h.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- committer.Run(ctx) }()
	r := &replica{db: db, records: store.New(db), stop: sync.OnceFunc(func() {
		cancel()
		require.NoError(h.t, <-done)
	})}
	h.t.Cleanup(r.stop)
	log := arbiter.Log(committer)
	if wrap != nil {
		log = wrap(log)
	}
	r.Arbiter, err = arbiter.New(log, r.records, events.Codec{}, remembered, now, testkit.Logger(h.t))
	require.NoError(h.t, err)
	require.NoError(h.t, r.Beat(h.t.Context()))
	h.replicas = append(h.replicas, r)
	return r
}

// until lets time pass while the referees live.
func (h *hall) until(now time.Time) {
	h.t.Helper()
	for next := h.clock.Now(); next.Before(now); {
		next = next.Add(900 * time.Millisecond)
		if next.After(now) {
			next = now
		}
		h.clock.set(next)
		require.NoError(h.t, h.replicas[0].Beat(h.t.Context()))
	}
	h.beat()
}

func (h *hall) beat() {
	h.t.Helper()
	for _, r := range h.replicas {
		require.NoError(h.t, r.Beat(h.t.Context()))
	}
}

// people is a casual xiangqi game of ann, who begins, and bob.
func people(key string) game.Order {
	control := timecontrol.Control{Preset: "10+5"}
	return game.Order{
		Creator: "matchmaking", AsService: true, Key: key, Game: "xiangqi", Seats: &[2]game.Seat{{Account: ann}, {Account: bob}},
		Spectators: game.Spectators{Allowed: true}, Controls: [2]timecontrol.Control{control, control},
	}
}

func (r *replica) create(t testing.TB, o game.Order) string {
	t.Helper()
	id, err := r.Create(t.Context(), o, []byte(o.Key))
	require.NoError(t, err)
	return id
}

// move is the move of a ply by the side whose turn it is then.
func move(ply int, text string) game.PlayMove {
	return game.PlayMove{Account: []string{bob, ann}[ply%2], Ply: ply, Move: text}
}

func (r *replica) play(t testing.TB, id string, ply int) arbiter.Stored {
	t.Helper()
	st, err := r.Play(t.Context(), id, move(ply, opening[ply-1]))
	require.NoError(t, err)
	return st
}

// log is the game's log as it is stored, whose events must be in order.
func (r *replica) log(t testing.TB, id string) []*refereev1.GameEvent {
	t.Helper()
	data, err := r.records.Log(t.Context(), id, 0)
	require.NoError(t, err)
	all, err := events.Decode(data)
	require.NoError(t, err)
	for i, e := range all {
		require.EqualValues(t, i+1, e.GetSeq())
		if i > 0 {
			require.False(t, e.GetAt().AsTime().Before(all[i-1].GetAt().AsTime()))
		}
	}
	return all
}

// kinds are the kinds of a game's events in short.
func (r *replica) kinds(t testing.TB, id string) []string {
	t.Helper()
	var kinds []string
	for _, e := range r.log(t, id) {
		m := e.ProtoReflect()
		kinds = append(kinds, string(m.WhichOneof(m.Descriptor().Oneofs().ByName("kind")).Name()))
	}
	return kinds
}

// seen is what a viewer sees of a game, in one line.
func (r *replica) seen(t testing.TB, id string, v game.Viewer) string {
	t.Helper()
	var line string
	require.NoError(t, r.View(t.Context(), id, v, func(g *game.Game) error {
		line = fmt.Sprintf("%s seq %d ply %d", g.Status(), g.Seq(), g.Ply())
		return nil
	}))
	return line
}

// requireSame compares two answers.
func requireSame(t testing.TB, want, got arbiter.Stored) {
	t.Helper()
	require.Equal(t, []any{want.Last, want.End}, []any{got.Last, got.End})
	w, err := events.ToProto("", want.Event)
	require.NoError(t, err)
	g, err := events.ToProto("", got.Event)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(w, g, protocmp.Transform()))
}

func refusal(t require.TestingT, want string, err error) *errs.Error {
	var e *errs.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, want, e.Reason, "%v", err)
	return e
}

func requireReason(t require.TestingT, want string, err error) { _ = refusal(t, want, err) }

// briefly is a context for what must not be answered.
func briefly(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}
