package store_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
	"kydai.dev/services/account/internal/store"
)

// join adds a linked player of a name.
func join(t *testing.T, s *store.Store, name string) profile.Player {
	t.Helper()
	p := profile.Player{ID: newID(), Name: name, Created: start, Version: 1}
	require.NoError(t, s.Enter(t.Context(), p, session.Open(newID(), p.ID, "", session.NewToken(sha256.Sum256([]byte(p.ID)), secret(0)), start, rules)))
	return p
}

// named changes the name.
func named(name string) func(profile.Player) (profile.Player, error) {
	return func(p profile.Player) (profile.Player, error) { return p.With(profile.Change{Name: &name}) }
}

func TestProfileIsUpdated(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "account", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		told := &news{}
		s := store.New(db, told)
		before, _, _ := enter(t, s, start)
		bystander, _, _ := enter(t, s, start)

		country := "VN"
		after, err := s.Update(t.Context(), before.ID, start, func(p profile.Player) (profile.Player, error) {
			require.Equal(t, before, p)
			return p.With(profile.Change{Country: &country})
		})
		require.NoError(t, err)
		require.Equal(t, "VN", after.Country)
		require.Equal(t, before.Version+1, after.Version)
		require.Empty(t, told.told, "nobody needs to know")

		after, err = s.Update(t.Context(), before.ID, start, named("Bình"))
		require.NoError(t, err)
		require.Equal(t, before.Version+2, after.Version)
		again, err := s.Update(t.Context(), before.ID, start, named("Bình"))
		require.NoError(t, err)
		require.Equal(t, after, again, "the same once more is no change")
		require.Equal(t, []string{"renamed Bình"}, told.told)
		var rows []string
		require.NoError(t, db.Read().Raw("SELECT subject FROM outbox").Scan(&rows).Error)
		require.Equal(t, []string{"renamed"}, rows)

		stored, err := s.Player(t.Context(), before.ID)
		require.NoError(t, err)
		require.Equal(t, after, stored)
		stored, err = s.Player(t.Context(), bystander.ID)
		require.NoError(t, err)
		require.Equal(t, bystander, stored)
	})
}

func TestRefusedUpdateChangesNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		p, _, _ := enter(t, s, start)
		refusal := errors.New("no")
		_, err := s.Update(t.Context(), p.ID, start, func(p profile.Player) (profile.Player, error) {
			p.Name = "Bình"
			return p, refusal
		})
		require.ErrorIs(t, err, refusal)
		stored, err := s.Player(t.Context(), p.ID)
		require.NoError(t, err)
		require.Equal(t, p, stored)
		_, err = s.Update(t.Context(), newID(), start, named("Bình"))
		require.ErrorIs(t, err, profile.ErrNoPlayer)
	})
}

func TestLinkedPlayersHaveNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	testkit.Databases(t, "account", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		told := &news{}
		s := store.New(db, told)
		alice, bob := join(t, s, "Alice"), join(t, s, "Bob")
		for _, name := range []string{"Alice", "ALICE", "Аlice"} { // the last one begins in Cyrillic, had it got so far
			_, err := s.Update(t.Context(), bob.ID, start, func(p profile.Player) (profile.Player, error) {
				p.Name = name
				return p, nil
			})
			require.ErrorIs(t, err, profile.ErrNameTaken, name)
		}
		stored, err := s.Player(t.Context(), bob.ID)
		require.NoError(t, err)
		require.Equal(t, bob, stored)
		require.Empty(t, told.told, "what did not happen is not told")

		_, err = s.Update(t.Context(), alice.ID, start, named("A-lice"))
		require.NoError(t, err, "one may change the spelling of one's own")
		guest, _, _ := enter(t, s, start)
		_, err = s.Update(t.Context(), guest.ID, start, named("Alice"))
		require.NoError(t, err, "guests' names are free")
		_, err = s.Update(t.Context(), alice.ID, start, named("Anna"))
		require.NoError(t, err)
		_, err = s.Update(t.Context(), bob.ID, start, named("Alice"))
		require.NoError(t, err, "the name is free again")
	})
}

func TestOneOfManyGetsTheName(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		const many = 8
		errs := make([]error, many)
		var all errgroup.Group
		for i := range many {
			p := join(t, s, fmt.Sprintf("Player %c", 'A'+i))
			all.Go(func() error {
				_, errs[i] = s.Update(t.Context(), p.ID, start, named("Kỳ Vương"))
				return nil
			})
		}
		require.NoError(t, all.Wait())
		got := 0
		for _, err := range errs {
			if err == nil {
				got++
			} else {
				require.ErrorIs(t, err, profile.ErrNameTaken)
			}
		}
		require.Equal(t, 1, got)
	})
}

func TestUpdatesOfOnePlayerFollowEachOther(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		p, _, _ := enter(t, s, start)
		const many = 10
		var all errgroup.Group
		for range many {
			all.Go(func() error {
				_, err := s.Update(t.Context(), p.ID, start, func(p profile.Player) (profile.Player, error) {
					p.Name += "x"
					return p, nil
				})
				return err
			})
		}
		require.NoError(t, all.Wait())
		stored, err := s.Player(t.Context(), p.ID)
		require.NoError(t, err)
		require.Equal(t, p.Name+"xxxxxxxxxx", stored.Name, "none is lost")
		require.Equal(t, p.Version+many, stored.Version)
	})
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		alice, _, _ := enter(t, s, start)
		bob, _, _ := enter(t, s, start)
		carol, _, _ := enter(t, s, start)
		const most = 2
		block := func(of, other string, after time.Duration) error {
			return s.Block(t.Context(), of, other, start.Add(after), most)
		}
		require.NoError(t, block(alice.ID, bob.ID, 0))
		require.NoError(t, block(alice.ID, carol.ID, time.Second))
		require.NoError(t, block(alice.ID, bob.ID, time.Minute), "once more")
		require.NoError(t, block(bob.ID, alice.ID, 0))

		blocks, err := s.Blocks(t.Context(), alice.ID)
		require.NoError(t, err)
		require.Equal(t, []profile.Block{{Player: carol, Since: start.Add(time.Second)}, {Player: bob, Since: start}}, blocks)

		dave, _, _ := enter(t, s, start)
		require.ErrorIs(t, block(alice.ID, dave.ID, 0), profile.ErrTooManyBlocks)
		require.ErrorIs(t, block(carol.ID, newID(), 0), profile.ErrNoPlayer)
		require.ErrorIs(t, block(newID(), bob.ID, 0), profile.ErrNoPlayer)

		relations, err := s.Relations(t.Context(), []string{alice.ID, bob.ID, dave.ID, newID()})
		require.NoError(t, err)
		require.ElementsMatch(t, []profile.Relation{{Player: alice.ID, Blocked: bob.ID}, {Player: bob.ID, Blocked: alice.ID}}, relations)
		relations, err = s.Relations(t.Context(), nil)
		require.NoError(t, err)
		require.Empty(t, relations)

		for _, want := range []bool{true, false} {
			found, err := s.Unblock(t.Context(), alice.ID, bob.ID)
			require.NoError(t, err)
			require.Equal(t, want, found)
		}
		blocks, err = s.Blocks(t.Context(), alice.ID)
		require.NoError(t, err)
		require.Len(t, blocks, 1)
		require.NoError(t, block(alice.ID, dave.ID, 0), "there is room again")
		blocks, err = s.Blocks(t.Context(), bob.ID)
		require.NoError(t, err)
		require.Len(t, blocks, 1, "his own stays")
	})
}

func TestBlocksAreBoundedUnderLoad(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		alice, _, _ := enter(t, s, start)
		const most = 3
		var all errgroup.Group
		for range 2 * most {
			other, _, _ := enter(t, s, start)
			all.Go(func() error {
				if err := s.Block(t.Context(), alice.ID, other.ID, start, most); !errors.Is(err, profile.ErrTooManyBlocks) {
					return err
				}
				return nil
			})
		}
		require.NoError(t, all.Wait())
		blocks, err := s.Blocks(t.Context(), alice.ID)
		require.NoError(t, err)
		require.Len(t, blocks, most)
	})
}
