package tournament_test

import (
	"context"
	"fmt"
	"maps"
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
	"google.golang.org/protobuf/types/known/durationpb"
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
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament"
)

const (
	// patience is how long a test waits for what must come.
	patience = 30 * time.Second
	// guests are the accounts from this number on; boss directs, root administers.
	guests = 900
	boss   = 500
	root   = 600
)

// hall is a process with tournaments and those whom they ask, which a gateway calls.
type hall struct {
	*desks
	*others

	t    testing.TB
	db   dbx.Config
	nats *testkit.Server
	bus  *bus.Bus
	told int
}

// desks are the calls to one process.
type desks struct {
	tournamentv1.TournamentServiceClient
	tournamentv1.DirectorServiceClient
	tournamentv1.SeriesServiceClient

	envs map[string]*app.Env
}

func config(db dbx.Config) tournament.Config {
	return tournament.Config{
		DB: db, Workers: 4, Rounds: 2, Pause: 20 * time.Millisecond, Lease: time.Second, AuditEvery: time.Hour, AuditDeaf: 50 * time.Millisecond,
		Cached: 10, Retention: time.Hour, StreamSize: 1 << 22,
	}
}

func start(t testing.TB, db dbx.Config, nats *testkit.Server, change ...func(*tournament.Config)) *hall {
	t.Helper()
	h := &hall{t: t, db: db, nats: nats, others: newOthers()}
	h.roles[account(boss)], h.roles[account(root)] = []string{"organizer"}, []string{"admin"}
	h.desks, _ = h.join(change...)
	h.bus = nats.Connect()
	require.NoError(t, h.bus.EnsureStream(t.Context(), bus.StreamSpec{
		Name: bus.GameStream, Subjects: []string{bus.GameLifecycle("*")}, MaxAge: time.Hour, MaxBytes: 1 << 20,
	}))
	return h
}

// join starts one more process with tournaments that asks the same others.
func (h *hall) join(change ...func(*tournament.Config)) (d *desks, stop func()) {
	t := h.t
	t.Helper()
	cfg := config(h.db)
	for _, set := range change {
		set(&cfg)
	}
	process := app.Config{Data: t.TempDir(), GRPC: "127.0.0.1:0", Ops: "127.0.0.1:0", Drain: time.Second, NATS: h.nats.Config()}
	d = &desks{envs: map[string]*app.Env{}}
	builders := []app.Builder{{Name: "tournament", Build: func(ctx context.Context, env *app.Env) (*app.Service, error) {
		return tournament.New(ctx, cfg, env)
	}}}
	for _, name := range []string{"account", "referee", "rating", "rewards", "gateway", "clock"} {
		builders = append(builders, app.Builder{Name: name, Build: func(_ context.Context, e *app.Env) (*app.Service, error) {
			d.envs[name] = e
			return &app.Service{Register: h.register(name)}, nil
		}})
	}
	p, err := app.Start(t.Context(), process, testkit.Logger(t), builders...)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background()) // the test's own ends before its clean-ups
	var running errgroup.Group
	running.Go(func() error { return p.Run(ctx) })
	stop = sync.OnceFunc(func() {
		cancel()
		require.NoError(t, running.Wait())
	})
	t.Cleanup(stop)
	d.call("gateway")
	return d, stop
}

// call lets calls come from a service.
func (d *desks) call(from string) *desks {
	conn := d.envs[from].Dial("tournament")
	d.TournamentServiceClient, d.DirectorServiceClient = tournamentv1.NewTournamentServiceClient(conn), tournamentv1.NewDirectorServiceClient(conn)
	d.SeriesServiceClient = tournamentv1.NewSeriesServiceClient(conn)
	return d
}

func (h *hall) register(name string) func(grpc.ServiceRegistrar) {
	return func(r grpc.ServiceRegistrar) {
		switch name {
		case "account":
			accountv1.RegisterAccountServiceServer(r, h.others)
		case "referee":
			refereev1.RegisterRefereeServiceServer(r, h.others)
		case "rating":
			ratingv1.RegisterRatingServiceServer(r, h.others)
		case "rewards":
			rewardsv1.RegisterRewardsServiceServer(r, h.others)
		}
	}
}

// halls runs a test with NATS and each of the databases.
func halls(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) { fn(t, start(t, db, testkit.NATSServer(t))) })
}

// account is the account of a number, number its inverse.
func account(n int) string { return uuid.UUID{14: byte(n >> 8), 15: byte(n)}.String() }

func number(account string) int {
	id := uuid.MustParse(account)
	return int(id[14])<<8 + int(id[15])
}

// as is a context in which an account calls, with the scopes of such an account.
func (d *desks) as(ctx context.Context, t testing.TB, n int) context.Context {
	scopes := []string{"play", "tournament:join"}
	switch n {
	case boss:
		scopes = append(scopes, "organizer")
	case root:
		scopes = append(scopes, "admin")
	}
	return d.with(ctx, t, n, scopes...)
}

func (d *desks) with(ctx context.Context, t testing.TB, n int, scopes ...string) context.Context {
	t.Helper()
	token, err := d.envs["account"].Signer.PlayerToken(authn.PlayerToken{
		Account: account(n), Session: uuid.NewString(), Guest: n >= guests, Scopes: scopes, IssuedAt: time.Now(), Expires: time.Now().Add(time.Hour),
	})
	require.NoError(t, err)
	return rpc.WithToken(ctx, token)
}

func (h *hall) player(n int) context.Context { return h.as(h.t.Context(), h.t, n) }

// settings are those of a Swiss of three rounds, far ahead, that is open.
func settings(change ...func(*tournamentv1.Settings)) *tournamentv1.Settings {
	s := &tournamentv1.Settings{
		Name: "Giải mùa đông", Game: "xiangqi", TimeControl: &refereev1.TimeControl{Preset: "10+5", Bank: durationpb.New(10 * time.Minute), Increment: durationpb.New(5 * time.Second), PerMove: durationpb.New(time.Minute)},
		Format: "swiss", Rounds: 3, StartTime: timestamppb.New(time.Now().Add(time.Hour)), Pace: &tournamentv1.Pace{Pause: durationpb.New(time.Hour)},
		Registration: &tournamentv1.Registration{Guests: true},
	}
	for _, set := range change {
		set(s)
	}
	return s
}

// create creates a tournament that boss directs.
func (h *hall) create(change ...func(*tournamentv1.Settings)) *tournamentv1.Tournament {
	h.t.Helper()
	resp, err := h.CreateTournament(h.player(boss), &tournamentv1.CreateTournamentRequest{Settings: settings(change...)})
	require.NoError(h.t, err)
	return resp.GetTournament()
}

// opened creates a tournament with players 1 to n in it.
func (h *hall) opened(n int, change ...func(*tournamentv1.Settings)) string {
	h.t.Helper()
	id := h.create(change...).GetTournamentId()
	for i := range n {
		_, err := h.JoinTournament(h.player(i+1), &tournamentv1.JoinTournamentRequest{TournamentId: id})
		require.NoError(h.t, err)
	}
	return id
}

func (h *hall) get(id string) *tournamentv1.Tournament {
	h.t.Helper()
	resp, err := h.GetTournament(h.t.Context(), &tournamentv1.GetTournamentRequest{TournamentId: id})
	require.NoError(h.t, err)
	return resp.GetTournament()
}

// await waits until a tournament is as it should be.
func (h *hall) await(id string, is func(*tournamentv1.Tournament) bool) *tournamentv1.Tournament {
	h.t.Helper()
	var last *tournamentv1.Tournament
	require.Eventually(h.t, func() bool {
		last = h.get(id)
		return is(last)
	}, patience, 5*time.Millisecond)
	return last
}

// begin lets a tournament start in a moment and waits for its first games.
func (h *hall) begin(id string) *tournamentv1.Tournament {
	h.t.Helper()
	h.soon(id, h.get(id).GetSettings())
	return h.round(id, 1)
}

// soon lets a tournament start in a moment.
func (h *hall) soon(id string, set *tournamentv1.Settings) {
	h.t.Helper()
	require.Eventually(h.t, func() bool { // a machine that is busy may be too late for the moment
		set.StartTime = timestamppb.New(time.Now().Add(200 * time.Millisecond))
		_, err := h.UpdateTournament(h.player(boss), &tournamentv1.UpdateTournamentRequest{TournamentId: id, Settings: set})
		return err == nil
	}, patience, time.Millisecond)
}

// round waits for the games of a round.
func (h *hall) round(id string, n int32) *tournamentv1.Tournament {
	h.t.Helper()
	return h.await(id, func(t *tournamentv1.Tournament) bool {
		return t.GetRound().GetNumber() == n && t.GetRound().GetState() == "running" && allMade(t)
	})
}

// allMade reports whether every pairing has its game.
func allMade(t *tournamentv1.Tournament) bool {
	for _, p := range t.GetRound().GetPairings() {
		games := p.GetGames()
		if len(games) == 0 || games[len(games)-1].GetGameId() == "" {
			return false
		}
	}
	return true
}

// end ends a game of the referee's.
func (h *hall) end(id, winner, reason string) *refereev1.GameSummary {
	h.mu.Lock()
	defer h.mu.Unlock()
	g := h.games[id]
	g.Seq, g.Ply, g.Change, g.Result = g.GetSeq()+1, 30, "finished", &refereev1.Result{Winner: winner, Reason: reason, Status: "finished"}
	return proto.CloneOf(g)
}

// payments are the coins that were paid, by key.
func (h *hall) payments() map[string]int32 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.paid)
}

// awaitPaid waits until prizes are paid, and holds that no others are.
func (h *hall) awaitPaid(want map[string]int32) {
	h.t.Helper()
	require.Eventually(h.t, func() bool { return len(h.payments()) >= len(want) }, patience, 5*time.Millisecond)
	require.Equal(h.t, want, h.payments())
}

// tell publishes summaries as the referee does; each time as a new message.
func (h *hall) tell(summaries ...*refereev1.GameSummary) {
	h.t.Helper()
	payload, err := proto.Marshal(&refereev1.GameSummaries{Summaries: summaries})
	require.NoError(h.t, err)
	h.told++
	require.NoError(h.t, h.bus.Publish(h.t.Context(), bus.Msg{
		ID: fmt.Sprint(h.told), Subject: bus.GameLifecycle("0"), Type: "kydai.referee.v1.GameSummaries", Payload: payload,
	}))
}

// games are those of the round under way.
func gamesOf(t *tournamentv1.Tournament) []string {
	var ids []string
	for _, p := range t.GetRound().GetPairings() {
		ids = append(ids, p.GetGames()[len(p.GetGames())-1].GetGameId())
	}
	return ids
}

func requireReason(t testing.TB, err error, code codes.Code, reason string) {
	t.Helper()
	require.Equal(t, code, status.Code(err), "%v", err)
	e, ok := errs.FromStatus(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, reason, e.Reason)
}

// forAll does something as many callers at once do.
func forAll(t testing.TB, n int, do func(i int) error) {
	t.Helper()
	var group errgroup.Group
	for i := range n {
		group.Go(func() error { return do(i) })
	}
	require.NoError(t, group.Wait())
}
