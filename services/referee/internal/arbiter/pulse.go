package arbiter

import (
	"context"
	"sync"
	"time"

	"kydai.dev/services/referee/internal/record"
)

const (
	// beatEvery is how often a referee says that it is alive.
	beatEvery = 250 * time.Millisecond
	// beatFresh is how old the last heartbeat may be for the referee to decide:
	// after a longer silence there may be a downtime that it has not heard of.
	beatFresh = 800 * time.Millisecond
	// beatLimit bounds one heartbeat.
	beatLimit = 5 * time.Second
	// downtimeReach is how far back downtimes matter: longer than any move.
	downtimeReach = 48 * time.Hour
)

// pulse is when this referee was last heard, and the downtimes it knows.
type pulse struct {
	mu    *sync.Mutex
	last  time.Time
	known []record.Downtime
	beat  chan struct{} // closed at the next heartbeat
}

func newPulse() pulse { return pulse{mu: &sync.Mutex{}, beat: make(chan struct{})} }

// wait returns once the last heartbeat is fresh.
func (p *pulse) wait(ctx context.Context, now func() time.Time) error {
	for {
		p.mu.Lock()
		next := p.beat // before the look, so that no beat is missed
		p.mu.Unlock()
		if p.fresh(now()) {
			return nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return ErrBusy
		}
	}
}

// fresh reports whether the last heartbeat is young enough to decide.
func (p *pulse) fresh(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return now.Sub(p.last) < beatFresh
}

func (p *pulse) downtimes() []record.Downtime {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known
}

func (p *pulse) lastDowntime(now time.Time) time.Time {
	if known := p.downtimes(); len(known) > 0 {
		return known[len(known)-1].To()
	}
	return now.Add(-downtimeReach)
}

func (p *pulse) heard(at time.Time, news []record.Downtime) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = at
	if len(news) > 0 { // a new slice: readers may hold the old one
		p.known = append(append([]record.Downtime(nil), p.known...), news...)
	}
	close(p.beat)
	p.beat = make(chan struct{})
}

// Beat says that this referee is alive and learns of downtimes. It must have
// succeeded once before anything is decided.
func (a *Arbiter) Beat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, beatLimit)
	defer cancel()
	now := a.now()
	news, err := a.records.Beat(ctx, now, a.pulse.lastDowntime(now))
	if err != nil {
		return err
	}
	a.pulse.heard(now, news)
	return nil
}

// Run keeps the heartbeat going until its context ends.
func (a *Arbiter) Run(ctx context.Context) error {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := a.Beat(ctx); err != nil && ctx.Err() == nil {
				a.logger.WarnContext(ctx, "heartbeat failed", "error", err)
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// Ready says why the arbiter can't decide now.
func (a *Arbiter) Ready(ctx context.Context) error { return a.pulse.wait(ctx, a.now) }
