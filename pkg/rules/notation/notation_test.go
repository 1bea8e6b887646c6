package notation_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/notation"
)

// maxPlies bounds one random game.
const maxPlies = 60

// reference is a case of the games' own reference files.
type reference struct {
	Game, Position, Canonical string
	Moves, Accepted           []string
}

// references reads the cases about g of a reference file beside its rules.
func references(tb testing.TB, g rules.Game, file string) []reference {
	tb.Helper()
	folder, _, _ := strings.Cut(g.Name(), "-")
	data, err := os.ReadFile(filepath.Join("..", folder, "testdata", file))
	require.NoError(tb, err)
	var all struct{ Cases []reference }
	require.NoError(tb, json.Unmarshal(data, &all))
	ours := slices.DeleteFunc(all.Cases, func(r reference) bool { return r.Game != "" && r.Game != g.Name() })
	require.NotEmpty(tb, ours)
	return ours
}

func game(tb testing.TB, name string) rules.Game {
	tb.Helper()
	g, ok := games.Find(name)
	require.True(tb, ok, name)
	return g
}

func find(tb testing.TB, g rules.Game, name string) notation.Notation {
	tb.Helper()
	n, ok := notation.Find(g, name)
	require.True(tb, ok, name)
	return n
}

func parse(tb require.TestingT, g rules.Game, line string) rules.Position {
	p, err := g.Parse(line)
	require.NoError(tb, err, line)
	return p
}

// requireRefused checks a refusal by its code and rule.
func requireRefused(tb require.TestingT, err error, code rules.MoveCode, rule rules.Rule) {
	var refusal *rules.MoveError
	require.ErrorAs(tb, err, &refusal)
	require.Equal(tb, code, refusal.Code, refusal.Message)
	require.Equal(tb, rule, refusal.Rule, refusal.Message)
}

func TestTextsReadBack(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		if len(notation.Of(g)) == 0 {
			continue
		}
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			starts := []string{g.Start().String()}
			for _, r := range references(t, g, "legal.json") {
				checkTexts(t, g, parse(t, g, r.Position))
				starts = append(starts, r.Position)
			}
			rapid.Check(t, func(t *rapid.T) {
				p := parse(t, g, rapid.SampledFrom(starts).Draw(t, "start"))
				for range rapid.IntRange(0, maxPlies).Draw(t, "plies") {
					p = random(t, p)
				}
				checkTexts(t, g, p)
			})
		})
	}
}

// random is a position after p, or p where the game is over.
func random(t *rapid.T, p rules.Position) rules.Position {
	moves := p.Moves()
	if len(moves) == 0 {
		return p
	}
	step, err := p.Play(rapid.SampledFrom(moves).Draw(t, "move"))
	require.NoError(t, err)
	return step.Next
}

// checkTexts holds every legal move of p against the contract of a notation.
func checkTexts(t require.TestingT, g rules.Game, p rules.Position) {
	for _, n := range notation.Of(g) {
		moveOf := map[string]string{}
		for _, move := range p.Moves() {
			text := n.Write(p, move)
			require.NotContains(t, moveOf, text, "%s in %s: also %s", move, p, moveOf[text])
			moveOf[text] = move
			back, err := n.Read(p, text)
			require.NoError(t, err, "%s of %s in %s", text, move, p)
			require.Equal(t, move, back, "%s in %s", text, p)
			require.Equal(t, text, notation.Write(g, p, move).In(n.Name))
		}
	}
}

func TestNamesAndAbsence(t *testing.T) {
	t.Parallel()
	require.Subset(t, notation.Names(), []string{"algebraic", "long", "pdn", "vietnamese"})
	require.True(t, slices.IsSorted(notation.Names()))
	_, ok := notation.Find(game(t, "jungle"), "pdn")
	require.False(t, ok)
}

func TestNonsenseIsMalformed(t *testing.T) {
	t.Parallel()
	texts := []string{"", " ", "x", "-", ":", "hello", "a", "a1", "12", "1-", "-1", "x11", "11x", "c3x", "c3xx", "c3-d4-e5", "0-1", "51-46", "11-99999", "k9-k8", "d6-", "-d6", "d6-x", "d6-xa1", "a3-a4-a5", "\xff\xfe"}
	for _, name := range []string{"jungle", "draughts-brazilian", "draughts-american", "draughts-russian", "draughts-international"} {
		g := game(t, name)
		for _, n := range notation.Of(g) {
			for _, text := range texts {
				_, err := n.Read(g.Start(), text)
				require.Error(t, err, "%s %s %q", name, n.Name, text)
				requireRefused(t, err, rules.MalformedMove, "")
			}
		}
	}
}

// checkRead reads a text that may or may not be a move.
func checkRead(t *testing.T, g rules.Game, line, text string) {
	p, err := g.Parse(line)
	if err != nil {
		return
	}
	for _, n := range notation.Of(g) {
		move, err := n.Read(p, text)
		if err == nil {
			require.Contains(t, p.Moves(), move, "%q in %s", text, p)
			continue
		}
		require.Empty(t, move)
		var refusal *rules.MoveError
		require.ErrorAs(t, err, &refusal, "%q in %s", text, p)
		require.NotEmpty(t, refusal.Message)
		require.NotContains(t, p.Moves(), text)
	}
}

// fuzz adds the reference positions of some games with the texts of their
// moves and fuzzes every reader of theirs.
func fuzz(f *testing.F, names ...string) {
	var list []rules.Game
	for i, name := range names {
		g := game(f, name)
		list = append(list, g)
		for _, r := range references(f, g, "legal.json") {
			p := parse(f, g, r.Position)
			for _, move := range r.Moves[:min(2, len(r.Moves))] {
				for _, text := range notation.Write(g, p, move) {
					f.Add(uint8(i), r.Position, text.Text)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, line, text string) { checkRead(t, list[int(i)%len(list)], line, text) })
}

func FuzzReadDraughts(f *testing.F) {
	fuzz(f, "draughts-brazilian", "draughts-american", "draughts-russian", "draughts-international")
}

func FuzzReadJungle(f *testing.F) { fuzz(f, "jungle") }

func FuzzReadMorris(f *testing.F) { fuzz(f, "morris") }

// BenchmarkWrite writes all moves of the reference positions; the figure of a
// move is ns/move.
func BenchmarkWrite(b *testing.B) {
	for _, g := range games.All() {
		for _, n := range notation.Of(g) {
			b.Run(g.Name()+"/"+n.Name, func(b *testing.B) {
				moves := 0
				cases := references(b, g, "legal.json")
				for i := 0; b.Loop(); i++ {
					r := cases[i%len(cases)]
					b.StopTimer()
					p := parse(b, g, r.Position)
					b.StartTimer()
					for _, move := range r.Moves {
						n.Write(p, move)
					}
					moves += len(r.Moves)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(max(1, moves)), "ns/move")
			})
		}
	}
}
