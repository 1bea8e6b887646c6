package ladder

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/search/internal/play"
)

// small is a ladder that is quickly played.
func small(parallel int) Config {
	return Config{
		Games: 4, Others: 2, Most: 200, Plies: 4, Balance: 100, Seed: 5, Parallel: parallel, Say: func(string, ...any) {},
	}
}

// climb plays a ladder and returns what was handed over.
func climb(t *testing.T, game string, c Config, before levels.Ladder) (steps []levels.Ladder) {
	t.Helper()
	g, ok := play.Find(game)
	require.True(t, ok)
	require.NoError(t, Run(t.Context(), g, c, before, func(l levels.Ladder) error {
		steps = append(steps, l)
		return nil
	}))
	return steps
}

func TestEverybodyPlaysEverybody(t *testing.T) {
	t.Parallel()
	steps := climb(t, "draughts-brazilian", small(1), levels.Ladder{})
	l := steps[len(steps)-1]
	require.Equal(t, "draughts-brazilian", l.Game)
	require.Len(t, l.Rungs, 5)
	require.Len(t, l.Matches, 4+3+2+1)
	require.Len(t, l.Yardsticks, 2)
	neighbours := 0
	for _, m := range l.Matches {
		if m.One[0] == m.Two[0]+1 {
			neighbours++
			require.Equal(t, 4, m.Games())
			continue
		}
		require.Equal(t, 2, m.Games())
	}
	require.Equal(t, 4, neighbours)
	require.Zero(t, l.Rungs[0].Elo)
	require.Zero(t, l.Rungs[0].Error)
	require.Positive(t, l.Rungs[4].Elo)
	require.Positive(t, l.Rungs[4].Error)
}

// A ladder can be climbed again by anybody: how many games are played at once
// changes nothing.
func TestLaddersAreReproducible(t *testing.T) {
	t.Parallel()
	one, two := climb(t, "jungle", small(1), levels.Ladder{}), climb(t, "jungle", small(2), levels.Ladder{})
	require.Equal(t, one, two)
}

func TestWhatIsKnownIsNotPlayedAgain(t *testing.T) {
	t.Parallel()
	steps := climb(t, "morris", small(1), levels.Ladder{})
	before := steps[len(steps)-1]
	before.Matches[0].Wins += 1000 // which no game would bring
	before.Matches[0].Pairs[4] += 500
	m := before.Matches[0]
	p := pairing{one: leveled{level: levels.Level{ID: m.One}}, two: leveled{level: levels.Level{ID: m.Two}}, games: m.Games()}
	found, known := p.known(before, before)
	require.True(t, known)
	require.Equal(t, m, found)

	more := p
	more.games += 2
	_, known = more.known(before, before)
	require.False(t, known, "more games than were played")
	other := before
	other.Most++
	_, known = p.known(before, other)
	require.False(t, known, "a bound that leaves them more")
	other.Most = 1_000_000
	_, known = p.known(other, other)
	require.True(t, known)
	other = before
	other.Rungs = append([]levels.Rung(nil), before.Rungs...)
	other.Rungs[1].Slip.Spread++
	_, known = p.known(before, other)
	require.False(t, known, "another level")
}

// Openings are different, and none is much better for a side.
func TestOpenings(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		found, ok := play.Find(g.Name())
		require.True(t, ok)
		h := newHall(found, small(1))
		require.NoError(t, h.open(t.Context(), 6))
		require.Len(t, h.openings, 6)
		seen := map[string]bool{}
		for _, moves := range h.openings {
			require.Len(t, moves, 4)
			line := rules.NewLine(g, g.Start())
			for _, m := range moves {
				_, err := line.Play(m)
				require.NoError(t, err)
			}
			require.False(t, line.Verdict().Over())
			seen[line.Position().String()] = true
		}
		require.Len(t, seen, 6)
	}
	g, _ := play.Find("jungle")
	h := newHall(g, small(1))
	h.Plies, h.Balance = 1, 10_000
	require.ErrorContains(t, h.open(t.Context(), 100), "there are only")
}

func TestGamesThatAreGivenUp(t *testing.T) {
	t.Parallel()
	const first, second = rules.First, rules.Second
	tests := map[string]struct {
		off    bool
		begin  int   // plies
		scores []int // of both sides in turn, as they see it
		want   rules.Winner
	}{
		"both are sure":            {scores: []int{1500, -1500, 1600, -1700, 1000, -1000, 1500, -1500}, want: first.Wins()},
		"both, of the second side": {scores: []int{-2000, 1500, -1600, 1700, -1500, 1500, -1500, 1500}, want: second.Wins()},
		"not for long enough":      {scores: []int{1500, -1500, 1600, -1700, 1500, -1500, 1500}},
		"one doubts it":            {scores: []int{1500, -1500, 1600, -900, 1500, -1500, 1500, -1500}},
		"each its own":             {scores: []int{1500, 1500, 1500, 1500, 1500, 1500, 1500, 1500}},
		"even, but early":          {scores: make([]int, 40)},
		"even and late":            {begin: 80, scores: make([]int, 8), want: rules.WinnerNone},
		"better, and late":         {begin: 80, scores: []int{300, -300, 300, -300, 300, -300, 300, -300}},
		"somebody may slip":        {off: true, begin: 80, scores: make([]int, 40)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, got := agreement{off: tt.off}, rules.Winner("")
			for i, score := range tt.scores {
				got = a.after(rules.Side(i%2), score, tt.begin+i) //nolint:gosec // one of two
			}
			require.Equal(t, tt.want, got)
		})
	}
}

// The yardsticks play legal moves, and one that looks a move ahead is no worse
// than one that does not.
func TestYardsticks(t *testing.T) {
	t.Parallel()
	g, _ := play.Find("morris")
	h := newHall(g, small(1))
	require.NoError(t, h.open(t.Context(), 5))
	m, err := h.match(t.Context(), pairing{one: greedy(g), two: anybody{}, games: 10})
	require.NoError(t, err)
	require.Greater(t, m.Score(), 0.8)
}
