package live_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
)

// What a player reaches and earns comes once, to all the player's streams and to
// nobody else's.
func TestRewardsComeAtOnce(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, seldom)
	player, other := hall.Player(), hall.Player()
	readers := []*reader{open(t, hall, "me", player, live.Place{}), open(t, hall, "me", player, live.Place{})}
	stranger := open(t, hall, "me", other, live.Place{})
	goal := func(id string) *rewardsv1.Goal {
		return &rewardsv1.Goal{Id: id, Title: &rewardsv1.Words{Vi: "x", En: "y"}}
	}
	news := &rewardsv1.PlayerRewards{
		PlayerId: player.Account, Number: 7, Time: timestamppb.Now(),
		Quests: []*rewardsv1.Quest{
			{Goal: goal("a"), Period: "2026-11-30", State: "open", Count: 1},
			{Goal: goal("b"), Period: "2026-W49", State: "done"},
			{Goal: goal("c"), Period: "2026-W49", State: "claimed"},
		},
		Achievements: []*rewardsv1.Achievement{
			{Goal: goal("open"), State: "open", Count: 3}, {Goal: goal("earned"), State: "paid", EarnTime: timestamppb.Now()},
		},
		Entries: []*rewardsv1.WalletEntry{{Number: 1, Amount: 20, Balance: 20}, {Number: 2, Amount: 5, Balance: 25}},
	}
	next := proto.CloneOf(news)
	next.Number, next.Achievements, next.Entries, next.Quests = 8, nil, nil, news.GetQuests()[:1]
	for _, told := range []*rewardsv1.PlayerRewards{news, news, next, news} {
		hall.Publish(bus.RewardsChanged(player.Account), told)
	}
	for _, r := range readers {
		frames := r.next(8)
		require.Equal(t, []string{
			"snapshot", "questProgressed", "questCompleted", "questClaimed", "achievementEarned", "walletChanged", "walletChanged", "questProgressed",
		}, types(frames))
		require.InDelta(t, 25, decode(t, frames[6]).Data["balance"], 0)
		require.Equal(t, "earned", decode(t, frames[4]).Data["goal"].(map[string]any)["id"]) //nolint:forcetypeassert // the test fails either way
	}
	hall.Publish(bus.RewardsChanged(other.Account), &rewardsv1.PlayerRewards{PlayerId: other.Account, Number: 1, Quests: news.GetQuests()[:1]})
	require.Equal(t, []string{"snapshot", "questProgressed"}, types(stranger.next(2)))
}
