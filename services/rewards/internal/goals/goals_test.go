package goals_test

import (
	"strconv"
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
			for _, number := range numbers(g) {
				require.Regexp(t, `\b`+strconv.Itoa(number)+`\b`, sentence, g.ID)
			}
		}
	}
	require.ElementsMatch(t, ids, texts.Values(texts.Goals), "nothing else is told of")
}

// numbers are those of a goal that its sentence has to tell.
func numbers(g goals.Goal) []int {
	var all []int
	told := g.Count != goals.CountGames && g.Count != goals.CountSides
	if told && g.Target > 1 {
		all = append(all, g.Target)
	}
	if g.When.Plies > 20 {
		all = append(all, g.When.Plies)
	}
	if g.When.Entrants > 0 {
		all = append(all, g.When.Entrants)
	}
	return all
}

// A caller may change what All gives, and nobody else sees it.
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
