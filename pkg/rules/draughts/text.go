package draughts

import (
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
)

// The fields that errors name for the two lists of pieces (games.md §1).
const (
	black = "black"
	white = "white"
)

// kingMark stands before the square of a king in a list.
const kingMark = "K"

// letter is the colour letter of the field black or white.
func letter(field string) byte { return field[0] - 'a' + 'A' }

// sideOf is the side that plays with a colour letter.
func (v *variant) sideOf(letter byte) rules.Side {
	if letter == v.letters[rules.First] {
		return rules.First
	}
	return rules.Second
}

// Parse implements [rules.Game].
func (v *variant) Parse(line string) (rules.Position, error) {
	fields := strings.Split(line, ":")
	if len(fields) != 3 && len(fields) != 5 {
		return nil, rules.BadPosition("line", "%d fields in place of 3, or 5 with H and F", len(fields))
	}
	if fields[0] != "B" && fields[0] != "W" {
		return nil, rules.BadPosition("side", "%.20q is neither B nor W", fields[0])
	}
	blacks, blackKings, err := v.readList(black, fields[1], 0)
	if err != nil {
		return nil, err
	}
	whites, whiteKings, err := v.readList(white, fields[2], blacks)
	if err != nil {
		return nil, err
	}
	if fields[0] == "W" {
		blacks, whites = whites, blacks
	}
	side := v.sideOf(fields[0][0])
	p := &position{variant: v, board: newBoard(side, blacks, whites, blackKings|whiteKings), number: 1}
	if len(fields) == 5 {
		err = p.readCounters(fields[3], fields[4])
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// readList reads the pieces of one side; taken are the squares of the other.
func (v *variant) readList(field, text string, taken uint64) (pieces, kings uint64, err error) {
	rest, ok := strings.CutPrefix(text, string(letter(field)))
	if !ok {
		return 0, 0, rules.BadPosition(field, "the list of pieces begins with %c", letter(field))
	}
	if rest == "" {
		return 0, 0, nil
	}
	for item := range strings.SplitSeq(rest, ",") {
		name, king := strings.CutPrefix(item, kingMark)
		square, rest, ok := v.square(name)
		switch {
		case !ok || rest != "":
			return 0, 0, rules.BadPosition(field, "%.20q is no square of the board", item)
		case square == 0:
			return 0, 0, rules.BadPosition(field, "%s is a light square", name)
		case square&(pieces|taken) != 0:
			return 0, 0, rules.BadPosition(field, "two pieces on %s", name)
		case square < pieces:
			return 0, 0, rules.BadPosition(field, "%s is not in order: squares sort by file, then by rank", name)
		}
		pieces |= square
		if king {
			kings |= square
		}
	}
	return pieces, kings, nil
}

func (p *position) readCounters(plies, number string) (err error) {
	if p.plies, err = readCounter("plies", "H", plies, 0); err != nil {
		return err
	}
	p.number, err = readCounter("move", "F", number, 1)
	return err
}

func readCounter(field, mark, text string, least int) (int, error) {
	digits, ok := strings.CutPrefix(text, mark)
	if !ok {
		return 0, rules.BadPosition(field, "%.20q does not begin with %s", text, mark)
	}
	return rules.ParseNumber(field, digits, least)
}

// String implements [rules.Position].
func (p *position) String() string {
	line := make([]byte, 0, 160)
	line = append(line, p.variant.letters[p.board.side&1])
	for _, field := range []string{black, white} {
		line = append(line, ':', letter(field))
		line = p.appendList(line, p.board.pieces(p.variant.sideOf(letter(field))))
	}
	line = strconv.AppendInt(append(line, ":H"...), int64(p.plies), 10)
	line = strconv.AppendInt(append(line, ":F"...), int64(p.number), 10)
	return string(line)
}

func (p *position) appendList(line []byte, pieces uint64) []byte {
	for comma := false; pieces != 0; pieces &= pieces - 1 {
		if comma {
			line = append(line, ',')
		}
		comma = true
		if p.board.kings&lowest(pieces) != 0 {
			line = append(line, kingMark...)
		}
		line = append(line, p.variant.label(pieces)...)
	}
	return line
}
