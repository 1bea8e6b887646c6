// Package morris brings nine men's morris to the engine: the board that it searches
// and what a position is worth. The rules are those of kydai.dev/pkg/rules/morris.
package morris

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/morris"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/weights"
)

const (
	// stone is the victim of a mill.
	stone = 1
	// room is the plies that a stack has room for without growing.
	room = 256
	// takenShift puts what a mill removes above the flag of the mill.
	takenShift = 1
)

// state is the position after a ply.
type state struct {
	board      morris.Board
	plies      int32 // since the last mill
	reversible int32
}

// Board implements [engine.Board].
type Board struct {
	evals  *evaluations
	stack  []state
	buffer []morris.Move

	_ engine.Apart
}

// New returns the board of a game that began at start, after its moves.
func New(start rules.Position, moves []string) (engine.Board, error) {
	b := &Board{evals: usual, stack: make([]state, 1, room), buffer: make([]morris.Move, 0, 512)}
	if !b.set(start) {
		return nil, engine.Foreign(start)
	}
	return b, engine.Replay(b, moves)
}

// Evaluator returns an evaluation with other weights, as the side to move sees it.
func Evaluator(set weights.Set) func(rules.Position) int {
	b := &Board{evals: newEvaluations(set), stack: make([]state, 1)}
	return func(p rules.Position) int {
		b.set(p)
		return b.Evaluate()
	}
}

// set makes the board stand at a position, unless that is of another game.
func (b *Board) set(start rules.Position) bool {
	board, ok := morris.BoardOf(start)
	b.stack[0] = state{board: board, plies: int32(start.Counter().Plies)}
	return ok
}

// Traits is how the engine is to search morris.
func Traits() engine.Traits {
	t := engine.Traits{Repetitions: 3}
	t.Worth[stone] = 100
	return t
}

func (b *Board) top() *state { return &b.stack[len(b.stack)-1] }

// Clone implements [engine.Board].
func (b *Board) Clone() engine.Board {
	return &Board{
		evals:  b.evals,
		stack:  append(make([]state, 0, max(room, len(b.stack)+room/2)), b.stack...),
		buffer: make([]morris.Move, 0, cap(b.buffer)),
	}
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

// Lost implements [engine.Board].
func (b *Board) Lost() bool { return b.top().board.Lost() }

// Drawn implements [engine.Board].
func (b *Board) Drawn() bool { return b.top().plies >= morris.DrawPlies }

// Reversible implements [engine.Board].
func (b *Board) Reversible() int { return int(b.top().reversible) }

// Breach implements [engine.Board]: there is no such rule.
func (b *Board) Breach(int) [2]bool { return [2]bool{} }

// Forced implements [engine.Board].
func (b *Board) Forced() bool { return false }

// Moves implements [engine.Board].
func (b *Board) Moves(list []engine.Move) []engine.Move {
	b.buffer = b.top().board.Moves(b.buffer[:0])
	for _, m := range b.buffer {
		list = append(list, b.encode(m))
	}
	return list
}

// Noisy implements [engine.Board].
func (b *Board) Noisy(list []engine.Move) []engine.Move {
	s := b.top()
	if s.board.Closing(s.board.Side()) == 0 {
		return list
	}
	b.buffer = s.board.Moves(b.buffer[:0])
	for _, m := range b.buffer {
		if _, _, taken, _ := m.Parts(); taken != morris.Points {
			list = append(list, b.encode(m))
		}
	}
	return list
}

// What moves, in the numbers of the engine.
const (
	placing = iota
	moving
)

func (b *Board) encode(m morris.Move) engine.Move {
	from, to, taken, mill := m.Parts()
	piece, victim, extra := moving, 0, uint64(taken)<<takenShift
	if from == morris.Points {
		piece = placing
	}
	if taken != morris.Points {
		victim = stone
	}
	if mill {
		extra |= 1
	}
	return engine.NewMove(int(from), int(to), piece, victim, extra)
}

func decode(m engine.Move) morris.Move {
	return morris.NewMove(uint8(m.From()), uint8(m.To()), uint8(m.Extra()>>takenShift), m.Extra()&1 != 0)
}

// Make implements [engine.Board].
func (b *Board) Make(m engine.Move) {
	b.stack = append(b.stack, *b.top())
	s := b.top()
	s.board.Play(decode(m))
	s.plies++
	s.reversible++
	if m.Extra()&1 != 0 {
		s.plies = 0
	}
	if m.Piece() == placing || m.Victim() != 0 {
		s.reversible = 0
	}
}

// MayPass implements [engine.Board]: while stones are placed a move never harms.
func (b *Board) MayPass() bool {
	s := b.top()
	return s.board.Hand(s.board.Side()) > 0 && s.board.Hand(s.board.Side().Other()) > 0
}

// Pass implements [engine.Board].
func (b *Board) Pass() {
	b.stack = append(b.stack, *b.top())
	s := b.top()
	s.plies++
	s.reversible = 0
	s.board.Pass()
}

// Unmake implements [engine.Board].
func (b *Board) Unmake() { b.stack = b.stack[:len(b.stack)-1] }

// Checks implements [engine.Board].
func (b *Board) Checks(engine.Move) bool { return false }

// Gains implements [engine.Board]: a mill costs nothing.
func (b *Board) Gains(m engine.Move, least int) bool { return least <= 0 || 100*m.Victim() >= least }

// Text implements [engine.Board].
func (b *Board) Text(m engine.Move) string { return decode(m).String() }
