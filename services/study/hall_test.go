package study_test

import (
	"bytes"
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
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
	"kydai.dev/pkg/testkit"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	"kydai.dev/services/study"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// played is a game of the referee, and who may read it; nobody named is everybody.
type played struct {
	*record.Record
	readers []string
}

// others are the referee and search, as far as the study asks them.
type others struct {
	refereev1.UnimplementedRefereeServiceServer
	searchv1.UnimplementedSearchServiceServer

	mu    sync.Mutex
	games map[string]played
	// asked are the numbers of plies of the positions that were looked at; busy
	// says so, fail is what search answers, gate lets a look pass.
	asked []int
	busy  bool
	fail  error
	gate  chan struct{}
}

func (o *others) set(change func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change()
}

// looks are the positions that were looked at, in order.
func (o *others) looks() []int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.asked)
}

func (o *others) ExportGame(ctx context.Context, req *refereev1.ExportGameRequest) (*refereev1.ExportGameResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	g, ok := o.games[req.GetGameId()]
	if !ok || len(g.readers) > 0 && !slices.Contains(g.readers, authn.FromContext(ctx).Account) {
		return nil, errs.New(errs.NotFound, "NO_SUCH_GAME", "there is no such game")
	}
	var data bytes.Buffer
	if err := record.Write(&data, req.GetFormat(), "", g.Record); err != nil {
		return nil, err
	}
	return &refereev1.ExportGameResponse{Format: req.GetFormat(), Data: data.Bytes()}, nil
}

func (o *others) GetCapacity(context.Context, *searchv1.GetCapacityRequest) (*searchv1.GetCapacityResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.busy {
		return &searchv1.GetCapacityResponse{Parallel: 2, Thinking: 2}, nil
	}
	return &searchv1.GetCapacityResponse{Parallel: 2}, nil
}

// BestMove plays the moves and tells the first legal ones, each worth 100 less than
// the one before it.
func (o *others) BestMove(ctx context.Context, req *searchv1.BestMoveRequest) (*searchv1.BestMoveResponse, error) {
	o.mu.Lock()
	gate, fail := o.gate, o.fail
	o.mu.Unlock()
	if fail != nil {
		return nil, fail
	}
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	g, _ := games.Find(req.GetGame())
	start, err := g.Parse(req.GetStartPosition())
	if err != nil {
		return nil, err
	}
	line := rules.NewLine(g, start)
	for _, m := range req.GetMoves() {
		if _, err := line.Play(m); err != nil {
			return nil, err
		}
	}
	o.set(func() { o.asked = append(o.asked, len(req.GetMoves())) })
	resp := &searchv1.BestMoveResponse{Nodes: req.GetNodes()}
	for i, m := range line.Legal()[:min(int(req.GetLines()), len(line.Legal()))] {
		resp.Lines = append(resp.Lines, &searchv1.Line{Moves: []string{m}, Score: int32(-100 * i), Depth: 1}) //nolint:gosec // small
	}
	return resp, nil
}

// hall is a process with the study and those whom it asks, which a gateway calls.
type hall struct {
	studyv1.StudyServiceClient
	*others

	t    testing.TB
	envs map[string]*app.Env
	bus  *bus.Bus
}

// config are settings with which nothing takes long.
func config(db dbx.Config, change ...func(*study.Config)) study.Config {
	c := study.Config{
		DB: db, Jobs: 2, Parallel: 1, Patience: time.Minute, Lease: time.Second, Pause: 20 * time.Millisecond, GiveUp: time.Hour, Plies: 40,
		Running: 3, Daily: 20, Queue: 10, Retention: time.Hour, StreamSize: 1 << 20,
	}
	for _, set := range change {
		set(&c)
	}
	return c
}

func start(t testing.TB, db dbx.Config, nats *testkit.Server, change ...func(*study.Config)) *hall {
	t.Helper()
	h := &hall{t: t, envs: map[string]*app.Env{}, others: &others{games: map[string]played{}}}
	h.join(db, nats, change...)
	h.bus = nats.Connect()
	return h
}

// join starts one more process with a study that asks the same others.
func (h *hall) join(db dbx.Config, nats *testkit.Server, change ...func(*study.Config)) (stop func()) {
	t := h.t
	t.Helper()
	process := app.Config{Data: t.TempDir(), GRPC: "127.0.0.1:0", Ops: "127.0.0.1:0", Drain: time.Second, NATS: nats.Config()}
	envs := map[string]*app.Env{}
	builders := []app.Builder{{Name: "study", Build: func(ctx context.Context, env *app.Env) (*app.Service, error) {
		return study.New(ctx, config(db, change...), env)
	}}}
	for _, name := range []string{"account", "referee", "search", "gateway", "clock"} {
		builders = append(builders, app.Builder{Name: name, Build: func(_ context.Context, e *app.Env) (*app.Service, error) {
			envs[name] = e
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
	h.envs = envs
	h.StudyServiceClient = h.as("gateway")
	return stop
}

func (h *hall) register(name string) func(grpc.ServiceRegistrar) {
	return func(r grpc.ServiceRegistrar) {
		switch name {
		case "referee":
			refereev1.RegisterRefereeServiceServer(r, h.others)
		case "search":
			searchv1.RegisterSearchServiceServer(r, h.others)
		}
	}
}

// as calls in the name of a service.
func (h *hall) as(service string) studyv1.StudyServiceClient {
	return studyv1.NewStudyServiceClient(h.envs[service].Dial("study"))
}

// halls runs a test with NATS and each of the databases.
func halls(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) { fn(t, start(t, db, testkit.NATSServer(t))) })
}

// morris is a game of morris by its moves, over by resignation.
func morris(t testing.TB, readers []string, moves ...string) played {
	t.Helper()
	g, _ := games.Find("morris")
	return played{Record: &record.Record{Game: g, Moves: moves, Result: rules.Win(rules.First, "resignation")}, readers: readers}
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

// account is the account of a number.
func account(n int) string { return uuid.UUID{14: byte(n >> 8), 15: byte(n)}.String() }

// analyze begins the analysis of a game.
func (h *hall) analyze(ctx context.Context, game string) *studyv1.Operation {
	h.t.Helper()
	resp, err := h.AnalyzeGame(ctx, &studyv1.AnalyzeGameRequest{GameId: game, Budget: &studyv1.Budget{Nodes: 50, Lines: 2}})
	require.NoError(h.t, err)
	return resp.GetOperation()
}

// await waits until an operation is done.
func (h *hall) await(ctx context.Context, id string) *studyv1.Operation {
	h.t.Helper()
	var op *studyv1.Operation
	require.Eventually(h.t, func() bool {
		resp, err := h.GetOperation(ctx, &studyv1.GetOperationRequest{OperationId: id})
		op = resp.GetOperation()
		return err == nil && op.GetDone()
	}, patience, 5*time.Millisecond)
	return op
}

func (h *hall) get(ctx context.Context, id string) *studyv1.Analysis {
	h.t.Helper()
	resp, err := h.GetAnalysis(ctx, &studyv1.GetAnalysisRequest{AnalysisId: id})
	require.NoError(h.t, err)
	return resp.GetAnalysis()
}

// hear hears what is told of all analyses.
func (h *hall) hear() <-chan *studyv1.AnalysisEvent {
	h.t.Helper()
	heard := make(chan *studyv1.AnalysisEvent, 1000)
	_, err := h.bus.Subscribe(bus.StudyEvents("*"), func(m bus.Msg) {
		var events studyv1.AnalysisEvents
		if proto.Unmarshal(m.Payload, &events) != nil {
			return
		}
		for _, e := range events.GetEvents() {
			heard <- e
		}
	})
	require.NoError(h.t, err)
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	require.NoError(h.t, h.bus.Flush(ctx))
	return heard
}

func requireReason(t testing.TB, err error, code codes.Code, reason string) {
	t.Helper()
	require.Equal(t, code, status.Code(err), "%v", err)
	require.Equal(t, reason, said(t, err).Reason)
}

// said is a refusal as it came.
func said(t testing.TB, err error) *errs.Error {
	t.Helper()
	e, ok := errs.FromStatus(err)
	require.True(t, ok, "%v", err)
	return e
}
