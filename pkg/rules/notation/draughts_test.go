package notation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/notation"
)

func TestNumbers(t *testing.T) {
	t.Parallel()
	tests := map[string]map[string]int{
		"draughts-international": {"b10": 1, "j10": 5, "a9": 6, "a5": 26, "e5": 28, "c3": 37, "a1": 46, "i1": 50},
		"draughts-american":      {"g1": 1, "a1": 4, "h2": 5, "c3": 11, "d4": 15, "h8": 29, "b8": 32},
		"draughts-russian":       {"b8": 1, "h8": 4, "a7": 5, "c3": 22, "a1": 29, "g1": 32},
		"draughts-brazilian":     {"b8": 1, "h8": 4, "a7": 5, "c3": 22, "a1": 29, "g1": 32},
	}
	for name, squares := range tests {
		g := game(t, name)
		for square, number := range squares {
			got, ok := notation.Number(g, square)
			require.True(t, ok, "%s %s", name, square)
			require.Equal(t, number, got, "%s %s", name, square)
		}
	}
}

func TestNumbersAndSquaresAreOneToOne(t *testing.T) {
	t.Parallel()
	sizes := map[string]int{"draughts-international": 50, "draughts-american": 32, "draughts-russian": 32, "draughts-brazilian": 32}
	for name, size := range sizes {
		g := game(t, name)
		for n := 1; n <= size; n++ {
			square, ok := notation.Square(g, n)
			require.True(t, ok, "%s %d", name, n)
			back, ok := notation.Number(g, square)
			require.True(t, ok, "%s %s", name, square)
			require.Equal(t, n, back, "%s %s", name, square)
		}
		for _, n := range []int{-1, 0, size + 1} {
			_, ok := notation.Square(g, n)
			require.False(t, ok, "%s %d", name, n)
		}
		for _, square := range []string{"", "a", "a2", "a0", "a01", "i9x", "k1", "A1", "a11", "1", "é1"} {
			_, ok := notation.Number(g, square)
			require.False(t, ok, "%s %s", name, square)
		}
	}
	_, ok := notation.Number(game(t, "jungle"), "a1")
	require.False(t, ok)
	_, ok = notation.Square(game(t, "jungle"), 1)
	require.False(t, ok)
}

func TestNumbersFromEveryCorner(t *testing.T) {
	t.Parallel()
	firsts := map[notation.Corner]string{
		notation.BottomLeft: "1-5", notation.BottomRight: "4-8", notation.TopLeft: "29-25", notation.TopRight: "32-28",
	}
	g := game(t, "draughts-russian")
	p := parse(t, g, "W:Bh8:Wa1:H0:F1")
	for corner, text := range firsts {
		n, ok := notation.PDN(g, corner)
		require.True(t, ok)
		require.Equal(t, text, n.Write(p, "a1b2"))
		move, err := n.Read(p, text)
		require.NoError(t, err)
		require.Equal(t, "a1b2", move)
	}
	_, ok := notation.PDN(game(t, "jungle"), notation.TopLeft)
	require.False(t, ok)
}

// The openings are as the books of each game print them.
func TestOpenings(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ game, notation, moves string }{
		"international": {"draughts-international", "pdn", "32-28 19-23 28x19 14x23 33-28 23x32 37x28"},
		"old faithful":  {"draughts-american", "pdn", "11-15 23-19 8-11 22-17"},
		"single corner": {"draughts-american", "pdn", "11-15 22-18 15x22 25x18 8-11 29-25"},
		"russian":       {"draughts-russian", "algebraic", "c3-d4 d6-c5 b2-c3 f6-g5 c3-b4 g5-h4 b4:d6 e7:c5"},
		"brazilian":     {"draughts-brazilian", "pdn", "22-18 11-15 18x11 8x15"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, tt.game)
			n, p := find(t, g, tt.notation), g.Start()
			for text := range strings.FieldsSeq(tt.moves) {
				move, err := n.Read(p, text)
				require.NoError(t, err, text)
				require.Equal(t, text, n.Write(p, move))
				step, err := p.Play(move)
				require.NoError(t, err)
				p = step.Next
			}
		})
	}
}

// The king may take four men in two ways that begin and end alike; the second
// board is the first turned round.
func TestAmbiguousCaptureNamesTurnsAndSquaresBehind(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"W:Bb4,d2,g5,g7,h8:WKc1":  {"47x38x24x13x36", "47x38x20x9x36"},
		"W:Bc3,d4,d6,g9,i7:WKh10": {"4x13x27x38x15", "4x13x31x42x15"},
	}
	for line, want := range tests {
		g := game(t, "draughts-international")
		n, p := find(t, g, "pdn"), parse(t, g, line)
		var texts []string
		for _, move := range p.Moves() {
			texts = append(texts, n.Write(p, move))
		}
		require.ElementsMatch(t, want, texts)
	}
}

func TestLandingSquaresLeftOut(t *testing.T) {
	t.Parallel()
	g := game(t, "draughts-international")
	n, p := find(t, g, "pdn"), parse(t, g, "W:Bb4,d2,g5,g7,h8:WKc1")
	by13, by9 := "c1xe3xh6xf8xa3", "c1xe3xi7xg9xa3"
	tests := map[string]string{
		"47x33x24x13x36": by13, // another landing square
		"47x24x36":       by13, // enough of them
		"47x13x36":       by13,
		"47x20x36":       by9,
		"47:09:36":       by9,
		"47x28x36":       "", // a square that no route has
	}
	for text, want := range tests {
		got, err := n.Read(p, text)
		require.Equal(t, want, got, text)
		if want == "" {
			require.Error(t, err, text)
		}
	}
	for _, text := range []string{"47x36", "47x38x36", "47x33x36"} {
		_, err := n.Read(p, text)
		requireRefused(t, err, rules.IllegalMove, "AMBIGUOUS")
	}
}

const (
	fork  = "W:Bb4,b6,d6:Wa3:H0:F1" // a3xc5xa7 and a3xc5xe7
	quiet = "W:Bh8:Wa1:H0:F1"
)

func TestDraughtsRead(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ line, notation, text, want string }{
		"all squares":         {fork, "algebraic", "a3xc5xe7", "a3xc5xe7"},
		"start and end":       {fork, "algebraic", "a3xe7", "a3xc5xe7"},
		"colons":              {fork, "algebraic", "a3:e7", "a3xc5xe7"},
		"upper case":          {fork, "algebraic", "A3XE7", "a3xc5xe7"},
		"times":               {fork, "algebraic", "a3×e7", "a3xc5xe7"},
		"printed signs":       {quiet, "pdn", " ２９–２５ ", "a1b2"},
		"numbers":             {fork, "pdn", "21x7", "a3xc5xe7"},
		"all numbers":         {fork, "pdn", "21:14:5", "a3xc5xa7"},
		"names in pdn":        {fork, "pdn", "a3xa7", "a3xc5xa7"},
		"no separator":        {quiet, "algebraic", "a1b2", "a1b2"},
		"no separator in pdn": {quiet, "pdn", "A1B2", "a1b2"},
		"zero in front":       {"W:Ba1:WKh8:H0:F1", "pdn", "04-8", "h8g7"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, "draughts-russian")
			got, err := find(t, g, tt.notation).Read(parse(t, g, tt.line), tt.text)
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestDraughtsRefusals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		line, notation, text string
		code                 rules.MoveCode
		rule                 rules.Rule
	}{
		"the rest is missing":  {fork, "algebraic", "a3xc5", rules.IllegalMove, "CHAIN_GOES_ON"},
		"a dash for a capture": {fork, "pdn", "21-7", rules.IllegalMove, "NOT_ADJACENT"},
		"light square":         {quiet, "algebraic", "a1-a2", rules.IllegalMove, "NOT_ADJACENT"},
		"the other side's":     {quiet, "pdn", "04-08", rules.IllegalMove, "NOT_YOUR_PIECE"},
		"empty start":          {quiet, "pdn", "30-26", rules.IllegalMove, "NO_PIECE"},
		"numbers in algebraic": {quiet, "algebraic", "29-25", rules.MalformedMove, ""},
		"number too large":     {quiet, "pdn", "33-29", rules.MalformedMove, ""},
		"three digits":         {quiet, "pdn", "029-25", rules.MalformedMove, ""},
		"a square too many":    {quiet, "algebraic", "a1-b2-c3", rules.MalformedMove, ""},
		"dash and capture":     {fork, "algebraic", "a3-c5xe7", rules.MalformedMove, ""},
		"a game that is over":  {"W:B:Wa1:H0:F1", "algebraic", "a1-b2", rules.GameOver, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, "draughts-russian")
			move, err := find(t, g, tt.notation).Read(parse(t, g, tt.line), tt.text)
			require.Empty(t, move)
			requireRefused(t, err, tt.code, tt.rule)
		})
	}
}

func TestCaptureInACircle(t *testing.T) {
	t.Parallel()
	g := game(t, "draughts-american")
	p := parse(t, g, "B:BKe1:Wd2,d4,f2,f4:H0:F1")
	require.Equal(t, notation.Texts{{"pdn", "2x2"}, {"algebraic", "e1xe1"}}, notation.Write(g, p, "e1xc3xe5xg3xe1"))
}

// TestRoutesInAnyOrder: every spelling of a capture reads as it, and with
// squares left out it is the capture or one of several, never refused as
// against the rules.
func TestRoutesInAnyOrder(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		if !strings.HasPrefix(g.Name(), "draughts") {
			continue
		}
		cases := references(t, g, "spelling.json")
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				r := rapid.SampledFrom(cases).Draw(t, "case")
				n := rapid.SampledFrom(notation.Of(g)).Draw(t, "notation")
				route := strings.Split(rapid.SampledFrom(r.Accepted).Draw(t, "route"), "x")
				checkRoute(t, n, parse(t, g, r.Position), r.Canonical, route)
			})
		})
	}
}

func checkRoute(t *rapid.T, n notation.Notation, p rules.Position, want string, route []string) {
	mark := rapid.SampledFrom([]string{"x", ":"}).Draw(t, "mark")
	got, err := n.Read(p, strings.Join(route, mark))
	require.NoError(t, err)
	require.Equal(t, want, got)

	inner := rapid.SliceOfN(rapid.Bool(), len(route)-2, len(route)-2).Draw(t, "named")
	short := route[:1:1]
	for i, named := range inner {
		if named {
			short = append(short, route[i+1])
		}
	}
	short = append(short, route[len(route)-1])
	got, err = n.Read(p, strings.Join(short, mark))
	if err != nil {
		requireRefused(t, err, rules.IllegalMove, "AMBIGUOUS")
		return
	}
	if got != want { // the squares that are left are all those of a shorter capture
		step, err := p.Play(strings.Join(short, "x"))
		require.NoError(t, err)
		require.Equal(t, step.Move, got)
	}
}
