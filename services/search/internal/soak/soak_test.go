package soak

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// TestTheEngineKeepsTheRulesAndItsWord is `kydai soak`, shrunk.
func TestTheEngineKeepsTheRulesAndItsWord(t *testing.T) {
	t.Parallel()
	var rows []Row
	for _, g := range play.All() {
		rows = append(rows, Row{Game: g, Level: levels.Level{Nodes: 200}, Games: 8}, Row{Game: g, Level: levels.Of(g.Rules.Name())[0], Games: 1})
	}
	s := Soak{Rows: rows, Seed: 1, Threads: 2, Fault: func(f Fault) { t.Error(f) }}
	for i, c := range s.Run(t.Context()) {
		require.Equal(t, rows[i].Games, c.Games)
		require.Equal(t, c.Games, c.First+c.Draws+c.Second+c.Cut)
		require.Positive(t, c.Plies)
		if i%2 == 0 {
			require.Positive(t, c.Claims)
			require.Positive(t, c.Proofs)
		}
	}
}

// TestANumberMakesAGame plays one game of many again.
func TestANumberMakesAGame(t *testing.T) {
	t.Parallel()
	g := find(t, "draughts-russian")
	lines := func(first, games int) (list [][]string) {
		p := players{soak: &Soak{Seed: 3}, engines: map[string]*engine.Engine{}}
		for n := first; n < first+games; n++ {
			table, err := newTable(g, levels.Level{Nodes: 100}, p.engine(Row{Game: g}).Search, rand.New(rand.NewPCG(3, uint64(n))))
			require.NoError(t, err)
			require.NoError(t, table.survive())
			list = append(list, table.line.Moves())
		}
		return list
	}
	all := lines(0, 4)
	require.Equal(t, all[2:3], lines(2, 1))
	require.NotEqual(t, all[2], all[3])
}

func TestASoakThatIsStoppedBeginsNoGame(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	s := Soak{Rows: []Row{{Game: find(t, "morris"), Level: levels.Level{Nodes: 20}, Games: 1000}}, Threads: 1, Progress: stop}
	require.Equal(t, 1, s.Run(ctx)[0].Games)
}

// TestLiesAreFound lets engines do what they must not.
func TestLiesAreFound(t *testing.T) {
	t.Parallel()
	const (
		start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
		bare  = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"
	)
	say := func(mate int) func(*engine.Report) {
		return func(r *engine.Report) {
			l := &r.Lines[0]
			l.Moves = l.Moves[:1]
			l.Score = engine.Score{Value: 31000 - mate, Mate: mate}
			if mate < 0 {
				l.Score.Value = -31000 - mate
			}
		}
	}
	tests := map[string]struct {
		start string
		lies  int
		lie   func(*engine.Report)
		want  string
	}{
		"a mate that is none":        {start, 1, say(1), "leads to no end"},
		"a mate that does not come":  {start, 1, say(3), "escapes"},
		"a loss that does not come":  {start, 1, say(-4), "not found again"},
		"a mate that is not seen":    {start, 1, say(5), "not found again"},
		"a win for both":             {start, 2, say(9), "and then"},
		"a draw for a win announced": {bare, 1, say(7), "draw"},
		"no move":                    {start, 1, func(r *engine.Report) { r.Lines = nil }, "finds no move"},
		"a line that can't be": {start, 1, func(r *engine.Report) {
			r.Lines[0].Moves = []engine.Move{r.Lines[0].Moves[0], r.Lines[0].Moves[0]}
		}, "of the line"},
		"a crash": {start, 1, func(*engine.Report) { panic("oops") }, "panic after 0 plies: oops"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lies := tt.lies
			table := tableAt(t, tt.start, func(search think) think {
				return func(b engine.Board, l engine.Limits) engine.Report {
					r := search(b, l)
					if lies--; lies >= 0 {
						tt.lie(&r)
					}
					return r
				}
			})
			require.ErrorContains(t, table.survive(), tt.want)
			f := Fault{Row: Row{Game: find(t, "xiangqi"), Level: levels.Of("xiangqi")[1]}, Number: 7, Seed: 5, Line: table.line, Err: errors.New("lied")}
			require.Equal(t, "xiangqi, level 2, seed 5, game 7: lied", f.String())
			require.Equal(t, "lied", f.Record().Comments[0].Text)
		})
	}
}

// TestAWinIsFoundAgainByAnotherMove has a mate in 13 plies that a search of this budget
// misses, for a rook's move that wins later is looked at first.
func TestAWinIsFoundAgainByAnotherMove(t *testing.T) {
	t.Parallel()
	table := tableAt(t, "2R2a3/3k5/3r1a3/4PN3/9/9/9/4B4/4K1C2/2B2A3 w - - 6 66", func(t think) think { return t })
	table.claim = &claim{winner: rules.First, by: 13}
	table.budgets = []int{100_000}
	whole := table.think(table.board, engine.Limits{Nodes: 100_000}).Lines[0]
	require.False(t, claimOf(whole.Score, rules.First, 0).asGood(table.claim))
	line, said, err := table.lookAgain()
	require.NoError(t, err)
	require.Equal(t, "c9e9", table.board.Text(line.Moves[0]))
	require.LessOrEqual(t, said.by, 13)
	table.claim.by, table.budgets = 1, []int{1000}
	_, _, err = table.lookAgain()
	require.ErrorContains(t, err, "not found again")
}

// tableAt is a table of xiangqi that begins anywhere, and whose engine is
// tampered with.
func tableAt(t *testing.T, position string, tamper func(think) think) *table {
	t.Helper()
	g := find(t, "xiangqi")
	p, err := g.Rules.Parse(position)
	require.NoError(t, err)
	b, err := g.Board(p, nil)
	require.NoError(t, err)
	e := engine.New(1, engine.Options{Traits: g.Traits, Fresh: true})
	return &table{
		think: tamper(e.Search), level: levels.Level{Nodes: 300}, dice: rand.New(rand.NewPCG(1, 1)), budgets: []int{1000},
		line: rules.NewLine(g.Rules, p), board: b,
	}
}

// TestBoardsThatDifferAreFound makes moves on one board only.
func TestBoardsThatDifferAreFound(t *testing.T) {
	t.Parallel()
	table := tableAt(t, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", func(t think) think { return t })
	require.NoError(t, table.agree())
	m := table.board.Moves(nil)[0]
	table.board.Make(m)
	require.ErrorContains(t, table.agree(), "boards differ")
	table.board.Unmake()
	_, err := table.line.Play(table.board.Text(m))
	require.NoError(t, err)
	require.ErrorContains(t, table.make(table.board.Moves(nil)[0]), "after 1 plies")
}

func TestTableOfCounts(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	rows := []Row{{Game: find(t, "morris"), Level: levels.Level{Nodes: 9}}, {Game: find(t, "jungle"), Level: levels.Of("jungle")[2]}}
	require.NoError(t, WriteTable(&out, rows, []Counts{{Games: 3, Plies: 44}, {Games: 1, Faults: 1}}))
	require.Regexp(t, `(?s)faults\nmorris +9 nodes +3 +44 .* 0\njungle +level 3 +1 .* 1\n$`, out.String())
}

func find(t *testing.T, name string) play.Game {
	t.Helper()
	g, ok := play.Find(name)
	require.True(t, ok)
	return g
}
