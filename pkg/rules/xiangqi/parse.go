package xiangqi

import (
	"fmt"
	"strings"

	"kydai.dev/pkg/rules"
)

// lineFields are board, side, two unused ones, plies and move number.
const lineFields = 6

func parse(line string) (*Position, error) {
	fields, err := rules.SplitFields(line, lineFields)
	if err != nil {
		return nil, err
	}
	p := new(Position)
	if err := p.parseBoard(fields[0]); err != nil {
		return nil, err
	}
	if err := p.parseSide(fields[1]); err != nil {
		return nil, err
	}
	if fields[2] != "-" || fields[3] != "-" {
		return nil, rules.BadPosition("unused", "the third and fourth fields are a dash each")
	}
	if p.plies, err = rules.ParseNumber("plies", fields[4], 0); err != nil {
		return nil, err
	}
	if p.number, err = rules.ParseNumber("move", fields[5], 1); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Position) parseSide(text string) error {
	switch text {
	case "w", "r":
	case "b":
		p.turn()
	default:
		return rules.BadPosition("side", "%.20q is neither w nor b", text)
	}
	return nil
}

func (p *Position) parseBoard(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != ranks {
		return rules.BadPosition("board", "%d ranks in place of %d", len(rows), ranks)
	}
	for i, row := range rows {
		if err := p.parseRow(row, ranks-1-i); err != nil {
			return err
		}
	}
	for s := range p.sides {
		if err := p.checkGenerals(rules.Side(s)); err != nil {
			return err
		}
	}
	return nil
}

// checkGenerals refuses a side without exactly one general.
func (p *Position) checkGenerals(s rules.Side) error {
	generals := p.own(s, general)
	n := generals.Count()
	if n == 1 {
		return nil
	}
	square := ""
	if n > 1 {
		square = nth(generals, 1).String()
	}
	return &rules.PositionError{
		Field: "board", Rule: rules.OneGeneral, Square: square, Message: fmt.Sprintf("%s has %d generals", colours[s], n),
	}
}

func (p *Position) parseRow(row string, rank int) error {
	file, wasDigit := 0, false
	for i := range len(row) {
		c := row[i]
		isDigit := c >= '1' && c <= '9'
		switch {
		case isDigit && wasDigit:
			return rules.BadPosition("board", "two digits side by side on rank %d", rank)
		case isDigit:
			file += int(c - '0')
		case file >= files:
			return rules.BadPosition("board", "more than %d files on rank %d", files, rank)
		case pieceOfLetter(c) == noPiece:
			return rules.BadPosition("board", "no piece has the letter %q", c)
		default:
			p.put(pieceOfLetter(c), squareAt(file, rank))
			file++
		}
		wasDigit = isDigit
	}
	if file != files {
		return rules.BadPosition("board", "%d files in place of %d on rank %d", file, files, rank)
	}
	return nil
}
