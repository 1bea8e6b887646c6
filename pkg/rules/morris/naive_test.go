package morris_test

import (
	"fmt"
	"slices"
	"strings"

	"kydai.dev/pkg/rules"
)

// naive is a second, slow reading of games.md §4 that shares nothing with the
// package: a list of letters and the sixteen mills spelt out. It is a value.
type naive struct {
	stones        [24]byte // in the order of naivePoints; 0 is empty
	side          byte     // W or B, to move
	hands         [2]int   // of W and B
	plies, number int
}

// naiveRows are the points from rank 7 down.
var naiveRows = strings.Fields("a7d7g7 b6d6f6 c5d5e5 a4b4c4e4f4g4 c3d3e3 b2d2f2 a1d1g1")

var naivePoints = pairs(strings.Join(naiveRows, ""))

var naiveMills = [][3]int{
	mill("a1a4a7"), mill("a7d7g7"), mill("g7g4g1"), mill("g1d1a1"),
	mill("b2b4b6"), mill("b6d6f6"), mill("f6f4f2"), mill("f2d2b2"),
	mill("c3c4c5"), mill("c5d5e5"), mill("e5e4e3"), mill("e3d3c3"),
	mill("a4b4c4"), mill("d7d6d5"), mill("g4f4e4"), mill("d1d2d3"),
}

// pairs cuts a text of points.
func pairs(text string) (list []string) {
	for ; text != ""; text = text[2:] {
		list = append(list, text[:2])
	}
	return list
}

func number(point string) int { return slices.Index(naivePoints, point) }

func mill(text string) (m [3]int) {
	for i, p := range pairs(text) {
		m[i] = number(p)
	}
	return m
}

func newNaive(line string) naive {
	fields := strings.Fields(line)
	n := naive{side: fields[1][0] - 'a' + 'A'}
	at := 0
	for _, c := range []byte(fields[0]) {
		switch {
		case c == '/':
		case c <= '9':
			at += int(c - '0')
		default:
			n.stones[at] = c
			at++
		}
	}
	_, _ = fmt.Sscan(strings.Join(fields[2:], " "), &n.hands[0], &n.hands[1], &n.plies, &n.number) // the line has been read
	return n
}

func (n *naive) line() string {
	var rows []string
	at := 0
	for _, points := range naiveRows {
		row := ""
		for range pairs(points) {
			row += string(max('1', rune(n.stones[at])))
			at++
		}
		for k := 6; k > 1; k-- {
			row = strings.ReplaceAll(row, strings.Repeat("1", k), fmt.Sprint(k))
		}
		rows = append(rows, row)
	}
	return fmt.Sprintf("%s %c %d %d %d %d", strings.Join(rows, "/"), n.side-'A'+'a', n.hands[0], n.hands[1], n.plies, n.number)
}

func enemy(side byte) byte { return 'W' + 'B' - side }

// hand is the stones in hand of a side.
func (n *naive) hand(side byte) *int { return &n.hands[strings.IndexByte("WB", side)] }

func (n *naive) on(side byte) (points []int) {
	for p, c := range n.stones {
		if c == side {
			points = append(points, p)
		}
	}
	return points
}

// inMill reports whether the stone on a point is in a mill.
func (n *naive) inMill(p int) bool {
	for _, m := range naiveMills {
		whole := n.stones[m[0]] == n.stones[p] && n.stones[m[1]] == n.stones[p] && n.stones[m[2]] == n.stones[p]
		if whole && slices.Contains(m[:], p) {
			return true
		}
	}
	return false
}

// neighbours: one point follows the other on a mill.
func neighbours(p, q int) bool {
	for _, m := range naiveMills {
		if p == m[1] && (q == m[0] || q == m[2]) || q == m[1] && (p == m[0] || p == m[2]) {
			return true
		}
	}
	return false
}

// placed is where stones come from that are placed.
const placed = -1

// arrived is the board after a stone has come to a point, before any removal.
func (n *naive) arrived(from, to int) naive {
	next := *n
	if from == placed {
		*next.hand(n.side)--
	} else {
		next.stones[from] = 0
	}
	next.stones[to] = n.side
	return next
}

// arrivals appends the moves by which a stone comes to a point.
func (n *naive) arrivals(moves []string, from, to int) []string {
	next, text := n.arrived(from, to), naivePoints[to]
	if from != placed {
		text = naivePoints[from] + text
	}
	prey := next.on(enemy(n.side))
	if !next.inMill(to) || len(prey) == 0 {
		return append(moves, text)
	}
	if loose := slices.DeleteFunc(slices.Clone(prey), next.inMill); len(loose) > 0 {
		prey = loose
	}
	for _, p := range prey {
		moves = append(moves, text+"x"+naivePoints[p])
	}
	return moves
}

func (n *naive) few(side byte) bool { return len(n.on(side))+*n.hand(side) < 3 }

func (n *naive) moves() (moves []string) {
	if n.few('W') || n.few('B') {
		return nil
	}
	own := n.on(n.side)
	for to, c := range n.stones {
		switch {
		case c != 0:
		case *n.hand(n.side) > 0:
			moves = n.arrivals(moves, placed, to)
		default:
			for _, from := range own {
				if len(own) == 3 || neighbours(from, to) {
					moves = n.arrivals(moves, from, to)
				}
			}
		}
	}
	slices.Sort(moves)
	return moves
}

// naivePosition is a naive board with its moves.
type naivePosition struct {
	naive
	legal []string
}

func newNaivePosition(line string) *naivePosition {
	n := newNaive(line)
	return &naivePosition{naive: n, legal: n.moves()}
}

func (n *naivePosition) Moves() []string { return n.legal }

// Standing: where both sides have too few, as can only be read, the side to move
// has lost.
func (n *naivePosition) Standing() rules.Verdict {
	us, them := rules.First, rules.Second
	if n.side == 'B' {
		us, them = them, us
	}
	switch {
	case n.few(n.side):
		return rules.Win(them, rules.FewStones)
	case n.few(enemy(n.side)):
		return rules.Win(us, rules.FewStones)
	case len(n.legal) == 0:
		return rules.Win(them, rules.NoMoves)
	}
	return rules.Verdict{}
}

func (n *naivePosition) SetsUp() bool {
	for _, side := range []byte("WB") {
		if total := len(n.on(side)) + *n.hand(side); total < 3 || total > 9 {
			return false
		}
	}
	white, black := n.hands[0], n.hands[1]
	if n.side == 'W' && white != black || n.side == 'B' && black != white+1 && white+black > 0 {
		return false
	}
	return len(n.legal) > 0
}

func (n *naivePosition) After(move string) string {
	stone, taken, removes := strings.Cut(move, "x")
	from, to := placed, number(stone[len(stone)-2:])
	if len(stone) == 4 {
		from = number(stone[:2])
	}
	next := n.arrived(from, to)
	next.plies++
	if next.inMill(to) {
		next.plies = 0
	}
	if removes {
		next.stones[number(taken)] = 0
	}
	if n.side == 'B' {
		next.number++
	}
	next.side = enemy(n.side)
	return next.line()
}
