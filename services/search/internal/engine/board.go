// Package engine is the one search of all games: iterative deepening of a
// principal variation search over a [Board], with a table of positions that the
// threads share. A game brings its moves and its evaluation; how moves are
// ordered, cut and cut short is the same for every game.
//
// Boards are called through an interface, but only a handful of times a node and
// with buffers that live as long as the search, which was measured at about two
// nanoseconds a call.
package engine

import "kydai.dev/pkg/rules"

// Board is a game under search: its position, the way there, and what it is
// worth. It is used by one thread.
type Board interface {
	// Clone returns an independent copy, past included.
	Clone() Board
	// Side is the side to move.
	Side() rules.Side
	// Key is equal for positions that are the same for repetition.
	Key() uint64
	// Past is the keys of the positions since the last irreversible move, oldest
	// first, the present one last.
	Past() []uint64
	// Lost reports that the side to move has lost as the board stands. Without a
	// legal move it has lost too, which the search sees by itself.
	Lost() bool
	// Drawn reports a draw by a counter or for want of material, unless the side
	// to move has lost.
	Drawn() bool
	// Reversible is how many of the last moves could be taken back by moves.
	Reversible() int
	// Breach tells which sides break a rule of repetition in the last n plies.
	Breach(n int) [2]bool
	// Forced reports that what happens next decides about the position, so that
	// it must not be judged as it stands: a check, a capture that must be made.
	Forced() bool
	// Moves appends the legal moves, none where the side to move has lost.
	Moves(list []Move) []Move
	// Noisy appends the legal moves that change the material or win.
	Noisy(list []Move) []Move
	// Make makes a legal move.
	Make(m Move)
	// MayPass reports whether passing is no advantage here: where it is, the
	// search must not conclude anything from it.
	MayPass() bool
	// Pass leaves the move to the other side; Unmake takes it back.
	Pass()
	// Unmake takes the last move back.
	Unmake()
	// Evaluate is what the position is worth to the side to move, in hundredths
	// of the game's smallest piece.
	Evaluate() int
	// Checks reports whether a move attacks what decides the game, as far as that
	// is seen at a glance.
	Checks(m Move) bool
	// Gains reports whether the exchanges that a move begins on its square bring
	// its side at least so much.
	Gains(m Move, least int) bool
	// Text is the canonical spelling of a legal move.
	Text(m Move) string
}

// Apart ends what one thread writes with every move, and keeps what another thread
// writes out of the same line of the cache: in xiangqi two threads whose boards shared
// one searched 12 % fewer positions a second. It is the longest line of the usual
// processors.
type Apart [128]byte

// Traits are the few points in which games differ for the search.
type Traits struct {
	// Repetitions is how often a position stands for a draw.
	Repetitions int
	// Worth is the value of what a move takes, by victim.
	Worth [victims]int
}
