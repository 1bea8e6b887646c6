package engine

import "time"

// stage is how far the search of the root has come. Several threads work at one
// stage; the first that is through with it says what the next one is.
type stage struct {
	number      int // of searches of the root before this one
	depth       int // of the iteration
	from        int // of root, the first line that is searched now
	alpha, beta int // the window
	width       int // by which it is widened
	reach       int // how deep the search goes, less where the last one was too good
	root        []rootLine
	before      rootLine // the best line of the iteration before; without a move in the first
	favourite   Move     // the best move of the iteration before that was weighed by the clock
	through     bool     // the last iteration is complete
}

// become makes the stage the same as another one.
func (s *stage) become(other *stage) {
	root, before := s.root, s.before
	for i := range root {
		root[i].become(&other.root[i])
	}
	before.become(&other.before)
	*s = *other
	s.root, s.before = root, before
}

// advance takes the score of a stage that a thread has completed, and goes on to
// the next one. Where another thread was sooner, this one follows.
func (j *job) advance(w *worker, score int) {
	j.stages.Lock()
	defer j.stages.Unlock()
	if w.number < j.stage.number {
		j.catchUp(w)
		return
	}
	if w.settle(score) {
		if w.from++; w.from < j.Lines {
			w.aspire()
		} else {
			j.complete(w)
		}
	}
	w.number++
	if len(j.workers) > 1 {
		j.stage.become(&w.stage)
		j.newest.Store(int64(w.number))
	}
}

// complete ends an iteration and begins the next one if there is to be one.
func (j *job) complete(w *worker) {
	if j.Report != nil {
		j.Report(j.report(w))
	}
	if w.depth >= maxPly-1 || w.depth == j.Depth || j.enough(w) {
		j.stop.Store(true)
		w.stopped, w.through = true, true
		return
	}
	w.deepen()
}

// follow lets a thread that was overtaken go on where the others are.
func (j *job) follow(w *worker) {
	if w.nodes == w.limit || j.stop.Load() {
		return
	}
	j.stages.Lock()
	defer j.stages.Unlock()
	j.catchUp(w)
}

// catchUp brings a thread to the newest stage.
func (j *job) catchUp(w *worker) {
	w.become(&j.stage)
	w.stopped = j.stop.Load()
}

// enough reports whether to leave it at the iterations done: the clock says so, or, in
// a brief search, nothing else can come of it.
func (j *job) enough(w *worker) bool {
	if j.Brief && w.idle() {
		return true
	}
	if j.Soft <= 0 {
		return false
	}
	soft := float64(j.Soft) * w.doubt()
	return float64(time.Since(j.began)) >= soft || len(w.root) == 1
}

// idle reports whether to search on would change nothing about the best move.
func (w *worker) idle() bool {
	const (
		glance = 6 // plies that tell how the game stands where there is no choice
		spare  = 4 // plies beyond a mate, in which a nearer one mostly shows that was reduced away
	)
	best := &w.root[0]
	mate := newScore(best.shown).Mate
	return len(w.root) == 1 && w.depth >= glance || mate != 0 && best.depth >= abs(mate)+spare
}
