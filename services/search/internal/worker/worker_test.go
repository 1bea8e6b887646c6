package worker_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/testkit"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/worker"
)

// referee notes what workers tell it.
type referee struct {
	mu    sync.Mutex
	turns []*refereev1.BotTurn
	err   error

	moves   chan *refereev1.PlayMoveRequest
	answers chan string
}

func newReferee() *referee {
	return &referee{moves: make(chan *refereev1.PlayMoveRequest, 64), answers: make(chan string, 64)}
}

func (r *referee) list(turns ...*refereev1.BotTurn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turns = turns
}

func (r *referee) refuse(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
}

func (r *referee) refusal() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

func (r *referee) ListBotTurns(context.Context, *refereev1.ListBotTurnsRequest, ...grpc.CallOption) (*refereev1.ListBotTurnsResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return &refereev1.ListBotTurnsResponse{Turns: r.turns}, nil
}

func (r *referee) PlayMove(ctx context.Context, req *refereev1.PlayMoveRequest, _ ...grpc.CallOption) (*refereev1.PlayMoveResponse, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r.moves <- req
	return &refereev1.PlayMoveResponse{}, r.refusal()
}

func (r *referee) AcceptOffer(context.Context, *refereev1.AcceptOfferRequest, ...grpc.CallOption) (*refereev1.AcceptOfferResponse, error) {
	r.answers <- "accepted"
	return &refereev1.AcceptOfferResponse{}, r.refusal()
}

func (r *referee) DeclineOffer(context.Context, *refereev1.DeclineOfferRequest, ...grpc.CallOption) (*refereev1.DeclineOfferResponse, error) {
	r.answers <- "declined"
	return &refereev1.DeclineOfferResponse{}, r.refusal()
}

// working runs workers on a queue until the end of the test.
func working(t *testing.T, r *referee, server *testkit.Server, workers int) *bus.Bus {
	t.Helper()
	b := server.Connect()
	require.NoError(t, b.EnsureStream(t.Context(), bus.StreamSpec{
		Name: bus.TurnStream, Subjects: []string{bus.GameTurn("*")}, WorkQueue: true, PerSubject: 1, MaxAge: time.Hour, MaxBytes: 1 << 20,
	}))
	hire(t, r, server, workers)
	return b
}

// hire runs workers until the end of the test.
func hire(t *testing.T, r *referee, server *testkit.Server, workers int) {
	t.Helper()
	for range workers {
		w := staff(t, r, server, prometheus.NewRegistry())
		start(t, w.Run, w.RunAsking, w.RunMeasuring)
	}
}

// staff is a worker.
func staff(t *testing.T, r *referee, server *testkit.Server, registry *prometheus.Registry) *worker.Worker {
	t.Helper()
	player := bot.NewPlayer(2, 1)
	metrics, err := worker.NewMetrics(player, registry)
	require.NoError(t, err)
	return worker.New(r, server.Connect(), player, metrics, testkit.Logger(t))
}

// start runs loops until they are stopped, or the test ends.
func start(t *testing.T, runs ...func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var loops sync.WaitGroup
	for _, run := range runs {
		loops.Go(func() { require.NoError(t, run(ctx)) })
	}
	stop = func() { cancel(); loops.Wait() }
	t.Cleanup(stop)
	return stop
}

func turn(game string, change ...func(*refereev1.BotTurn)) *refereev1.BotTurn {
	g, _ := games.Find("morris")
	t := &refereev1.BotTurn{
		GameId: game, Seq: 3, Ply: 2, Level: "1", Game: "morris", StartPosition: g.Start().String(), Moves: []string{"a1"},
		Side: "second", ToMove: true, At: timestamppb.Now(),
	}
	for _, c := range change {
		c(t)
	}
	return t
}

func publish(t *testing.T, b *bus.Bus, turn *refereev1.BotTurn) {
	t.Helper()
	payload, err := proto.Marshal(turn)
	require.NoError(t, err)
	require.NoError(t, b.Publish(t.Context(), bus.Msg{Subject: bus.GameTurn(turn.GetGameId()), Payload: payload}))
}

// emptied waits until every turn has been answered.
func emptied(t *testing.T, b *bus.Bus) {
	t.Helper()
	require.Eventually(t, func() bool {
		waiting, handed, err := b.Backlog(t.Context(), bus.TurnStream, worker.Durable)
		return err == nil && waiting+handed == 0
	}, time.Minute, time.Millisecond)
}

// Of two workers one answers each turn, with the ply and the event that it is
// about.
func TestTurnsOfTheQueueAreAnsweredOnce(t *testing.T) {
	t.Parallel()
	r := newReferee()
	b := working(t, r, testkit.NATSServer(t), 2)
	want := map[string]bool{}
	for _, game := range []string{"a", "b", "c", "d", "e", "f"} {
		publish(t, b, turn(game))
		want[game] = true
	}
	for len(want) > 0 {
		m := <-r.moves
		require.True(t, want[m.GetGameId()], "once")
		delete(want, m.GetGameId())
		require.Equal(t, []int32{2, 3}, []int32{m.GetPly(), m.GetAfterSeq()})
		require.NotEmpty(t, m.GetMove())
	}
	emptied(t, b)
	require.Empty(t, r.moves)
}

// Of two workers that got one turn in different ways each chooses the same move,
// about the same ply and event: the referee takes one of them.
func TestTwoWorkersWithOneTurnChooseTheSame(t *testing.T) {
	t.Parallel()
	r := newReferee()
	old := turn("a", func(t *refereev1.BotTurn) { t.At = timestamppb.New(time.Now().Add(-time.Minute)) })
	r.list(old)
	b := working(t, r, testkit.NATSServer(t), 2)
	publish(t, b, old)
	first := <-r.moves
	for range 3 { // more than two: one comes from the queue, the rest from the list
		again := <-r.moves
		require.Equal(t, first.GetMove(), again.GetMove())
		require.Equal(t, []int32{2, 3}, []int32{again.GetPly(), again.GetAfterSeq()})
	}
}

// A turn that was issued again while it waited is not thought about again.
func TestTheSameTurnIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	r := newReferee()
	b := working(t, r, testkit.NATSServer(t), 1)
	publish(t, b, turn("a"))
	require.Equal(t, "a", (<-r.moves).GetGameId())
	emptied(t, b)
	publish(t, b, turn("a"))
	emptied(t, b)
	require.Empty(t, r.moves)
	publish(t, b, turn("a", func(t *refereev1.BotTurn) { t.Seq = 2 }))
	require.EqualValues(t, 2, (<-r.moves).GetAfterSeq(), "another one, whatever its number")
}

// A worker that is stopped in the middle of a turn leaves it to another one.
func TestAWorkerThatStopsLeavesItsTurn(t *testing.T) {
	t.Parallel()
	r := newReferee()
	server := testkit.NATSServer(t)
	b := working(t, r, server, 0)
	player := bot.NewPlayer(1, 1)
	metrics, err := worker.NewMetrics(player, prometheus.NewRegistry())
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	var first sync.WaitGroup
	first.Go(func() {
		require.NoError(t, worker.New(r, server.Connect(), player, metrics, testkit.Logger(t)).Run(ctx))
	})
	publish(t, b, turn("a", func(t *refereev1.BotTurn) { t.Level = "5" }))
	require.Eventually(t, func() bool { return player.Thinking() > 0 }, time.Minute, time.Millisecond)
	stop()
	first.Wait()
	require.Empty(t, r.moves)
	working(t, r, server, 1)
	require.Equal(t, "a", (<-r.moves).GetGameId())
	emptied(t, b)
}

// The turn of a worker that was killed goes to another one without the referee's
// doing, also where the release before made the queue's consumer.
func TestTheTurnOfAKilledWorkerGoesToAnother(t *testing.T) {
	t.Parallel()
	r := newReferee()
	server := testkit.NATSServer(t)
	b := working(t, r, server, 0)
	before := bus.ConsumerSpec{Stream: bus.TurnStream, Durable: worker.Durable}
	stop := start(t, func(ctx context.Context) error { return b.Consume(ctx, before, nil) })
	emptied(t, b) // its consumer is there from now on
	stop()
	publish(t, b, turn("a"))
	server.TakeAndDie(bus.TurnStream, worker.Durable)

	hire(t, r, server, 1)
	require.Equal(t, "a", (<-r.moves).GetGameId())
	emptied(t, b)
	now, err := server.JetStream().Consumer(t.Context(), bus.TurnStream, worker.Durable)
	require.NoError(t, err)
	require.LessOrEqual(t, now.CachedInfo().Config.AckWait, 1500*time.Millisecond, "much less than the referee waits")
}

// What the referee refuses because the game has moved on is done with; so is what
// he can't take now, which he issues again himself.
func TestTurnsThatCannotBeAnsweredAreNotKept(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"outdated": errs.ToStatus(errs.New(errs.Conflict, "REWOUND", "moves were taken back"), "referee").Err(),
		"over":     errs.ToStatus(errs.New(errs.State, "GAME_OVER", "the game is over"), "referee").Err(),
		"away":     errs.ToStatus(errs.New(errs.Unavailable, "UNAVAILABLE", "later"), "referee").Err(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newReferee()
			r.refuse(err)
			b := working(t, r, testkit.NATSServer(t), 1)
			publish(t, b, turn("a"))
			<-r.moves
			emptied(t, b)
			parked, err := b.Parked(t.Context())
			require.NoError(t, err)
			require.Zero(t, parked[worker.Durable])
		})
	}
}

// While the queue can't be reached the referee's list is worked off.
func TestWithoutNATSTheRefereeIsAsked(t *testing.T) {
	t.Parallel()
	r := newReferee()
	server := testkit.NATSServer(t)
	working(t, r, server, 1)
	server.Stop()
	r.list(turn("a"), turn("b"))
	got := map[string]bool{}
	for len(got) < 2 {
		got[(<-r.moves).GetGameId()] = true
	}
	require.Equal(t, map[string]bool{"a": true, "b": true}, got)
}

// So it is while NATS is there and the queue is not: its disk was lost, or the
// server of a cluster that has it is away.
func TestWithoutTheQueueTheRefereeIsAsked(t *testing.T) {
	t.Parallel()
	r := newReferee()
	r.list(turn("a", func(t *refereev1.BotTurn) { t.At = timestamppb.New(time.Now().Add(time.Hour)) }))
	hire(t, r, testkit.NATSServer(t), 1)
	require.Equal(t, "a", (<-r.moves).GetGameId(), "at once, not when it seems lost")
}

// A turn that has waited for long was lost by the queue.
func TestLostTurnsAreFound(t *testing.T) {
	t.Parallel()
	r := newReferee()
	r.list(turn("young"), turn("old", func(t *refereev1.BotTurn) { t.At = timestamppb.New(time.Now().Add(-time.Minute)) }))
	working(t, r, testkit.NATSServer(t), 1)
	require.Equal(t, "old", (<-r.moves).GetGameId())
}

// Workers that ask think about what nobody has answered meanwhile.
func TestALongListIsAskedForAnew(t *testing.T) {
	t.Parallel()
	r := newReferee()
	r.moves = make(chan *refereev1.PlayMoveRequest) // whoever answers waits until that is seen
	server := testkit.NATSServer(t)
	w := staff(t, r, server, prometheus.NewRegistry())
	server.Stop()
	var first []*refereev1.BotTurn
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		first = append(first, turn(id))
	}
	r.list(first...)
	start(t, w.RunAsking)
	<-r.moves
	time.Sleep(400 * time.Millisecond) // longer than a list is gone by
	r.list(turn("new"))
	seen := 1
	for (<-r.moves).GetGameId() != "new" {
		seen++
	}
	require.LessOrEqual(t, seen, 4, "those that were under way")
}

// A turn whose clock runs out does not wait for the others of a deep queue.
func TestPressedTurnsDoNotWaitInTheQueue(t *testing.T) {
	t.Parallel()
	r := newReferee()
	server := testkit.NATSServer(t)
	b := working(t, r, server, 0)
	stop := start(t, staff(t, r, server, prometheus.NewRegistry()).Run)
	emptied(t, b) // its consumer is there from now on
	stop()
	publish(t, b, turn("q"))
	r.list(turn("pressed", func(t *refereev1.BotTurn) {
		now := time.Now()
		t.At = timestamppb.New(now.Add(-2 * time.Second))
		t.Clock = &refereev1.Clock{Second: durationpb.New(10 * time.Second), AsOf: t.At, Deadline: timestamppb.New(now.Add(8 * time.Second))}
	}))
	start(t, staff(t, r, server, prometheus.NewRegistry()).RunAsking)
	require.Equal(t, "pressed", (<-r.moves).GetGameId())
}

func TestOffersAreAnsweredByScore(t *testing.T) {
	t.Parallel()
	r := newReferee()
	b := working(t, r, testkit.NATSServer(t), 1)
	offered := func(start string) func(*refereev1.BotTurn) {
		return func(t *refereev1.BotTurn) {
			t.Game, t.StartPosition, t.Moves, t.OfferId, t.Side, t.ToMove = "xiangqi", start, nil, 4, "second", false
		}
	}
	publish(t, b, turn("a", offered("")))
	require.Equal(t, "declined", <-r.answers)
	publish(t, b, turn("b", offered("4k4/9/9/9/9/9/9/9/R8/3K4R w - - 0 1")))
	require.Equal(t, "accepted", <-r.answers, "it has lost anyway")
	publish(t, b, turn("c", offered("3k4r/r8/9/9/9/9/9/9/9/4K4 w - - 0 1")))
	require.Equal(t, "declined", <-r.answers, "it wins")
	require.Empty(t, r.moves, "the answer brings the turn to move")
}

// The strongest level answers before its time is over.
func TestTheClockIsHeeded(t *testing.T) {
	t.Parallel()
	r := newReferee()
	b := working(t, r, testkit.NATSServer(t), 1)
	var deadline time.Time
	publish(t, b, turn("a", func(t *refereev1.BotTurn) {
		now := time.Now()
		deadline = now.Add(1500 * time.Millisecond)
		t.Game, t.StartPosition, t.Moves, t.Level = "xiangqi", "", nil, "5"
		t.Clock = &refereev1.Clock{
			First: durationpb.New(time.Minute), Second: durationpb.New(1500 * time.Millisecond), AsOf: timestamppb.New(now), Deadline: timestamppb.New(deadline),
		}
	}))
	<-r.moves
	require.True(t, time.Now().Before(deadline))
}
