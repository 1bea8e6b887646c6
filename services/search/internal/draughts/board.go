// Package draughts brings the draughts games to the engine: the board that it
// searches and what a position is worth. The rules are those of
// kydai.dev/pkg/rules/draughts.
package draughts

import (
	"math/bits"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/weights"
)

// What moves, in the numbers of the engine.
const (
	man = iota
	king
	crowning
)

// Victims: up to most of them by their worth in men, and a man that becomes a king.
const (
	most   = 14
	crowns = 15

	kingInMen = 3
)

// room is the plies that a stack has room for without growing.
const room = 256

// state is the position after a ply.
type state struct {
	board      draughts.Board
	plies      int32 // the counter that draws
	reversible int32
	mustTake   bool
}

// Board implements [engine.Board].
type Board struct {
	ground draughts.Ground
	shift  int // taken pieces are never on the edge, so their bits fit above the rest
	eval   *evaluation
	stack  []state
	buffer []draughts.Move

	_ engine.Apart
}

// New returns the board of a game that began at start, after its moves.
func New(start rules.Position, moves []string) (engine.Board, error) {
	b := &Board{stack: make([]state, 1, room), buffer: make([]draughts.Move, 0, 128)}
	if !b.set(start, usual) {
		return nil, engine.Foreign(start)
	}
	return b, engine.Replay(b, moves)
}

// Evaluator returns an evaluation with other weights, as the side to move sees it.
func Evaluator(set weights.Set) func(rules.Position) int {
	all := newEvaluations(set)
	b := &Board{stack: make([]state, 1)}
	return func(p rules.Position) int {
		b.set(p, all)
		return b.Evaluate()
	}
}

// set makes the board stand at a position, unless that is of another game.
func (b *Board) set(start rules.Position, all *evaluations) bool {
	board, ok := draughts.BoardOf(start)
	if !ok {
		return false
	}
	b.ground, b.eval = board.Ground(), all.of(&board)
	b.shift = b.ground.Size/2 + 1
	b.stack[0] = state{board: board, plies: int32(start.Counter().Plies), mustTake: board.MustTake()}
	return true
}

// Traits is how the engine is to search draughts.
func Traits() engine.Traits {
	t := engine.Traits{Repetitions: 3}
	for men := range most + 1 {
		t.Worth[men] = 100 * men
	}
	t.Worth[crowns] = 100 * (kingInMen - 1)
	return t
}

func (b *Board) top() *state { return &b.stack[len(b.stack)-1] }

// Clone implements [engine.Board].
func (b *Board) Clone() engine.Board {
	c := *b
	c.stack = append(make([]state, 0, max(room, len(b.stack)+room/2)), b.stack...)
	c.buffer = make([]draughts.Move, 0, cap(b.buffer))
	return &c
}

// Side implements [engine.Board].
func (b *Board) Side() rules.Side { return b.top().board.Side() }

// Key implements [engine.Board].
func (b *Board) Key() uint64 { return b.top().board.Key() }

// Past implements [engine.Board].
func (b *Board) Past() (keys []uint64) {
	for i := len(b.stack) - 1 - b.Reversible(); i < len(b.stack); i++ {
		keys = append(keys, b.stack[i].board.Key())
	}
	return keys
}

// Lost implements [engine.Board]: without a piece there is no move.
func (b *Board) Lost() bool {
	s := b.top()
	all, _ := s.board.Pieces(s.board.Side())
	return all == 0
}

// Drawn implements [engine.Board].
func (b *Board) Drawn() bool { return int(b.top().plies) >= b.ground.DrawPlies }

// Reversible implements [engine.Board].
func (b *Board) Reversible() int { return int(b.top().reversible) }

// Breach implements [engine.Board]: there is no such rule.
func (b *Board) Breach(int) [2]bool { return [2]bool{} }

// Forced implements [engine.Board]: a capture must be made.
func (b *Board) Forced() bool { return b.top().mustTake }

// Moves implements [engine.Board].
func (b *Board) Moves(list []engine.Move) []engine.Move {
	s := b.top()
	b.buffer = s.board.Moves(b.buffer[:0])
	for _, m := range b.buffer {
		list = append(list, b.encode(&s.board, m))
	}
	return list
}

// Noisy implements [engine.Board].
func (b *Board) Noisy(list []engine.Move) []engine.Move {
	s := b.top()
	b.buffer = s.board.Moves(b.buffer[:0])
	for _, m := range b.buffer {
		if m.Taken() != 0 || m.Crowned() {
			list = append(list, b.encode(&s.board, m))
		}
	}
	return list
}

func (b *Board) encode(on *draughts.Board, m draughts.Move) engine.Move {
	from, to := m.Ends()
	piece, victim := man, 0
	_, kings := on.Pieces(on.Side())
	switch {
	case m.Crowned():
		piece, victim = crowning, crowns
	case kings>>from&1 != 0:
		piece = king
	}
	if taken := m.Taken(); taken != 0 {
		_, others := on.Pieces(on.Side().Other())
		victim = min(most, bits.OnesCount64(taken)+(kingInMen-1)*bits.OnesCount64(taken&others))
	}
	return engine.NewMove(int(from), int(to), piece, victim, m.Taken()>>b.shift)
}

func (b *Board) decode(m engine.Move) draughts.Move {
	return draughts.NewMove(uint8(m.From()), uint8(m.To()), m.Extra()<<b.shift, m.Piece() == crowning)
}

// Make implements [engine.Board].
func (b *Board) Make(m engine.Move) {
	b.stack = append(b.stack, *b.top())
	s := b.top()
	s.board.Play(b.decode(m))
	s.plies++
	s.reversible++
	takes := m.Extra() != 0
	if takes || m.Piece() == crowning || b.ground.ManResets && m.Piece() == man {
		s.plies = 0
	}
	if takes || m.Piece() != king {
		s.reversible = 0
	}
	s.mustTake = s.board.MustTake()
}

// MayPass implements [engine.Board]: having to move is often what loses.
func (b *Board) MayPass() bool { return false }

// Pass implements [engine.Board]; it is never asked for.
func (b *Board) Pass() { b.stack = append(b.stack, *b.top()) }

// Unmake implements [engine.Board].
func (b *Board) Unmake() { b.stack = b.stack[:len(b.stack)-1] }

// Checks implements [engine.Board].
func (b *Board) Checks(engine.Move) bool { return false }

// Gains implements [engine.Board]: captures must be made anyway, so how they end is
// left to the search.
func (b *Board) Gains(m engine.Move, least int) bool { return least <= 0 || 100*m.Victim() >= least }

// Text implements [engine.Board].
func (b *Board) Text(m engine.Move) string { return b.top().board.Spell(b.decode(m)) }
