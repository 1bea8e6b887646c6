package rpc_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/arbiter"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/rpc"
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

// hall is a referee behind the real interceptors.
type hall struct {
	*testkit.Local
	t         *testing.T
	arbiter   *arbiter.Arbiter
	committer *store.Committer
	// What calls straight, as the gateway, and as services.
	direct, gateway, matchmaking, clockService, search, operator refereev1.RefereeServiceClient
	tournament                                                   refereev1.RefereeServiceClient
	roles                                                        *roles

	mu  sync.Mutex
	now time.Time
}

func newHall(t *testing.T, cfg dbx.Config) *hall {
	t.Helper()
	h := &hall{Local: testkit.NewLocal(t, "gateway", "matchmaking", "clock", "chat", "rating", "search", "tournament", "operator", "referee"), t: t, now: start}
	db := testkit.Open(t, cfg, "referee", store.Migrations())
	relay := outbox.NewRelay(db, nil, outbox.RelayConfig{Lanes: events.Lanes(1)}, testkit.Logger(t))
	var err error
	h.committer, err = store.NewCommitter(db, relay, events.Messages(1), events.TurnMessage(1), prometheus.NewRegistry())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.committer.Run(ctx) }()
	t.Cleanup(func() { cancel(); require.NoError(t, <-done) })
	records := store.New(db)
	h.arbiter, err = arbiter.New(h.committer, records, events.Codec{}, 100, h.Now, testkit.Logger(t))
	require.NoError(t, err)
	require.NoError(t, h.arbiter.Beat(t.Context()))
	h.roles = &roles{of: map[string][]string{}}
	accountv1.RegisterAccountServiceServer(h, h.roles)
	moderation := arbiter.NewModeration(h.arbiter, records, rpc.NewAccounts(h.As("referee", "account")))
	refereev1.RegisterRefereeServiceServer(h, rpc.NewServer(h.arbiter, moderation, records, []byte("secret"), h.Now))
	refereev1.RegisterRulesServiceServer(h, rpc.Rules{})
	h.direct = refereev1.NewRefereeServiceClient(h.Local)
	h.gateway = refereev1.NewRefereeServiceClient(h.As("gateway", "referee"))
	h.matchmaking = refereev1.NewRefereeServiceClient(h.As("matchmaking", "referee"))
	h.operator = refereev1.NewRefereeServiceClient(h.As("operator", "referee"))
	h.tournament = refereev1.NewRefereeServiceClient(h.As("tournament", "referee"))
	h.search = refereev1.NewRefereeServiceClient(h.As("search", "referee"))
	h.clockService = refereev1.NewRefereeServiceClient(h.As("clock", "referee"))
	return h
}

func sqlite(t *testing.T) *hall {
	t.Helper()
	return newHall(t, testkit.SQLite(t))
}

// halls runs a test on both databases.
func halls(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Configs(t, func(t *testing.T, cfg dbx.Config) { fn(t, newHall(t, cfg)) })
}

func (h *hall) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

// until lets time pass while the referee lives.
func (h *hall) until(now time.Time) {
	h.t.Helper()
	for next := h.Now(); next.Before(now); {
		if next = next.Add(900 * time.Millisecond); next.After(now) {
			next = now
		}
		h.mu.Lock()
		h.now = next
		h.mu.Unlock()
		require.NoError(h.t, h.arbiter.Beat(h.t.Context()))
	}
}

func seats(first, second string) *refereev1.Seats {
	return &refereev1.Seats{First: seat(first), Second: seat(second)}
}

func seat(account string) *refereev1.Seat {
	return &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: account}}}
}

// people is a game of ann, who begins, and bob, as matchmaking makes it.
func people(key string, change ...func(*refereev1.CreateGameRequest)) *refereev1.CreateGameRequest {
	req := &refereev1.CreateGameRequest{
		CreationKey: key, Game: "xiangqi", Seats: seats(ann, bob), TimeControl: &refereev1.TimeControl{Preset: "10+5"},
	}
	for _, c := range change {
		c(req)
	}
	return req
}

// delayed lets spectators watch late; that they may watch at all goes without
// saying.
func delayed(seconds int) func(*refereev1.CreateGameRequest) {
	return func(req *refereev1.CreateGameRequest) {
		req.Spectators = &refereev1.Spectators{Delay: durationpb.New(time.Duration(seconds) * time.Second)}
	}
}

func private(req *refereev1.CreateGameRequest) { req.Visibility = "private" }

// create makes a game of people and returns its id.
func (h *hall) create(key string, change ...func(*refereev1.CreateGameRequest)) string {
	h.t.Helper()
	resp, err := h.matchmaking.CreateGame(h.t.Context(), people(key, change...))
	require.NoError(h.t, err)
	return resp.GetGame().GetGameId()
}

// play plays the opening's next moves of a game of people.
func (h *hall) play(id string, from, to int) {
	h.t.Helper()
	for ply := from; ply <= to; ply++ {
		_, err := h.direct.PlayMove(h.Player([]string{bob, ann}[ply%2]), &refereev1.PlayMoveRequest{GameId: id, Ply: int32(ply), Move: opening[ply-1]})
		require.NoError(h.t, err)
	}
}

// refused demands a refusal with a reason and returns it.
func refused(t *testing.T, reason string, code codes.Code, err error) *errs.Error {
	t.Helper()
	require.Equal(t, code, status.Code(err), "%v", err)
	e, ok := errs.FromStatus(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, reason, e.Reason)
	require.Equal(t, "referee.kydai", e.Domain)
	return e
}

func requireRefused(t *testing.T, reason string, code codes.Code, err error) {
	t.Helper()
	_ = refused(t, reason, code, err)
}

func key(n int) string { return fmt.Sprintf("key %d", n) }
