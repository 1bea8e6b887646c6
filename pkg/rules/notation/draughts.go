package notation

import (
	"strconv"
	"strings"
	"unicode"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
)

// pdn is a way to write the moves of draughts after PDN 3.0: squares joined by
// a dash, or by the mark of a capture. A capture is start and end where that
// leaves no doubt, else every square on its way (see draughts.Route).
type pdn struct {
	board
	name string
	// numeric squares are numbers; those of the reader may also have names.
	numeric bool
}

// draughtsNotations are the notations of a draughts game.
func draughtsNotations(game string) []Notation {
	return []Notation{
		pdn{board: boards[game], name: "pdn", numeric: true}.notation(),
		pdn{board: boards[game], name: "algebraic"}.notation(),
	}
}

// PDN is the pdn notation of a draughts game with numbers that run from the
// given corner, for records whose GameType tag names another one than usual.
func PDN(g rules.Game, from Corner) (Notation, bool) {
	b, ok := boards[g.Name()]
	b.corner = from
	return pdn{board: b, name: "pdn", numeric: true}.notation(), ok
}

func (n pdn) notation() Notation { return Notation{Name: n.name, Write: n.write, Read: n.read} }

func (n pdn) write(p rules.Position, move string) string {
	squares, takes := squaresOf(move)
	mark := "-"
	if takes {
		squares, mark = landings(p, move, squares), n.mark
	}
	for i, square := range squares {
		if number, ok := n.number(square); ok && n.numeric {
			squares[i] = strconv.Itoa(number)
		}
	}
	return strings.Join(squares, mark)
}

// squaresOf cuts a move in canonical spelling into its squares.
func squaresOf(move string) (squares []string, takes bool) {
	if squares = strings.Split(move, "x"); len(squares) > 1 {
		return squares, true
	}
	to := max(0, strings.LastIndexFunc(move, unicode.IsLetter))
	return []string{move[:to], move[to:]}, false
}

// landings are the squares by which a capture is told from the others.
func landings(p rules.Position, move string, squares []string) []string {
	if len(squares) == 2 { // one piece: every square is named already
		return squares
	}
	ends := []string{squares[0], squares[len(squares)-1]}
	if len(draughts.Through(p, ends)) == 1 {
		return ends
	}
	return draughts.Route(p, move)
}

func (n pdn) read(p rules.Position, text string) (string, error) {
	squares, takes, ok := n.parse(text)
	if !ok {
		return "", rules.Malformed("%.40q is no move: write %s", text, n.example())
	}
	mark := ""
	if takes {
		mark = "x"
	}
	step, err := p.Play(strings.Join(squares, mark))
	if err == nil || !takes {
		return step.Move, err
	}
	switch fit := draughts.Through(p, squares); len(fit) {
	case 0:
		return "", err
	case 1:
		return fit[0], nil
	default:
		return "", rules.Illegal(rules.Ambiguous, "%.40q is short for several captures, as %s and %s", text, n.write(p, fit[0]), n.write(p, fit[1]))
	}
}

func (n pdn) example() string {
	if n.numeric {
		return "11-15, or 11x18 for a capture, with all landing squares where it takes more"
	}
	return "c3-d4, or c3" + n.mark + "e5 for a capture, with all landing squares where it takes more"
}

// marks unifies what readers meet for a capture.
var marks = strings.NewReplacer(":", "x", "X", "x", "×", "x")

// parse cuts a text into the names of its squares.
func (n pdn) parse(text string) (squares []string, takes, ok bool) {
	text = marks.Replace(fold(text))
	switch squares = strings.Split(text, "x"); {
	case len(squares) > 1:
		takes = true
	case strings.Contains(text, "-"):
		squares = strings.Split(text, "-")
	default: // the dash may be missing between names
		squares, _ = squaresOf(strings.ToLower(text))
	}
	for i, square := range squares {
		if squares[i], ok = n.parseSquare(square); !ok {
			return nil, takes, false
		}
	}
	return squares, takes, takes || len(squares) == 2
}

// parseSquare reads the number of a square, or its name. A light square has a
// name, too: to move there is against the rules, not unreadable.
func (n pdn) parseSquare(text string) (string, bool) {
	if number, err := strconv.ParseUint(text, 10, 8); err == nil && len(text) <= 2 {
		name, ok := n.square(int(number))
		return name, ok && n.numeric
	}
	name := strings.ToLower(text)
	_, _, ok := n.coordinates(name)
	return name, ok
}
