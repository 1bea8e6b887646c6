package outbox_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
)

func TestMigrationsGoUpAndDown(t *testing.T) {
	t.Parallel()
	testkit.MigrationsUpAndDown(t, "referee", outbox.Migrations)
}

func TestNewCarriesTheTraceAndSortsByID(t *testing.T) {
	t.Parallel()
	span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}, TraceFlags: trace.FlagsSampled})
	ctx := trace.ContextWithSpanContext(t.Context(), span)
	last := outbox.New(ctx, "s", "t", 0, nil)
	require.Equal(t, "00-01000000000000000000000000000000-0200000000000000-01", last.Headers["traceparent"])
	for range 1000 {
		next := outbox.New(t.Context(), "s", "t", 0, nil)
		require.Negative(t, strings.Compare(last.ID.String(), next.ID.String()))
		require.Empty(t, next.Headers)
		last = next
	}
}

func TestAddIsPartOfTheTransaction(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", outbox.Migrations, func(t *testing.T, db *dbx.DB) {
		err := db.Tx(t.Context(), func(tx *gorm.DB) error {
			require.NoError(t, outbox.Add(tx, outbox.New(t.Context(), "s", "t", 0, nil)))
			return gorm.ErrInvalidData
		})
		require.ErrorIs(t, err, gorm.ErrInvalidData)
		require.Empty(t, stored(t, db))
	})
}

func TestAddAndDeleteMoreThanOneStatementHolds(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "referee", outbox.Migrations, func(t *testing.T, db *dbx.DB) {
		msgs := make([]outbox.Message, 2500)
		ids := make([]uuid.UUID, len(msgs))
		for i := range msgs {
			msgs[i] = outbox.New(t.Context(), "s", "t", i%3, []byte("payload"))
			ids[i] = msgs[i].ID
		}
		require.NoError(t, outbox.Add(db.Write(), msgs...))
		require.Equal(t, ids, stored(t, db))
		require.NoError(t, outbox.Delete(db.Write(), ids[:2499]))
		require.Equal(t, ids[2499:], stored(t, db))
		require.NoError(t, outbox.Add(db.Write()))
		require.NoError(t, outbox.Delete(db.Write(), nil))
	})
}

// stored lists the ids in the outbox, oldest first.
func stored(t testing.TB, db *dbx.DB) []uuid.UUID {
	t.Helper()
	var ids []uuid.UUID
	require.NoError(t, db.Read().Table("outbox").Order("id").Pluck("id", &ids).Error)
	return ids
}

func TestOnceIsFreshOnce(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "rating", outbox.Migrations, func(t *testing.T, db *dbx.DB) {
		once := func(consumer, key string, seq int64) bool {
			fresh, err := outbox.Once(db.Write(), consumer, key, seq)
			require.NoError(t, err)
			return fresh
		}
		require.True(t, once("rating", "game", 1))
		require.False(t, once("rating", "game", 1))
		require.True(t, once("rating", "game", 2))
		require.True(t, once("rating", "other", 1))
		require.True(t, once("quests", "game", 1))

		require.NoError(t, outbox.Forget(db.Write(), time.Now().Add(-time.Hour)))
		require.False(t, once("rating", "game", 1))
		require.NoError(t, outbox.Forget(db.Write(), time.Now().Add(time.Hour)))
		require.True(t, once("rating", "game", 1))
	})
}

func TestOnceRolledBackIsFreshAgain(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "rating", outbox.Migrations, func(t *testing.T, db *dbx.DB) {
		for range 2 {
			err := db.Tx(t.Context(), func(tx *gorm.DB) error {
				fresh, err := outbox.Once(tx, "rating", "game", 1)
				require.NoError(t, err)
				require.True(t, fresh)
				return gorm.ErrInvalidData
			})
			require.ErrorIs(t, err, gorm.ErrInvalidData)
		}
	})
}

// Many consumers of one event at the same time: one of them sees it fresh.
func TestOnceAmongMany(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "rating", outbox.Migrations, func(t *testing.T, db *dbx.DB) {
		var all errgroup.Group
		fresh := make([]bool, 8)
		for i := range fresh {
			all.Go(func() error {
				return db.Tx(t.Context(), func(tx *gorm.DB) (err error) {
					fresh[i], err = outbox.Once(tx, "rating", "game", 1)
					return err
				})
			})
		}
		require.NoError(t, all.Wait())
		n := 0
		for _, f := range fresh {
			if f {
				n++
			}
		}
		require.Equal(t, 1, n)
	})
}
