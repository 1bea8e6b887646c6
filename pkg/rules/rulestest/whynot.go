package rulestest

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
)

// WhyNot holds in random positions of the games that a text of a move is either
// legal or refused with a rule of the closed list. Attempts gives the texts for
// a position, from the points of the board: all that have the form of a move, as
// far as they can be listed.
func WhyNot(t *testing.T, attempts func(points []string, p rules.Position) []string, games ...rules.Game) {
	t.Helper()
	for _, g := range games {
		starts, points := positions(t, g), slices.Sorted(maps.Keys(names(g.Describe().Board)))
		t.Run("why not/"+g.Name(), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				p := wander(t, g, rapid.SampledFrom(starts).Draw(t, "start"))
				if !p.Standing().Over() {
					checkAttempts(t, p, attempts(points, p))
				}
			})
		})
	}
}

// wander plays some random moves.
func wander(t *rapid.T, g rules.Game, start string) rules.Position {
	p := parse(t, g, start)
	for range rapid.IntRange(0, maxPlies).Draw(t, "plies") {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		step, err := p.Play(rapid.SampledFrom(moves).Draw(t, "move"))
		require.NoError(t, err)
		p = step.Next
	}
	return p
}

func checkAttempts(t *rapid.T, p rules.Position, attempts []string) {
	line, legal := p.String(), map[string]bool{}
	for _, m := range p.Moves() {
		legal[m] = true
	}
	met := 0
	for _, text := range attempts {
		step, err := p.Play(text)
		switch {
		case legal[text]:
			require.NoError(t, err, "%s %s", line, text)
			met++
		case err == nil: // another spelling
			require.True(t, legal[step.Move], "%s %s is played as %s", line, text, step.Move)
		default:
			requireRule(t, err, line, text)
		}
	}
	require.GreaterOrEqual(t, met, len(legal), "%s: legal moves are missing among the attempts", line)
}

func requireRule(t *rapid.T, err error, line, text string) {
	var refusal *rules.MoveError
	require.ErrorAs(t, err, &refusal)
	if refusal.Code != rules.IllegalMove || !slices.Contains(rules.MoveRules(), refusal.Rule) || refusal.Message == "" {
		require.Fail(t, "no rule forbids it", "%s %s: %+v", line, text, refusal)
	}
}

// Pairs joins every two points, also every one with itself.
func Pairs(points []string, join string) []string {
	list := make([]string, 0, len(points)*len(points))
	for _, from := range points {
		for _, to := range points {
			list = append(list, from+join+to)
		}
	}
	return list
}
