package flag_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/clock/internal/flag"
)

// claim is a claim as the referee got it.
type claim struct {
	game string
	seq  int32
	at   time.Time
}

// referee lists deadlines and judges claims as a test says.
type referee struct {
	mu     sync.Mutex
	due    []*refereev1.DueGame
	judge  func(n int) (*refereev1.ClaimTimeoutResponse, error)
	claims chan claim
	n      int
}

func (r *referee) ListDue(_ context.Context, req *refereev1.ListDueRequest, _ ...grpc.CallOption) (*refereev1.ListDueResponse, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	resp := &refereev1.ListDueResponse{}
	for _, g := range r.due {
		if g.GetDeadline().AsTime().Before(req.GetBefore().AsTime()) {
			resp.Games = append(resp.Games, g)
		}
	}
	return resp, nil
}

func (r *referee) ClaimTimeout(_ context.Context, req *refereev1.ClaimTimeoutRequest, _ ...grpc.CallOption) (*refereev1.ClaimTimeoutResponse, error) {
	r.claims <- claim{game: req.GetGameId(), seq: req.GetSeq(), at: time.Now()}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	return r.judge(r.n)
}

func granted(int) (*refereev1.ClaimTimeoutResponse, error) {
	return &refereev1.ClaimTimeoutResponse{Over: true}, nil
}

// watching runs a flagger against the referee until the end of the test.
func watching(t *testing.T, r *referee, every time.Duration) *bus.Bus {
	t.Helper()
	b := testkit.NATS(t)
	r.claims = make(chan claim, 64)
	f, err := flag.New(r, b, flag.Config{Every: every, Claims: 4}, prometheus.NewRegistry(), testkit.Logger(t))
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- f.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-done)
	})
	require.Eventually(t, func() bool { return f.Ready(t.Context()) == nil }, time.Minute, time.Millisecond)
	return b
}

func due(game string, seq int32, at time.Time) *refereev1.DueGame {
	return &refereev1.DueGame{GameId: game, Seq: seq, Deadline: timestamppb.New(at)}
}

// TestAListedDeadlineIsClaimedAfterTheGrace claims what the referee lists, and
// never before it would be granted.
func TestAListedDeadlineIsClaimedAfterTheGrace(t *testing.T) {
	t.Parallel()
	soon := time.Now().Add(300 * time.Millisecond)
	r := &referee{due: []*refereev1.DueGame{due("soon", 7, soon), due("past", 3, time.Now().Add(-time.Hour))}, judge: granted}
	watching(t, r, time.Hour)

	first, second := <-r.claims, <-r.claims
	require.Equal(t, "past", first.game, "what has passed while nobody watched is claimed at once")
	require.Equal(t, int32(3), first.seq)
	require.Equal(t, "soon", second.game)
	require.False(t, second.at.Before(soon.Add(100*time.Millisecond)))
}

// TestARefusedClaimIsMadeAgainAtTheNewDeadline follows a clock that was given
// time.
func TestARefusedClaimIsMadeAgainAtTheNewDeadline(t *testing.T) {
	t.Parallel()
	later := time.Now().Add(400 * time.Millisecond)
	r := &referee{due: []*refereev1.DueGame{due("game", 7, time.Now())}, judge: func(n int) (*refereev1.ClaimTimeoutResponse, error) {
		if n == 1 {
			return &refereev1.ClaimTimeoutResponse{Seq: 8, Deadline: timestamppb.New(later)}, nil
		}
		return granted(n)
	}}
	watching(t, r, time.Hour)

	require.Equal(t, int32(7), (<-r.claims).seq)
	again := <-r.claims
	require.Equal(t, int32(8), again.seq)
	require.False(t, again.at.Before(later.Add(100*time.Millisecond)))
}

// TestAClaimWithoutAnswerIsMadeAgain does not wait for the next list.
func TestAClaimWithoutAnswerIsMadeAgain(t *testing.T) {
	t.Parallel()
	r := &referee{due: []*refereev1.DueGame{due("game", 7, time.Now())}, judge: func(n int) (*refereev1.ClaimTimeoutResponse, error) {
		if n == 1 {
			return nil, errors.New("away")
		}
		return granted(n)
	}}
	watching(t, r, time.Hour)

	require.Equal(t, int32(7), (<-r.claims).seq)
	require.Equal(t, int32(7), (<-r.claims).seq)
}

// TestEventsBringDeadlinesThatNoListHad hears of a short deadline on the bus,
// and of one that is gone.
func TestEventsBringDeadlinesThatNoListHad(t *testing.T) {
	t.Parallel()
	gone := time.Now().Add(2 * time.Second)
	r := &referee{due: []*refereev1.DueGame{due("moved", 7, gone)}, judge: granted}
	b := watching(t, r, time.Hour)
	soon := time.Now().Add(time.Second)
	payload, err := proto.Marshal(&refereev1.GameEvents{Events: []*refereev1.GameEvent{
		{GameId: "moved", Seq: 8, Clock: &refereev1.Clock{}},
		{GameId: "short", Seq: 3, Clock: &refereev1.Clock{Deadline: timestamppb.New(soon)}},
		{GameId: "last", Seq: 5, Clock: &refereev1.Clock{Deadline: timestamppb.New(gone.Add(time.Second))}},
	}})
	require.NoError(t, err)
	require.NoError(t, b.PublishCore(t.Context(), bus.Msg{Subject: bus.GameEvents("0"), Payload: payload}))

	require.Equal(t, "short", (<-r.claims).game)
	require.Equal(t, "last", (<-r.claims).game, "the deadline that has moved away is not claimed")
}
