package store_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/services/rating/internal/elo"
	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/standing"
)

// ofGuests makes guests of both players.
func ofGuests(g standing.Game) standing.Game {
	g.Seats[0].Guest, g.Seats[1].Guest = true, true
	return g
}

// listed are the players on a board, as one who reads it anew sees them.
func (h *hall) listed(b standing.Board) map[string]int {
	h.t.Helper()
	listed := map[string]int{}
	require.NoError(h.t, h.Listed(h.t.Context(), b, func(l scorer.Listing) error {
		listed[l.Player] = l.Rating
		return nil
	}))
	return listed
}

// followed are the players on a board, as one who has followed it from the
// beginning sees them.
func (h *hall) followed(b standing.Board) map[string]int {
	h.t.Helper()
	since, err := h.Since(h.t.Context(), b, 0, 1000)
	require.NoError(h.t, err)
	listed := map[string]int{}
	for i, l := range since {
		require.EqualValues(h.t, i+1, l.Version, "in order, without a gap")
		delete(listed, l.Player)
		if l.Listed {
			listed[l.Player] = l.Rating
		}
	}
	return listed
}

func TestAGuestLinks(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		other, gone := ofGuests(game("g2", 2, 1, elo.Win)), ofGuests(game("g3", 1, 2, elo.Win))
		other.Board, gone.Board = rapids, standing.Board{Game: "xiangqi", Category: "standard"}
		h.take(ofGuests(game("g1", 1, 2, elo.Win)), other, gone, voided(gone))
		guests, err := h.Guests(t.Context(), "", 10)
		require.NoError(t, err)
		require.Equal(t, []string{player(1), player(2)}, guests)
		guests, err = h.Guests(t.Context(), player(1), 10)
		require.NoError(t, err)
		require.Equal(t, []string{player(2)}, guests)
		require.Empty(t, h.listed(blitz))

		for range 2 {
			require.NoError(t, h.Link(t.Context(), player(1)))
		}
		require.Equal(t, map[string]int{player(1): 20}, h.listed(blitz))
		require.Equal(t, map[string]int{player(1): 0}, h.listed(rapids))
		require.Empty(t, h.listed(gone.Board), "no game that counts")
		h.take(ofGuests(game("g4", 1, 2, elo.Draw))) // began before
		require.Equal(t, map[string]int{player(1): 19}, h.listed(blitz))
		require.Equal(t, h.listed(blitz), h.followed(blitz))
		require.Equal(t, h.listed(rapids), h.followed(rapids))
		h.checkChains(t)
	})
}

// A link that arrives before the first game has ended counts for it.
func TestAGuestLinksInHisFirstGame(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		require.NoError(t, h.Link(t.Context(), player(2)))
		h.take(ofGuests(game("g1", 1, 2, elo.Loss)))
		require.Equal(t, map[string]int{player(2): 20}, h.listed(blitz))
	})
}

// Guests link while their games are being rated: whichever is first, they are
// listed. (The first game ever on a board has no row to wait for: a link in the
// same moment is found by the audit.)
func TestGuestsLinkWhileGamesEnd(t *testing.T) {
	t.Parallel()
	suite(t, func(t *testing.T, h *hall) {
		h.take(ofGuests(game("first", 98, 99, elo.Win)))
		var group errgroup.Group
		ctx := context.WithoutCancel(t.Context())
		for i := range 20 {
			group.Go(func() error {
				other := ofGuests(game(fmt.Sprintf("m%d", i), i, i+20, elo.Draw))
				other.Board = rapids
				_, err := h.Take(ctx, []standing.Game{ofGuests(game(fmt.Sprintf("g%d", i), i, i+20, elo.Win)), other})
				return err
			})
			group.Go(func() error { return h.Link(ctx, player(i)) })
		}
		require.NoError(t, group.Wait())
		require.Len(t, h.listed(blitz), 20)
		require.Equal(t, h.listed(blitz), h.followed(blitz))
		require.Equal(t, h.listed(rapids), h.followed(rapids))
		h.checkChains(t)
	})
}
