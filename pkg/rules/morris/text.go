package morris

import (
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
)

const (
	sideLetters  = "wb"
	stoneLetters = "WB"
)

var colours = [2]string{"white", "black"}

func parse(line string) (position, error) {
	fields, err := rules.SplitFields(line, 6)
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
		return position{}, rules.BadPosition("side", "%.20q is neither w nor b", fields[1])
	}
	if err := p.parseNumbers(fields[2:]); err != nil {
		return position{}, err
	}
	return p, nil
}

func (p *position) parseNumbers(fields []string) error {
	var hands [2]int
	var err error
	if hands[0], err = rules.ParseNumber("hand_white", fields[0], 0); err != nil {
		return err
	}
	if hands[1], err = rules.ParseNumber("hand_black", fields[1], 0); err != nil {
		return err
	}
	p.board.hands = [2]int32{int32(hands[0]), int32(hands[1])} // nine digits fit
	if p.plies, err = rules.ParseNumber("plies", fields[2], 0); err != nil {
		return err
	}
	p.number, err = rules.ParseNumber("move", fields[3], 1)
	return err
}

func (b *board) parse(text string) error {
	parts := strings.Split(text, "/")
	if len(parts) != len(rows) {
		return rules.BadPosition("board", "%d rows in place of %d", len(parts), len(rows))
	}
	for i, part := range parts {
		if err := b.parseRow(part, rows[i], len(rows)-i); err != nil {
			return err
		}
	}
	return nil
}

func (b *board) parseRow(text string, row []point, rank int) error {
	at, afterDigit := 0, false
	for i := range len(text) {
		c := text[i]
		isDigit := c >= '1' && c <= '6'
		side := strings.IndexByte(stoneLetters, c)
		switch {
		case isDigit && afterDigit:
			return rules.BadPosition("board", "two digits side by side in rank %d", rank)
		case isDigit:
			at += int(c - '0')
		case side < 0:
			return rules.BadPosition("board", "%q in rank %d is no stone", c, rank)
		default:
			if at < len(row) { // else the row is refused below
				b.flip(rules.Side(side), row[at])
			}
			at++
		}
		afterDigit = isDigit
	}
	if at != len(row) {
		return rules.BadPosition("board", "rank %d has %d points in place of %d", rank, at, len(row))
	}
	return nil
}

func (p position) String() string {
	text := make([]byte, 0, 64)
	for i, row := range rows {
		if i > 0 {
			text = append(text, '/')
		}
		text = p.board.appendRow(text, row)
	}
	text = append(text, ' ', sideLetters[p.board.side])
	for _, n := range [4]int{int(p.board.hands[0]), int(p.board.hands[1]), p.plies, p.number} {
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return string(text)
}

func (b *board) appendRow(text []byte, row []point) []byte {
	empty := byte(0)
	for _, p := range row {
		if b.free().has(p) {
			empty++
			continue
		}
		if empty > 0 {
			text = append(text, '0'+empty)
			empty = 0
		}
		side := rules.First
		if b.stones[rules.Second].has(p) {
			side = rules.Second
		}
		text = append(text, stoneLetters[side])
	}
	if empty > 0 {
		text = append(text, '0'+empty)
	}
	return text
}

// parseMove reads a move; whether it makes a mill only the board knows.
func parseMove(text string) (move, error) {
	stone, removed, removes := strings.Cut(text, "x")
	m := move{from: none, taken: none}
	okFrom, okTo, okTaken := true, false, true
	if len(stone) == 4 {
		m.from, okFrom = parsePoint(stone[:2])
		stone = stone[2:]
	}
	m.to, okTo = parsePoint(stone)
	if removes {
		m.taken, okTaken = parsePoint(removed)
	}
	if !okFrom || !okTo || !okTaken {
		return move{}, rules.Malformed("%.20q is no move: points such as d6, d6d7, d6xa1 or d6d7xa1 are wanted", text)
	}
	return m, nil
}
