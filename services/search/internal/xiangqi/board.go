// Package xiangqi brings xiangqi to the engine: the board that it searches and what
// a position is worth. The rules are those of kydai.dev/pkg/rules/xiangqi.
package xiangqi

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/bitboard"
	"kydai.dev/pkg/rules/xiangqi"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/weights"
)

const (
	maxReaches = 16
	drawPlies  = 100
	room       = 256 // plies that a stack has room for without growing
)

// state is the position after a ply.
type state struct {
	board      xiangqi.Board
	sum        weights.Pair // material and places, of red
	phase      int32
	plies      int32 // since the last capture
	reversible int32
	from, to   uint8 // of the ply
	forced     bool
}

// Board implements [engine.Board].
type Board struct {
	eval  *evaluation
	stack []state

	_ engine.Apart
}

// New returns the board of a game that began at start, after its moves.
func New(start rules.Position, moves []string) (engine.Board, error) {
	b := &Board{eval: usual, stack: make([]state, 1, room)}
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
	p, ok := start.(*xiangqi.Position)
	if !ok {
		return false
	}
	s := &b.stack[0]
	*s = state{board: p.Board(), plies: int32(p.Counter().Plies)}
	s.forced = s.board.InCheck()
	for at, rest := 0, s.board.Occupied(); rest.Any(); {
		at, rest = rest.Pop()
		k, side := s.board.At(uint8(at))
		s.sum += b.eval.place[side][k][at]
		s.phase += phases[k]
	}
	return true
}

func (b *Board) top() *state { return &b.stack[len(b.stack)-1] }

// Clone implements [engine.Board].
func (b *Board) Clone() engine.Board {
	return &Board{eval: b.eval, stack: append(make([]state, 0, max(room, len(b.stack)+room/2)), b.stack...)}
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

// Lost implements [engine.Board]: only who has no move has lost.
func (b *Board) Lost() bool { return false }

// Drawn implements [engine.Board].
func (b *Board) Drawn() bool {
	s := b.top()
	return s.plies >= drawPlies || s.phase == 0 && !s.attackers()
}

// attackers reports whether a side has a piece that can win (games.md §3). Without
// a chariot, horse or cannon that can only be a soldier.
func (s *state) attackers() bool {
	return s.board.Pieces(rules.First, xiangqi.Soldier).Any() || s.board.Pieces(rules.Second, xiangqi.Soldier).Any()
}

// Reversible implements [engine.Board].
func (b *Board) Reversible() int { return int(b.top().reversible) }

// Breach implements [engine.Board].
func (b *Board) Breach(n int) [2]bool {
	first := len(b.stack) - 1 - n
	checks := [2]int{}
	boards, from, to := make([]xiangqi.Board, 0, n+1), make([]uint8, 0, n), make([]uint8, 0, n)
	boards = append(boards, b.stack[first].board)
	for i := first + 1; i < len(b.stack); i++ {
		s := &b.stack[i]
		boards, from, to = append(boards, s.board), append(from, s.from), append(to, s.to)
		if s.forced {
			checks[s.board.Side().Other()]++
		}
	}
	mixed := func(checks int) bool { return checks > 0 && checks < n/2 }
	switch {
	case mixed(checks[0]) && mixed(checks[1]): // checks and chases mixed break nothing
		return [2]bool{}
	case checks[0]+checks[1] == n:
		return [2]bool{true, true}
	}
	return xiangqi.Breaking(boards, from, to)
}

// Forced implements [engine.Board]: in check.
func (b *Board) Forced() bool { return b.top().forced }

// Moves implements [engine.Board].
func (b *Board) Moves(list []engine.Move) []engine.Move { return b.list(list, bitboard.All90) }

// Noisy implements [engine.Board].
func (b *Board) Noisy(list []engine.Move) []engine.Move {
	s := b.top()
	return b.list(list, s.board.Of(s.board.Side().Other()))
}

// list appends the legal moves to squares of a set.
func (b *Board) list(list []engine.Move, targets bitboard.Set90) []engine.Move {
	var buffer [maxReaches]xiangqi.Reach
	s := b.top()
	for _, r := range s.board.Reaches(buffer[:0]) {
		piece, _ := s.board.At(r.From)
		for to, rest := 0, r.To.And(targets); rest.Any(); {
			to, rest = rest.Pop()
			victim, _ := s.board.At(uint8(to))
			list = append(list, engine.NewMove(int(r.From), to, int(piece), int(victim), 0))
		}
	}
	return list
}

// Make implements [engine.Board].
func (b *Board) Make(m engine.Move) {
	b.stack = append(b.stack, *b.top())
	s := b.top()
	side, from, to := s.board.Side(), uint8(m.From()), uint8(m.To())
	places := &b.eval.place[side][m.Piece()]
	s.sum += places[to] - places[from]
	s.plies++
	s.reversible++
	if victim := m.Victim(); victim != 0 {
		s.sum -= b.eval.place[side.Other()][victim][to]
		s.phase -= phases[victim]
		s.plies, s.reversible = 0, 0
	}
	s.from, s.to = from, to
	s.board.Play(from, to)
	s.forced = s.board.InCheck()
}

// MayPass implements [engine.Board]: with a piece that has moves enough.
func (b *Board) MayPass() bool {
	s := b.top()
	side := s.board.Side()
	return s.board.Pieces(side, xiangqi.Chariot).Any() || s.board.Pieces(side, xiangqi.Horse).Any() ||
		s.board.Pieces(side, xiangqi.Cannon).Any()
}

// Pass implements [engine.Board].
func (b *Board) Pass() {
	b.stack = append(b.stack, *b.top())
	s := b.top()
	s.plies++
	s.reversible = 0
	s.board.Pass()
	s.forced = false
}

// Unmake implements [engine.Board].
func (b *Board) Unmake() { b.stack = b.stack[:len(b.stack)-1] }

// Text implements [engine.Board].
func (b *Board) Text(m engine.Move) string { return squareName(m.From()) + squareName(m.To()) }

func squareName(s int) string {
	return string([]byte{'a' + byte(s%bitboard.Files90), '0' + byte(s/bitboard.Files90)})
}
