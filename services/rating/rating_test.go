package rating_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/rating"
)

func TestAGameFromItsEndToTheBoard(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		heard := h.hear()
		requireSame(t, &ratingv1.Rating{Game: "xiangqi", Category: "blitz", Provisional: true, Title: "nhap_mon", Stars: 1}, h.rating(1))
		h.tell(won("g1", 1, 2))
		h.settle()
		requireSame(t, &ratingv1.Rating{
			Game: "xiangqi", Category: "blitz", Rating: 20, Games: 1, Wins: 1, Provisional: true, Title: "nhap_mon", Stars: 1, Rank: wrapperspb.Int32(1),
		}, h.rating(1))
		requireSame(t, &ratingv1.Rating{
			Game: "xiangqi", Category: "blitz", Games: 1, Losses: 1, Provisional: true, Title: "nhap_mon", Stars: 1, Rank: wrapperspb.Int32(2),
		}, h.rating(2))
		first := &ratingv1.RatingChange{
			PlayerId: account(1), Game: "xiangqi", Category: "blitz", Number: 1, Cause: "game", GameId: "g1", Side: "first", OpponentId: account(2),
			Score: 1, Expected: 0.5, K: 40, Before: 0, Change: 20, After: 20, Time: timestamppb.New(noon), Games: 1,
		}
		second := &ratingv1.RatingChange{
			PlayerId: account(2), Game: "xiangqi", Category: "blitz", Number: 1, Cause: "game", GameId: "g1", Side: "second", OpponentId: account(1),
			Score: 0, Expected: 0.5, K: 40, Before: 0, Change: -20, After: 0, Time: timestamppb.New(noon), Games: 1,
		}
		game, err := h.GetGameRating(t.Context(), &ratingv1.GetGameRatingRequest{GameId: "g1"})
		require.NoError(t, err)
		requireSame(t, &ratingv1.GetGameRatingResponse{GameId: "g1", State: "rated", First: first, Second: second}, game)
		requireSame(t, &ratingv1.ListRatingHistoryResponse{
			Changes: []*ratingv1.RatingChange{first}, Points: []*ratingv1.RatingPoint{{Number: 1, Time: timestamppb.New(noon), Rating: 20}},
		}, h.history(t.Context(), 1))
		require.Eventually(t, func() bool { return len(heard.of(account(2))) == 1 }, 10*time.Second, 5*time.Millisecond)
		requireSame(t, second, heard.of(account(2))[0])
	})
}

func TestOnlyFinishedRatedGamesOfTwoPeopleCount(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.tell(
		won("casual", 1, 2, func(s *refereev1.GameSummary) { s.Mode = "casual" }),
		won("aborted", 1, 2, result("none", "aborted")),
		won("started", 1, 2, func(s *refereev1.GameSummary) { s.Change, s.Result = "started", nil }),
		won("bot", 1, 2, func(s *refereev1.GameSummary) {
			s.Seats.Second = &refereev1.Seat{Holder: &refereev1.Seat_Bot{Bot: &refereev1.Bot{Level: "easy"}}}
		}),
		won("hotseat", 1, 1),
		won("jungle", 1, 2, secondIsGuest, func(s *refereev1.GameSummary) { s.Game = "jungle" }),
		won("draw", 3, 4, result("none", "finished")),
		won("timeout draw", 3, 4, func(s *refereev1.GameSummary) { s.Result.Winner, s.Result.Reason = "none", "timeout_no_attackers" }),
		won("lost", 3, 5, result("second", "finished")),
	)
	h.settle()
	require.Zero(t, h.rating(1).GetGames())
	for _, id := range []string{"casual", "aborted", "started", "bot", "hotseat", "jungle"} {
		_, err := h.GetGameRating(t.Context(), &ratingv1.GetGameRatingRequest{GameId: id})
		requireReason(t, err, codes.NotFound, "GAME_NOT_RATED")
	}
	three := h.rating(3)
	require.Equal(t, []int32{0, 2, 1}, []int32{three.GetWins(), three.GetDraws(), three.GetLosses()})
	require.EqualValues(t, 20, h.rating(5).GetRating())
}

// The flag handled twice: one game, told three times, once ten minutes late.
func TestOneGameToldThreeTimes(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		heard := h.hear()
		h.tell(won("g1", 1, 2))
		h.tell(won("g1", 1, 2), won("g1", 1, 2))
		h.settle()
		h.tell(won("g1", 1, 2, func(s *refereev1.GameSummary) { s.At = timestamppb.New(noon.Add(10 * time.Minute)) }))
		h.settle()
		for n := 1; n <= 2; n++ {
			require.Len(t, h.history(t.Context(), n).GetChanges(), 1)
			require.EqualValues(t, 1, h.rating(n).GetGames())
		}
		require.EqualValues(t, 20, h.rating(1).GetRating())
		require.Eventually(t, func() bool { return len(heard.of(account(9001))) == 2 }, 10*time.Second, 5*time.Millisecond)
		require.Len(t, heard.of(account(1)), 1)
	})
}

func TestVoidedGameIsGivenBack(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.tell(won("early", 1, 2, voided)) // out of order
	h.tell(won("early", 1, 2), won("g1", 1, 2), won("g2", 1, 3))
	h.tell(won("g1", 1, 2, voided))
	h.settle()
	one := h.rating(1)
	require.EqualValues(t, 1, one.GetGames())
	require.EqualValues(t, 19, one.GetRating(), "what the first game gave is gone, the second stays as it was")
	require.Nil(t, h.rating(2).GetRank(), "no game that counts, no place")
	o, err := h.GetGameRating(t.Context(), &ratingv1.GetGameRatingRequest{GameId: "g1"})
	require.NoError(t, err)
	require.Equal(t, "returned", o.GetState())
	require.Len(t, o.GetReturned(), 2)
	back := h.history(t.Context(), 1).GetChanges()
	require.Len(t, back, 3)
	require.Equal(t, "returned", back[0].GetCause())
	require.Equal(t, []int32{39, -20, 19}, []int32{back[0].GetBefore(), back[0].GetChange(), back[0].GetAfter()})
	_, err = h.GetGameRating(t.Context(), &ratingv1.GetGameRatingRequest{GameId: "early"})
	requireReason(t, err, codes.NotFound, "GAME_NOT_RATED")
}

// Fifty games of one player end in the same second, told in many messages and
// more than once.
func TestFiftyGamesOfOnePlayerAtOnce(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		var batch []*refereev1.GameSummary
		for i := range 50 {
			batch = append(batch, won(fmt.Sprintf("g%02d", i), 1, 2+i%7, result([]string{"first", "second", "none"}[i%3], "finished")))
		}
		for part := range slices.Chunk(batch, 7) {
			h.tell(part...)
			h.tell(part[0])
		}
		h.settle()
		changes := h.history(t.Context(), 1).GetChanges()
		require.Len(t, changes, 50)
		slices.Reverse(changes)
		seen, last := map[string]bool{}, int32(0)
		for i, c := range changes {
			require.Equal(t, last, c.GetBefore())
			require.EqualValues(t, i+1, c.GetNumber())
			require.False(t, seen[c.GetGameId()])
			seen[c.GetGameId()], last = true, c.GetAfter()
		}
		require.Equal(t, last, h.rating(1).GetRating())
		require.False(t, h.rating(1).GetProvisional())
	})
}

func TestGamesThatAreNotPublic(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.tell(won("secret", 1, 2, private), won("linked", 1, 2, func(s *refereev1.GameSummary) { s.Visibility = "link" }))
	h.settle()
	for _, ctx := range []context.Context{t.Context(), h.as(3)} {
		_, err := h.GetGameRating(ctx, &ratingv1.GetGameRatingRequest{GameId: "secret"})
		requireReason(t, err, codes.NotFound, "GAME_NOT_RATED")
		_, err = h.GetGameRating(ctx, &ratingv1.GetGameRatingRequest{GameId: "linked"})
		require.NoError(t, err)
		for _, c := range h.history(ctx, 1).GetChanges() {
			require.Empty(t, c.GetGameId()+c.GetOpponentId())
		}
	}
	_, err := h.GetGameRating(h.as(2), &ratingv1.GetGameRatingRequest{GameId: "secret"})
	require.NoError(t, err)
	require.Equal(t, "secret", h.history(h.as(2), 1).GetChanges()[1].GetGameId())
}

func TestHistoryPageByPage(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	var batch []*refereev1.GameSummary
	for i := range 250 {
		batch = append(batch, won(fmt.Sprintf("g%d", i), 1, 2, func(s *refereev1.GameSummary) { s.At = timestamppb.New(noon.Add(time.Duration(i) * time.Minute)) }))
	}
	h.tell(batch...)
	h.settle()
	req := &ratingv1.ListRatingHistoryRequest{PlayerId: account(1), Game: "xiangqi", Category: "blitz", PageSize: 90}
	var numbers []int32
	var points [][]*ratingv1.RatingPoint
	for {
		resp, err := h.ListRatingHistory(t.Context(), req)
		require.NoError(t, err)
		points = append(points, resp.GetPoints())
		for _, c := range resp.GetChanges() {
			numbers = append(numbers, c.GetNumber())
		}
		if req.PageToken = resp.GetNextPageToken(); req.GetPageToken() == "" {
			break
		}
	}
	require.Len(t, numbers, 250)
	require.True(t, slices.IsSortedFunc(numbers, func(a, b int32) int { return int(b - a) }), "newest first")
	require.Len(t, points, 3)
	require.Len(t, points[0], 84) // every third, and the last
	require.EqualValues(t, 250, points[0][83].GetNumber())
	require.Equal(t, h.rating(1).GetRating(), points[0][83].GetRating())
	require.Empty(t, points[1])
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	board := func(req *ratingv1.GetLeaderboardRequest) error {
		_, err := h.GetLeaderboard(t.Context(), req)
		return err
	}
	history := func(req *ratingv1.ListRatingHistoryRequest) error {
		_, err := h.ListRatingHistory(t.Context(), req)
		return err
	}
	tests := map[string]struct {
		err    error
		code   codes.Code
		reason string
	}{
		"unknown game":         {board(&ratingv1.GetLeaderboardRequest{Game: "chess", Category: "blitz"}), codes.InvalidArgument, "UNKNOWN_GAME"},
		"unknown category":     {board(&ratingv1.GetLeaderboardRequest{Game: "xiangqi", Category: "untimed"}), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"odd top":              {board(&ratingv1.GetLeaderboardRequest{Game: "xiangqi", Category: "blitz", Top: 11}), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"negative around":      {board(&ratingv1.GetLeaderboardRequest{Game: "xiangqi", Category: "blitz", AroundMe: -1}), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"around nobody":        {board(&ratingv1.GetLeaderboardRequest{Game: "xiangqi", Category: "blitz", AroundMe: 5}), codes.Unauthenticated, "NO_TOKEN"},
		"garbage token":        {board(&ratingv1.GetLeaderboardRequest{Game: "xiangqi", Category: "blitz", PageToken: "x"}), codes.InvalidArgument, "BAD_PAGE_TOKEN"},
		"history of no one":    {history(&ratingv1.ListRatingHistoryRequest{PlayerId: "1", Game: "xiangqi", Category: "blitz"}), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"history of no game":   {history(&ratingv1.ListRatingHistoryRequest{PlayerId: account(1), Game: "x", Category: "blitz"}), codes.InvalidArgument, "UNKNOWN_GAME"},
		"history, large pages": {history(&ratingv1.ListRatingHistoryRequest{PlayerId: account(1), Game: "xiangqi", Category: "blitz", PageSize: 101}), codes.InvalidArgument, "INVALID_ARGUMENT"},
		"history, garbage":     {history(&ratingv1.ListRatingHistoryRequest{PlayerId: account(1), Game: "xiangqi", Category: "blitz", PageToken: "x"}), codes.InvalidArgument, "BAD_PAGE_TOKEN"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireReason(t, tt.err, tt.code, tt.reason)
		})
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	require.NoError(t, config(dbx.Config{}).Validate())
	require.Error(t, rating.Config{StreamSize: 1, AuditEvery: 1}.Validate())
	require.Error(t, rating.Config{Retention: time.Hour, AuditEvery: 1}.Validate())
	require.Error(t, rating.Config{Retention: time.Hour, StreamSize: 1}.Validate())
}

// A game that no database takes keeps none of its company from being rated.
func TestABadGameIsInNobodysWay(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.Postgres(t), testkit.NATSServer(t))
	h.tell(won("g1", 1, 2), won("bad\x00id", 1, 2), won("g2", 1, 2))
	h.settle()
	require.EqualValues(t, 2, h.rating(1).GetGames())
}
