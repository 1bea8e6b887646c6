package goals_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/texts"
	"kydai.dev/services/rewards/internal/goals"
)

func TestEveryGoalCanBeFound(t *testing.T) {
	t.Parallel()
	require.NotEmpty(t, goals.All())
	for _, g := range goals.All() {
		found, ok := goals.Find(g.ID)
		require.True(t, ok)
		require.Equal(t, g, found, "ids are unique")
	}
	_, ok := goals.Find("win_chess")
	require.False(t, ok)
}

func TestEveryGoalHasTexts(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, g := range goals.All() {
		ids = append(ids, g.ID)
		for _, lang := range []texts.Lang{texts.Vietnamese, texts.English} {
			name, ok := texts.Name(lang, texts.Goals, g.ID)
			require.True(t, ok, g.ID)
			require.NotRegexp(t, `[.]$`, name)
			sentence, ok := texts.Name(lang, texts.GoalSentences, g.ID)
			require.True(t, ok, g.ID)
			require.Regexp(t, `[.]$`, sentence)
		}
	}
	require.ElementsMatch(t, ids, texts.Values(texts.Goals), "nothing else is told of")
}

// A player may change what All gives him, and nobody else sees it.
func TestAllIsTheCallersOwn(t *testing.T) {
	t.Parallel()
	before := goals.All()[0]
	goals.All()[0] = goals.Goal{}
	require.Equal(t, before, goals.All()[0])
}

// A day's quests earn about what a good game is worth, never more than the
// achievements that take months.
func TestCoinsAreModest(t *testing.T) {
	t.Parallel()
	most := map[string]int64{goals.Daily: 50, goals.Weekly: 150, goals.Achievement: 1000}
	for _, g := range goals.All() {
		require.LessOrEqual(t, g.Coins, most[g.Kind], g.ID)
	}
}
