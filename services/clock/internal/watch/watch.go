// Package watch orders deadlines. It is pure: times come in as arguments.
package watch

import (
	"container/heap"
	"time"
)

// Deadline is when the time of a game's running side is over.
type Deadline struct {
	GameID string
	Seq    int
	At     time.Time
}

// Watch knows the next deadlines, one a game. It is not safe for concurrent
// use.
type Watch struct {
	games map[string]*item
	queue queue
}

type item struct {
	Deadline
	index int
}

// New returns an empty watch.
func New() *Watch { return &Watch{games: map[string]*item{}} }

// Len is the number of games watched.
func (w *Watch) Len() int { return len(w.queue) }

// Set watches a deadline instead of the game's earlier one. What is known of a
// later event of the game is kept.
func (w *Watch) Set(d Deadline) {
	it, ok := w.games[d.GameID]
	switch {
	case !ok:
		it = &item{Deadline: d}
		w.games[d.GameID] = it
		heap.Push(&w.queue, it)
	case d.Seq >= it.Seq:
		it.Deadline = d
		heap.Fix(&w.queue, it.index)
	}
}

// Drop forgets a game, unless it is watched for a later event than seq.
func (w *Watch) Drop(gameID string, seq int) {
	if it, ok := w.games[gameID]; ok && seq >= it.Seq {
		w.remove(it)
	}
}

// Watches reports whether a game is watched.
func (w *Watch) Watches(gameID string) bool {
	_, ok := w.games[gameID]
	return ok
}

// Next is the earliest deadline; ok is false when there is none.
func (w *Watch) Next() (at time.Time, ok bool) {
	if len(w.queue) == 0 {
		return time.Time{}, false
	}
	return w.queue[0].At, true
}

// Due takes out the deadlines that lie before a time, earliest first.
func (w *Watch) Due(before time.Time) []Deadline {
	var due []Deadline
	for len(w.queue) > 0 && w.queue[0].At.Before(before) {
		it := w.queue[0]
		due = append(due, it.Deadline)
		w.remove(it)
	}
	return due
}

func (w *Watch) remove(it *item) {
	heap.Remove(&w.queue, it.index)
	delete(w.games, it.GameID)
}

// queue is a heap of deadlines, earliest first.
type queue []*item

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].At.Before(q[j].At) }

func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

// Push is for container/heap.
func (q *queue) Push(x any) {
	it, _ := x.(*item)
	it.index = len(*q)
	*q = append(*q, it)
}

// Pop is for container/heap.
func (q *queue) Pop() any {
	last := len(*q) - 1
	it := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	return it
}
