package rating_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/rating"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// config is what kong makes of no flags at all.
func config(db dbx.Config) rating.Config {
	return rating.Config{DB: db, Retention: time.Hour, StreamSize: 1 << 20, AuditEvery: 20 * time.Millisecond}
}

// hall is a process with rating and a referee, which a gateway calls.
type hall struct {
	ratingv1.RatingServiceClient
	t                             testing.TB
	account, gateway, matchmaking *app.Env
	bus                           *bus.Bus
	told                          int
	referee                       *referee
	accounts                      *accounts
}

func start(t testing.TB, db dbx.Config, nats *testkit.Server) *hall {
	t.Helper()
	h := &hall{t: t, referee: &referee{}, accounts: &accounts{linked: map[string]bool{}, names: map[string]string{}}}
	process := app.Config{Data: t.TempDir(), GRPC: "127.0.0.1:0", Ops: "127.0.0.1:0", Drain: time.Second, NATS: nats.Config()}
	keep := func(env **app.Env) func(context.Context, *app.Env) (*app.Service, error) {
		return func(_ context.Context, e *app.Env) (*app.Service, error) {
			*env = e
			return &app.Service{}, nil
		}
	}
	p, err := app.Start(t.Context(), process, testkit.Logger(t),
		app.Builder{Name: "account", Build: func(_ context.Context, env *app.Env) (*app.Service, error) {
			h.account = env
			return &app.Service{Register: func(r grpc.ServiceRegistrar) { accountv1.RegisterAccountServiceServer(r, h.accounts) }}, nil
		}},
		app.Builder{Name: "gateway", Build: keep(&h.gateway)},
		app.Builder{Name: "matchmaking", Build: keep(&h.matchmaking)},
		app.Builder{Name: "referee", Build: func(context.Context, *app.Env) (*app.Service, error) {
			return &app.Service{Register: func(r grpc.ServiceRegistrar) { refereev1.RegisterRefereeServiceServer(r, h.referee) }}, nil
		}},
		app.Builder{Name: "rating", Build: func(ctx context.Context, env *app.Env) (*app.Service, error) {
			return rating.New(ctx, config(db), env)
		}})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background()) // the test's own ends before its clean-ups
	var running errgroup.Group
	running.Go(func() error { return p.Run(ctx) })
	t.Cleanup(func() {
		stop()
		require.NoError(t, running.Wait())
	})
	h.RatingServiceClient = ratingv1.NewRatingServiceClient(h.gateway.Dial("rating"))
	h.bus = nats.Connect()
	require.NoError(t, h.bus.EnsureStream(t.Context(), bus.StreamSpec{
		Name: bus.AccountStream, Subjects: []string{bus.AccountLinked("*"), bus.AccountRenamed("*")}, MaxAge: time.Hour, MaxBytes: 1 << 20,
	}))
	require.NoError(t, h.bus.EnsureStream(t.Context(), bus.StreamSpec{
		Name: bus.GameStream, Subjects: []string{bus.GameEvents("*"), bus.GameLifecycle("*")}, MaxAge: time.Hour, MaxBytes: 1 << 20,
	}))
	return h
}

// halls runs a test with NATS and each of the databases.
func halls(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) { fn(t, start(t, db, testkit.NATSServer(t))) })
}

// tell publishes summaries as the referee does; each time as a new message.
func (h *hall) tell(summaries ...*refereev1.GameSummary) {
	h.t.Helper()
	h.publish(bus.GameLifecycle("0"), &refereev1.GameSummaries{Summaries: summaries})
}

// account is the account of a number; a higher number is an older account's.
func account(n int) string { return uuid.UUID{14: 0xff - byte(n>>8), 15: 0xff - byte(n)}.String() }

func seat(account string, guest bool) *refereev1.Seat {
	return &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: account, Guest: guest}}}
}

// won is a rated game of blitz xiangqi that the first player has won.
func won(id string, first, second int, change ...func(*refereev1.GameSummary)) *refereev1.GameSummary {
	s := &refereev1.GameSummary{
		GameId: id, Seq: 9, At: timestamppb.New(noon), Change: "finished", Game: "xiangqi", Mode: "rated", Visibility: "public", Category: "blitz",
		Seats:  &refereev1.Seats{First: seat(account(first), false), Second: seat(account(second), false)},
		Result: &refereev1.Result{Winner: "first", Reason: "checkmate", Status: "finished"},
	}
	for _, c := range change {
		c(s)
	}
	return s
}

func result(winner, status string) func(*refereev1.GameSummary) {
	return func(s *refereev1.GameSummary) { s.Result.Winner, s.Result.Status = winner, status }
}

func voided(s *refereev1.GameSummary) {
	s.Change, s.Seq, s.Result = "voided", 10, &refereev1.Result{Winner: "none", Reason: "cheating", Status: "void"}
	s.At = timestamppb.New(noon.Add(time.Hour))
}

func private(s *refereev1.GameSummary) { s.Visibility = "private" }

func secondIsGuest(s *refereev1.GameSummary) { s.Seats.Second.GetPlayer().Guest = true }

// settle waits until everything told before is taken in: until a last game, of
// players that no test asks about, is rated. Where replicas share the work, the
// games before may still be under way at another one.
func (h *hall) settle() {
	h.t.Helper()
	id := fmt.Sprintf("settled%d", h.told)
	h.tell(won(id, 9001, 9002, func(s *refereev1.GameSummary) { s.Game, s.Category = "draughts-russian", "standard" }))
	h.counted(id)
}

// counted waits until a game is rated.
func (h *hall) counted(id string) {
	h.t.Helper()
	require.Eventually(h.t, func() bool {
		_, err := h.GetGameRating(context.Background(), &ratingv1.GetGameRatingRequest{GameId: id})
		return err == nil
	}, 20*time.Second, 5*time.Millisecond)
}

// as is a context in which an account calls.
func (h *hall) as(n int) context.Context { return h.with(account(n), false) }

func (h *hall) with(account string, guest bool) context.Context {
	h.t.Helper()
	token, err := h.account.Signer.PlayerToken(authn.PlayerToken{
		Account: account, Session: uuid.NewString(), Guest: guest, IssuedAt: time.Now(), Expires: time.Now().Add(time.Hour),
	})
	require.NoError(h.t, err)
	return rpc.WithToken(h.t.Context(), token)
}

// rating is an account's rating on the board of most tests.
func (h *hall) rating(n int) *ratingv1.Rating {
	h.t.Helper()
	resp, err := h.ListRatings(h.t.Context(), &ratingv1.ListRatingsRequest{PlayerId: account(n), Game: "xiangqi"})
	require.NoError(h.t, err)
	require.Len(h.t, resp.GetRatings(), 3)
	return resp.GetRatings()[0]
}

func (h *hall) history(ctx context.Context, n int) *ratingv1.ListRatingHistoryResponse {
	h.t.Helper()
	resp, err := h.ListRatingHistory(ctx, &ratingv1.ListRatingHistoryRequest{PlayerId: account(n), Game: "xiangqi", Category: "blitz", PageSize: 100})
	require.NoError(h.t, err)
	return resp
}

func (h *hall) board(ctx context.Context, req *ratingv1.GetLeaderboardRequest) *ratingv1.GetLeaderboardResponse {
	h.t.Helper()
	req.Game, req.Category = "xiangqi", "blitz"
	resp, err := h.GetLeaderboard(ctx, req)
	require.NoError(h.t, err)
	return resp
}

func requireSame(t *testing.T, want, got proto.Message) {
	t.Helper()
	require.True(t, proto.Equal(want, got), "want %v\ngot  %v", want, got)
}

func requireReason(t *testing.T, err error, code codes.Code, reason string) {
	t.Helper()
	require.Equal(t, code, status.Code(err), "%v", err)
	e, ok := errs.FromStatus(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, reason, e.Reason)
}

// changes hears what rating tells.
type changes struct {
	mu  sync.Mutex
	all []*ratingv1.RatingChange
}

func (h *hall) hear() *changes {
	h.t.Helper()
	heard := &changes{}
	_, err := h.bus.Subscribe(bus.RatingChanged("*", "*"), func(m bus.Msg) {
		var news ratingv1.RatingChanges
		if proto.Unmarshal(m.Payload, &news) != nil {
			return
		}
		heard.mu.Lock()
		defer heard.mu.Unlock()
		heard.all = append(heard.all, news.GetChanges()...)
	})
	require.NoError(h.t, err)
	ctx, cancel := context.WithTimeout(h.t.Context(), 5*time.Second)
	defer cancel()
	require.NoError(h.t, h.bus.Flush(ctx))
	return heard
}

func (c *changes) of(player string) []*ratingv1.RatingChange {
	c.mu.Lock()
	defer c.mu.Unlock()
	var found []*ratingv1.RatingChange
	for _, x := range c.all {
		if x.GetPlayerId() == player {
			found = append(found, x)
		}
	}
	return found
}
