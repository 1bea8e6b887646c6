package draughts_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
)

// TestReference holds the bit sets against the naive reference: the moves of
// random boards, every route of every move, and the positions after them.
func TestReference(t *testing.T) {
	t.Parallel()
	for _, g := range games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { compare(t, g, drawDiagram(t, tables[g.Name()])) })
		})
	}
}

func compare(t *rapid.T, g rules.Game, d diagram) {
	line := d.text(0, 1)
	p, err := g.Parse(line)
	require.NoError(t, err, line)
	require.Equal(t, line, p.String())

	paths := d.paths()
	texts := canonical(paths)
	want := make([]string, 0, len(texts))
	for _, text := range texts {
		want = append(want, text)
	}
	slices.Sort(want)
	require.Equal(t, want, p.Moves(), line)
	for _, route := range paths {
		step, err := p.Play(route.text())
		require.NoError(t, err, "%s %s", line, route.text())
		require.Equal(t, texts[route.key()], step.Move, "%s %s", line, route.text())
		require.Equal(t, d.after(route, 0, 1), step.Next.String(), "%s %s", line, route.text())
	}
	refuseOthers(t, p, d, paths)
}

// refuseOthers tries every sequence of jumps that is no route of a legal move.
func refuseOthers(t *rapid.T, p rules.Position, d diagram, paths []path) {
	legal := map[string]bool{}
	for _, route := range paths {
		legal[route.text()] = true
	}
	for _, jumps := range d.walks() {
		if !legal[jumps.text()] {
			_, err := p.Play(jumps.text())
			var refusal *rules.MoveError
			require.ErrorAs(t, err, &refusal, "%s %s", p, jumps.text())
			require.Equal(t, rules.IllegalMove, refusal.Code, "%s %s", p, jumps.text())
			require.NotEmpty(t, refusal.Rule, "%s %s", p, jumps.text())
		}
	}
}

// drawDiagram draws a board with a piece of each side at least. Kings are
// likely and men stand anywhere, their promotion rows too: what can be read
// must be right, not only what can come up.
func drawDiagram(t *rapid.T, rules table) diagram {
	d := diagram{rules, rapid.SampledFrom([]byte{'B', 'W'}).Draw(t, "side"), map[point]man{}}
	var squares []point
	for file := range d.size {
		for rank := file % 2; rank < d.size; rank += 2 {
			squares = append(squares, point{file, rank})
		}
	}
	squares = rapid.Permutation(squares).Draw(t, "squares")
	kings := rapid.IntRange(0, 3).Draw(t, "kings in four")
	own := rapid.IntRange(1, 5).Draw(t, "own")
	others := rapid.IntRange(1, d.size*d.size/5).Draw(t, "others")
	for i, at := range squares[:own+others] {
		m := man{colour: d.side, king: rapid.IntRange(0, 3).Draw(t, "king") < kings}
		if i >= own {
			m.colour = d.enemy()
		}
		d.men[at] = m
	}
	return d
}
