package store_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
	"kydai.dev/services/account/internal/store"
)

var (
	start = time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)
	rules = session.Rules{Refresh: 30 * 24 * time.Hour, Grace: 5 * time.Second}
)

// onBoth runs a test on SQLite and on PostgreSQL.
func onBoth(t *testing.T, run func(t *testing.T, s *store.Store)) {
	t.Helper()
	testkit.Databases(t, "account", store.Migrations(), func(t *testing.T, db *dbx.DB) { run(t, store.New(db, &news{})) })
}

func secret(n int) session.Secret { return sha256.Sum256(fmt.Append(nil, n)) }

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// enter adds a guest with a session that began at a time.
func enter(t *testing.T, s *store.Store, at time.Time) (profile.Player, session.Session, session.Token) {
	t.Helper()
	p := profile.Player{ID: newID(), Name: "Nguyễn", Guest: true, Created: at}
	token := session.NewToken(sha256.Sum256([]byte(p.ID)), secret(0))
	first := session.Open(newID(), p.ID, "phone", token, at, rules)
	require.NoError(t, s.Enter(t.Context(), p, first))
	return p, first, token
}

// rotate spends the token and returns its successor.
func rotate(t *testing.T, s *store.Store, token session.Token, n int, at time.Time) session.Token {
	t.Helper()
	found, err := s.Family(t.Context(), token.Family())
	require.NoError(t, err)
	renewal, err := found.Renew(token, secret(n), at, rules)
	require.NoError(t, err)
	ok, err := s.Rotate(t.Context(), *renewal.Rotation)
	require.NoError(t, err)
	require.True(t, ok)
	return renewal.Token
}

func TestMigrations(t *testing.T) {
	t.Parallel()
	testkit.MigrationsUpAndDown(t, "account", store.Migrations())
}

func TestWhatEntersIsFound(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		p, first, token := enter(t, s, start)
		_, _, _ = enter(t, s, start) // somebody else

		player, err := s.Player(t.Context(), p.ID)
		require.NoError(t, err)
		require.Equal(t, p, player)
		found, err := s.Family(t.Context(), token.Family())
		require.NoError(t, err)
		require.Equal(t, first, found)
		sessions, err := s.Sessions(t.Context(), p.ID, start)
		require.NoError(t, err)
		require.Equal(t, []session.Session{first}, sessions)
	})
}

func TestWhatIsNotThere(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		_, err := s.Player(t.Context(), newID())
		require.ErrorIs(t, err, profile.ErrNoPlayer)
		_, err = s.Family(t.Context(), session.NewToken(secret(1), secret(2)).Family())
		require.ErrorIs(t, err, session.ErrBadRefresh)
		sessions, err := s.Sessions(t.Context(), newID(), start)
		require.NoError(t, err)
		require.Empty(t, sessions)
		ended, err := s.End(t.Context(), rules.Ending(newID(), newID(), start))
		require.NoError(t, err)
		require.False(t, ended)
	})
}

func TestPlayerEntersOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		p, first, _ := enter(t, s, start)
		again := session.Open(newID(), p.ID, "", session.NewToken(secret(7), secret(7)), start, rules)
		require.Error(t, s.Enter(t.Context(), p, again))
		other := p
		other.ID = newID()
		require.Error(t, s.Enter(t.Context(), other, first), "the session is taken")
		_, err := s.Player(t.Context(), other.ID)
		require.ErrorIs(t, err, profile.ErrNoPlayer, "nothing of it is stored")
	})
}

func TestSessionsAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "account", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		s := store.New(db, &news{})
		p, phone, _ := enter(t, s, start)
		_, _, _ = enter(t, s, start) // somebody else's
		tablet := newID()
		require.NoError(t, db.Write().Exec(`
			INSERT INTO sessions (id, player_id, device, created_at, refreshed_at, expires_at, family, current)
			SELECT ?, player_id, 'tablet', ?, refreshed_at, ?, ?, current FROM sessions WHERE id = ?`,
			tablet, start.Add(time.Second), phone.Expires.Add(time.Second), []byte("another family"), phone.ID).Error)

		require.Equal(t, []string{tablet, phone.ID}, listed(t, s, p.ID, phone.Expires.Add(-1)))
		require.Equal(t, []string{tablet}, listed(t, s, p.ID, phone.Expires), "an ended one is not listed")
	})
}

func listed(t *testing.T, s *store.Store, playerID string, now time.Time) []string {
	t.Helper()
	sessions, err := s.Sessions(t.Context(), playerID, now)
	require.NoError(t, err)
	var ids []string
	for _, one := range sessions {
		ids = append(ids, one.ID)
	}
	return ids
}

func TestRotationIsStoredOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		_, first, token := enter(t, s, start)
		at := start.Add(time.Hour)
		renewal, err := first.Renew(token, secret(1), at, rules)
		require.NoError(t, err)
		ok, err := s.Rotate(t.Context(), *renewal.Rotation)
		require.NoError(t, err)
		require.True(t, ok)

		stale, err := first.Renew(token, secret(2), at, rules)
		require.NoError(t, err)
		ok, err = s.Rotate(t.Context(), *stale.Rotation)
		require.NoError(t, err)
		require.False(t, ok, "the token is spent")

		found, err := s.Family(t.Context(), token.Family())
		require.NoError(t, err)
		require.Equal(t, renewal.Token.Hash(), found.Current)
		require.Equal(t, at, found.Refreshed)
		require.Equal(t, at.Add(rules.Refresh), found.Expires)
		require.Equal(t, start, found.Created)
		require.Equal(t, []session.Spent{renewal.Rotation.Spent}, found.Spent)
	})
}

func TestSpentTokensAreForgottenAfterTheGrace(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		_, _, token := enter(t, s, start)
		_, _, other := enter(t, s, start)
		rotate(t, s, other, 1, start)
		for i, after := range []time.Duration{0, time.Second, rules.Grace, rules.Grace + time.Second, time.Hour} {
			token = rotate(t, s, token, i+1, start.Add(after))
			found, err := s.Family(t.Context(), token.Family())
			require.NoError(t, err)
			require.Len(t, found.Spent, []int{1, 2, 3, 3, 1}[i], "after %s", after)
		}
		found, err := s.Family(t.Context(), other.Family())
		require.NoError(t, err)
		require.Len(t, found.Spent, 1, "others' are not touched")
	})
}

func TestOneOfManyRotationsWins(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		_, first, token := enter(t, s, start)
		const many = 12
		won := make(chan session.Rotation, many)
		var all errgroup.Group
		for i := range many {
			all.Go(func() error {
				renewal, err := first.Renew(token, secret(i+1), start, rules)
				if err != nil {
					return err
				}
				ok, err := s.Rotate(t.Context(), *renewal.Rotation)
				if ok {
					won <- *renewal.Rotation
				}
				return err
			})
		}
		require.NoError(t, all.Wait())
		require.Len(t, won, 1)
		found, err := s.Family(t.Context(), token.Family())
		require.NoError(t, err)
		require.Equal(t, (<-won).Current, found.Current)
		require.Len(t, found.Spent, 1)
	})
}

// However a reader and a writer meet, the spent tokens that are read lead to
// the good token that is read with them.
func TestFamilyIsOfOneMoment(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		_, _, first := enter(t, s, start)
		const rotations = 40
		done := make(chan struct{})
		var readers errgroup.Group
		for range 3 {
			readers.Go(func() error {
				for {
					select {
					case <-done:
						return nil
					default:
					}
					found, err := s.Family(t.Context(), first.Family())
					if err != nil {
						return err
					}
					if err := consistent(found, first); err != nil {
						return err
					}
				}
			})
		}
		token := first
		for i := range rotations {
			token = rotate(t, s, token, i+1, start)
		}
		close(done)
		require.NoError(t, readers.Wait())
	})
}

// consistent holds that the first token leads to the good one, and that the good
// one is not spent.
func consistent(found session.Session, first session.Token) error {
	for _, spent := range found.Spent {
		if bytes.Equal(spent.Hash, found.Current) {
			return errors.New("the good token is spent")
		}
	}
	_, err := found.Renew(first, secret(0), start, rules)
	return err
}

func TestOnlyTheOwnerEndsASession(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "account", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		told := &news{}
		s := store.New(db, told)
		p, first, token := enter(t, s, start)
		rotate(t, s, token, 1, start)
		stranger, _, _ := enter(t, s, start)
		for _, tt := range []struct {
			player string
			want   bool
		}{{stranger.ID, false}, {p.ID, true}, {p.ID, false}} {
			ended, err := s.End(t.Context(), rules.Ending(first.ID, tt.player, start))
			require.NoError(t, err)
			require.Equal(t, tt.want, ended)
		}
		require.Equal(t, []string{"signed out " + first.ID}, told.told)
		_, err := s.Family(t.Context(), token.Family())
		require.ErrorIs(t, err, session.ErrBadRefresh)
		_, err = s.Player(t.Context(), p.ID)
		require.NoError(t, err, "the player stays")
	})
}

func TestClosedSessionCannotBeRotated(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		p, first, token := enter(t, s, start)
		renewal, err := first.Renew(token, secret(1), start, rules)
		require.NoError(t, err)
		_, err = s.End(t.Context(), rules.Ending(first.ID, p.ID, start))
		require.NoError(t, err)
		ok, err := s.Rotate(t.Context(), *renewal.Rotation)
		require.NoError(t, err)
		require.False(t, ok)
		_, err = s.Family(t.Context(), token.Family())
		require.ErrorIs(t, err, session.ErrBadRefresh)
	})
}

func TestSweepTakesWhatHasEndedInBatches(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		var old []profile.Player
		for i := range 5 {
			p, _, token := enter(t, s, start.Add(time.Duration(i)*time.Second))
			if i == 0 {
				rotate(t, s, token, 1, start) // its spent token goes with it
			}
			old = append(old, p)
		}
		_, living, token := enter(t, s, start.Add(time.Hour))
		token = rotate(t, s, token, 1, start.Add(time.Hour))

		now := start.Add(rules.Refresh + time.Minute) // all but one have ended
		sweep := func(stale time.Time, limit int) int {
			n, err := s.Sweep(t.Context(), session.Old{Ended: now, Spent: stale, Counted: start}, limit)
			require.NoError(t, err)
			return n
		}
		require.Equal(t, 3, sweep(start, 3))
		require.Equal(t, 2, sweep(start, 3))
		require.Equal(t, 0, sweep(start, 3))
		require.Equal(t, 1, sweep(now, 3), "the token spent long ago")

		found, err := s.Family(t.Context(), token.Family())
		require.NoError(t, err)
		require.Equal(t, living.ID, found.ID)
		require.Empty(t, found.Spent)
		for _, p := range old {
			require.Empty(t, listed(t, s, p.ID, start))
			_, err := s.Player(t.Context(), p.ID)
			require.NoError(t, err)
		}
	})
}
