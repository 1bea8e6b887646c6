package jungle

import (
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
)

const sideLetters = "rb"

var colours = [2]string{"red", "blue"}

func parse(line string) (position, error) {
	fields, err := rules.SplitFields(line, 4)
	if err != nil {
		return position{}, err
	}
	var p position
	if err := p.board.parse(fields[0]); err != nil {
		return position{}, err
	}
	switch fields[1] {
	case sideLetters[:1]:
	case sideLetters[1:]:
		p.board.pass()
	default:
		return position{}, rules.BadPosition("side", "%.20q is neither r nor b", fields[1])
	}
	if p.plies, err = rules.ParseNumber("plies", fields[2], 0); err != nil {
		return position{}, err
	}
	p.number, err = rules.ParseNumber("move", fields[3], 1)
	return p, err
}

func (b *board) parse(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != ranks {
		return rules.BadPosition("board", "%d rows in place of %d", len(rows), ranks)
	}
	for i, row := range rows {
		if err := b.parseRow(row, ranks-1-i); err != nil {
			return err
		}
	}
	return nil
}

func (b *board) parseRow(row string, rank int) error {
	file, afterDigit := 0, false
	for i := range len(row) {
		c := row[i]
		isDigit := c >= '1' && c <= '0'+files
		s, k := pieceOf(c)
		switch {
		case isDigit && afterDigit:
			return rules.BadPosition("board", "two digits side by side in rank %d", rank+1)
		case isDigit:
			file += int(c - '0')
		case k == nothing:
			return rules.BadPosition("board", "%q in rank %d is no piece", c, rank+1)
		default:
			if file < files { // else the row is refused below
				b.flip(s, k, at(file, rank))
			}
			file++
		}
		afterDigit = isDigit
	}
	if file != files {
		return rules.BadPosition("board", "rank %d has %d squares in place of %d", rank+1, file, files)
	}
	return nil
}

// pieceOf reads a piece's letter; the kind is nothing for any other byte.
func pieceOf(c byte) (rules.Side, kind) {
	if i := strings.IndexByte(letters, c); i >= 0 {
		return rules.First, kind(i)
	}
	if i := strings.IndexByte(strings.ToLower(letters), c); i >= 0 {
		return rules.Second, kind(i)
	}
	return rules.First, nothing
}

func (p position) String() string {
	text := make([]byte, 0, 80)
	for rank := ranks - 1; rank >= 0; rank-- {
		text = p.board.appendRow(text, rank)
		if rank > 0 {
			text = append(text, '/')
		}
	}
	text = append(text, ' ', sideLetters[p.board.side], ' ')
	text = strconv.AppendInt(text, int64(p.plies), 10)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(p.number), 10)
	return string(text)
}

func (b *board) appendRow(text []byte, rank int) []byte {
	empty := byte(0)
	for file := range files {
		q := at(file, rank)
		k := b.kindAt(q)
		if k == nothing {
			empty++
			continue
		}
		if empty > 0 {
			text = append(text, '0'+empty)
			empty = 0
		}
		letter := letters[k]
		if b.sides[rules.Second].has(q) {
			letter += 'a' - 'A'
		}
		text = append(text, letter)
	}
	if empty > 0 {
		text = append(text, '0'+empty)
	}
	return text
}

// parseMove reads the two squares of a move.
func parseMove(text string) (from, to square, err error) {
	if len(text) == 4 {
		from, okFrom := parseSquare(text[:2])
		to, okTo := parseSquare(text[2:])
		if okFrom && okTo {
			return from, to, nil
		}
	}
	return 0, 0, rules.Malformed("%.20q is no move: two squares such as a3a4 are wanted", text)
}

func parseSquare(text string) (square, bool) {
	file, rank := int(text[0])-'a', int(text[1])-'1'
	return at(file, rank), file >= 0 && file < files && rank >= 0 && rank < ranks
}
