// Package jungle brings jungle to the engine: the board that it searches and what a
// position is worth. The rules are those of kydai.dev/pkg/rules/jungle.
package jungle

import (
	"math/bits"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/weights"
)

// den is the victim of a move into the den; victims that are pieces are their kind
// and one more.
const den = jungle.Kinds + 1

// room is the plies that a stack has room for without growing.
const room = 256

// state is the position after a ply.
type state struct {
	board      jungle.Board
	sum        weights.Pair // material and places, of the first side
	count      int32        // pieces on the board
	reversible int32
	forced     bool
}

// Board implements [engine.Board].
type Board struct {
	eval   *evaluation
	stack  []state
	buffer []jungle.Move

	_ engine.Apart
}

// New returns the board of a game that began at start, after its moves.
func New(start rules.Position, moves []string) (engine.Board, error) {
	b := &Board{eval: usual, stack: make([]state, 1, room), buffer: make([]jungle.Move, 0, 64)}
	if !b.set(start) {
		return nil, engine.Foreign(start)
	}
	return b, engine.Replay(b, moves)
}

// Evaluator returns an evaluation with other weights, as the side to move sees it.
func Evaluator(set weights.Set) func(rules.Position) int {
	b := &Board{eval: newEvaluation(set), stack: make([]state, 1)}
	return func(p rules.Position) int {
		b.set(p)
		return b.Evaluate()
	}
}

// set makes the board stand at a position, unless that is of another game.
func (b *Board) set(start rules.Position) bool {
	board, ok := jungle.BoardOf(start)
	if !ok {
		return false
	}
	s := &b.stack[0]
	*s = state{board: board, forced: besieged(&board)}
	for side := rules.First; side <= rules.Second; side++ {
		for k := range jungle.Kind(jungle.Kinds) {
			for rest := board.Own(side, k); rest != 0; rest &= rest - 1 {
				s.sum += b.eval.place[side][k][bits.TrailingZeros64(rest)]
				s.count++
			}
		}
	}
	return true
}

// Traits is how the engine is to search jungle.
func Traits() engine.Traits {
	t := engine.Traits{Repetitions: 5}
	for k := range jungle.Kinds {
		t.Worth[k+1] = usual.worth[k]
	}
	t.Worth[den] = 20_000
	return t
}

func (b *Board) top() *state { return &b.stack[len(b.stack)-1] }

// Clone implements [engine.Board].
func (b *Board) Clone() engine.Board {
	return &Board{
		eval:   b.eval,
		stack:  append(make([]state, 0, max(room, len(b.stack)+room/2)), b.stack...),
		buffer: make([]jungle.Move, 0, cap(b.buffer)),
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

// Drawn implements [engine.Board]: only repetition draws.
func (b *Board) Drawn() bool { return false }

// Reversible implements [engine.Board].
func (b *Board) Reversible() int { return int(b.top().reversible) }

// Breach implements [engine.Board]: there is no such rule.
func (b *Board) Breach(int) [2]bool { return [2]bool{} }

// Forced implements [engine.Board]: the other side is about to enter the den.
func (b *Board) Forced() bool { return b.top().forced }

// besieged reports whether an enemy stands next to the den of the side to move.
func besieged(b *jungle.Board) bool {
	return b.All(b.Side().Other())&jungle.Traps(b.Side()) != 0
}

// Moves implements [engine.Board].
func (b *Board) Moves(list []engine.Move) []engine.Move {
	s := b.top()
	b.buffer = s.board.Moves(b.buffer[:0])
	goal := jungle.Den(s.board.Side().Other())
	for _, m := range b.buffer {
		list = append(list, encode(m, goal))
	}
	return list
}

// Noisy implements [engine.Board].
func (b *Board) Noisy(list []engine.Move) []engine.Move {
	s := b.top()
	b.buffer = s.board.Moves(b.buffer[:0])
	goal := jungle.Den(s.board.Side().Other())
	for _, m := range b.buffer {
		if e := encode(m, goal); e.Victim() != 0 {
			list = append(list, e)
		}
	}
	return list
}

func encode(m jungle.Move, goal uint64) engine.Move {
	from, to := m.Ends()
	piece, taken := m.Pieces()
	victim := 0
	switch {
	case goal>>to&1 != 0:
		victim = den
	case taken != jungle.Nothing:
		victim = int(taken) + 1
	}
	return engine.NewMove(int(from), int(to), int(piece), victim, 0)
}

func decode(m engine.Move) jungle.Move {
	taken := jungle.Nothing
	if v := m.Victim(); v > 0 && v < den {
		taken = jungle.Kind(v - 1)
	}
	return jungle.NewMove(uint8(m.From()), uint8(m.To()), jungle.Kind(m.Piece()), taken)
}

// Make implements [engine.Board].
func (b *Board) Make(m engine.Move) {
	b.stack = append(b.stack, *b.top())
	s := b.top()
	side := s.board.Side()
	places := &b.eval.place[side][m.Piece()]
	s.sum += places[m.To()] - places[m.From()]
	s.reversible++
	if v := m.Victim(); v > 0 && v < den {
		s.sum -= b.eval.place[side.Other()][v-1][m.To()]
		s.count--
		s.reversible = 0
	}
	s.board.Play(decode(m))
	s.forced = besieged(&s.board)
}

// MayPass implements [engine.Board]: with pieces enough one of them has a move that
// does no harm.
func (b *Board) MayPass() bool {
	s := b.top()
	return bits.OnesCount64(s.board.All(s.board.Side())) > 2
}

// Pass implements [engine.Board].
func (b *Board) Pass() {
	b.stack = append(b.stack, *b.top())
	s := b.top()
	s.reversible = 0
	s.board.Pass()
	s.forced = besieged(&s.board)
}

// Unmake implements [engine.Board].
func (b *Board) Unmake() { b.stack = b.stack[:len(b.stack)-1] }

// Checks implements [engine.Board]: a piece comes next to the den.
func (b *Board) Checks(m engine.Move) bool {
	return jungle.Traps(b.Side().Other())>>m.To()&1 != 0
}

// Gains implements [engine.Board]: the first exchange decides, since few squares
// are attacked by more than one piece.
func (b *Board) Gains(m engine.Move, least int) bool {
	won := 0
	switch v := m.Victim(); {
	case v == den:
		return true
	case v > 0:
		won = b.eval.worth[v-1]
	}
	if won < least {
		return false
	}
	lost := b.eval.worth[m.Piece()]
	if won-lost >= least {
		return true
	}
	after := b.top().board
	after.Play(decode(m))
	return after.Hunted(b.Side())>>m.To()&1 == 0
}

// Text implements [engine.Board].
func (b *Board) Text(m engine.Move) string { return decode(m).String() }
