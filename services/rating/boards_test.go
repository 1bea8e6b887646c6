package rating_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func TestLeaderboard(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	var batch []*refereev1.GameSummary
	for i := range 12 {
		batch = append(batch, won(fmt.Sprintf("g%d", i), 100+i, 200+i)) // twelve with 20, twelve with 0
	}
	h.tell(batch...)
	h.tell(won("another", 100, 200))
	h.settle()
	top := h.board(h.as(205), &ratingv1.GetLeaderboardRequest{Top: 10})
	require.Len(t, top.GetEntries(), 10)
	require.EqualValues(t, 24, top.GetTotal())
	requireSame(t, &ratingv1.LeaderboardEntry{Rank: wrapperspb.Int32(1), PlayerId: account(100), Rating: 39, Title: "nhap_mon", Stars: 1}, top.GetEntries()[0])
	for _, e := range top.GetEntries()[1:] {
		require.EqualValues(t, 2, e.GetRank().GetValue(), "equal ratings, equal rank")
	}
	requireSame(t, &ratingv1.LeaderboardEntry{Rank: wrapperspb.Int32(13), PlayerId: account(205), Title: "nhap_mon", Stars: 1}, top.GetMe())

	seen := map[string]bool{}
	for page := top; ; page = h.board(h.as(205), &ratingv1.GetLeaderboardRequest{Top: 10, PageToken: page.GetNextPageToken()}) {
		for _, e := range page.GetEntries() {
			require.False(t, seen[e.GetPlayerId()])
			seen[e.GetPlayerId()] = true
		}
		if page.GetNextPageToken() == "" {
			break
		}
	}
	require.Len(t, seen, 24)
	_, err := h.GetLeaderboard(h.as(205), &ratingv1.GetLeaderboardRequest{Game: "xiangqi", Category: "rapid", Top: 10, PageToken: top.GetNextPageToken()})
	requireReason(t, err, codes.InvalidArgument, "BAD_PAGE_TOKEN")

	around := h.board(h.as(105), &ratingv1.GetLeaderboardRequest{AroundMe: 2})
	require.Len(t, around.GetEntries(), 5)
	requireSame(t, around.GetMe(), around.GetEntries()[2])
	require.Empty(t, around.GetNextPageToken())
	edge := h.board(h.as(100), &ratingv1.GetLeaderboardRequest{AroundMe: 2})
	require.Len(t, edge.GetEntries(), 3, "nobody is before the first")
	require.Nil(t, h.board(t.Context(), &ratingv1.GetLeaderboardRequest{}).GetMe())
}

// A replica sees at once what another one has rated.
func TestReplicasFollowEachOther(t *testing.T) {
	t.Parallel()
	db, nats := testkit.Postgres(t), testkit.NATSServer(t)
	first, second := start(t, db, nats), start(t, db, nats)
	for i := range 20 {
		first.tell(won(fmt.Sprintf("g%d", i), 1+i, 101+i))
	}
	for i := range 20 {
		first.counted(fmt.Sprintf("g%d", i))
	}
	for _, h := range []*hall{first, second} {
		require.EqualValues(t, 40, h.board(t.Context(), &ratingv1.GetLeaderboardRequest{}).GetTotal())
	}
	require.EqualValues(t, 1, second.rating(20).GetRank().GetValue())
}

func TestTheBoardComesBackAfterARestart(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		nats := testkit.NATSServer(t)
		t.Run("before", func(t *testing.T) {
			h := start(t, db, nats)
			h.tell(won("g1", 1, 2), won("g2", 3, 1))
			h.settle()
		})
		h := start(t, db, nats)
		require.EqualValues(t, 3, h.board(t.Context(), &ratingv1.GetLeaderboardRequest{}).GetTotal())
		require.EqualValues(t, 1, h.rating(3).GetRank().GetValue())
	})
}

// Games of which no event ever came are found and rated, once, in company of
// those that were told, those that don't count, and a referee that comes and
// goes.
func TestWhatNobodyToldIsFound(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		var ended []*refereev1.GameSummary
		for i := range 450 { // more than two pages
			ended = append(ended, won(fmt.Sprintf("g%03d", i), 1, 2, func(s *refereev1.GameSummary) {
				if i%2 == 0 {
					s.Mode = "casual"
				}
			}))
		}
		h.tell(ended[41], ended[1], ended[447])
		h.referee.end(ended[:300]...)
		count := func(n int32) {
			t.Helper()
			require.Eventually(t, func() bool { return h.rating(1).GetGames() == n }, 20*time.Second, 10*time.Millisecond)
		}
		count(151)
		h.referee.goAway(true)
		h.referee.end(ended[300:]...)
		h.referee.end(won("g041", 1, 2, voided), won("g043", 1, 2, voided))
		h.referee.goAway(false)
		count(223)
		h.tell(ended[3], ended[5], ended[43], ended[449])
		h.tell(won("g041", 1, 2, voided))
		h.settle()
		count(223)
		require.EqualValues(t, 227, h.history(t.Context(), 1).GetChanges()[0].GetNumber())
	})
}
