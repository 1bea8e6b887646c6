package engine

import (
	"sync"

	"kydai.dev/pkg/rules"
)

// heardMost is how many lessons of others wait for a thread. What comes when there
// are more is lost, so that many threads do not keep each other from thinking.
const heardMost = 2048

// lesson is what a thread has learned about a move.
type lesson struct {
	move    Move
	last    [followed]int16 // the arrivals one and two plies ago; none below zero
	bonus   int16           // below zero for a move that did not refute
	side    rules.Side
	refutes bool
}

// take takes a lesson in.
func (h *histories) take(l *lesson) {
	bonus, arrival := int(l.bonus), l.move.arrival()
	if !l.move.quiet() {
		adjust(&h.noisy[arrival][l.move.Victim()], bonus)
		return
	}
	if before := l.last[0]; l.refutes && before >= 0 {
		h.counters[l.side][before] = l.move
	}
	adjust(&h.quiet[l.side][l.move.way()], bonus)
	adjust(&h.arrive[l.side][arrival], bonus)
	for back, before := range l.last {
		if before >= 0 {
			h.written[back][l.side][before] = true
			adjust(&h.follow[back][l.side][before][arrival], bonus)
		}
	}
}

// draw takes a lesson of the thread's own in and keeps it for the others.
func (w *worker) draw(l *lesson) {
	w.histories.take(l)
	if w.job.busy != nil {
		w.told = append(w.told, *l)
	}
}

// mailbox is what others have told a thread.
type mailbox struct {
	mu      sync.Mutex
	lessons []lesson
}

// put puts lessons in as far as there is room.
func (m *mailbox) put(lessons []lesson) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lessons = append(m.lessons, lessons[:min(len(lessons), heardMost-len(m.lessons))]...)
}

// swap takes out what there is and leaves an empty list in its place.
func (m *mailbox) swap(empty []lesson) []lesson {
	m.mu.Lock()
	defer m.mu.Unlock()
	full := m.lessons
	m.lessons = empty[:0]
	return full
}

// exchange tells the other threads what this one has learned, and takes in what they
// have.
func (w *worker) exchange() {
	if w.job.busy == nil {
		return
	}
	for _, other := range w.job.workers {
		if other != w {
			other.mailbox.put(w.told)
		}
	}
	w.told = w.told[:0]
	w.heard = w.mailbox.swap(w.heard)
	for i := range w.heard {
		w.histories.take(&w.heard[i])
	}
}
