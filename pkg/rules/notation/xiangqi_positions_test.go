package notation_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/xiangqi"
)

// draft is a board being filled: letters of pieces by square, file before rank.
type draft struct {
	t     *rapid.T
	board map[[2]int]byte
}

func newDraft(t *rapid.T) draft { return draft{t, map[[2]int]byte{}} }

// put places a piece on one of the squares if it is free.
func (d draft) put(letter byte, squares [][2]int) {
	if at := rapid.SampledFrom(squares).Draw(d.t, string(letter)); d.board[at] == 0 {
		d.board[at] = letter
	}
}

// position reads the board, with any side to move.
func (d draft) position() rules.Position {
	var line strings.Builder
	for rank := 9; rank >= 0; rank-- {
		empty := 0
		for file := range 9 {
			letter := d.board[[2]int{file, rank}]
			if letter == 0 {
				empty++
				continue
			}
			writeEmpty(&line, empty)
			empty = 0
			line.WriteByte(letter)
		}
		writeEmpty(&line, empty)
		if rank > 0 {
			line.WriteByte('/')
		}
	}
	side := rapid.SampledFrom([]string{"w", "b"}).Draw(d.t, "side")
	return xiangqiPosition(d.t, fmt.Sprintf("%s %s - - 0 1", line.String(), side))
}

func writeEmpty(line *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprint(line, n)
	}
}

// box lists the squares of a side between two corners, which are red's.
func box(side rules.Side, fromFile, fromRank, toFile, toRank int) (squares [][2]int) {
	for file := fromFile; file <= toFile; file++ {
		for rank := fromRank; rank <= toRank; rank++ {
			squares = append(squares, seenBy(side, file, rank))
		}
	}
	return squares
}

func seenBy(side rules.Side, file, rank int) [2]int {
	if side == rules.Second {
		return [2]int{8 - file, 9 - rank}
	}
	return [2]int{file, rank}
}

func letterOf(side rules.Side, red byte) byte {
	if side == rules.Second {
		return red - 'A' + 'a'
	}
	return red
}

// crowdedPosition draws a position in which like pieces like to stand on one
// file. Most of them could start a game.
func crowdedPosition(t *rapid.T) rules.Position {
	d := newDraft(t)
	sides := []rules.Side{rules.First, rules.Second}
	for _, side := range sides {
		d.put(letterOf(side, 'K'), box(side, 3, 0, 5, 2))
	}
	for _, side := range sides {
		d.fillSoldiers(side)
		for _, letter := range []byte("NRC") {
			d.fillPair(letterOf(side, letter))
		}
		file := rapid.SampledFrom([]int{3, 5}).Draw(t, "advisors")
		d.fillApart(letterOf(side, 'A'), seenBy(side, file, 0), seenBy(side, file, 2))
		file = rapid.SampledFrom([]int{2, 6}).Draw(t, "elephants")
		d.fillApart(letterOf(side, 'B'), seenBy(side, file, 0), seenBy(side, file, 4))
	}
	return d.position()
}

// fillSoldiers draws how many soldiers stand on which file. Before the river
// they keep to their five files.
func (d draft) fillSoldiers(side rules.Side) {
	crowds := rapid.SampledFrom([][]int{{2}, {2, 1}, {3}, {3, 2}, {2, 2}, {2, 2, 1}, {4}, {4, 1}, {5}, {1, 1, 1}})
	for _, n := range crowds.Draw(d.t, "crowds") {
		file := rapid.IntRange(0, 8).Draw(d.t, "file")
		lowest := 5
		if file%2 == 0 {
			lowest = 3
		}
		squares := box(side, file, lowest, file, 9)
		for _, at := range rapid.Permutation(squares).Draw(d.t, "soldiers")[:min(n, len(squares))] {
			if d.board[at] == 0 {
				d.board[at] = letterOf(side, 'P')
			}
		}
	}
}

// fillPair draws two like pieces, often on one file.
func (d draft) fillPair(letter byte) {
	first := rapid.IntRange(0, 8).Draw(d.t, "file")
	second := rapid.SampledFrom([]int{first, 8 - first}).Draw(d.t, "other")
	for _, file := range []int{first, second} {
		if rapid.IntRange(0, 3).Draw(d.t, "there") > 0 {
			d.put(letter, box(rules.First, file, 0, file, 9))
		}
	}
}

func (d draft) fillApart(letter byte, squares ...[2]int) {
	for _, at := range squares {
		if rapid.IntRange(0, 3).Draw(d.t, "there") > 0 && d.board[at] == 0 {
			d.board[at] = letter
		}
	}
}

// wildPosition draws any position that reads: few kinds of piece, many of each,
// anywhere.
func wildPosition(t *rapid.T) rules.Position {
	d := newDraft(t)
	everywhere := box(rules.First, 0, 0, 8, 9)
	squares := rapid.Permutation(everywhere).Draw(t, "generals")
	d.board[squares[0]], d.board[squares[1]] = 'K', 'k'
	letters := rapid.SliceOfN(rapid.SampledFrom([]byte("ABNRCPabnrcp")), 1, 3).Draw(t, "letters")
	ground := box(rules.First, 0, 0, rapid.IntRange(0, 8).Draw(t, "width"), 9)
	for range rapid.IntRange(0, 60).Draw(t, "pieces") {
		d.put(rapid.SampledFrom(letters).Draw(t, "letter"), ground)
	}
	return d.position()
}

// playedPosition draws a position from a game of random moves.
func playedPosition(t *rapid.T) rules.Position {
	p := xiangqi.New().Start()
	for range rapid.IntRange(0, 120).Draw(t, "plies") {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		step, err := p.Play(rapid.SampledFrom(moves).Draw(t, "move"))
		if err != nil {
			t.Fatal(err)
		}
		p = step.Next
	}
	return p
}
