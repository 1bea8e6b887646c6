package xiangqi

import (
	"slices"
	"strconv"

	"kydai.dev/pkg/rules"
)

// plyLimit is how many plies without a capture make a draw (§3).
const plyLimit = 100

// colours are how the sides are called in messages, sideLetters in positions.
var colours = [2]string{"red", "black"}

const sideLetters = "wb"

// Position is a position of xiangqi. It implements [rules.Position].
type Position struct {
	board
	plies  int // since the last capture
	number int // of the move
}

// Side implements [rules.Position].
func (p *Position) Side() rules.Side { return p.side }

// Hash implements [rules.Position].
func (p *Position) Hash() uint64 { return p.hash }

// Same implements [rules.Position].
func (p *Position) Same(q rules.Position) bool {
	other, ok := q.(*Position)
	return ok && p.side == other.side && p.squares == other.squares
}

// String implements [rules.Position].
func (p *Position) String() string {
	const most = squares + ranks + len(" w - - ") + 2*20
	text := p.appendBoard(make([]byte, 0, most))
	text = append(text, ' ', sideLetters[p.side])
	text = append(text, " - - "...)
	text = strconv.AppendInt(text, int64(p.plies), 10)
	text = append(text, ' ')
	return string(strconv.AppendInt(text, int64(p.number), 10))
}

func (p *Position) appendBoard(text []byte) []byte {
	for rank := ranks - 1; rank >= 0; rank-- {
		empty := byte(0)
		for file := range files {
			at := p.squares[squareAt(file, rank)]
			if at == noPiece {
				empty++
				continue
			}
			text = appendEmpty(text, empty)
			text = append(text, at.letter())
			empty = 0
		}
		text = appendEmpty(text, empty)
		if rank > 0 {
			text = append(text, '/')
		}
	}
	return text
}

func appendEmpty(text []byte, n byte) []byte {
	if n == 0 {
		return text
	}
	return append(text, '0'+n)
}

// Moves implements [rules.Position].
func (p *Position) Moves() []string {
	var buffer [maxMoves]move
	moves := p.appendMoves(buffer[:0])
	slices.SortFunc(moves, func(m, n move) int { return m.order() - n.order() })
	text := make([]byte, 0, moveLen*len(moves))
	for _, m := range moves {
		text = m.appendTo(text)
	}
	all, texts := string(text), make([]string, len(moves))
	for i := range texts {
		texts[i] = all[moveLen*i : moveLen*(i+1)]
	}
	return texts
}

// Play implements [rules.Position].
func (p *Position) Play(text string) (rules.Step, error) {
	m, ok := parseMove(text)
	if !ok {
		return rules.Step{}, rules.Malformed("%.20q is no move: write from and to, such as h2e2", text)
	}
	if err := p.refuse(m); err != nil {
		return rules.Step{}, err
	}
	capture := p.squares[m.to] != noPiece
	next := &Position{board: p.board, plies: p.plies + 1, number: p.number + int(p.side)}
	if capture {
		next.plies = 0
	}
	next.play(m)
	if err := next.refuseDanger(); err != nil {
		return rules.Step{}, err
	}
	return rules.Step{Move: text, Next: next, Irreversible: capture}, nil
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.inCheck(p.side) }

// Standing implements [rules.Position]: without a legal move the side to move
// has lost, in check or not.
func (p *Position) Standing() rules.Verdict {
	switch {
	case !p.stuck():
		return rules.Verdict{}
	case p.InCheck():
		return rules.Win(p.side.Other(), rules.Checkmate)
	default:
		return rules.Win(p.side.Other(), rules.Stalemate)
	}
}

// Counter implements [rules.Position].
func (p *Position) Counter() rules.Counter {
	return rules.Counter{Kind: rules.WithoutCapture, Plies: p.plies, Limit: plyLimit}
}

// Pieces implements [rules.Position].
func (p *Position) Pieces() []rules.Piece {
	list := make([]rules.Piece, 0, p.occupied().Count())
	for file := range files {
		for rank := range ranks {
			s := squareAt(file, rank)
			if at := p.squares[s]; at != noPiece {
				list = append(list, at.on(s))
			}
		}
	}
	return list
}

// MaterialDraw implements [rules.Position].
func (p *Position) MaterialDraw() bool {
	return !p.CanWin(rules.First) && !p.CanWin(rules.Second)
}

// CanWin implements [rules.Position]: whether s has a piece that attacks.
func (p *Position) CanWin(s rules.Side) bool {
	attackers := p.kinds[chariot].Or(p.kinds[horse]).Or(p.kinds[cannon]).Or(p.kinds[soldier])
	return attackers.Meets(p.sides[s])
}

// Fresh implements [rules.Position].
func (p *Position) Fresh() rules.Position {
	return &Position{board: p.board, number: 1}
}

// Perft implements [rules.Position].
func (p *Position) Perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	return p.perft(depth)
}
