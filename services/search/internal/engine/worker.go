package engine

import (
	"slices"
	"sync/atomic"

	"kydai.dev/pkg/rules"
)

// frame is what the search keeps for a ply of the line under search.
type frame struct {
	moves   []Move
	scores  []int
	tried   []Move    // of moves, those that were searched
	later   []attempt // moves put off because another thread is at them
	pv      []Move    // the line from here on
	killers [2]Move
	move    Move // the move made here; None for a pass
	static  int  // the evaluation; noValue where it says nothing
}

const noValue = -infinite

// worker is one thread of a search.
type worker struct {
	mailbox   mailbox
	_         Apart // others write into the mailbox
	job       *job
	board     Board
	histories *histories
	told      []lesson // for the others
	heard     []lesson // from them, taken in
	frames    [maxPly + 1]frame
	keys      []uint64 // of the positions of the game and of the line
	stage
	selDepth    int
	quietly     int // null moves are off until this ply
	nodes       int
	polled      int
	limit       int // of nodes; none below zero
	stopped     bool
	waypoints   []waypoint // of the line
	recalled    int        // the number of the one that the search goes back to; 0 for none
	recallScore int
	shared      atomic.Int64 // nodes, for the others to read
}

// node is a position under search.
type node struct {
	alpha, beta int
	depth, ply  int
	pv, cut     bool
	side        rules.Side
	key         uint64
	known       bool // entry is what the table knows
	entry       found
	excluded    uint16 // the tag of a move that does not count here; 0 for none
	forced      bool
	static      int // the evaluation
	value       int // the evaluation, bettered by the table
	improving   bool
	spared      int // how much deeper the table is told than it was searched
	singular    int // by how much the move of the table is extended
	best        int
	move        Move // that brought best
}

func newWorker() *worker {
	w := &worker{histories: new(histories)}
	for i := range w.frames {
		w.frames[i].pv = make([]Move, 0, maxPly)
	}
	return w
}

// begin makes the worker ready for a search with at most so many nodes, without a
// limit where it is negative.
func (w *worker) begin(j *job, b Board, root []rootLine, limit int) {
	w.job, w.board, w.limit = j, b, limit
	w.stage = stage{root: slices.Clone(root)}
	w.keys = append(w.keys[:0], b.Past()...)
	w.nodes, w.polled, w.quietly = 0, 0, 0
	w.stopped = false
	w.waypoints, w.recalled = w.waypoints[:0], 0
	w.shared.Store(0)
	for i := range w.frames {
		w.frames[i].killers = [2]Move{}
	}
}

// pollEvery is how many nodes pass between two looks at clock and caller, less
// than a millisecond's.
const pollEvery = 256

// mayGoOn counts a node. It is false when the search is to end.
func (w *worker) mayGoOn() bool {
	if w.stopped {
		return false
	}
	if w.nodes == w.limit || w.nodes-w.polled >= pollEvery && w.poll() {
		w.stopped = true
		return false
	}
	w.nodes++
	return true
}

func (w *worker) poll() bool {
	w.polled = w.nodes
	w.shared.Store(int64(w.nodes))
	w.exchange()
	return w.job.ended() || w.job.newest.Load() > int64(w.number) || w.recall()
}

// make makes a move unless the search is to end.
func (w *worker) make(m Move, ply int) bool {
	if !w.mayGoOn() {
		return false
	}
	w.frames[ply].move = m
	w.board.Make(m)
	key := w.board.Key()
	prefetch(w.job.table.bucket(key)) // it is needed soon
	w.keys = append(w.keys, key)
	return true
}

// pass makes a null move unless the search is to end.
func (w *worker) pass(ply int) bool {
	if !w.mayGoOn() {
		return false
	}
	w.frames[ply].move = 0
	w.board.Pass()
	w.keys = append(w.keys, w.board.Key())
	return true
}

func (w *worker) unmake() {
	w.board.Unmake()
	w.keys = w.keys[:len(w.keys)-1]
}

// over finds the end of the game in a position below the root.
func (w *worker) over(ply int) (score int, over bool) {
	if w.board.Lost() {
		return lossIn(ply), true
	}
	if n := w.repeated(ply); n > 0 {
		return w.judged(n), true
	}
	if w.board.Drawn() {
		f := &w.frames[ply]
		if f.moves = w.board.Moves(f.moves[:0]); len(f.moves) == 0 {
			return lossIn(ply), true
		}
		return drawScore, true
	}
	return 0, false
}

// repeated returns how many plies ago the position stood, 0 if it did not. Once is
// enough within the line under search: what was possible once is possible again.
// Before the root it must have stood as often as the rules say.
func (w *worker) repeated(ply int) int {
	const shortest = 4
	last := len(w.keys) - 1
	earlier := 0
	for n := shortest; n <= min(w.board.Reversible(), last); n += 2 {
		if w.keys[last-n] != w.keys[last] {
			continue
		}
		if earlier++; n <= ply || earlier >= w.job.Traits.Repetitions-1 {
			return n
		}
	}
	return 0
}

// judged is the score of a repetition after n plies.
func (w *worker) judged(n int) int {
	broken := w.board.Breach(n)
	us, them := broken[w.board.Side()], broken[w.board.Side().Other()]
	switch {
	case us == them:
		return drawScore
	case us:
		return -ruleScore
	default:
		return ruleScore
	}
}

// extend makes the line of a ply the move and the line after it.
func (w *worker) extend(ply int, m Move) {
	f := &w.frames[ply]
	f.pv = append(append(f.pv[:0], m), w.frames[ply+1].pv...)
}
