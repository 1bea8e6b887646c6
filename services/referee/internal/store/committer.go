package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/services/referee/internal/record"
)

// How a group of appends is gathered: it opens with the first one that waits
// and closes after the window, or when it is full. When the last group was
// large the window is longer: much of what a commit costs is the same for few
// appends and for many, and at 200 games at once a longer wait was seen to give
// a quarter more moves with less waiting in all.
const (
	groupWindow = time.Millisecond
	busyWindow  = 2 * time.Millisecond
	busyGroup   = 32
	groupSize   = 256
)

// ackedPerCommit bounds how many published rows a commit clears away.
const ackedPerCommit = 512

// Relay takes stored messages to the bus; outbox.Relay is one.
type Relay interface {
	Hand(msgs ...outbox.Message)
	Acked(most int) []uuid.UUID
	PutBack(ids []uuid.UUID)
}

// Messages makes the outbox rows of appends that are being stored.
type Messages func(stored []record.Append) []outbox.Message

// TurnMessage makes the outbox row of an engine's turn.
type TurnMessage func(gameID string, turn []byte) outbox.Message

// Committer stores the appends of many games in few transactions. It is the
// only writer of logs in its process.
type Committer struct {
	transact func(context.Context, func(*gorm.DB) error) error
	relay    Relay
	messages Messages
	turn     TurnMessage
	queue    chan pending
	stopped  chan struct{}
	size     prometheus.Histogram
	took     prometheus.Histogram
}

type pending struct {
	record.Append
	done chan error
}

// NewCommitter returns a committer on a database.
func NewCommitter(db *dbx.DB, relay Relay, messages Messages, turn TurnMessage, metrics prometheus.Registerer) (*Committer, error) {
	c := &Committer{
		transact: db.Tx, relay: relay, messages: messages, turn: turn, queue: make(chan pending, groupSize), stopped: make(chan struct{}),
		size: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kydai_referee_commit_appends", Help: "Appends in one commit.", Buckets: prometheus.ExponentialBuckets(1, 2, 9),
		}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kydai_referee_commit_seconds", Help: "Time of one commit.", Buckets: prometheus.ExponentialBuckets(0.0005, 2, 12),
		}),
	}
	for _, m := range []prometheus.Collector{c.size, c.took} {
		if err := metrics.Register(m); err != nil {
			return nil, fmt.Errorf("register metrics: %w", err)
		}
	}
	return c, nil
}

// Append stores an append and returns once it is durable. Once it is queued
// its outcome is waited for, however long the caller's context lasts: an
// append must not be stored behind its game's back. ErrStale and ErrKeyTaken
// mean that nothing was stored; dbx.ErrUnknownCommit that nobody knows.
func (c *Committer) Append(ctx context.Context, a record.Append) error {
	if trace.SpanContextFromContext(ctx).IsSampled() {
		header := propagation.MapCarrier{}
		propagation.TraceContext{}.Inject(ctx, header)
		a.Trace = header["traceparent"]
	}
	p := pending{Append: a, done: make(chan error, 1)}
	select {
	case c.queue <- p:
	case <-ctx.Done():
		return ctx.Err()
	case <-c.stopped:
		return record.ErrStopped
	}
	select {
	case err := <-p.done:
		return err
	case <-c.stopped:
		select { // it may have been stored in the last group
		case err := <-p.done:
			return err
		default:
			return record.ErrStopped
		}
	}
}

// Run commits groups until its context ends.
func (c *Committer) Run(ctx context.Context) error {
	defer close(c.stopped)
	var rest []pending // appends of games that are in the group already
	window := groupWindow
	for {
		group, left, ok := c.gather(ctx, rest, window)
		if !ok {
			return nil
		}
		rest, window = left, groupWindow
		if len(group) >= busyGroup {
			window = busyWindow
		}
		c.store(context.WithoutCancel(ctx), group)
	}
}

// gather waits for a first append and takes what comes in its window, at most
// one append a game.
func (c *Committer) gather(ctx context.Context, rest []pending, window time.Duration) (group, left []pending, ok bool) {
	games := map[string]bool{}
	take := func(p pending) {
		if games[p.GameID] {
			left = append(left, p)
			return
		}
		games[p.GameID] = true
		group = append(group, p)
	}
	for _, p := range rest {
		take(p)
	}
	if len(group) == 0 {
		select {
		case p := <-c.queue:
			take(p)
		case <-ctx.Done():
			return nil, nil, false
		}
	}
	closing := time.NewTimer(window)
	defer closing.Stop()
	for len(group) < groupSize {
		select {
		case p := <-c.queue:
			take(p)
		case <-closing.C:
			return group, left, true
		}
	}
	return group, left, true
}

// store commits a group and tells each append what came of it. The outbox rows
// go to the relay before the waiters wake.
func (c *Committer) store(ctx context.Context, group []pending) {
	begin := time.Now()
	acked := c.relay.Acked(ackedPerCommit)
	fresh, sent, err := c.transaction(ctx, group, acked, false)
	if errors.Is(err, errConflict) {
		fresh, sent, err = c.transaction(ctx, group, acked, true)
	}
	c.size.Observe(float64(len(group)))
	c.took.Observe(time.Since(begin).Seconds())
	if err != nil {
		c.relay.PutBack(acked)
	} else {
		c.relay.Hand(sent...)
	}
	for _, p := range group {
		p.done <- outcome(p.Append, fresh, err)
	}
}

func (c *Committer) transaction(ctx context.Context, group []pending, acked []uuid.UUID, asking bool) (fresh map[string]bool, sent []outbox.Message, err error) {
	err = c.transact(ctx, func(tx *gorm.DB) (err error) {
		if err := outbox.Delete(tx, acked); err != nil {
			return err
		}
		fresh, sent, err = commit(tx, appends(group), c.messages, asking)
		return err
	})
	return fresh, sent, err
}

func outcome(a record.Append, fresh map[string]bool, err error) error {
	switch {
	case err != nil:
		return err
	case fresh[a.GameID]:
		return nil
	case a.Create != nil:
		return record.ErrKeyTaken
	default:
		return record.ErrStale
	}
}

func appends(group []pending) []record.Append {
	all := make([]record.Append, len(group))
	for i, p := range group {
		all[i] = p.Append
	}
	return all
}
