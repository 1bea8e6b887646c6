package jungle_test

import (
	"fmt"
	"slices"
	"strings"

	"kydai.dev/pkg/rules"
)

// naive is a second, slow reading of games.md §2 that shares nothing with the
// package: a map of letters, and every rule where it is needed.
type naive struct {
	pieces        map[string]byte // by square
	blue          bool            // to move
	plies, number int
}

const (
	naiveRiver = "b4 b5 b6 c4 c5 c6 e4 e5 e6 f4 f5 f6"
	redTraps   = "c1 e1 d2"
	blueTraps  = "c9 e9 d8"
	redDen     = "d1"
	blueDen    = "d9"
)

// strength lists the pieces from the weakest.
const strength = "RCDWPTLE"

func newNaive(line string) *naive {
	fields := strings.Fields(line)
	n := &naive{pieces: map[string]byte{}, blue: fields[1] == "b"}
	for i, row := range strings.Split(fields[0], "/") {
		file := byte('a')
		for _, c := range []byte(row) {
			if c <= '9' {
				file += c - '0'
				continue
			}
			n.pieces[name(file, byte('9'-i))] = c
			file++
		}
	}
	_, _ = fmt.Sscan(fields[2]+" "+fields[3], &n.plies, &n.number) // the line has been read
	return n
}

func name(file, rank byte) string { return string([]byte{file, rank}) }

func isBlue(c byte) bool { return c >= 'a' }

func rank(c byte) int { return strings.Index(strength, strings.ToUpper(string(c))) }

func isWater(square string) bool { return strings.Contains(naiveRiver, square) }

func (n *naive) line() string {
	var rows []string
	for r := byte('9'); r >= '1'; r-- {
		row := ""
		for f := byte('a'); f <= 'g'; f++ {
			c, ok := n.pieces[name(f, r)]
			if !ok {
				c = '1'
			}
			row += string(c)
		}
		for k := 7; k > 1; k-- {
			row = strings.ReplaceAll(row, strings.Repeat("1", k), fmt.Sprint(k))
		}
		rows = append(rows, row)
	}
	side := "r"
	if n.blue {
		side = "b"
	}
	return fmt.Sprintf("%s %s %d %d", strings.Join(rows, "/"), side, n.plies, n.number)
}

// targets are the squares where a piece may come to stand, whoever stands there.
func (n *naive) targets(from string, c byte) (to []string) {
	for _, d := range [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		file, rank := int(from[0])+d[0], int(from[1])+d[1]
		if file < 'a' || file > 'g' || rank < '1' || rank > '9' {
			continue
		}
		next := name(byte(file), byte(rank))
		switch strings.ToUpper(string(c)) {
		case "R":
			to = append(to, next)
		case "L", "T":
			if isWater(from) { // it can be read there, but can't have got there
				if !isWater(next) {
					to = append(to, next)
				}
				break
			}
			rat := false
			for isWater(next) {
				rat = rat || n.pieces[next] == 'R' || n.pieces[next] == 'r'
				next = name(next[0]+byte(d[0]), next[1]+byte(d[1]))
			}
			if !rat {
				to = append(to, next)
			}
		default:
			if !isWater(next) {
				to = append(to, next)
			}
		}
	}
	return to
}

// takes reports whether the piece on from may capture the one on to, were it
// within its reach.
func (n *naive) takes(from, to string) bool {
	hunter, prey := n.pieces[from], n.pieces[to]
	traps := redTraps
	if isBlue(hunter) {
		traps = blueTraps
	}
	switch {
	case isBlue(hunter) == isBlue(prey) || isWater(from) != isWater(to):
		return false
	case strings.Contains(traps, to): // the enemy stands in a trap of ours
		return true
	case rank(hunter) == 0 && rank(prey) == 7:
		return true
	case rank(hunter) == 7 && rank(prey) == 0:
		return false
	}
	return rank(hunter) >= rank(prey)
}

func (n *naive) Moves() []string {
	moves := []string{}
	if n.decided().Over() {
		return nil
	}
	own := redDen
	if n.blue {
		own = blueDen
	}
	for from, c := range n.pieces {
		if isBlue(c) != n.blue {
			continue
		}
		for _, to := range n.targets(from, c) {
			_, full := n.pieces[to]
			if to != own && (!full || n.takes(from, to)) {
				moves = append(moves, from+to)
			}
		}
	}
	slices.Sort(moves)
	return moves
}

// decided is the outcome by dens and pieces. Where both sides have won, as can
// only be read, the side to move has lost.
func (n *naive) decided() rules.Verdict {
	us, them := rules.First, rules.Second
	ourDen, theirDen := redDen, blueDen
	if n.blue {
		us, them, ourDen, theirDen = them, us, theirDen, ourDen
	}
	var ours, theirs int
	for _, c := range n.pieces {
		if isBlue(c) == n.blue {
			ours++
		} else {
			theirs++
		}
	}
	at := func(den string, blue bool) bool { c, ok := n.pieces[den]; return ok && isBlue(c) == blue }
	switch {
	case at(ourDen, !n.blue):
		return rules.Win(them, rules.Den)
	case at(theirDen, n.blue):
		return rules.Win(us, rules.Den)
	case ours == 0:
		return rules.Win(them, rules.NoPieces)
	case theirs == 0:
		return rules.Win(us, rules.NoPieces)
	}
	return rules.Verdict{}
}

func (n *naive) Standing() rules.Verdict {
	v := n.decided()
	if !v.Over() && len(n.Moves()) == 0 {
		winner := rules.Second
		if n.blue {
			winner = rules.First
		}
		return rules.Win(winner, rules.NoMoves)
	}
	return v
}

func (n *naive) SetsUp() bool {
	met := map[byte]bool{}
	for square, c := range n.pieces {
		switch {
		case met[c], square == redDen, square == blueDen, isWater(square) && rank(c) != 0:
			return false
		}
		met[c] = true
	}
	return len(n.Moves()) > 0 // a side without a piece has no moves
}

func (n *naive) After(move string) string {
	next := &naive{pieces: map[string]byte{}, blue: !n.blue, plies: n.plies + 1, number: n.number}
	for at, c := range n.pieces {
		next.pieces[at] = c
	}
	from, to := move[:2], move[2:]
	if _, taken := next.pieces[to]; taken {
		next.plies = 0
	}
	next.pieces[to] = next.pieces[from]
	delete(next.pieces, from)
	if n.blue {
		next.number++
	}
	return next.line()
}
