package xiangqi_test

import (
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/xiangqi"
)

// sparse draws a position with few pieces on their points, from which a game
// could start. The generals are often on one file.
func sparse() *rapid.Generator[naive] {
	return rapid.Custom(drawSparse).Filter(func(n naive) bool {
		p, err := xiangqi.New().Parse(n.line())
		return err == nil && p.CheckSetup() == nil
	})
}

func drawSparse(t *rapid.T) naive {
	n := naive{black: rapid.Bool().Draw(t, "black")}
	for range rapid.IntRange(1, 12).Draw(t, "pieces") {
		s := rapid.IntRange(0, 89).Draw(t, "square")
		c := rapid.SampledFrom([]byte("RNCCPrnccp")).Draw(t, "piece")
		n.grid[s/9][s%9] = c
	}
	for range rapid.IntRange(0, 4).Draw(t, "guards") {
		black := rapid.Bool().Draw(t, "black guard")
		s := squareNumber(rapid.SampledFrom(strings.Fields("d0 f0 e1 d2 f2 c0 g0 a2 e2 i2 c4 g4")).Draw(t, "point"))
		c := byte('B')
		if inPalace(false, s%9, s/9) && s != squareNumber("e2") {
			c = 'A'
		}
		if black {
			s, c = 9*(9-s/9)+s%9, c-'A'+'a'
		}
		n.grid[s/9][s%9] = c
	}
	red, black := palaceSquare(0).Draw(t, "red general"), palaceSquare(7).Draw(t, "black general")
	n.grid[red/9][red%9], n.grid[black/9][black%9] = 'K', 'k'
	return n
}

// quiet lists the legal moves that capture nothing.
func quiet(p rules.Position) []string {
	n := newNaive(p.String())
	return slices.DeleteFunc(p.Moves(), func(m string) bool { return n.at(squareNumber(m[2:])) != 0 })
}

// hunts lists the cycles of four plies in which the side to move aims anew at
// one piece, the piece leaves, and the same happens on the way back. Some of them
// are chases.
func hunts(t require.TestingT, start rules.Position) (cycles [][]string) {
	for _, m := range quiet(start) {
		attacked := after(t, start, m)
		prey := aimed(start, m)
		for _, reply := range quiet(attacked) {
			cycle := []string{m, reply, back(m), back(reply)}
			if !slices.Contains(prey, reply[:2]) || !playable(start, cycle) {
				continue
			}
			if slices.Contains(aimed(after(t, attacked, reply), back(m)), reply[2:]) {
				cycles = append(cycles, cycle)
			}
		}
	}
	return cycles
}

// aimed lists where the pieces of the side to move would capture by their ways
// after a move, and would not before.
func aimed(p rules.Position, m string) (targets []string) {
	before := newNaive(p.String())
	from, to := squareNumber(m[:2]), squareNumber(m[2:])
	n := before.after(from, to)
	for s := range 90 {
		was := s
		if s == to {
			was = from
		}
		for t := range 90 {
			if n.at(t) != 0 && isBlack(n.at(s)) == before.black && n.follows(s, t) && !before.follows(was, t) {
				targets = append(targets, squareName(t))
			}
		}
	}
	return targets
}

func back(m string) string { return m[2:] + m[:2] }

// playable reports whether all moves are legal and capture nothing.
func playable(p rules.Position, moves []string) bool {
	for _, m := range moves {
		step, err := p.Play(m)
		if err != nil || step.Irreversible {
			return false
		}
		p = step.Next
	}
	return true
}

// drawCycle draws moves that lead back to a position: each side goes with one
// piece to one or two squares and home. It is nil where the drawn way is barred.
func drawCycle(t *rapid.T, start rules.Position) []string {
	const sides = 2
	last := sides * rapid.SampledFrom([]int{1, 1, 2}).Draw(t, "legs")
	var moves []string
	for p := start; len(moves) < last; p = after(t, p, moves[len(moves)-1]) {
		options := quiet(p)
		if n := len(moves); n >= sides {
			options = slices.DeleteFunc(options, func(m string) bool { return m[:2] != moves[n-sides][2:] })
		}
		if len(options) == 0 {
			return nil
		}
		moves = append(moves, rapid.SampledFrom(options).Draw(t, "move"))
	}
	for side := range sides {
		moves = append(moves, moves[last-sides+side][2:]+moves[side][:2])
	}
	if !playable(start, moves) {
		return nil
	}
	return moves
}

// drawCycles draws some cycles of a position, half of them hunts.
func drawCycles(t *rapid.T, start rules.Position) (cycles [][]string) {
	for range 8 {
		if cycle := drawCycle(t, start); cycle != nil {
			cycles = append(cycles, cycle)
		}
	}
	if all := hunts(t, start); len(all) > 0 {
		cycles = append(cycles, rapid.SliceOfN(rapid.SampledFrom(all), 1, 8).Draw(t, "hunts")...)
	}
	return cycles
}

func after(t require.TestingT, p rules.Position, m string) rules.Position {
	step, err := p.Play(m)
	require.NoError(t, err)
	return step.Next
}
