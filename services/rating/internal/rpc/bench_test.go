package rpc_test

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"net"
	"runtime"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/emptypb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	"kydai.dev/services/rating/internal/board"
	"kydai.dev/services/rating/internal/elo"
	"kydai.dev/services/rating/internal/events"
	"kydai.dev/services/rating/internal/rpc"
	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/standing"
	"kydai.dev/services/rating/internal/store"
)

const (
	players = 1_000_000
	// best is the highest rating; many players share each, and a quarter 0.
	best, atZero = 2000, 700
)

var blitz = standing.Board{Game: "xiangqi", Category: "blitz"}

// playerOf and ratingOf are the players of the benchmark.
func playerOf(n int) (id board.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(n))
	return id
}

func ratingOf(n int) int { return max(0, n*7919%(best+atZero)-atZero) }

// ranks are leaderboards that can be told of a change.
type ranks interface {
	rpc.Leaders
	// Set gives a player a rating.
	Set(player board.ID, rating int)
	// Follow makes them show changes that were stored.
	Follow(ctx context.Context, changes []standing.Change) error
}

// memory is our own form: the leaderboards as the service has them, which read
// what is stored, and one of them alone, which is told.
type memory struct {
	*scorer.Boards
	alone *board.Board
}

func (m memory) Set(player board.ID, rating int) {
	m.alone.Set(board.Entry{Player: player, Rating: rating, Listed: true})
}

func (m memory) Follow(_ context.Context, changes []standing.Change) error { return m.Took(changes) }

// BenchmarkLeaderboard asks for ranks and changes ratings among a million
// players, by the same gRPC calls over our leaderboards and over Redis sorted
// sets on the same machine: "rank" is GetLeaderboard, the ten best and one's
// own place, for which our form looks whether the database has something newer;
// "update" is the leaderboard's part of a change; "game" is all of a game until the
// leaderboard shows it, which in both forms is stored in the database as well.
func BenchmarkLeaderboard(b *testing.B) {
	db := testkit.Open(b, testkit.SQLite(b), "rating", store.Migrations())
	fill(b, db)
	records := store.New(db, nobody{}, events.Messages)
	own := memory{Boards: scorer.NewBoards(records, testkit.Logger(b))}
	b.Run("load", func(b *testing.B) {
		for range b.N {
			own.alone = load(b, records)
		}
	})
	require.NoError(b, own.Boards.Follow(b.Context()))
	forms := []form{{"kydai", own}}
	if redis := startRedis(b); redis != nil {
		forms = append(forms, form{"redis", redis})
	}
	for _, what := range []string{"rank", "update", "game"} {
		took := map[string]float64{}
		for _, f := range forms {
			b.Run(what+"/"+f.name, func(b *testing.B) {
				f.serve(b, records).measure(b, what)
				took[f.name] = float64(b.Elapsed()) / float64(b.N)
				if own := took["kydai"]; f.name == "redis" && own > 0 {
					b.ReportMetric(took["redis"]/own, "redis/kydai")
				}
			})
		}
	}
}

// load reads the whole leaderboard into memory, and says how much that takes.
func load(b *testing.B, records *store.Store) *board.Board {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	alone := board.New()
	require.NoError(b, records.Listed(b.Context(), blitz, func(l scorer.Listing) error {
		alone.Set(board.Entry{Player: board.ID(uuid.MustParse(l.Player)), Rating: l.Rating, Listed: true})
		return nil
	}))
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Equal(b, players, alone.Size())
	b.ReportMetric((float64(after.HeapAlloc)-float64(before.HeapAlloc))/players, "B/player")
	return alone
}

// fill puts a million players into the database, without their histories.
func fill(b *testing.B, db *dbx.DB) {
	require.NoError(b, db.Write().WithContext(b.Context()).Exec(`INSERT INTO boards VALUES ('xiangqi', 'blitz', 0)`).Error)
	require.NoError(b, db.Write().WithContext(b.Context()).Exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)
		INSERT INTO standings (game, category, player, rating, wins, draws, losses, linked, changes) SELECT 'xiangqi', 'blitz', printf('00000000-0000-0000-%04x-%012x', i >> 48, i), max(0, i * 7919 % ? - ?), 30, 0, 0, true, 30 FROM n`,
		players, best+atZero, atZero).Error)
}

type nobody struct{}

func (nobody) Hand(...outbox.Message) {}

// namer is account, which knows the name of everybody at once.
type namer struct{ grpc.ClientConnInterface }

func (namer) Invoke(_ context.Context, _ string, req, resp any, _ ...grpc.CallOption) error {
	for _, id := range req.(*accountv1.BatchGetPlayersRequest).GetIds() {
		to := resp.(*accountv1.BatchGetPlayersResponse)
		to.Players = append(to.Players, &accountv1.PlayerProfile{PlayerId: id, Name: "An"})
	}
	return nil
}

type form struct {
	name  string
	ranks ranks
}

// calls are the connection to a form's server.
type calls struct {
	ratingv1.RatingServiceClient
	conn *grpc.ClientConn
}

// serve starts a gRPC server over a form; the caller names his account.
func (f form) serve(b *testing.B, records *store.Store) calls {
	b.Helper()
	server := grpc.NewServer(grpc.UnaryInterceptor(func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
		if md, _ := metadata.FromIncomingContext(ctx); len(md.Get("account")) > 0 {
			ctx = authn.WithCaller(ctx, authn.Caller{Account: md.Get("account")[0]})
		}
		return handle(ctx, req)
	}))
	log := testkit.Logger(b)
	ratings := scorer.New(records, nil, nil, nil, time.Minute, prometheus.NewRegistry(), log)
	names := rpc.NewNames(rpc.NewAccounts(namer{}), time.Now, log)
	ratingv1.RegisterRatingServiceServer(server, rpc.NewServer(ratings, f.ranks, names, []byte("secret")))
	server.RegisterService(f.changing(records), nil)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	go func() { _ = server.Serve(listener) }()
	b.Cleanup(server.Stop)
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, conn.Close()) })
	return calls{ratingv1.NewRatingServiceClient(conn), conn}
}

// changing is a service of the benchmark's own, since no call of the real one
// writes: Update sets a rating, Game rates a game.
func (f form) changing(records *store.Store) *grpc.ServiceDesc {
	method := func(name string, do func(context.Context, *ratingv1.RatingChange) error) grpc.MethodDesc {
		return grpc.MethodDesc{MethodName: name, Handler: func(_ any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
			req := &ratingv1.RatingChange{}
			if err := decode(req); err != nil {
				return nil, err
			}
			return &emptypb.Empty{}, do(ctx, req)
		}}
	}
	return &grpc.ServiceDesc{ServiceName: "bench.Ratings", HandlerType: (*any)(nil), Methods: []grpc.MethodDesc{
		method("Update", func(_ context.Context, c *ratingv1.RatingChange) error {
			f.ranks.Set(board.ID(uuid.MustParse(c.GetPlayerId())), int(c.GetAfter()))
			return nil
		}),
		method("Game", func(ctx context.Context, c *ratingv1.RatingChange) error {
			changes, err := records.Take(ctx, []standing.Game{{
				ID: c.GetGameId(), Board: blitz, Seats: [2]standing.Seat{{Account: c.GetPlayerId()}, {Account: c.GetOpponentId()}},
				Rated: true, Visibility: standing.Public, Finished: true, Score: elo.Win, At: time.Now(),
			}})
			if err != nil {
				return err
			}
			return f.ranks.Follow(ctx, changes)
		}),
	}}
}

// measure makes one of the calls again and again, of random players.
func (c calls) measure(b *testing.B, what string) {
	random := rand.New(rand.NewPCG(1, 2))
	account := func() string { return uuid.UUID(playerOf(random.IntN(players))).String() }
	b.ResetTimer()
	for range b.N {
		switch what {
		case "rank":
			ctx := metadata.AppendToOutgoingContext(b.Context(), "account", account())
			resp, err := c.GetLeaderboard(ctx, &ratingv1.GetLeaderboardRequest{Game: "xiangqi", Category: "blitz"})
			require.NoError(b, err)
			require.Len(b, resp.GetEntries(), 10)
			require.Positive(b, resp.GetMe().GetRank().GetValue())
		case "update":
			change := &ratingv1.RatingChange{PlayerId: account(), After: int32(ratingOf(random.IntN(players)))}
			require.NoError(b, c.conn.Invoke(b.Context(), "/bench.Ratings/Update", change, &emptypb.Empty{}))
		case "game":
			change := &ratingv1.RatingChange{PlayerId: account(), OpponentId: account(), GameId: uuid.NewString()}
			require.NoError(b, c.conn.Invoke(b.Context(), "/bench.Ratings/Game", change, &emptypb.Empty{}))
		}
	}
}
