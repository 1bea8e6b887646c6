package jungle

import (
	"slices"

	"kydai.dev/pkg/rules"
)

// position is a board with the counters of its line.
type position struct {
	board  board
	plies  int // since the last capture
	number int // of the move
}

func (p position) Side() rules.Side      { return p.board.side }
func (p position) Hash() uint64          { return p.board.hash }
func (position) Counter() rules.Counter  { return rules.Counter{} }
func (position) MaterialDraw() bool      { return false }
func (position) CanWin(rules.Side) bool  { return true }
func (p position) Fresh() rules.Position { return position{board: p.board, number: 1} }

func (p position) Same(q rules.Position) bool {
	other, ok := q.(position)
	return ok && p.board == other.board
}

func (p position) Perft(depth int) uint64 { return p.board.perft(depth) }

func (p position) Pieces() []rules.Piece {
	var list []rules.Piece
	for file := range files {
		for rank := range ranks {
			if q := at(file, rank); p.board.kindAt(q) != nothing {
				list = append(list, rules.Piece{Square: q.String(), Kind: p.board.kindAt(q).String(), Side: p.board.sideAt(q)})
			}
		}
	}
	return list
}

func (p position) Standing() rules.Verdict {
	if v := p.board.decided(); v.Over() {
		return v
	}
	if p.board.count() == 0 {
		return rules.Win(p.board.side.Other(), rules.NoMoves)
	}
	return rules.Verdict{}
}

// legal lists the legal moves, none once the game is over.
func (p position) legal() []move {
	if p.board.decided().Over() {
		return nil
	}
	return p.board.moves(nil)
}

func (p position) Moves() []string {
	var list []string
	for _, m := range p.legal() {
		list = append(list, m.String())
	}
	slices.Sort(list)
	return list
}

func (p position) Play(text string) (rules.Step, error) {
	if v := p.Standing(); v.Over() {
		return rules.Step{}, &rules.MoveError{Code: rules.GameOver, Message: "the game is over: " + string(v.Reason)}
	}
	from, to, err := parseMove(text)
	if err != nil {
		return rules.Step{}, err
	}
	for _, m := range p.legal() {
		if m.from == from && m.to == to {
			return p.step(m), nil
		}
	}
	return rules.Step{}, p.board.refusal(from, to)
}

func (p position) step(m move) rules.Step {
	next := p
	next.board.play(m)
	next.plies++
	if m.taken != nothing {
		next.plies = 0
	}
	if p.board.side == rules.Second {
		next.number++
	}
	return rules.Step{Move: m.String(), Next: next, Irreversible: m.taken != nothing}
}
