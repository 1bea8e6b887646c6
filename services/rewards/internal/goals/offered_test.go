package goals_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/rewards/internal/goals"
)

func ids(list []goals.Goal, kind string) []string {
	var all []string
	for _, g := range list {
		if g.Kind == kind {
			all = append(all, g.ID)
		}
	}
	return all
}

func TestThreeDailyAndTwoWeeklyQuestsAreOffered(t *testing.T) {
	t.Parallel()
	monday := instant(t, "2026-11-30T00:00:00Z")
	daily, weekly := map[string]bool{}, map[string]bool{}
	var yesterday, lastWeek []string
	for day := range 210 {
		at := monday.AddDate(0, 0, day)
		offered := goals.Offered(at, time.UTC)
		require.Len(t, offered, 5)
		today, week := ids(offered, goals.Daily), ids(offered, goals.Weekly)
		require.Len(t, today, 3)
		require.Len(t, week, 2)
		require.Equal(t, offered, goals.Offered(at.Add(24*time.Hour-1), time.UTC), "all day")
		for i := range yesterday {
			require.NotEqual(t, yesterday[i], today[i], "every day brings others")
		}
		if lastWeek != nil {
			require.Equal(t, day%7 != 0, slices.Equal(week, lastWeek), "weekly quests stay from Monday to Sunday: %v", at)
		}
		yesterday, lastWeek = today, week
		mark(daily, today)
		mark(weekly, week)
	}
	require.Len(t, daily, len(ids(goals.All(), goals.Daily)), "every quest has its turn")
	require.Len(t, weekly, len(ids(goals.All(), goals.Weekly)))
}

func mark(seen map[string]bool, ids []string) {
	for _, id := range ids {
		seen[id] = true
	}
}

// It is Tuesday in Sài Gòn while New York has Monday still.
func TestOfferedGoesByThePlayersDay(t *testing.T) {
	t.Parallel()
	saigon, err := time.LoadLocation("Asia/Ho_Chi_Minh")
	require.NoError(t, err)
	newYork, err := time.LoadLocation("America/New_York")
	require.NoError(t, err)
	at := instant(t, "2026-11-30T20:00:00Z")
	require.NotEqual(t, goals.Offered(at, saigon), goals.Offered(at, newYork))
	require.Equal(t, goals.Offered(at, saigon), goals.Offered(at.Add(12*time.Hour), newYork))
}

func TestOfferedEverybodyCanReach(t *testing.T) {
	t.Parallel()
	for day := range 140 {
		offered := goals.Offered(instant(t, "2026-11-30T00:00:00Z").AddDate(0, 0, day), time.UTC)
		require.True(t, slices.ContainsFunc(offered, func(g goals.Goal) bool {
			return g.Kind == goals.Daily && len(g.When.Results) == 0
		}), "one can be reached without a win")
	}
	require.Len(t, goals.Offered(time.Time{}, time.UTC), 5, "also before all time")
}
