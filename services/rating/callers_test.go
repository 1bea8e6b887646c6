package rating_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
)

func TestBatchGetRatings(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.tell(won("g1", 1, 2))
	h.settle()
	req := &ratingv1.BatchGetRatingsRequest{PlayerIds: []string{account(7), account(1)}, Game: "xiangqi", Category: "blitz"}
	resp, err := ratingv1.NewRatingServiceClient(h.matchmaking.Dial("rating")).BatchGetRatings(t.Context(), req)
	require.NoError(t, err)
	requireSame(t, &ratingv1.BatchGetRatingsResponse{Ratings: []*ratingv1.PlayerRating{
		{PlayerId: account(7), Provisional: true}, {PlayerId: account(1), Rating: 20, Games: 1, Provisional: true},
	}}, resp)
}

// calls are all calls of the contract, about a private game of players 1 and 2.
func calls() map[string]func(context.Context, ratingv1.RatingServiceClient) error {
	return map[string]func(context.Context, ratingv1.RatingServiceClient) error{
		"ListRatings": func(ctx context.Context, c ratingv1.RatingServiceClient) error {
			_, err := c.ListRatings(ctx, &ratingv1.ListRatingsRequest{PlayerId: account(1)})
			return err
		},
		"ListRatingHistory": func(ctx context.Context, c ratingv1.RatingServiceClient) error {
			_, err := c.ListRatingHistory(ctx, &ratingv1.ListRatingHistoryRequest{PlayerId: account(1), Game: "xiangqi", Category: "blitz"})
			return err
		},
		"GetGameRating": func(ctx context.Context, c ratingv1.RatingServiceClient) error {
			_, err := c.GetGameRating(ctx, &ratingv1.GetGameRatingRequest{GameId: "secret"})
			return err
		},
		"GetLeaderboard": func(ctx context.Context, c ratingv1.RatingServiceClient) error {
			_, err := c.GetLeaderboard(ctx, &ratingv1.GetLeaderboardRequest{Game: "xiangqi", Category: "blitz"})
			return err
		},
		"around oneself": func(ctx context.Context, c ratingv1.RatingServiceClient) error {
			_, err := c.GetLeaderboard(ctx, &ratingv1.GetLeaderboardRequest{Game: "xiangqi", Category: "blitz", AroundMe: 5})
			return err
		},
		"BatchGetRatings": func(ctx context.Context, c ratingv1.RatingServiceClient) error {
			_, err := c.BatchGetRatings(ctx, &ratingv1.BatchGetRatingsRequest{PlayerIds: []string{account(1)}, Game: "xiangqi", Category: "blitz"})
			return err
		},
	}
}

// Everybody may read, but for what is private and for who is asked about himself
// without saying who he is; services alone read in bulk; nobody by a bad token.
func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.tell(won("secret", 1, 2, private))
	h.settle()
	hidden, denied, unknown, forged := "GAME_NOT_RATED", "CALLER_DENIED", "NO_TOKEN", "BAD_TOKEN"
	byService := ratingv1.NewRatingServiceClient(h.matchmaking.Dial("rating"))
	callers := map[string]struct {
		ctx context.Context //nolint:containedctx // who calls is the test
		by  ratingv1.RatingServiceClient
		// refused are the calls that are, with the reason; all by "".
		refused map[string]string
	}{
		"nobody":               {t.Context(), h, map[string]string{"GetGameRating": hidden, "around oneself": unknown, "BatchGetRatings": denied}},
		"a guest":              {h.with(uuid.NewString(), true), h, map[string]string{"GetGameRating": hidden, "BatchGetRatings": denied}},
		"another player":       {h.as(3), h, map[string]string{"GetGameRating": hidden, "BatchGetRatings": denied}},
		"the player":           {h.as(1), h, map[string]string{"BatchGetRatings": denied}},
		"the other side":       {h.as(2), h, map[string]string{"BatchGetRatings": denied}},
		"a bad token":          {rpc.WithToken(t.Context(), "a.b.c"), h, map[string]string{"": forged}},
		"a service":            {t.Context(), byService, map[string]string{"GetGameRating": hidden, "around oneself": unknown}},
		"another service":      {t.Context(), ratingv1.NewRatingServiceClient(h.account.Dial("rating")), map[string]string{"GetGameRating": hidden, "around oneself": unknown, "BatchGetRatings": denied}},
		"a service for player": {h.as(1), byService, nil},
	}
	codeOf := map[string]codes.Code{hidden: codes.NotFound, denied: codes.PermissionDenied, unknown: codes.Unauthenticated, forged: codes.Unauthenticated}
	for name, c := range callers {
		for call, do := range calls() {
			reason := c.refused[call] + c.refused[""]
			err := do(c.ctx, c.by)
			if reason == "" {
				require.NoError(t, err, "%s: %s", name, call)
				continue
			}
			require.Error(t, err, "%s: %s", name, call)
			requireReason(t, err, codeOf[reason], reason)
		}
	}
}
