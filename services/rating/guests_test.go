package rating_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"kydai.dev/pkg/testkit"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func firstIsGuest(s *refereev1.GameSummary) { s.Seats.First.GetPlayer().Guest = true }

// A guest has a rating and no place; the place comes with a linked account,
// whether or not account could tell of it.
func TestGuestsAreListedOnceTheyLink(t *testing.T) {
	t.Parallel()
	for name, told := range map[string]bool{"told": true, "found out": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			halls(t, func(t *testing.T, h *hall) {
				h.tell(won("g1", 1, 2, secondIsGuest, result("second", "finished")))
				h.settle()
				guest := h.rating(2)
				require.EqualValues(t, 20, guest.GetRating())
				require.Nil(t, guest.GetRank())
				asGuest := h.with(account(2), true)
				b := h.board(asGuest, &ratingv1.GetLeaderboardRequest{})
				require.EqualValues(t, 1, b.GetTotal())
				requireSame(t, &ratingv1.LeaderboardEntry{PlayerId: account(2), Rating: 20, Title: "nhap_mon", Stars: 1}, b.GetMe())
				require.Empty(t, h.board(asGuest, &ratingv1.GetLeaderboardRequest{AroundMe: 5}).GetEntries())

				h.link(2, told)
				require.Eventually(t, func() bool { return h.rating(2).GetRank().GetValue() == 1 }, 20*time.Second, 5*time.Millisecond)
				b = h.board(h.as(2), &ratingv1.GetLeaderboardRequest{})
				require.EqualValues(t, 2, b.GetTotal())
				require.EqualValues(t, 1, b.GetMe().GetRank().GetValue())
				require.Len(t, h.history(t.Context(), 2).GetChanges(), 1, "a place is no change of a rating")
			})
		})
	}
}

// What a game counts for goes by what its players were when it began: who links
// in the midst of it is still the guest of that game, and listed afterwards.
func TestAGuestLinksInTheMidstOfAGame(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.link(1, true)
	h.tell(won("seen", 1, 2, firstIsGuest, secondIsGuest))
	require.Eventually(t, func() bool { return h.rating(1).GetRank().GetValue() == 1 }, 20*time.Second, 5*time.Millisecond)
	require.Nil(t, h.rating(2).GetRank())
	jungle := func(s *refereev1.GameSummary) { s.Game = "jungle" }
	h.tell(won("jungle", 1, 3, firstIsGuest, jungle), won("next", 1, 3, jungle))
	h.settle()
	_, err := h.GetGameRating(t.Context(), &ratingv1.GetGameRatingRequest{GameId: "jungle"})
	requireReason(t, err, codes.NotFound, "GAME_NOT_RATED")
	_, err = h.GetGameRating(t.Context(), &ratingv1.GetGameRatingRequest{GameId: "next"})
	require.NoError(t, err)
}
