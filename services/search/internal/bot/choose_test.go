package bot_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/levels"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/engine"
)

func lines(scores ...int) (list []engine.Line) {
	for i, s := range scores {
		list = append(list, engine.Line{Moves: []engine.Move{engine.Move(i)}, Score: engine.Score{Value: s}, Depth: 2})
	}
	return list
}

// How often each line is taken follows from what it loses; what loses too much,
// or was not looked at, never is.
func TestSlipsAreChosenByScore(t *testing.T) {
	t.Parallel()
	slip := levels.Slip{Lines: 5, Spread: 50, Most: 120}
	list := append(lines(40, 30, -40, -200), engine.Line{Score: engine.Score{Value: 40}})
	dice := rand.New(rand.NewPCG(1, 2))
	count := map[int]int{}
	for range 10000 {
		count[bot.Choose(list, slip, dice).Score.Value]++
	}
	require.Greater(t, count[40], count[30])
	require.Greater(t, count[30], 3*count[-40])
	require.Positive(t, count[-40])
	require.Zero(t, count[-200])
}

func TestNobodySlipsWhereTheGameIsDecided(t *testing.T) {
	t.Parallel()
	slip := levels.Slip{Lines: 5, Spread: 1000, Most: 100000}
	dice := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		require.Equal(t, 30999, bot.Choose(lines(30999, 500, 0), slip, dice).Score.Value)
		require.Equal(t, -30900, bot.Choose(lines(-30900, -30990), slip, dice).Score.Value)
		require.Equal(t, 7, bot.Choose(lines(7, 6, 5), levels.Slip{}, dice).Score.Value)
	}
}
