package xiangqi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules/xiangqi"
)

// naive is a second, slow reading of games.md §3 that shares nothing with the
// package: a grid of letters, every pair of squares tried, every move made and
// looked at.
type naive struct {
	grid  [10][9]byte // by rank; 0 is empty
	black bool        // to move
}

func newNaive(line string) naive {
	board, rest, _ := strings.Cut(line, " ")
	n := naive{black: rest[0] == 'b'}
	for i, row := range strings.Split(board, "/") {
		file := 0
		for _, c := range []byte(row) {
			if c <= '9' {
				file += int(c - '0')
				continue
			}
			n.grid[9-i][file] = c
			file++
		}
	}
	return n
}

func isBlack(c byte) bool { return c >= 'a' }

func abs(n int) int { return max(n, -n) }

func sign(n int) int { return max(-1, min(1, n)) }

func inPalace(black bool, file, rank int) bool {
	return file >= 3 && file <= 5 && (black && rank >= 7 || !black && rank <= 2)
}

func atHome(black bool, rank int) bool { return black == (rank >= 5) }

// between counts the pieces between two squares of a line.
func (n *naive) between(file, rank, toFile, toRank int) (count int) {
	df, dr := sign(toFile-file), sign(toRank-rank)
	for file, rank = file+df, rank+dr; file != toFile || rank != toRank; file, rank = file+df, rank+dr {
		if n.grid[rank][file] != 0 {
			count++
		}
	}
	return count
}

// goes reports whether the piece on a square moves or captures so, leaving out
// what is about the generals' safety.
func (n *naive) goes(file, rank, toFile, toRank int) bool {
	c, target := n.grid[rank][file], n.grid[toRank][toFile]
	if c == 0 || target != 0 && isBlack(target) == isBlack(c) || file == toFile && rank == toRank {
		return false
	}
	black, df, dr := isBlack(c), toFile-file, toRank-rank
	switch c &^ 0x20 { // in upper case
	case 'K':
		return abs(df)+abs(dr) == 1 && inPalace(black, toFile, toRank)
	case 'A':
		return abs(df) == 1 && abs(dr) == 1 && inPalace(black, toFile, toRank)
	case 'B':
		return abs(df) == 2 && abs(dr) == 2 && atHome(black, toRank) && n.grid[rank+dr/2][file+df/2] == 0
	case 'N':
		return abs(df*dr) == 2 && n.grid[rank+dr/2][file+df/2] == 0
	case 'R':
		return df*dr == 0 && n.between(file, rank, toFile, toRank) == 0
	case 'C':
		screens := 0
		if target != 0 {
			screens = 1
		}
		return df*dr == 0 && n.between(file, rank, toFile, toRank) == screens
	}
	ahead := 1
	if black {
		ahead = -1
	}
	return df == 0 && dr == ahead || abs(df) == 1 && dr == 0 && !atHome(black, rank)
}

// general returns where the general of a side stands.
func (n *naive) general(black bool) (file, rank int) {
	want := byte('K')
	if black {
		want = 'k'
	}
	for rank := range n.grid {
		if file := slices.Index(n.grid[rank][:], want); file >= 0 {
			return file, rank
		}
	}
	panic("no general")
}

// safe reports whether the general of a side is neither attacked nor faced. A
// general in its palace is out of reach of advisors, elephants and the other
// general's step; in positions beyond the rules they do not count either.
func (n *naive) safe(black bool) bool {
	file, rank := n.general(black)
	otherFile, otherRank := n.general(!black)
	if file == otherFile && n.between(file, rank, otherFile, otherRank) == 0 {
		return false
	}
	for r := range n.grid {
		for f, c := range n.grid[r] {
			if c != 0 && isBlack(c) != black && strings.IndexByte("RNCPrncp", c) >= 0 && n.goes(f, r, file, rank) {
				return false
			}
		}
	}
	return true
}

func (n *naive) moves() []string {
	moves := []string{}
	for from := range 90 {
		file, rank := from%9, from/9
		c := n.grid[rank][file]
		for to := range 90 {
			toFile, toRank := to%9, to/9
			target := n.grid[toRank][toFile]
			if c == 0 || isBlack(c) != n.black || target == 'K' || target == 'k' || !n.goes(file, rank, toFile, toRank) {
				continue
			}
			next := *n
			next.grid[rank][file], next.grid[toRank][toFile] = 0, c
			if next.safe(n.black) {
				moves = append(moves, squareName(from)+squareName(to))
			}
		}
	}
	slices.Sort(moves)
	return moves
}

func squareName(s int) string { return string([]byte{byte('a' + s%9), byte('0' + s/9)}) }

// line prints a position of the grid.
func (n *naive) line() string {
	var b strings.Builder
	for rank := 9; rank >= 0; rank-- {
		for _, c := range n.grid[rank] {
			if c == 0 {
				c = '1'
			}
			b.WriteByte(c)
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	text := b.String()
	for run := 9; run > 1; run-- {
		text = strings.ReplaceAll(text, strings.Repeat("1", run), string(byte('0'+run)))
	}
	return text + " " + map[bool]string{false: "w", true: "b"}[n.black] + " - - 0 1"
}

// scattered draws a position with the pieces anywhere: crowded palaces, pieces
// off their points, sides in check out of turn. The two generals are often on
// one line with what is between them.
func scattered(t *rapid.T) naive {
	n := naive{black: rapid.Bool().Draw(t, "black")}
	for range rapid.IntRange(0, 40).Draw(t, "pieces") {
		s := rapid.IntRange(0, 89).Draw(t, "square")
		n.grid[s/9][s%9] = rapid.SampledFrom([]byte("RNCPABrncpab")).Draw(t, "piece")
	}
	red := rapid.OneOf(palaceSquare(0), rapid.IntRange(0, 89)).Draw(t, "red general")
	black := rapid.OneOf(palaceSquare(7), rapid.IntRange(0, 89)).Filter(func(s int) bool { return s != red }).Draw(t, "black general")
	n.grid[red/9][red%9], n.grid[black/9][black%9] = 'K', 'k'
	return n
}

func palaceSquare(bottom int) *rapid.Generator[int] {
	return rapid.Custom(func(t *rapid.T) int {
		return rapid.IntRange(bottom, bottom+2).Draw(t, "rank")*9 + rapid.IntRange(3, 5).Draw(t, "file")
	})
}

// compare holds the package against the naive rules in one position: the moves,
// whether the side is in check, and the answer to every pair of squares.
func compare(t *rapid.T, line string) {
	n := newNaive(line)
	p, err := xiangqi.New().Parse(line)
	require.NoError(t, err)
	want := n.moves()
	require.Equal(t, want, p.Moves(), line)
	require.Equal(t, !n.safe(n.black), p.(*xiangqi.Position).InCheck(), line)
	for from := range 90 {
		for to := range 90 {
			m := squareName(from) + squareName(to)
			_, err := p.Play(m)
			if slices.Contains(want, m) {
				require.NoError(t, err, "%s %s", line, m)
			} else {
				requireRule(t, err, "%s %s", line, m)
			}
		}
	}
}

func TestScatteredPositionsAgreeWithNaiveRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := scattered(t)
		compare(t, n.line())
	})
}
