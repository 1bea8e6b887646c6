package scorer_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/testkit"
	"kydai.dev/services/rating/internal/board"
	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/standing"
)

// top is what a leaderboard shows.
func top(b *scorer.Boards) []board.Place { return b.Top(blitz, 100, nil, board.ID{}).Places }

// Several processes rate games, each told of its own at once; whoever asks for
// what is stored sees all of them, and every leaderboard ends as one that is read
// anew.
func TestBoardsOfManyProcesses(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		others := []*scorer.Boards{h.boards, scorer.NewBoards(h.store, testkit.Logger(t)), scorer.NewBoards(h.store, testkit.Logger(t))}
		ctx := context.WithoutCancel(t.Context())
		var group errgroup.Group
		group.SetLimit(8)
		for i := range 60 {
			group.Go(func() error {
				b := others[i%len(others)]
				g := game(fmt.Sprintf("g%d", i))
				g.Seats[0].Account, g.Seats[1].Account = player(i%7), player(7+i%5)
				changes, err := h.store.Take(ctx, []standing.Game{g})
				if err != nil {
					return err
				}
				if i%10 == 0 {
					err = h.store.Link(ctx, player(i%7))
				}
				if err == nil {
					err = b.Took(changes)
				}
				if err != nil {
					return err
				}
				b.Fresh(ctx)
				if p, ok := b.Find(blitz, board.ID(uuid.MustParse(changes[0].Player))); !ok || p.Rank == 0 {
					return fmt.Errorf("the player of game %d is not to be seen", i)
				}
				return nil
			})
		}
		require.NoError(t, group.Wait())
		anew := scorer.NewBoards(h.store, testkit.Logger(t))
		for _, b := range append(others, anew) {
			b.Fresh(ctx)
		}
		require.Len(t, top(anew), 12)
		for _, b := range others {
			require.Equal(t, top(anew), top(b))
		}
	})
}

// What a process has stored shows before anybody asks the database, and where
// something is missing before it, not at all until then.
func TestBoardsAreToldOfWhatWasStored(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		take := func(id string) []standing.Change {
			changes, err := h.store.Take(t.Context(), []standing.Game{game(id)})
			require.NoError(t, err)
			return changes
		}
		take("g1")
		h.boards.Fresh(t.Context())
		require.NoError(t, h.boards.Took(take("g2")))
		require.Equal(t, 39, top(h.boards)[0].Rating)
		take("g3")
		require.NoError(t, h.boards.Took(take("g4")))
		require.Equal(t, 39, top(h.boards)[0].Rating)
		h.boards.Fresh(t.Context())
		require.Equal(t, 74, top(h.boards)[0].Rating)
	})
}
