package notation

import (
	"strings"

	"kydai.dev/pkg/rules"
)

// beasts is a way to write the moves of jungle: the piece's name before the two
// squares of the move, with a dash or, for a capture, x between them.
type beasts struct {
	name string
	// names are the pieces' names by kind.
	names map[string]string
	// gap stands between the piece's name and the move.
	gap string
	// example is a text for those who wrote none.
	example string
}

var (
	jungleLetters = beasts{
		name: "long", example: "Ra3-a4 or Lb3xb7",
		names: map[string]string{
			"rat": "R", "cat": "C", "dog": "D", "wolf": "W", "leopard": "P", "tiger": "T", "lion": "L", "elephant": "E",
		},
	}
	jungleVietnamese = beasts{
		name: "vietnamese", gap: " ", example: "Chuột a3-a4 or Sư tử b3xb7",
		names: map[string]string{
			"rat": "Chuột", "cat": "Mèo", "dog": "Chó", "wolf": "Sói", "leopard": "Báo", "tiger": "Hổ", "lion": "Sư tử", "elephant": "Voi",
		},
	}
	jungleNotations = []Notation{jungleLetters.notation(), jungleVietnamese.notation()}
)

func (n beasts) notation() Notation { return Notation{Name: n.name, Write: n.write, Read: n.read} }

func (n beasts) write(p rules.Position, move string) string {
	from, to, mark := move[:2], move[2:], "-"
	if kindOn(p, to) != "" {
		mark = "x"
	}
	return n.names[kindOn(p, from)] + n.gap + from + mark + to
}

// kindOn is the kind of the piece on a square, empty where there is none.
func kindOn(p rules.Position, square string) string {
	for _, piece := range p.Pieces() {
		if piece.Square == square {
			return piece.Kind
		}
	}
	return ""
}

// read takes the move by its squares alone. A name may be left out but not be
// wrong; of a missing or needless mark of a capture the squares know better.
func (n beasts) read(p rules.Position, text string) (string, error) {
	name, from, to, ok := cutSquares(plain(text))
	kind, known := n.kind(name)
	if !ok || !known {
		return "", rules.Malformed("%.40q is no move: write %s", text, n.example)
	}
	step, err := p.Play(from + to)
	switch {
	case err != nil:
		return "", err
	case kind != "" && kind != kindOn(p, from):
		return "", rules.Illegal(rules.NoPiece, "no %s stands on %s", kind, from)
	default:
		return step.Move, nil
	}
}

// kind is the kind of a name in plain letters, empty for no name.
func (n beasts) kind(name string) (kind string, ok bool) {
	for kind, full := range n.names {
		if plain(full) == name {
			return kind, true
		}
	}
	return "", name == ""
}

// plain is a text in small letters without accents and spaces: what is left of
// a name whichever way it is encoded or typed.
func plain(text string) string {
	letters, _ := unaccented(fold(text))
	return strings.Join(strings.Fields(letters), "")
}

// cutSquares cuts the two squares of a move off the end of a text.
func cutSquares(text string) (rest, from, to string, ok bool) {
	rest, to, ok = cutSquare(marks.Replace(text))
	if !ok {
		return "", "", "", false
	}
	if cut, found := strings.CutSuffix(rest, "x"); found {
		rest = cut
	} else {
		rest = strings.TrimSuffix(rest, "-")
	}
	rest, from, ok = cutSquare(rest)
	return rest, from, to, ok
}

// cutSquare cuts a square of two bytes off the end of a text; whether the board
// has it is for the rules to say.
func cutSquare(text string) (rest, square string, ok bool) {
	if len(text) < 2 {
		return text, "", false
	}
	rest, square = text[:len(text)-2], text[len(text)-2:]
	return rest, square, square[0] >= 'a' && square[0] <= 'z' && square[1] >= '0' && square[1] <= '9'
}
