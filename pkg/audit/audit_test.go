package audit_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/audit"
)

// bookmark is kept in memory.
type bookmark struct {
	at  string
	set int
}

func (b *bookmark) Cursor(context.Context) (string, error) { return b.at, nil }

func (b *bookmark) SetCursor(_ context.Context, cursor string) error {
	b.at, b.set = cursor, b.set+1
	return nil
}

// numbers lists 1 to n; a cursor is the last number told.
func numbers(n int) audit.List[int] {
	return func(_ context.Context, after string, limit int) (audit.Page[int], error) {
		last, _ := strconv.Atoi(after) // empty is 0
		var p audit.Page[int]
		for i := last + 1; i <= n && len(p.Items) < limit; i++ {
			p.Items = append(p.Items, i)
		}
		p.Cursor, p.More = after, len(p.Items) == limit
		if len(p.Items) > 0 {
			p.Cursor = strconv.Itoa(p.Items[len(p.Items)-1])
		}
		return p, nil
	}
}

func TestAWalkSeesEachItemOnceAndGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	var b bookmark
	var seen []int
	note := func(_ context.Context, items []int) error {
		seen = append(seen, items...)
		return nil
	}
	require.NoError(t, audit.Walk(t.Context(), &b, numbers(450), note))
	require.NoError(t, audit.Walk(t.Context(), &b, numbers(451), note))
	require.Len(t, seen, 451)
	for i, n := range seen {
		require.Equal(t, i+1, n)
	}
	set := b.set
	require.NoError(t, audit.Walk(t.Context(), &b, numbers(451), note))
	require.Equal(t, set, b.set, "nothing new moves no bookmark")
}

func TestWhatCouldNotBeRepairedIsWalkedAgain(t *testing.T) {
	t.Parallel()
	var b bookmark
	broken := errors.New("database away")
	pages := 0
	err := audit.Walk(t.Context(), &b, numbers(450), func(context.Context, []int) error {
		if pages++; pages == 2 {
			return broken
		}
		return nil
	})
	require.ErrorIs(t, err, broken)
	require.Equal(t, "200", b.at)
}

func TestAWalkOfALongHistoryIsBounded(t *testing.T) {
	t.Parallel()
	var b bookmark
	require.NoError(t, audit.Walk(t.Context(), &b, numbers(20_000), func(context.Context, []int) error { return nil }))
	require.Equal(t, "10000", b.at)
}

func TestAnAuditThatBreaksOffIsMadeAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var log bytes.Buffer
		made := 0
		err := audit.Every(ctx, time.Minute, slog.New(slog.NewTextHandler(&log, nil)), func(context.Context) error {
			if made++; made == 3 {
				cancel()
			}
			return errors.New("referee away")
		})
		require.NoError(t, err)
		require.Equal(t, 3, made)
		require.Equal(t, 2, bytes.Count(log.Bytes(), []byte("audit broke off")), "the last one was told to end")
	})
}
