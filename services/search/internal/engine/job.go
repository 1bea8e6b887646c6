package engine

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Limits end a search; the first one that is reached does. The zero value of each
// is no limit.
type Limits struct {
	// Depth is the last iteration.
	Depth int
	// Nodes is how many positions are searched, exactly: each thread has its share.
	Nodes int
	// Soft is when no new iteration is begun, Hard when the search ends whatever
	// it is doing.
	Soft, Hard time.Duration
	// Stopped is asked every few hundred positions whether to end.
	Stopped func() bool
	// Lines is how many best moves are wanted, at least one.
	Lines int
	// Only are the moves to choose from; all when empty.
	Only []Move
	// Brief ends the search after an iteration when more of it would not change the
	// move: there is no other one, or this one wins, or loses, in fewer plies than were
	// looked ahead.
	Brief bool
	// Unaided leaves out what Options.Certain knows.
	Unaided bool
	// Report is told the lines of every completed iteration, by one thread at a time.
	Report func(Report)
}

// Line is a move and what it leads to.
type Line struct {
	Moves []Move
	Score Score
	// Depth is how deep the line was searched, SelDepth the deepest position that
	// was looked at for it.
	Depth, SelDepth int
}

// Report is the state of a search.
type Report struct {
	// Lines are the best moves, best first.
	Lines []Line
	Nodes int
	Time  time.Duration
	// Full is how many thousandths of the table this search has filled.
	Full int
}

// Options are how a search is done.
type Options struct {
	Traits Traits
	// Threads is how many search at once, at least one.
	Threads int
	// Fresh makes the result depend on nothing but the position, the limits and
	// the size of the table: what earlier searches left in it does not count.
	Fresh bool
	// Plain leaves out everything that could change the value of a position at a
	// depth: what is found is what minimax finds.
	Plain bool
	// Certain, if any, knows positions without a search. Several threads ask it.
	Certain func(Board) (Certain, bool)
}

// Engine searches positions of one game, one at a time. What it learned in one
// search helps in the next.
type Engine struct {
	options Options
	table   *Table
	workers []*worker
}

// New returns an engine with a table of about so many megabytes.
func New(megabytes int, o Options) *Engine {
	e := &Engine{options: o, table: NewTable(megabytes)}
	for range max(1, o.Threads) {
		e.workers = append(e.workers, newWorker())
	}
	return e
}

// Forget makes the engine as it was when it was new.
func (e *Engine) Forget() {
	e.table.Clear()
	e.unlearn()
}

// unlearn makes the threads forget what they know of moves.
func (e *Engine) unlearn() {
	for _, w := range e.workers {
		w.histories.forget()
		w.told, w.mailbox.lessons = w.told[:0], w.mailbox.lessons[:0]
	}
}

// job is one search and what its threads share.
type job struct {
	Limits
	Options
	table   *Table
	began   time.Time
	stop    atomic.Bool
	workers []*worker
	busy    *busy
	newest  atomic.Int64 // the number of the stage that is searched now

	stages sync.Mutex
	stage  stage // the newest one, kept where there are several threads
}

// ended reports whether the search is to end now.
func (j *job) ended() bool {
	if j.stop.Load() {
		return true
	}
	if j.Hard > 0 && time.Since(j.began) >= j.Hard || j.Stopped != nil && j.Stopped() {
		j.stop.Store(true)
	}
	return j.stop.Load()
}

// nodes counts for all threads.
func (j *job) nodes() (n int) {
	for _, w := range j.workers {
		n += int(w.shared.Load())
	}
	return n
}

// Search finds the best moves of a position. A position that has ended gives a
// report without lines.
func (e *Engine) Search(b Board, l Limits) Report {
	j := &job{Limits: l, Options: e.options, table: e.table, workers: e.workers, began: time.Now()}
	if l.Unaided {
		j.Certain = nil
	}
	j.table.begin(j.Fresh)
	if j.Fresh {
		e.unlearn()
	}
	if len(e.workers) > 1 {
		j.busy = new(busy)
	}
	root := j.rootLines(b)
	if len(root) == 0 {
		return Report{Time: time.Since(j.began)}
	}
	j.Lines = max(1, min(j.Lines, len(root)))
	j.stage.root = slices.Clone(root)
	for i, w := range j.workers {
		limit := -1
		if l.Nodes > 0 {
			limit = share(l.Nodes, i, len(j.workers))
		}
		w.begin(j, b.Clone(), root, limit)
	}
	j.run()
	best := j.best()
	best.hope()
	found := j.report(best)
	for i := range found.Lines {
		j.lengthen(b, &found.Lines[i])
	}
	return found
}

// share is the part of a budget that thread i of some has.
func share(nodes, i, threads int) int {
	part := nodes / threads
	if i < nodes%threads {
		part++
	}
	return part
}

// run lets the threads search until all have finished.
func (j *job) run() {
	var helpers sync.WaitGroup
	for _, w := range j.workers[1:] {
		helpers.Go(w.iterate)
	}
	j.workers[0].iterate()
	helpers.Wait()
}

// rootLines lists the moves to choose from.
func (j *job) rootLines(b Board) (lines []rootLine) {
	for _, m := range b.Moves(nil) {
		if len(j.Only) == 0 || slices.Contains(j.Only, m) {
			lines = append(lines, rootLine{move: m, score: -infinite, last: -infinite, most: infinite})
		}
	}
	return lines
}

// best is the thread whose result counts: one that came to the last stage and, of
// those, found the most there.
func (j *job) best() *worker {
	best := j.workers[0]
	for _, w := range j.workers[1:] {
		further := w.number - best.number
		if further > 0 || further == 0 && j.Lines == 1 && w.root[0].score > best.root[0].score {
			best = w
		}
	}
	return best
}

// report tells what a thread knows.
func (j *job) report(w *worker) Report {
	w.shared.Store(int64(w.nodes))
	r := Report{Nodes: j.nodes(), Time: time.Since(j.began), Full: j.table.full()}
	for i := range j.Lines {
		r.Lines = append(r.Lines, w.root[i].line())
	}
	return r
}
