// Package pause waits.
package pause

import (
	"context"
	"time"
)

// For returns after a time, or with the cause when ctx ends before.
func For(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
