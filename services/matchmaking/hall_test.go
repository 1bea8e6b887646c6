package matchmaking_test

import (
	"context"
	"slices"
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

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/matchmaking"
)

// config is what kong makes of no flags at all.
func config(db dbx.Config) matchmaking.Config {
	return matchmaking.Config{
		DB: db, RoomLife: 2 * time.Hour, OpenRooms: 5, CodeTries: 10, CodeWindow: 10 * time.Minute, TicketLife: 12 * time.Second,
		Retention: time.Hour, StreamSize: 1 << 20,
	}
}

// hall is a process with matchmaking and a referee, which a gateway calls.
type hall struct {
	matchmakingv1.RoomServiceClient
	account, gateway *app.Env
	referee          *referee
	people           *people
}

// ratings are the same for everybody.
type ratings struct {
	ratingv1.UnimplementedRatingServiceServer
}

func (ratings) BatchGetRatings(_ context.Context, req *ratingv1.BatchGetRatingsRequest) (*ratingv1.BatchGetRatingsResponse, error) {
	resp := &ratingv1.BatchGetRatingsResponse{}
	for _, id := range req.GetPlayerIds() {
		resp.Ratings = append(resp.Ratings, &ratingv1.PlayerRating{PlayerId: id, Rating: 512})
	}
	return resp, nil
}

// people are the accounts of the hall, who may have blocked each other.
type people struct {
	accountv1.UnimplementedAccountServiceServer
	mu     sync.Mutex
	blocks []*accountv1.Relation
	guests map[string]bool
}

func (p *people) ListRelations(_ context.Context, req *accountv1.ListRelationsRequest) (*accountv1.ListRelationsResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	resp := &accountv1.ListRelationsResponse{}
	for _, b := range p.blocks {
		if slices.Contains(req.GetPlayerIds(), b.GetPlayerId()) && slices.Contains(req.GetPlayerIds(), b.GetBlockedId()) {
			resp.Relations = append(resp.Relations, b)
		}
	}
	return resp, nil
}

// unknown is the id of nobody's account.
const unknown = "0198c7a0-0000-7000-8000-000000000000"

func (p *people) GetPlayer(_ context.Context, req *accountv1.GetPlayerRequest) (*accountv1.GetPlayerResponse, error) {
	if req.GetPlayerId() == unknown {
		return nil, errs.New(errs.NotFound, "NO_SUCH_PLAYER", "there is no such player")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return &accountv1.GetPlayerResponse{Player: &accountv1.PlayerProfile{PlayerId: req.GetPlayerId(), Guest: p.guests[req.GetPlayerId()]}}, nil
}

func (p *people) block(one, other string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.blocks = append(p.blocks, &accountv1.Relation{PlayerId: one, BlockedId: other})
}

// referee takes down what it is asked for.
type referee struct {
	refereev1.UnimplementedRefereeServiceServer
	mu     sync.Mutex
	orders []*refereev1.CreateGameRequest
	caller authn.Caller
	away   bool // once
}

// gameID is the id of every game.
const gameID = "7Kq2abcdefgh"

func (r *referee) CreateGame(ctx context.Context, req *refereev1.CreateGameRequest) (*refereev1.CreateGameResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.away {
		r.away = false
		return nil, errs.New(errs.Unavailable, "UNAVAILABLE", "the referee can't answer now")
	}
	r.orders, r.caller = append(r.orders, req), authn.FromContext(ctx)
	return &refereev1.CreateGameResponse{Game: &refereev1.Game{GameId: gameID}}, nil
}

// asked reports whether a game has been asked for.
func (r *referee) asked() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.orders) > 0
}

// order is the only game asked for.
func (r *referee) order(t *testing.T) *refereev1.CreateGameRequest {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	require.Len(t, r.orders, 1)
	require.True(t, r.caller.AsService)
	require.Equal(t, "matchmaking", r.caller.Service)
	require.Empty(t, r.caller.Account, "the player stays behind")
	return r.orders[0]
}

// away is where no NATS listens.
var away = bus.Config{URL: "nats://127.0.0.1:1"}

func start(t *testing.T, cfg matchmaking.Config, nats bus.Config) *hall {
	t.Helper()
	h := &hall{referee: &referee{}, people: &people{guests: map[string]bool{}}}
	process := app.Config{Data: t.TempDir(), GRPC: "127.0.0.1:0", Ops: "127.0.0.1:0", Drain: time.Second, NATS: nats}
	keep := func(env **app.Env) func(context.Context, *app.Env) (*app.Service, error) {
		return func(_ context.Context, e *app.Env) (*app.Service, error) {
			*env = e
			return &app.Service{}, nil
		}
	}
	p, err := app.Start(t.Context(), process, testkit.Logger(t),
		app.Builder{Name: "account", Build: func(_ context.Context, e *app.Env) (*app.Service, error) {
			h.account = e
			return &app.Service{Register: func(r grpc.ServiceRegistrar) { accountv1.RegisterAccountServiceServer(r, h.people) }}, nil
		}},
		app.Builder{Name: "rating", Build: func(context.Context, *app.Env) (*app.Service, error) {
			return &app.Service{Register: func(r grpc.ServiceRegistrar) { ratingv1.RegisterRatingServiceServer(r, ratings{}) }}, nil
		}},
		app.Builder{Name: "gateway", Build: keep(&h.gateway)},
		app.Builder{Name: "referee", Build: func(context.Context, *app.Env) (*app.Service, error) {
			return &app.Service{Register: func(r grpc.ServiceRegistrar) { refereev1.RegisterRefereeServiceServer(r, h.referee) }}, nil
		}},
		app.Builder{Name: "matchmaking", Build: func(ctx context.Context, env *app.Env) (*app.Service, error) {
			return matchmaking.New(ctx, cfg, env)
		}})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background()) // the test's own ends before its clean-ups
	var running errgroup.Group
	running.Go(func() error { return p.Run(ctx) })
	t.Cleanup(func() {
		stop()
		require.NoError(t, running.Wait())
	})
	h.RoomServiceClient = matchmakingv1.NewRoomServiceClient(h.gateway.Dial("matchmaking"))
	return h
}

// onSQLite starts a hall for tests for which one database is enough.
func onSQLite(t *testing.T) *hall {
	t.Helper()
	return start(t, config(testkit.SQLite(t)), away)
}

// player returns a context in which a new player calls, and the account's id.
func (h *hall) player(t *testing.T, guest bool) (ctx context.Context, account string) {
	t.Helper()
	account = uuid.NewString()
	h.people.mu.Lock()
	h.people.guests[account] = guest
	h.people.mu.Unlock()
	return h.as(t, account, guest, "challenge"), account
}

func (h *hall) as(t *testing.T, account string, guest bool, scopes ...string) context.Context {
	t.Helper()
	token, err := h.account.Signer.PlayerToken(authn.PlayerToken{
		Account: account, Session: uuid.NewString(), Guest: guest, Scopes: scopes, IssuedAt: time.Now(), Expires: time.Now().Add(time.Hour),
	})
	require.NoError(t, err)
	return rpc.WithToken(t.Context(), token)
}

func (h *hall) open(ctx context.Context, t *testing.T, req *matchmakingv1.CreateRoomRequest) *matchmakingv1.Room {
	t.Helper()
	resp, err := h.CreateRoom(ctx, req)
	require.NoError(t, err)
	return resp.GetRoom()
}

func (h *hall) get(ctx context.Context, t *testing.T, id string) *matchmakingv1.Room {
	t.Helper()
	resp, err := h.GetRoom(ctx, &matchmakingv1.GetRoomRequest{RoomId: id})
	require.NoError(t, err)
	return resp.GetRoom()
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
