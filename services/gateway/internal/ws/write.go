package ws

import (
	"context"
	"slices"

	"github.com/coder/websocket"

	"kydai.dev/services/gateway/internal/frame"
	"kydai.dev/services/gateway/internal/live"
)

const (
	// framesAtOnce is about how many frames of streams are written together.
	framesAtOnce = 256
	// keepAnswers is how much room for answers an idle socket keeps.
	keepAnswers = 4 << 10
)

// batch is what the writer writes together.
type batch struct {
	answers []byte
	ends    []int
	frames  []*frame.Frame
	ping    bool
	// read are streams whose log has to be read, ended those that are over.
	read  []*sub
	ended []*live.Stream
	// urgent says that the frames bring something new: not only the events of
	// moves that the client has played itself and has the answers to.
	urgent bool
	// bye closes the socket, after which there is nothing.
	bye *websocket.CloseError
}

// write writes what there is until the socket is closed or broken.
func (k *socket) write() {
	var b batch
	for k.collect(&b) {
		for _, s := range b.ended {
			s.Close()
		}
		for _, s := range b.read {
			k.reads.Go(func() error { k.readLog(s); return nil })
		}
		if b.bye != nil {
			_ = k.conn.Close(b.bye.Code, b.bye.Reason) // it is closed either way
			return
		}
		if k.send(&b) != nil {
			return
		}
	}
}

// send writes a batch at once.
func (k *socket) send(b *batch) error {
	k.below.cork()
	from := 0
	for _, end := range b.ends {
		if err := k.message(b.answers[from:end]); err != nil {
			return err
		}
		from = end
	}
	for _, f := range b.frames {
		if err := k.message(f.JSON()); err != nil {
			return err
		}
	}
	if b.ping {
		if err := k.below.ping(); err != nil {
			return err
		}
	}
	return k.below.uncork()
}

func (k *socket) message(m []byte) error {
	return k.conn.Write(context.Background(), websocket.MessageText, m)
}

// collect waits for something to write and reports false once nothing can be
// written any more. Answers come first: a stream's frames are only taken while
// no answer that must come before them is awaited.
func (k *socket) collect(b *batch) bool {
	b.reset()
	k.mu.Lock()
	defer k.mu.Unlock()
	for !k.broken {
		b.answers, k.answers = k.answers, b.answers[:0]
		b.ends, k.ends = k.ends, b.ends[:0]
		b.ping, k.ping = k.ping, false
		k.takeFrames(b)
		if b.due() || k.hurry && len(b.frames) > 0 {
			k.hurry, k.waiting = false, false
			k.changed.Broadcast() // there is room for answers again
			return true
		}
		k.putOff(len(b.frames) > 0)
		if k.bye != nil && len(b.frames) == 0 && len(k.flying) == 0 && !k.unfinished() {
			b.bye = k.bye
			return true
		}
		k.changed.Wait()
	}
	return false
}

func (b *batch) reset() {
	clear(b.frames)
	clear(b.read)
	clear(b.ended)
	b.frames, b.read, b.ended, b.urgent = b.frames[:0], b.read[:0], b.ended[:0], false
	if cap(b.answers) > keepAnswers {
		b.answers = nil
	}
}

// due reports whether there is something that must not wait.
func (b *batch) due() bool {
	return len(b.ends) > 0 || b.urgent || b.ping || len(b.read) > 0 || len(b.ended) > 0
}

// putOff lets frames wait that tell the client nothing new, so that they leave
// together with what comes next, or a little later. It is called under the
// lock.
func (k *socket) putOff(some bool) {
	if some && !k.waiting {
		k.waiting = true
		k.server.later.add(k)
	}
}

// hurryUp sends what was put off and has not left with something else.
func (k *socket) hurryUp() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.waiting {
		k.hurry, k.waiting = true, false
		k.changed.Broadcast()
	}
}

// takeFrames takes what the streams have. It is called under the lock, so that
// no move begins to fly between the look and the taking.
func (k *socket) takeFrames(b *batch) {
	rest := k.dirty[:0]
	for i, s := range k.dirty {
		if len(b.frames) >= framesAtOnce {
			rest = append(rest, k.dirty[i:]...)
			break
		}
		if s.reading || k.subs[s.stream.Name()] != s {
			s.dirty = false
			continue
		}
		if slices.Contains(k.flying, s.stream.Name()) {
			rest = append(rest, s)
			continue
		}
		s.dirty = false
		k.takeStream(b, s)
	}
	clear(k.dirty[len(rest):])
	k.dirty = rest
}

func (k *socket) takeStream(b *batch, s *sub) {
	var step live.Step
	old := len(b.frames)
	b.frames, step = s.stream.Take(b.frames)
	if n := len(b.frames); n > old && b.frames[n-1].Seq > s.told || step == live.End {
		b.urgent = true
	}
	switch step {
	case live.Read:
		s.reading = true
		b.read = append(b.read, s)
	case live.End:
		delete(k.subs, s.stream.Name())
		b.ended = append(b.ended, s.stream)
	case live.Wait:
	}
}

// unfinished reports whether a stream has more to say before the socket is
// closed.
func (k *socket) unfinished() bool {
	for _, s := range k.subs {
		if s.dirty || s.reading {
			return true
		}
	}
	return false
}

// readLog reads on for a stream and lets the writer take it.
func (k *socket) readLog(s *sub) {
	err := s.stream.Read(context.Background())
	if err != nil {
		s.stream.Stop(live.ReasonFailed)
	}
	k.mu.Lock()
	s.reading = false
	k.mu.Unlock()
	k.mark(s)
}

// mark lets the writer take a stream's frames.
func (k *socket) mark(s *sub) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s.stream == nil || s.dirty {
		return // not open yet, or marked already
	}
	s.dirty = true
	k.dirty = append(k.dirty, s)
	k.changed.Broadcast()
}
