package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
)

// binit is the order in which DhtmlXQ lists where the pieces stand, two digits
// each: file from red's left and row from black's side, both from 0. A piece
// that is not there stands on 99.
const binit = "RNBAKABNRCCPPPPPrnbakabnrccppppp"

const absent = "99"

// usualBinit is the list of the usual start.
const usualBinit = "8979695949392919097717866646260600102030405060708012720323436383"

// placement is a board of xiangqi: letters of position strings by square.
type placement map[string]byte

// square is the name of a square of two digits.
func square(digits string) string {
	return string([]byte{digits[0] - '0' + 'a', '9' - digits[1] + '0'})
}

// readBinit reads where the pieces stand; nothing at all is the usual start.
func readBinit(text string) (placement, error) {
	text, err := digits(text)
	switch {
	case err != nil:
		return nil, err
	case text == "":
		text = usualBinit
	case len(text) != 2*len(binit):
		return nil, fmt.Errorf("%d digits in place of %d", len(text), 2*len(binit))
	}
	board := placement{}
	for i, piece := range []byte(binit) {
		at := text[2*i : 2*i+2]
		name := square(at)
		switch _, taken := board[name]; {
		case at == absent:
			continue
		case at[0] == '9':
			return nil, fmt.Errorf("%s is no square", at)
		case taken:
			return nil, fmt.Errorf("two pieces on %s", name)
		}
		board[name] = piece
	}
	return board, nil
}

// position is the position string of a board.
func (b placement) position(s rules.Side) string {
	var rows []string
	for rank := byte('9'); rank >= '0'; rank-- {
		row, gap := "", 0
		for file := byte('a'); file <= 'i'; file++ {
			piece, ok := b[string([]byte{file, rank})]
			switch {
			case !ok:
				gap++
				continue
			case gap > 0:
				row += strconv.Itoa(gap)
			}
			row, gap = row+string(piece), 0
		}
		if gap > 0 {
			row += strconv.Itoa(gap)
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " " + "wb"[s:s+1] + " - - 0 1"
}

// binitLetters are the letters of binit by kind, red's.
var binitLetters = map[string]byte{
	"chariot": 'R', "horse": 'N', "elephant": 'B', "advisor": 'A', "general": 'K', "cannon": 'C', "soldier": 'P',
}

// writeBinit lists where the pieces of a position stand. Red's are listed from
// its right, black's from red's left, as in the usual start.
func writeBinit(p rules.Position) (string, error) {
	list := [len(binit)]string{}
	place := func(piece rules.Piece) bool {
		letter := binitLetters[piece.Kind]
		if piece.Side == rules.Second {
			letter += 'a' - 'A'
		}
		for i := range list {
			if list[i] == "" && binit[i] == letter {
				list[i] = string([]byte{piece.Square[0] - 'a' + '0', '9' - piece.Square[1] + '0'})
				return true
			}
		}
		return false
	}
	pieces := p.Pieces() // sorted by file
	for i := range pieces {
		next := pieces[i]
		if from := pieces[len(pieces)-1-i]; from.Side == rules.First && !place(from) {
			return "", errors.New("more pieces than a set has")
		}
		if next.Side == rules.Second && !place(next) {
			return "", errors.New("more pieces than a set has")
		}
	}
	for i := range list {
		if list[i] == "" {
			list[i] = absent
		}
	}
	return strings.Join(list[:], ""), nil
}
