// Package worker does what engines' seats have to do: it takes their turns from
// the referee's queue, or from the referee itself where the queue can't be
// reached, and answers through the referee, who makes sure that a turn is
// answered once however often it comes.
package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/levels"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/search/internal/bot"
)

// Durable is the consumer that all workers share.
const Durable = "search"

const (
	// fewTries is how often a worker lets a turn fail, as by a panic, before it is
	// put aside.
	fewTries = 3
	// silence is after how long without a sign of life a worker's turns go to others.
	silence = 1200 * time.Millisecond
	// askAway is how often the referee is asked for turns while the queue can't be
	// reached, askAnyhow how often otherwise, for turns that have waited so long
	// that the queue must have lost them.
	askAway   = 500 * time.Millisecond
	askAnyhow = 2 * time.Second
	// listed is how long a list of turns is gone by: others answer them as well.
	listed    = 300 * time.Millisecond
	lostAfter = 6 * time.Second
	// deepAfter is how long a turn is left in a queue in which others wait as well,
	// pressedAfter how long one whose clock has less than pressed.
	deepAfter    = 20 * time.Second
	pressedAfter = time.Second
	pressed      = 12 * time.Second
)

// Referee is what the worker asks.
type Referee interface {
	ListBotTurns(context.Context, *refereev1.ListBotTurnsRequest, ...grpc.CallOption) (*refereev1.ListBotTurnsResponse, error)
	PlayMove(context.Context, *refereev1.PlayMoveRequest, ...grpc.CallOption) (*refereev1.PlayMoveResponse, error)
	AcceptOffer(context.Context, *refereev1.AcceptOfferRequest, ...grpc.CallOption) (*refereev1.AcceptOfferResponse, error)
	DeclineOffer(context.Context, *refereev1.DeclineOfferRequest, ...grpc.CallOption) (*refereev1.DeclineOfferResponse, error)
}

// Worker answers engines' turns.
type Worker struct {
	referee Referee
	bus     *bus.Bus
	player  *bot.Player
	log     *slog.Logger
	metrics *Metrics

	queueLost atomic.Bool // NATS is there, but not the queue
	queueDeep atomic.Bool // turns wait in it

	mu   sync.Mutex
	busy map[string]int32 // the seq of the turn that is being answered, by game
	done map[string]int32 // that of the one answered last
}

// New returns a worker.
func New(referee Referee, b *bus.Bus, player *bot.Player, metrics *Metrics, log *slog.Logger) *Worker {
	return &Worker{referee: referee, bus: b, player: player, metrics: metrics, log: log, busy: map[string]int32{}, done: map[string]int32{}}
}

// Run takes turns from the queue until its context ends.
func (w *Worker) Run(ctx context.Context) error {
	return w.bus.Consume(ctx, bus.ConsumerSpec{
		Stream: bus.TurnStream, Durable: Durable, Parallel: w.player.Parallel(), MaxDeliver: fewTries, AckWait: silence,
	}, w.hear)
}

// RunAsking takes turns from the referee until its context ends: all of them
// while the queue can't be reached, otherwise those that it seems to have lost.
func (w *Worker) RunAsking(ctx context.Context) error {
	pause := time.NewTimer(askAway)
	defer pause.Stop()
	for {
		select {
		case <-pause.C:
			w.measure(ctx)
			for w.ask(ctx) {
			}
		case <-ctx.Done():
			return nil
		}
		if w.queued() {
			pause.Reset(askAnyhow)
		} else {
			pause.Reset(askAway)
		}
	}
}

// queued reports whether turns come from the queue.
func (w *Worker) queued() bool { return w.bus.Connected() && !w.queueLost.Load() }

// ask answers the turns that the referee lists, until others are likely to have
// answered them too; then it reports that there are more. Each worker begins somewhere
// else in the list, so that several seldom think about the same.
func (w *Worker) ask(ctx context.Context) (more bool) {
	resp, err := w.referee.ListBotTurns(ctx, &refereev1.ListBotTurnsRequest{Limit: int32(8 * w.player.Parallel())}) //nolint:gosec // small
	if err != nil {
		if ctx.Err() == nil {
			w.log.WarnContext(ctx, "ask for engines' turns", "error", err)
		}
		return false
	}
	turns, old := resp.GetTurns(), time.Now().Add(listed)
	rand.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
	var answers errgroup.Group
	answers.SetLimit(w.player.Parallel())
	for _, t := range turns {
		if w.queued() && !overdue(t, w.queueDeep.Load(), time.Now()) {
			continue
		}
		if time.Now().After(old) { // it waited for one of the last to be answered
			more = true
			break
		}
		answers.Go(func() error {
			if err := w.answer(ctx, t); err != nil && ctx.Err() == nil {
				w.log.ErrorContext(ctx, "engine's turn not answered", "game_id", t.GetGameId(), "error", err)
			}
			return nil
		})
	}
	_ = answers.Wait() // each has told what went wrong
	return more && ctx.Err() == nil
}

// overdue reports whether a turn should not wait for the queue any longer. Old turns of
// a deep queue wait in it, as a rule, and need not be thought about twice; but it knows
// nothing of clocks, and one that runs out may not bear its place in the queue.
func overdue(t *refereev1.BotTurn, deep bool, now time.Time) bool {
	waited := now.Sub(t.GetAt().AsTime())
	if d := t.GetClock().GetDeadline(); t.GetToMove() && d != nil && d.AsTime().Sub(now) < pressed && waited >= pressedAfter {
		return true
	}
	if deep {
		return waited >= deepAfter
	}
	return waited >= lostAfter
}

// hear answers a turn from the queue. What will never make sense is put aside at once:
// tries are counted by each worker, so that several would look at it in vain. What
// fails for the time being is issued again by the referee.
func (w *Worker) hear(ctx context.Context, m bus.Msg) error {
	t := &refereev1.BotTurn{}
	err := proto.Unmarshal(m.Payload, t)
	if err == nil && m.Subject != bus.GameTurn(t.GetGameId()) {
		err = errors.New("it is about another game than its subject says")
	}
	if err != nil {
		w.metrics.answered.WithLabelValues(outcomeRefused).Inc()
		return fmt.Errorf("read engine's turn on %s: %w: %w", m.Subject, bus.ErrPoison, err)
	}
	if w.answered(t) {
		return nil // the referee issued it once more while it waited
	}
	err = w.answer(ctx, t)
	if err == nil || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("answer engine's turn on %s: %w: %w", m.Subject, bus.ErrPoison, err)
}

// answer does what a turn asks for. Unless its context has ended, an error says that
// the turn makes no sense.
func (w *Worker) answer(ctx context.Context, t *refereev1.BotTurn) error {
	level, ok := levels.Find(t.GetGame(), t.GetLevel())
	if !ok {
		w.metrics.answered.WithLabelValues(outcomeRefused).Inc()
		return bot.ErrUnknownLevel
	}
	if !w.begin(t) {
		return nil
	}
	defer w.end(t)
	w.metrics.waited.Observe(time.Since(t.GetAt().AsTime()).Seconds())
	act := w.move
	if t.GetOfferId() > 0 { // the answer brings a turn of its own if the engine is to move as well
		act = w.answerOffer
	}
	outcome, err := settle(act(ctx, t, level))
	if err != nil && ctx.Err() != nil {
		return ctx.Err() // stopping: somebody else gets it
	}
	w.metrics.answered.WithLabelValues(outcome).Inc()
	switch outcome {
	case outcomeDone:
		w.note(t)
		w.metrics.took.Observe(time.Since(t.GetAt().AsTime()).Seconds())
	case outcomeAgain:
		w.log.WarnContext(ctx, "engine's turn not answered, it comes again", "game_id", t.GetGameId(), "error", err)
		return nil
	}
	return err
}

// The outcomes of a turn.
const (
	outcomeDone     = "done"
	outcomeOutdated = "outdated"
	outcomeAgain    = "again"
	outcomeRefused  = "refused"
)

// settle says what an answer led to. That the game has moved on is no fault.
func settle(err error) (string, error) {
	if err == nil {
		return outcomeDone, nil
	}
	e, ok := errs.FromStatus(err)
	if !ok {
		ok = errors.As(err, &e)
	}
	switch {
	case !ok:
		return outcomeAgain, err
	case e.Kind == errs.State || e.Kind == errs.Conflict || e.Kind == errs.NotFound:
		return outcomeOutdated, nil
	case e.Kind == errs.Invalid || e.Kind == errs.Denied:
		return outcomeRefused, err
	default:
		return outcomeAgain, err
	}
}

// begin reports whether this worker does not think about the turn already.
func (w *Worker) begin(t *refereev1.BotTurn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if seq, ok := w.busy[t.GetGameId()]; ok && seq >= t.GetSeq() {
		return false
	}
	w.busy[t.GetGameId()] = t.GetSeq()
	return true
}

func (w *Worker) end(t *refereev1.BotTurn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy[t.GetGameId()] == t.GetSeq() {
		delete(w.busy, t.GetGameId())
	}
}

// remembered is of how many games at most it is known which turn was answered last.
const remembered = 4096

func (w *Worker) note(t *refereev1.BotTurn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.done) >= remembered {
		clear(w.done)
	}
	w.done[t.GetGameId()] = t.GetSeq()
}

// answered reports whether this worker has answered the very same turn.
func (w *Worker) answered(t *refereev1.BotTurn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	seq, ok := w.done[t.GetGameId()]
	return ok && seq == t.GetSeq()
}
