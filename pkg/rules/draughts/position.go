package draughts

import (
	"slices"

	"kydai.dev/pkg/rules"
)

// position is the [rules.Position] of every variant.
type position struct {
	variant *variant
	board   board
	plies   int // the counter H
	number  int // the move number F
}

// Side implements [rules.Position].
func (p *position) Side() rules.Side { return p.board.side }

// Hash implements [rules.Position].
func (p *position) Hash() uint64 { return p.board.hash }

// Same implements [rules.Position].
func (p *position) Same(q rules.Position) bool {
	other, ok := q.(*position)
	return ok && p.variant == other.variant && p.board == other.board
}

// Moves implements [rules.Position].
func (p *position) Moves() []string {
	list := p.legal()
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = p.spell(m)
	}
	slices.Sort(texts)
	return texts
}

// usualMoves is room for the moves of most positions.
const usualMoves = 24

// legal is the legal moves, none where a side has no pieces.
func (p *position) legal() []move {
	if p.board.own == 0 || p.board.opp == 0 {
		return nil
	}
	return p.variant.moves(&p.board, make([]move, 0, usualMoves))
}

// Play implements [rules.Position].
func (p *position) Play(text string) (rules.Step, error) {
	if v := p.Standing(); v.Over() {
		return rules.Step{}, &rules.MoveError{Code: rules.GameOver, Message: "the game is over: " + string(v.Reason)}
	}
	a, ok := p.variant.readMove(text)
	if !ok {
		return rules.Step{}, rules.Malformed("%.40q is no move: write c3d4, or c3xe5 with every landing square for a capture", text)
	}
	m, ok := p.find(a)
	if !ok {
		return rules.Step{}, p.refuse(a)
	}
	return rules.Step{
		Move: p.spell(m),
		Next: p.after(m),
		// Men only advance, so no earlier position can come again.
		Irreversible: m.taken != 0 || !p.kingOn(m.from),
	}, nil
}

// after is the position after a legal move.
func (p *position) after(m move) *position {
	next := &position{variant: p.variant, board: p.board.after(m), plies: p.plies + 1, number: p.number}
	if m.taken != 0 || m.crowned || p.variant.kingPlies && !p.kingOn(m.from) {
		next.plies = 0
	}
	if p.board.side == rules.Second {
		next.number++
	}
	return next
}

func (p *position) kingOn(square uint8) bool { return p.board.kings>>(square&63)&1 != 0 }

// Standing implements [rules.Position].
func (p *position) Standing() rules.Verdict {
	b := &p.board
	switch {
	case b.own == 0:
		return rules.Win(b.side.Other(), rules.NoPieces)
	case b.opp == 0:
		return rules.Win(b.side, rules.NoPieces)
	case !p.variant.movable(b):
		return rules.Win(b.side.Other(), rules.NoMoves)
	default:
		return rules.Verdict{}
	}
}

// Counter implements [rules.Position].
func (p *position) Counter() rules.Counter {
	kind := rules.WithoutProgress
	if p.variant.kingPlies {
		kind = rules.KingsWithoutCapture
	}
	return rules.Counter{Kind: kind, Plies: p.plies, Limit: p.variant.drawPlies}
}

// Pieces implements [rules.Position].
func (p *position) Pieces() []rules.Piece {
	var list []rules.Piece
	for rest := p.board.own | p.board.opp; rest != 0; rest &= rest - 1 {
		at := lowest(rest)
		piece := rules.Piece{Square: p.variant.label(at), Kind: man, Side: p.board.side}
		if p.board.kings&at != 0 {
			piece.Kind = king
		}
		if p.board.opp&at != 0 {
			piece.Side = p.board.side.Other()
		}
		list = append(list, piece)
	}
	return list
}

// MaterialDraw implements [rules.Position]: there is none in draughts.
func (p *position) MaterialDraw() bool { return false }

// CanWin implements [rules.Position]: any piece can win.
func (p *position) CanWin(rules.Side) bool { return true }

// Fresh implements [rules.Position].
func (p *position) Fresh() rules.Position {
	return &position{variant: p.variant, board: p.board, number: 1}
}

// Perft implements [rules.Position].
func (p *position) Perft(depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case p.board.own == 0 || p.board.opp == 0:
		return 0
	}
	return p.variant.perft(p.board, depth, make([]move, 0, 64*depth))
}
