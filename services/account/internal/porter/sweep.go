package porter

import (
	"context"
	"time"

	"kydai.dev/services/account/internal/session"
)

type sweeper interface {
	// Sweep deletes some of what has ended, at most limit of each kind, and
	// reports how many.
	Sweep(ctx context.Context, old session.Old, limit int) (int, error)
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
		n, err := p.store.Sweep(ctx, session.Old{Ended: now, Spent: now.Add(-p.rules.Grace), Counted: now.Add(-p.ways.Window)}, sweepBatch)
		if err != nil || n < sweepBatch {
			return err
		}
	}
}
