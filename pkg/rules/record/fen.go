package record

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
)

// start reads the tag FEN of PDN: the side to move, then each side's pieces by
// number or name of their squares, also as ranges, K before a king. The position
// strings of games.md §5 are of this form, too. What else other programs append
// is passed over: counters begin anew.
func (g *pdnGame) start(f frame) (rules.Position, error) {
	if g.fen == "" {
		return nil, nil //nolint:nilnil // no position is the usual start
	}
	parts := strings.Split(strings.TrimSuffix(strings.ReplaceAll(g.fen, " ", ""), "."), ":")
	turn := g.turn(parts[0], f)
	if turn == 0 {
		return nil, rules.BadPosition("side", "%.20q is neither W nor B", parts[0])
	}
	pieces := map[byte][]string{}
	for _, part := range parts[1:] {
		if part == "" || strings.ContainsAny(part[:1], "HF+") {
			continue
		}
		colour := colourIn(part[0], f)
		if colour == 0 {
			return nil, rules.BadPosition("line", "%.20q is no list of pieces: it begins with W or B", part)
		}
		list, err := g.pieces(part[1:], f)
		if err != nil {
			return nil, rules.BadPosition(fieldOf[colour], "%s", err)
		}
		if pieces[colour] = append(pieces[colour], list...); len(pieces[colour]) > g.size*g.size {
			return nil, rules.BadPosition(fieldOf[colour], "more pieces than squares")
		}
	}
	return setup(g.game, fmt.Sprintf("%c:B%s:W%s", turn, inOrder(pieces['B']), inOrder(pieces['W'])))
}

// fieldOf names the lists of pieces in errors (games.md §1).
var fieldOf = map[byte]string{'B': "black", 'W': "white"}

// turn is our letter of the side to move; a question mark is the side that
// begins.
func (g *pdnGame) turn(text string, f frame) byte {
	switch {
	case text == "?" && f.swap:
		return colourIn(g.begins, f)
	case text == "?":
		return g.game.Start().String()[0]
	case len(text) == 1:
		return colourIn(text[0], f)
	default:
		return 0
	}
}

// colourIn is our letter of a colour of the file; 0 for what is no colour.
func colourIn(letter byte, f frame) byte {
	switch {
	case letter != 'W' && letter != 'B':
		return 0
	case f.swap:
		return 'W' + 'B' - letter
	default:
		return letter
	}
}

// pieces reads a list of pieces.
func (g *pdnGame) pieces(text string, f frame) ([]string, error) {
	var list []string
	for item := range strings.SplitSeq(text, ",") {
		item, king := strings.CutPrefix(item, "K")
		squares, err := g.squares(strings.ToLower(item), f)
		if err != nil {
			return nil, err
		}
		if len(list)+len(squares) > g.size*g.size {
			return nil, errors.New("more pieces than squares")
		}
		for _, square := range squares {
			if king {
				square = "K" + square
			}
			list = append(list, square)
		}
	}
	return list, nil
}

// squares reads a square, or a range of numbers.
func (g *pdnGame) squares(item string, f frame) ([]string, error) {
	from, to, isRange := strings.Cut(item, "-")
	first, err := strconv.Atoi(from)
	switch {
	case item == "":
		return nil, nil
	case err != nil && !isRange:
		return []string{item}, nil
	case err == nil && !isRange:
		to = from
	}
	last, err2 := strconv.Atoi(to)
	if err != nil || err2 != nil || first > last || last > g.size*g.size/2 {
		return nil, fmt.Errorf("%.20q is no square of the board", item)
	}
	var squares []string
	for n := first; n <= last; n++ {
		square, ok := g.square(n, f.corner)
		if !ok {
			return nil, fmt.Errorf("%d is no square of the board", n)
		}
		squares = append(squares, square)
	}
	return squares, nil
}

// inOrder is a list of pieces as position strings have it: by file, then rank.
func inOrder(list []string) string {
	file := func(piece string) string { return strings.TrimPrefix(piece, "K")[:1] }
	rank := func(piece string) int { n, _ := strconv.Atoi(strings.TrimPrefix(piece, "K")[1:]); return n }
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(strings.Compare(file(a), file(b)), rank(a)-rank(b))
	})
	return strings.Join(list, ",")
}

// writeFEN is a position as the tag FEN has it.
func writeFEN(t gameType, p rules.Position, game rules.Game, numeric bool) string {
	letters := "WB"
	if t.begins == 'B' {
		letters = "BW"
	}
	lists := [2][]string{}
	for _, piece := range p.Pieces() {
		text := piece.Square
		if number, ok := notation.Number(game, piece.Square); ok && numeric {
			text = strconv.Itoa(number)
		}
		if piece.Kind == "king" {
			text = "K" + text
		}
		lists[piece.Side] = append(lists[piece.Side], text)
	}
	return fmt.Sprintf("%c:%c%s:%c%s", letters[p.Side()],
		letters[0], strings.Join(lists[0], ","), letters[1], strings.Join(lists[1], ","))
}
