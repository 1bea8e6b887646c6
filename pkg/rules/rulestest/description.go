package rulestest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
)

// squareName finds the squares in a move's text.
var squareName = regexp.MustCompile(`[a-z]\d+`)

// checkDescription holds a game's description against itself, and against the
// positions of random games.
func checkDescription(t *testing.T, g rules.Game) {
	d := g.Describe()
	t.Run("board", func(t *testing.T) { checkBoard(t, d.Board) })
	t.Run("pieces", func(t *testing.T) { checkKinds(t, g.Start(), d) })
	t.Run("copy", func(t *testing.T) {
		g.Describe().Board.Points[0].Name, g.Describe().Kinds[0].Name = "", ""
		require.Equal(t, d, g.Describe(), "the description is the caller's own")
	})
	t.Run("play", func(t *testing.T) {
		starts, known := positions(t, g), names(d.Board)
		rapid.Check(t, func(t *rapid.T) {
			line := rules.NewLine(g, parse(t, g, rapid.SampledFrom(starts).Draw(t, "start")))
			checkDescribed(t, d, known, line)
			for range rapid.IntRange(0, maxPlies).Draw(t, "plies") {
				if line.Verdict().Over() {
					break
				}
				_, err := line.Play(rapid.SampledFrom(line.Legal()).Draw(t, "move"))
				require.NoError(t, err)
				checkDescribed(t, d, known, line)
			}
		})
	})
}

func checkBoard(t *testing.T, b rules.Board) {
	var all []string
	for i, p := range b.Points {
		require.Equal(t, b.Files[p.X]+b.Ranks[p.Y], p.Name)
		all = append(all, p.Name)
		if i > 0 {
			last := b.Points[i-1]
			require.True(t, last.X < p.X || last.X == p.X && last.Y < p.Y, "%s is out of order", p.Name)
		}
	}
	for _, a := range b.Areas {
		require.NotEmpty(t, a.Squares, a.Role)
		require.Subset(t, all, a.Squares, a.Role)
		require.Contains(t, []string{"", "first", "second"}, a.Owner, a.Role)
	}
	seen := map[rules.Segment]bool{}
	for _, s := range b.Lines {
		require.Subset(t, all, []string{s.From, s.To})
		require.Less(t, s.From, s.To)
		require.False(t, seen[s], "%v twice", s)
		seen[s] = true
	}
	require.Equal(t, b.Kind == rules.OnPoints, len(b.Lines) > 0, "points have lines, squares have none")
	for _, m := range b.Mills {
		require.Subset(t, all, m[:])
	}
	for _, j := range b.Jumps {
		require.Subset(t, all, append([]string{j.From, j.To}, j.Over...))
	}
}

// checkKinds: what does not stand on the board at the start is in hand, or is
// promoted later.
func checkKinds(t *testing.T, start rules.Position, d rules.Description) {
	var kinds []string
	for _, k := range d.Kinds {
		kinds = append(kinds, k.Name)
	}
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(kinds))), len(kinds), "a kind stands twice")
	counts := map[rules.Piece]int{}
	for _, p := range start.Pieces() {
		counts[rules.Piece{Kind: p.Kind, Side: p.Side}]++
	}
	for _, k := range d.Kinds {
		first, second := counts[rules.Piece{Kind: k.Name}], counts[rules.Piece{Kind: k.Name, Side: rules.Second}]
		require.Equal(t, first, second, k.Name)
		require.Contains(t, []int{0, k.Count}, first, k.Name)
		require.Contains(t, append(kinds, ""), k.Becomes)
	}
}

// checkDescribed holds a position and its moves against the description.
func checkDescribed(t *rapid.T, d rules.Description, known map[string]bool, line *rules.Line) {
	p := line.Position()
	for _, piece := range p.Pieces() {
		require.True(t, known[piece.Square], "%s: %v", p, piece)
		require.True(t, slices.ContainsFunc(d.Kinds, func(k rules.Kind) bool { return k.Name == piece.Kind }), "%s: %v", p, piece)
	}
	for _, square := range squareName.FindAllString(strings.Join(line.Legal(), " "), -1) {
		if !known[square] {
			t.Fatalf("%s: the board has no %s", p, square)
		}
	}
	if v := line.Verdict(); v.Over() {
		require.Contains(t, d.Endings, v.Reason, "%s", p)
	}
	if limit := p.Counter().Limit; limit > 0 {
		require.Contains(t, d.Endings, rules.MoveCount)
	}
	checkLetters(t, d, p)
}

// names are the names of the board's points.
func names(b rules.Board) map[string]bool {
	all := map[string]bool{}
	for _, p := range b.Points {
		all[p.Name] = true
	}
	return all
}

// checkLetters counts the letters of a position's line.
func checkLetters(t *rapid.T, d rules.Description, p rules.Position) {
	fields := strings.FieldsFunc(p.String(), func(c rune) bool { return c == ' ' || c == ':' })
	require.Contains(t, fields, d.Colours[p.Side()].Letter, "%s", p)
	board, _, _ := strings.Cut(p.String(), " ")
	want := map[string]int{}
	for _, k := range d.Kinds {
		for side, letter := range k.Letters {
			want[letter] += count(p, k.Name, rules.Side(side))
		}
	}
	delete(want, "") // stands before no square
	for letter, n := range want {
		require.Equal(t, n, strings.Count(board, letter), "%s: %s", p, letter)
	}
}

func count(p rules.Position, kind string, s rules.Side) (n int) {
	for _, piece := range p.Pieces() {
		if piece.Kind == kind && piece.Side == s {
			n++
		}
	}
	return n
}
