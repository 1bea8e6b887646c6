package live

import (
	"context"
	"slices"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"kydai.dev/services/gateway/internal/frame"
)

// event is one event of a log, as its keeper tells it.
type event struct {
	frame.LogEvent

	// id is that of what the log is of.
	id string
	// over is when its streams may end, if it ends by this event; zero where it goes
	// on.
	over time.Time
}

// state is what a log is of, as it stands after the event with a seq.
type state struct {
	proto.Message

	seq int32
	// over is when its streams may end, if it has ended.
	over time.Time
}

// chronicle is a watched log that a service keeps, that of an analysis or of a
// tournament: its newest events in order, and who reads them. What the bus does not
// bring its keeper is asked for.
type chronicle struct {
	*kind

	id, stream string

	mu sync.Mutex
	// newest holds the newest events under their seq; known says that it is known
	// where it begins.
	newest ring
	known  bool
	// last is the number of the last event that is known to end the log, over when
	// its streams may end; zero while it goes on.
	last int32
	over time.Time
	// readers is replaced and never changed, so that it may be walked freely.
	readers []*Stream
}

// hear takes an event, from wherever it comes, and returns the readers that have
// something new. What comes before its turn is asked for again.
func (c *chronicle) hear(e event) (wake []*Stream) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known {
		c.newest.last, c.known = e.GetSeq()-1, true
	}
	if e.GetSeq() != c.newest.last+1 {
		return nil
	}
	c.newest.add(c.frame(e), c.hub.cfg.Buffer)
	c.note(e.GetSeq(), e.over)
	return c.readers
}

func (c *chronicle) frame(e event) *frame.Frame { return frame.OfLog(c.stream, c.id, e.LogEvent) }

// note notes that the log has ended, if it has. It is called under the lock.
func (c *chronicle) note(seq int32, over time.Time) {
	if !over.IsZero() && seq >= c.last {
		c.last, c.over = seq, over
	}
}

// gone says that there is no such log any more.
func (c *chronicle) gone() (wake []*Stream) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last, c.over = c.newest.last, time.Now()
	return c.readers
}

// cursor is from where the keeper is to be asked for new events, while there may be
// some.
func (c *chronicle) cursor(now time.Time) (at cursor, wanted bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	more := c.over.IsZero() || c.over.After(now) || c.newest.last < c.last
	return cursor{c.id, c.newest.last}, c.known && more
}

func (c *chronicle) join(s *Stream) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known && s.cursor >= s.head {
		c.newest.last, c.known = s.cursor, true
	}
	return c.known && c.newest.covers(s.cursor)
}

func (c *chronicle) after(number int32, into []*frame.Frame) ([]*frame.Frame, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.newest.after(number, into)
}

func (c *chronicle) read(ctx context.Context, s *Stream) error {
	_, err := c.page(ctx, s, s.cursor)
	return err
}

// ended is when the streams may end, once all their readers can be told.
func (c *chronicle) ended() (at time.Time, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.newest.last < c.last {
		return time.Time{}, ""
	}
	return c.over, c.reason
}

// open reads what a reader begins with, in his own name: the keeper says whether he
// may.
func (c *chronicle) open(ctx context.Context, s *Stream, from Place) error {
	if from.Given {
		last, err := c.page(ctx, s, from.After)
		if err != nil || last >= from.After {
			return err
		}
	}
	now, err := c.state(s.caller.in(ctx), c.id)
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.note(now.seq, now.over)
	c.mu.Unlock()
	var fields []string
	if from.Given || from.Unknown { // it replaces whatever the reader thought it knew
		fields = append(fields, `"reset":true`)
	}
	s.page = append(s.page, frame.Of(c.stream, frame.TypeSnapshot, now.seq, time.Now(), frame.Message(now.Message), fields...))
	s.cursor = now.seq
	return nil
}

// page reads the events after a number in the reader's name and returns the number
// of the last one. The event of that number is read once more: it may be the one
// with which the log has ended.
func (c *chronicle) page(ctx context.Context, s *Stream, after int32) (last int32, err error) {
	limit := int32(c.hub.cfg.Page) //nolint:gosec // a page is small
	events, last, err := c.list(s.caller.in(ctx), c.id, max(0, after-1), limit)
	if err != nil {
		return 0, err
	}
	s.cursor = after
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range events {
		c.note(e.GetSeq(), e.over)
		if e.GetSeq() > after {
			s.page = append(s.page, c.frame(e))
			s.cursor = e.GetSeq()
		}
	}
	s.head = last
	return last, nil
}

// admit adds a reader.
func (c *chronicle) admit(s *Stream) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readers = append(slices.Clip(c.readers), s)
}

// leave takes a reader off and reports whether none is left.
func (c *chronicle) leave(s *Stream) (last bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readers = without(c.readers, s)
	return len(c.readers) == 0
}
