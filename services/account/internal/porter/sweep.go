package porter

import (
	"context"
	"time"
)

type sweeper interface {
	// Sweep deletes some sessions that ended before now and some spent tokens of
	// before stale, at most limit of each, and reports how many.
	Sweep(ctx context.Context, now, stale time.Time, limit int) (int, error)
}

const (
	sweepEvery = 10 * time.Minute
	sweepBatch = 500
)

// Tidy deletes what has expired, every now and then, until the context ends.
func (p *Porter) Tidy(ctx context.Context) error {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		if err := p.sweep(ctx); err != nil && ctx.Err() == nil {
			p.log.WarnContext(ctx, "sweep", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// sweep deletes all that has expired, in batches, so that it holds nobody up.
func (p *Porter) sweep(ctx context.Context) error {
	now := p.time()
	for {
		n, err := p.store.Sweep(ctx, now, now.Add(-p.rules.Grace), sweepBatch)
		if err != nil || n < sweepBatch {
			return err
		}
	}
}
