// Package flag claims the flags of games whose time is over. The referee's
// list of deadlines is what it relies on; the events on the bus only make it
// faster.
package flag

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/clock/internal/watch"
)

const (
	// grace is how long after the deadline the referee grants a flag.
	grace = 100 * time.Millisecond
	// mostDue bounds one answer of the referee; the rest comes at the next.
	mostDue = 10000
	// retryAfter is when a claim that got no answer is made again.
	retryAfter = 250 * time.Millisecond
)

// Referee is what the clock asks.
type Referee interface {
	ListDue(context.Context, *refereev1.ListDueRequest, ...grpc.CallOption) (*refereev1.ListDueResponse, error)
	ClaimTimeout(context.Context, *refereev1.ClaimTimeoutRequest, ...grpc.CallOption) (*refereev1.ClaimTimeoutResponse, error)
}

// Config says how often and how much.
type Config struct {
	// Every is how often the referee is asked for deadlines.
	Every time.Duration
	// Claims is how many flags are claimed at the same time.
	Claims int
}

// Flagger watches deadlines and claims flags.
type Flagger struct {
	referee Referee
	bus     *bus.Bus
	cfg     Config
	log     *slog.Logger
	news    chan watch.Deadline // a zero time means that nothing runs
	asked   atomic.Int64        // when the referee last answered, Unix nanoseconds
	claimed *prometheus.CounterVec
}

// New returns a flagger.
func New(referee Referee, b *bus.Bus, cfg Config, metrics prometheus.Registerer, log *slog.Logger) (*Flagger, error) {
	f := &Flagger{
		referee: referee, bus: b, cfg: cfg, log: log, news: make(chan watch.Deadline, 4096),
		claimed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kydai_clock_claims_total", Help: "Flags claimed, by what came of it.",
		}, []string{"outcome"}),
	}
	if err := metrics.Register(f.claimed); err != nil {
		return nil, fmt.Errorf("register metrics: %w", err)
	}
	return f, nil
}

// errNoReferee says that the referee has not answered lately.
var errNoReferee = errors.New("the referee does not answer")

// Ready says why flags would fall late now.
func (f *Flagger) Ready(context.Context) error {
	if last := time.Unix(0, f.asked.Load()); time.Since(last) > 3*f.cfg.Every {
		return errNoReferee
	}
	return nil
}

// Run watches until its context ends.
func (f *Flagger) Run(ctx context.Context) error {
	sub, err := f.bus.Subscribe(bus.GameEvents("*"), f.hear)
	if err != nil {
		return fmt.Errorf("subscribe to game events: %w", err)
	}
	defer sub.Close() //nolint:errcheck // the connection goes with the process
	claims, ctx := errgroup.WithContext(ctx)
	claims.SetLimit(f.cfg.Claims)
	w := watch.New()
	ask := time.NewTicker(f.cfg.Every)
	defer ask.Stop()
	fire := time.NewTimer(0)
	defer fire.Stop()
	f.ask(ctx, w)
	for {
		f.rearm(fire, w)
		select {
		case d := <-f.news:
			f.note(w, d)
		case <-ask.C:
			f.ask(ctx, w)
		case <-fire.C:
			for _, d := range w.Due(time.Now().Add(-grace)) {
				claims.Go(func() error { f.claim(ctx, d); return nil })
			}
		case <-ctx.Done():
			return claims.Wait()
		}
	}
}

func (f *Flagger) rearm(fire *time.Timer, w *watch.Watch) {
	wait := time.Hour
	if at, ok := w.Next(); ok {
		wait = max(time.Until(at.Add(grace+time.Millisecond)), 0)
	}
	fire.Reset(wait)
}

// horizon is how far ahead deadlines are kept: the referee's list brings each
// in time.
func (f *Flagger) horizon() time.Time { return time.Now().Add(2*f.cfg.Every + grace) }

// ask brings in the deadlines that come next. A referee that is away is asked
// again at the next tick.
func (f *Flagger) ask(ctx context.Context, w *watch.Watch) {
	resp, err := f.referee.ListDue(ctx, &refereev1.ListDueRequest{Before: timestamppb.New(f.horizon()), Limit: mostDue})
	if err != nil {
		if ctx.Err() == nil {
			f.log.WarnContext(ctx, "ask for deadlines", "error", err)
		}
		return
	}
	f.asked.Store(time.Now().UnixNano())
	for _, g := range resp.GetGames() {
		w.Set(watch.Deadline{GameID: g.GetGameId(), Seq: int(g.GetSeq()), At: g.GetDeadline().AsTime()})
	}
}

// hear takes deadlines out of the events. What does not fit is left to the
// referee's list.
func (f *Flagger) hear(m bus.Msg) {
	var all refereev1.GameEvents
	if err := proto.Unmarshal(m.Payload, &all); err != nil {
		f.log.Warn("undecodable events", "subject", m.Subject, "error", err)
		return
	}
	for _, e := range all.GetEvents() {
		d := watch.Deadline{GameID: e.GetGameId(), Seq: int(e.GetSeq())}
		if at := e.GetClock().GetDeadline(); at != nil {
			d.At = at.AsTime()
		}
		select {
		case f.news <- d:
		default:
		}
	}
}

// note keeps a deadline that comes soon and forgets one that has moved away.
func (f *Flagger) note(w *watch.Watch, d watch.Deadline) {
	if d.At.IsZero() || d.At.After(f.horizon()) {
		w.Drop(d.GameID, d.Seq)
		return
	}
	w.Set(d)
}

// claim asks the referee to judge a deadline. What it learns comes back as
// news.
func (f *Flagger) claim(ctx context.Context, d watch.Deadline) {
	resp, err := f.referee.ClaimTimeout(ctx, &refereev1.ClaimTimeoutRequest{GameId: d.GameID, Seq: int32(d.Seq)}) //nolint:gosec // events are few
	switch {
	case err != nil && ctx.Err() == nil:
		f.claimed.WithLabelValues("error").Inc()
		f.log.WarnContext(ctx, "claim flag", "game_id", d.GameID, "error", err)
		d.At = time.Now().Add(retryAfter - grace)
	case err != nil || resp.GetOver():
		f.claimed.WithLabelValues("over").Inc()
		return
	default:
		f.claimed.WithLabelValues("early").Inc()
		if resp.GetDeadline() == nil {
			return
		}
		d.Seq, d.At = int(resp.GetSeq()), resp.GetDeadline().AsTime()
	}
	select {
	case f.news <- d:
	default: // the referee's list brings it again
	}
}
