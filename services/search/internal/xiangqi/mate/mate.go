// Package mate proves mates: it looks at every move of both sides, with none of
// what makes the engine fast and could make it wrong.
package mate

import (
	"slices"

	"kydai.dev/services/search/internal/engine"
)

// Solver looks at one position. Nothing stands for the third time within 7 plies, so
// the rules of repetition do not come in; the counter must be far from full.
type Solver struct {
	board engine.Board
	known map[question]bool
	lists [][]engine.Move // by the plies that are left
	last  []engine.Move   // by the plies that are left, the reply that saved a side
}

// question is whether the side to move wins, or loses, within some plies.
type question struct {
	key   uint64
	plies int
}

// NewSolver returns a solver for a position, for mates of at most so many plies.
func NewSolver(b engine.Board, most int) *Solver {
	return &Solver{
		board: b.Clone(), known: map[question]bool{},
		lists: make([][]engine.Move, most+1), last: make([]engine.Move, most+1),
	}
}

// Distance is how many plies it takes the side to move to win when the other side
// holds out as long as it can; 0 if it can't force it in so many.
func (s *Solver) Distance(most int) int {
	for plies := 1; plies <= most; plies += 2 {
		if s.wins(plies) {
			return plies
		}
	}
	return 0
}

// Wins reports whether a move forces the end within some plies, itself the first.
func (s *Solver) Wins(m engine.Move, plies int) bool {
	s.board.Make(m)
	defer s.board.Unmake()
	return s.loses(plies - 1)
}

func (s *Solver) wins(plies int) (yes bool) {
	q := question{s.board.Key(), plies}
	if yes, ok := s.known[q]; ok {
		return yes
	}
	s.lists[plies] = s.board.Moves(s.lists[plies][:0])
	yes = !s.board.Drawn() && slices.ContainsFunc(s.lists[plies], func(m engine.Move) bool { return s.Wins(m, plies) })
	s.known[q] = yes
	return yes
}

// loses tries the reply first that saved the side in a sister of the position.
func (s *Solver) loses(plies int) bool {
	moves := s.board.Moves(s.lists[plies][:0])
	s.lists[plies] = moves
	if len(moves) == 0 {
		return true
	}
	if plies == 0 || s.board.Drawn() {
		return false
	}
	if i := slices.Index(moves, s.last[plies]); i > 0 {
		moves[0], moves[i] = moves[i], moves[0]
	}
	for _, m := range moves {
		s.board.Make(m)
		escapes := !s.wins(plies - 1)
		s.board.Unmake()
		if escapes {
			s.last[plies] = m
			return false
		}
	}
	return true
}
