package livetest

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/errs"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// The refusals of the referee.
var (
	ErrNoGame  = errs.New(errs.NotFound, "NO_SUCH_GAME", "there is no such game")
	ErrPly     = errs.New(errs.Conflict, "PLY_TAKEN", "the ply was played")
	ErrNotOwn  = errs.New(errs.Denied, "NOT_YOUR_GAME", "only the players may do this")
	ErrIllegal = errs.New(errs.Invalid, "ILLEGAL_MOVE", "the rules do not allow the move")
)

// Referee keeps logs in memory. Any text but "illegal" is a legal move, and the
// move "mate" ends a game.
type Referee struct {
	refereev1.UnimplementedRefereeServiceServer
	relay

	shards int
	mu     sync.Mutex
	games  map[string]*log
	order  []string
}

type log struct {
	id         string
	first      string
	second     string
	delay      time.Duration
	private    bool
	ply        int32
	events     []*refereev1.GameEvent
	result     *refereev1.Result
	hold       chan struct{}
	createTime time.Time
}

func newReferee(b *bus.Bus, shards int) *Referee {
	r := &Referee{shards: shards, games: map[string]*log{}}
	r.relay = relay{bus: b, replica: uuid.NewString()[:8], shards: shards, numbers: map[string]uint64{}, wake: make(chan struct{}, 1)}
	r.sent.L = &r.relay.mu
	return r
}

// NewGame starts a game. Delay is how late spectators see it.
func (r *Referee) NewGame(first, second string, delay time.Duration) (id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := &log{id: uuid.NewString()[:12], first: first, second: second, delay: delay, createTime: time.Now()}
	r.games[g.id] = g
	r.order = append(r.order, g.id)
	r.append(g, &refereev1.GameEvent{Kind: &refereev1.GameEvent_Created{Created: &refereev1.GameCreated{Settings: g.settings()}}},
		&refereev1.GameEvent{Kind: &refereev1.GameEvent_Started{Started: &refereev1.GameStarted{Side: "first"}}})
	r.tell(g, "started")
	return g.id
}

// Hide makes a game private.
func (r *Referee) Hide(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.games[id].private = true
}

// Play plays the next plies.
func (r *Referee) Play(id string, plies int) {
	for range plies {
		r.mu.Lock()
		r.play(r.games[id], "a"+strconv.Itoa(int(r.games[id].ply)))
		r.mu.Unlock()
	}
}

// Finish ends a game as if it had happened at a time.
func (r *Referee) Finish(id string, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.games[id]
	g.result = &refereev1.Result{Winner: "first", Reason: "resignation", Status: "finished"}
	r.append(g, &refereev1.GameEvent{At: timestamppb.New(at), Kind: &refereev1.GameEvent_Finished{Finished: &refereev1.GameFinished{Result: g.result}}})
	r.tell(g, "finished")
}

// Hold lets the answers to moves of a game wait, after they were committed and
// sent, until release is called.
func (r *Referee) Hold(id string) (release func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	hold := make(chan struct{})
	r.games[id].hold = hold
	return func() { close(hold) }
}

// Log is the whole log of a game.
func (r *Referee) Log(id string) []*refereev1.GameEvent {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.games[id].events)
}

func (r *Referee) play(g *log, move string) {
	g.ply++
	p := &refereev1.MovePlayed{Side: side(g.ply), Ply: g.ply, Move: move, Position: "position " + strconv.Itoa(int(g.ply))}
	if move == "mate" {
		p.Result = &refereev1.Result{Winner: p.GetSide(), Reason: "checkmate", Status: "finished"}
		g.result = p.GetResult()
	}
	r.append(g, &refereev1.GameEvent{Kind: &refereev1.GameEvent_Played{Played: p}})
	if g.result != nil {
		r.tell(g, "finished")
	}
}

func side(ply int32) string {
	if ply%2 == 1 {
		return "first"
	}
	return "second"
}

// append commits events and hands them to the relay.
func (r *Referee) append(g *log, events ...*refereev1.GameEvent) {
	for _, e := range events {
		e.GameId, e.Seq = g.id, int32(len(g.events)+1) //nolint:gosec // tests are short
		if e.At == nil {
			e.At = timestamppb.Now()
		}
		g.events = append(g.events, e)
	}
	shard := bus.ShardName(bus.Shard(g.id, r.shards))
	r.hand(bus.GameEvents(shard), &refereev1.GameEvents{Events: events})
}

func (r *Referee) tell(g *log, change string) {
	s := g.summary()
	s.Change = change
	shard := bus.ShardName(bus.Shard(g.id, r.shards))
	r.hand(bus.GameLifecycle(shard), &refereev1.GameSummaries{Summaries: []*refereev1.GameSummary{s}})
}

// visible are the events that a caller may see now.
func (g *log) visible(c authn.Caller) []*refereev1.GameEvent {
	if g.delay == 0 || c.Account != "" && (c.Account == g.first || c.Account == g.second) {
		return g.events
	}
	n, _ := slices.BinarySearchFunc(g.events, time.Now().Add(-g.delay), func(e *refereev1.GameEvent, limit time.Time) int {
		return e.GetAt().AsTime().Compare(limit)
	})
	return g.events[:n]
}

func (g *log) settings() *refereev1.Settings {
	seat := func(id string) *refereev1.Seat {
		return &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: id}}}
	}
	return &refereev1.Settings{
		Game: "xiangqi", Seats: &refereev1.Seats{First: seat(g.first), Second: seat(g.second)},
		Spectators: &refereev1.Spectators{Allowed: proto.Bool(true), Delay: durationpb.New(g.delay)},
	}
}

func (g *log) summary() *refereev1.GameSummary {
	return &refereev1.GameSummary{
		GameId: g.id, Seq: int32(len(g.events)), At: timestamppb.Now(), Game: "xiangqi", Seats: g.settings().GetSeats(), //nolint:gosec // tests are short
		Result: g.result, Ply: g.ply, CreateTime: timestamppb.New(g.createTime),
	}
}

func (r *Referee) find(ctx context.Context, id string) (*log, authn.Caller, error) {
	c := authn.FromContext(ctx)
	g := r.games[id]
	if g == nil || g.private && c.Account != g.first && c.Account != g.second {
		return nil, c, ErrNoGame
	}
	return g, c, nil
}
