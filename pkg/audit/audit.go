// Package audit walks a list of another service, again and again, for what no
// event has told of: events make a service fast, the walk makes it complete.
package audit

import (
	"context"
	"log/slog"
	"time"
)

const (
	// pageSize and maxPages bound a walk, so that a long history is taken slowly.
	pageSize = 200
	maxPages = 50
)

// Page is a part of a list.
type Page[T any] struct {
	Items []T
	// Cursor is where the next page begins; empty while the list has nothing at all.
	Cursor string
	// More says that there may be another page.
	More bool
}

// Bookmark keeps how far a walk has come.
type Bookmark interface {
	Cursor(ctx context.Context) (string, error)
	SetCursor(ctx context.Context, cursor string) error
}

// List returns at most so many items after a cursor, which is empty at the beginning.
type List[T any] func(ctx context.Context, after string, limit int) (Page[T], error)

// Walk gives the pages after a bookmark to repair, which is safe to be called twice
// with the same, and moves the bookmark behind each page that was repaired.
func Walk[T any](ctx context.Context, b Bookmark, list List[T], repair func(context.Context, []T) error) error {
	cursor, err := b.Cursor(ctx)
	if err != nil {
		return err
	}
	for range maxPages {
		page, err := list(ctx, cursor, pageSize)
		if err != nil {
			return err
		}
		if err := repair(ctx, page.Items); err != nil {
			return err
		}
		if page.Cursor != "" && page.Cursor != cursor {
			cursor = page.Cursor
			if err := b.SetCursor(ctx, cursor); err != nil {
				return err
			}
		}
		if !page.More {
			return nil
		}
	}
	return nil
}

// Every audits once in so often until the context ends; an audit that breaks off is
// logged and made again.
func Every(ctx context.Context, pause time.Duration, log *slog.Logger, audit func(context.Context) error) error {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		if err := audit(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "audit broke off", "error", err)
		}
	}
}
