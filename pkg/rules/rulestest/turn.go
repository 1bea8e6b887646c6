package rulestest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
)

// Turn is a symmetry of a game's board: what is legal is legal after it.
type Turn struct {
	Name string
	// Point is where a point comes to lie.
	Point func(name string) string
	// Swap: the pieces also change sides, and the other side is to move.
	Swap bool
}

func (u Turn) side(s rules.Side) rules.Side {
	if u.Swap {
		return s.Other()
	}
	return s
}

func (u Turn) move(m string) string { return squareName.ReplaceAllStringFunc(m, u.Point) }

func (u Turn) verdict(v rules.Verdict) rules.Verdict {
	switch {
	case u.Swap && v.Winner == rules.WinnerFirst:
		v.Winner = rules.WinnerSecond
	case u.Swap && v.Winner == rules.WinnerSecond:
		v.Winner = rules.WinnerFirst
	}
	return v
}

// turned is a position after a turn.
func (pr *prover) turned(u Turn, p rules.Position) rules.Position {
	pieces := p.Pieces()
	for i, piece := range pieces {
		pieces[i].Square, pieces[i].Side = u.Point(piece.Square), u.side(piece.Side)
	}
	return parse(pr, pr.Game, pr.Print(p, pieces, u.side(p.Side()), u.Swap))
}

// turn turns a position: its moves, its outcome and whether a game may start
// from it turn with it.
func (pr *prover) turn(p rules.Position, moves []string) {
	u := pr.Turns[pr.random.IntN(len(pr.Turns))]
	q := pr.turned(u, p)
	turned := make([]string, len(moves))
	for i, m := range moves {
		step, err := q.Play(u.move(m)) // which may be another spelling
		require.NoError(pr, err, "%s: %s %s is not legal after %s", p, m, q, u.Name)
		turned[i] = step.Move
	}
	slices.Sort(turned)
	requireMoves(pr, q.Moves(), turned, "%s after %s: %s", p, u.Name, q)
	require.Equal(pr, u.verdict(p.Standing()), q.Standing(), "%s after %s: %s", p, u.Name, q)
	if pr.setsUp[u.Name] {
		require.Equal(pr, p.CheckSetup() == nil, q.CheckSetup() == nil, "%s after %s: %s", p, u.Name, q)
	}
}

// turnPly makes a move after a turn: the position after it is turned likewise.
func (pr *prover) turnPly(p rules.Position, ply rules.Ply) {
	u := pr.Turns[pr.random.IntN(len(pr.Turns))]
	step, err := pr.turned(u, p).Play(u.move(ply.Move))
	require.NoError(pr, err, "%s: %s after %s", p, ply.Move, u.Name)
	require.True(pr, step.Next.Same(pr.turned(u, ply.Next)), "%s: %s after %s", p, ply.Move, u.Name)
	require.Equal(pr, ply.Irreversible, step.Irreversible, "%s: %s after %s", p, ply.Move, u.Name)
}

// Rows prints pieces by rows from the top, with a letter for each and digits for
// the points between, as most games do.
func Rows(d rules.Description, pieces []rules.Piece) string {
	files := len(d.Board.Files)
	grid := make([]byte, files*len(d.Board.Ranks)) // from the bottom, 0 where there is no point
	for _, p := range d.Board.Points {
		grid[files*p.Y+p.X] = '1'
	}
	for _, p := range pieces {
		kind := slices.IndexFunc(d.Kinds, func(k rules.Kind) bool { return k.Name == p.Kind })
		rank := slices.Index(d.Board.Ranks, p.Square[1:])
		grid[files*rank+int(p.Square[0]-'a')] = d.Kinds[kind].Letters[p.Side][0]
	}
	var rows []string
	for row := range slices.Chunk(grid, files) {
		rows = append(rows, strings.ReplaceAll(string(row), "\x00", ""))
	}
	slices.Reverse(rows)
	text := strings.Join(rows, "/")
	for n := files; n > 1; n-- {
		text = strings.ReplaceAll(text, strings.Repeat("1", n), strconv.Itoa(n))
	}
	return text
}
