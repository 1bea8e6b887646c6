package rewards_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
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
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/rewards"
)

// config is what kong makes of no flags at all.
func config(db dbx.Config) rewards.Config {
	return rewards.Config{DB: db, TimeZone: "Asia/Ho_Chi_Minh", Retention: time.Hour, StreamSize: 1 << 20, AuditEvery: 20 * time.Millisecond}
}

// others are the services that rewards asks.
type others struct {
	refereev1.UnimplementedRefereeServiceServer
	accountv1.UnimplementedAccountServiceServer
	tournamentv1.UnimplementedTournamentServiceServer
	mu sync.Mutex
	// over are the logs of tournaments that have finished, by their ids.
	over   map[string][]*tournamentv1.TournamentEvent
	ended  []*refereev1.GameSummary
	guests map[string]bool
	zones  map[string]string
	admins map[string]bool
	away   bool // account, that is
}

// ListEnded lists games as ended, whether or not they were told of.
func (o *others) ListEnded(_ context.Context, req *refereev1.ListEndedRequest) (*refereev1.ListEndedResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	from, _ := strconv.Atoi(req.GetAfter()) // 0 is the beginning
	to := min(len(o.ended), from+int(req.GetLimit()))
	return &refereev1.ListEndedResponse{Games: o.ended[from:to], Cursor: strconv.Itoa(to)}, nil
}

// ListTournaments lists those that are over, whether or not they were told of.
func (o *others) ListTournaments(_ context.Context, req *tournamentv1.ListTournamentsRequest) (*tournamentv1.ListTournamentsResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	resp := &tournamentv1.ListTournamentsResponse{}
	for id, log := range o.over {
		if req.GetStatus() == "finished" {
			resp.Tournaments = append(resp.Tournaments, &tournamentv1.TournamentSummary{TournamentId: id, Seq: int32(len(log))}) //nolint:gosec // few
		}
	}
	return resp, nil
}

// ListTournamentEvents lists a page of a log.
func (o *others) ListTournamentEvents(_ context.Context, req *tournamentv1.ListTournamentEventsRequest) (*tournamentv1.ListTournamentEventsResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	rest := o.over[req.GetTournamentId()][req.GetAfterSeq():]
	return &tournamentv1.ListTournamentEventsResponse{Events: rest[:min(len(rest), int(req.GetLimit()))]}, nil
}

// GetPlayer knows everybody; who is no guest is linked.
func (o *others) GetPlayer(_ context.Context, req *accountv1.GetPlayerRequest) (*accountv1.GetPlayerResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.away {
		return nil, errs.New(errs.Unavailable, "UNAVAILABLE", "account can't answer now")
	}
	if req.GetPlayerId() == account(404) {
		return nil, errs.New(errs.NotFound, "NO_SUCH_PLAYER", "there is no such player")
	}
	return &accountv1.GetPlayerResponse{Player: &accountv1.PlayerProfile{
		PlayerId: req.GetPlayerId(), Guest: o.guests[req.GetPlayerId()], TimeZone: o.zones[req.GetPlayerId()],
	}}, nil
}

// ListRoles knows who administers.
func (o *others) ListRoles(_ context.Context, req *accountv1.ListRolesRequest) (*accountv1.ListRolesResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.admins[req.GetPlayerId()] {
		return &accountv1.ListRolesResponse{Roles: []string{"admin"}}, nil
	}
	return &accountv1.ListRolesResponse{}, nil
}

func (o *others) set(change func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change()
}

// hall is a process with rewards and those whom it asks, which a gateway calls.
type hall struct {
	rewardsv1.RewardsServiceClient
	t    testing.TB
	envs map[string]*app.Env
	bus  *bus.Bus
	db   dbx.Config
	conn *grpc.ClientConn
	// operator is the key that the process has made for its operators.
	operator *authn.Key
	told     int
	*others
}

func start(t testing.TB, db dbx.Config, nats *testkit.Server) *hall {
	t.Helper()
	h := &hall{t: t, db: db, envs: map[string]*app.Env{}, others: &others{guests: map[string]bool{}, zones: map[string]string{}, admins: map[string]bool{}}}
	process := app.Config{Data: t.TempDir(), GRPC: "127.0.0.1:0", Ops: "127.0.0.1:0", Drain: time.Second, NATS: nats.Config()}
	builders := []app.Builder{{Name: "rewards", Build: func(ctx context.Context, env *app.Env) (*app.Service, error) {
		return rewards.New(ctx, config(db), env)
	}}}
	for _, name := range []string{"account", "referee", "gateway", "tournament", "clock"} {
		builders = append(builders, app.Builder{Name: name, Build: func(_ context.Context, e *app.Env) (*app.Service, error) {
			h.envs[name] = e
			return &app.Service{Register: h.register(name)}, nil
		}})
	}
	p, err := app.Start(t.Context(), process, testkit.Logger(t), builders...)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background()) // the test's own ends before its clean-ups
	var running errgroup.Group
	running.Go(func() error { return p.Run(ctx) })
	t.Cleanup(func() {
		stop()
		require.NoError(t, running.Wait())
	})
	h.conn, err = grpc.NewClient(p.GRPCAddr(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, h.conn.Close()) })
	h.operator, err = authn.ReadKey(filepath.Join(process.Data, "keys", "operator.jwk"))
	require.NoError(t, err)
	h.RewardsServiceClient = h.as("gateway")
	h.bus = nats.Connect()
	for name, subject := range map[string]string{bus.GameStream: bus.GameLifecycle("*"), bus.RatingStream: bus.RatingChanged("*", "*"), bus.AccountStream: bus.AccountLinked("*"), bus.TournamentStream: bus.TournamentEvents("*")} {
		require.NoError(t, h.bus.EnsureStream(t.Context(), bus.StreamSpec{Name: name, Subjects: []string{subject}, MaxAge: time.Hour, MaxBytes: 1 << 20}))
	}
	return h
}

func (h *hall) register(name string) func(grpc.ServiceRegistrar) {
	return func(r grpc.ServiceRegistrar) {
		switch name {
		case "account":
			accountv1.RegisterAccountServiceServer(r, h.others)
		case "referee":
			refereev1.RegisterRefereeServiceServer(r, h.others)
		case "tournament":
			tournamentv1.RegisterTournamentServiceServer(r, h.others)
		}
	}
}

// as calls in the name of a service; operators call over the wire.
func (h *hall) as(service string) rewardsv1.RewardsServiceClient {
	if service == authn.OperatorService {
		signer, err := authn.NewSigner(h.operator, time.Now)
		require.NoError(h.t, err)
		return rewardsv1.NewRewardsServiceClient(rpc.NewClient(h.conn, "rewards", signer))
	}
	return rewardsv1.NewRewardsServiceClient(h.envs[service].Dial("rewards"))
}

// halls runs a test with NATS and each of the databases.
func halls(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) { fn(t, start(t, db, testkit.NATSServer(t))) })
}

func (h *hall) publish(subject, typ string, m proto.Message) {
	h.t.Helper()
	payload, err := proto.Marshal(m)
	require.NoError(h.t, err)
	h.told++
	require.NoError(h.t, h.bus.Publish(h.t.Context(), bus.Msg{ID: fmt.Sprint(h.told), Subject: subject, Type: typ, Payload: payload}))
}

// tell publishes summaries as the referee does; each time as a new message.
func (h *hall) tell(summaries ...*refereev1.GameSummary) {
	h.t.Helper()
	h.publish(bus.GameLifecycle("0"), "kydai.referee.v1.GameSummaries", &refereev1.GameSummaries{Summaries: summaries})
}

// rated publishes a change of a rating.
func (h *hall) rated(n int, number, before, after int32) {
	h.t.Helper()
	h.publish(bus.RatingChanged("xiangqi", "blitz"), "kydai.rating.v1.RatingChanges", &ratingv1.RatingChanges{Changes: []*ratingv1.RatingChange{{
		PlayerId: account(n), Game: "xiangqi", Category: "blitz", Number: number, Before: before, After: after, Time: timestamppb.Now(),
	}}})
}

// finished publishes the end of a tournament.
func (h *hall) finished(e *tournamentv1.TournamentEvent) {
	h.t.Helper()
	h.publish(bus.TournamentEvents(e.GetTournamentId()), "kydai.tournament.v1.TournamentEvents", &tournamentv1.TournamentEvents{Events: []*tournamentv1.TournamentEvent{e}})
}

// linked makes a guest a player, with or without a word.
func (h *hall) linked(n int, told bool) {
	h.t.Helper()
	h.set(func() { h.guests[account(n)] = false })
	if told {
		h.publish(bus.AccountLinked(account(n)), "kydai.account.v1.Linked", &accountv1.Linked{PlayerId: account(n)})
	}
}

// account is the account of a number.
func account(n int) string { return uuid.UUID{14: byte(n >> 8), 15: byte(n)}.String() }

func seat(account string) *refereev1.Seat {
	return &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: account}}}
}

// won is a game of blitz xiangqi that the first player has just won.
func won(id string, first, second int, change ...func(*refereev1.GameSummary)) *refereev1.GameSummary {
	s := &refereev1.GameSummary{
		GameId: id, Seq: 90, At: timestamppb.Now(), Change: "finished", Game: "xiangqi", Mode: "casual", Category: "blitz", Ply: 60,
		Seats:  &refereev1.Seats{First: seat(account(first)), Second: seat(account(second))},
		Result: &refereev1.Result{Winner: "first", Reason: "checkmate", Status: "finished"},
	}
	for _, c := range change {
		c(s)
	}
	return s
}

// hear hears what is told of a player.
func (h *hall) hear(n int) <-chan *rewardsv1.PlayerRewards {
	h.t.Helper()
	heard := make(chan *rewardsv1.PlayerRewards, 10)
	_, err := h.bus.Subscribe(bus.RewardsChanged(account(n)), func(m bus.Msg) {
		var p rewardsv1.PlayerRewards
		if proto.Unmarshal(m.Payload, &p) == nil {
			heard <- &p
		}
	})
	require.NoError(h.t, err)
	ctx, cancel := context.WithTimeout(h.t.Context(), 5*time.Second)
	defer cancel()
	require.NoError(h.t, h.bus.Flush(ctx))
	return heard
}

func next(t *testing.T, heard <-chan *rewardsv1.PlayerRewards) *rewardsv1.PlayerRewards {
	t.Helper()
	select {
	case p := <-heard:
		return p
	case <-time.After(20 * time.Second):
		require.FailNow(t, "nothing was told")
		return nil
	}
}

// settle waits until everything told before is taken in: until a last game, of
// players that no test asks about, has counted.
func (h *hall) settle() {
	h.t.Helper()
	last := 1000 + h.told
	h.tell(won(fmt.Sprint("last", last), last, last+1))
	require.Eventually(h.t, func() bool {
		resp, err := h.GetWallet(h.player(last), &rewardsv1.GetWalletRequest{})
		return err == nil && resp.GetWallet().GetBalance() > 0
	}, 20*time.Second, 5*time.Millisecond)
}

// player is a context in which an account calls.
func (h *hall) player(n int) context.Context { return h.with(account(n), false, "play") }

func (h *hall) with(account string, guest bool, scopes ...string) context.Context {
	h.t.Helper()
	token, err := h.envs["account"].Signer.PlayerToken(authn.PlayerToken{
		Account: account, Session: uuid.NewString(), Guest: guest, Scopes: scopes, IssuedAt: time.Now(), Expires: time.Now().Add(time.Hour),
	})
	require.NoError(h.t, err)
	return rpc.WithToken(h.t.Context(), token)
}

func (h *hall) wallet(n int) *rewardsv1.Wallet {
	h.t.Helper()
	resp, err := h.GetWallet(h.player(n), &rewardsv1.GetWalletRequest{})
	require.NoError(h.t, err)
	return resp.GetWallet()
}

func (h *hall) achievement(n int, id string) *rewardsv1.Achievement {
	h.t.Helper()
	resp, err := h.ListAchievements(h.player(n), &rewardsv1.ListAchievementsRequest{})
	require.NoError(h.t, err)
	for _, a := range resp.GetAchievements() {
		if a.GetGoal().GetId() == id {
			return a
		}
	}
	require.FailNow(h.t, "no such achievement", id)
	return nil
}

func (h *hall) quests(n int) []*rewardsv1.Quest {
	h.t.Helper()
	resp, err := h.ListQuests(h.player(n), &rewardsv1.ListQuestsRequest{})
	require.NoError(h.t, err)
	return resp.GetQuests()
}

func requireReason(t testing.TB, err error, code codes.Code, reason string) {
	t.Helper()
	require.Equal(t, code, status.Code(err), "%v", err)
	e, ok := errs.FromStatus(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, reason, e.Reason)
}

// said is what a refusal carries.
func said(err error) map[string]string {
	e, ok := errs.FromStatus(err)
	if !ok {
		return nil
	}
	return e.Metadata
}
