package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// crew is two threads of one search.
func crew() (a, b *worker) {
	a, b = newWorker(), newWorker()
	j := &job{busy: new(busy), workers: []*worker{a, b}}
	a.job, b.job = j, j
	return a, b
}

// What a thread learns it knows at once, the other one when both have come to exchange
// it, and of moves that answered others and of captures as well.
func TestThreadsTellEachOtherWhatTheyLearn(t *testing.T) {
	t.Parallel()
	first, best, tried, capture := NewMove(1, 2, 3, 0, 0), NewMove(10, 20, 1, 0, 0), NewMove(11, 21, 1, 0, 0), NewMove(12, 22, 1, 5, 0)
	a, b := crew()
	a.frames[0].move = first
	n := &node{side: 1, ply: 1, depth: 5}
	a.frames[1].tried = []Move{tried, capture, best}
	a.learn(n, best)

	knows := func(w *worker) bool {
		w.frames[0].move = first
		return w.quietScore(1, best, 1) > 0 && w.quietScore(1, tried, 1) < 0 &&
			w.histories.noisyScore(capture) < 0 && w.histories.counter(1, first) == best
	}
	require.True(t, knows(a))
	b.exchange()
	require.Zero(t, *b.histories)
	a.exchange()
	require.Zero(t, *b.histories, "it is not disturbed")
	b.exchange()
	require.True(t, knows(b))
	require.Equal(t, *a.histories, *b.histories)

	before := *a.histories
	a.exchange()
	b.exchange()
	a.exchange()
	require.Equal(t, before, *a.histories, "it is told nothing of its own")
	require.Equal(t, before, *b.histories, "nor anything twice")
}

// One thread tells nobody.
func TestAThreadAloneKeepsNoLessons(t *testing.T) {
	t.Parallel()
	w := newWorker()
	w.job = &job{workers: []*worker{w}}
	w.learn(&node{depth: 3}, NewMove(1, 2, 3, 0, 0))
	w.exchange()
	require.Empty(t, w.told)
	require.Empty(t, w.mailbox.lessons)
}

// A thread that does not come to listen is told no more than it can take in at once.
func TestATeacherDoesNotFloodAThread(t *testing.T) {
	t.Parallel()
	a, b := crew()
	for range 3 * heardMost {
		a.draw(&lesson{move: NewMove(1, 2, 3, 0, 0), last: [followed]int16{-1, -1}, bonus: 1})
		a.exchange()
	}
	require.Len(t, b.mailbox.lessons, heardMost)
	e := Engine{workers: []*worker{a, b}}
	e.unlearn()
	require.Empty(t, b.mailbox.lessons)
	require.Zero(t, *a.histories)
}
