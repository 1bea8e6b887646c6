package sse

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/services/gateway/internal/frame"
	"kydai.dev/services/gateway/internal/live"
)

// stream is one client and what it reads. It runs on goroutines of its own, so
// that those of the request, and their buffers, are free again.
type stream struct {
	*live.Stream
	pen   *pen
	woken chan struct{}
	leave func()
}

func (s *stream) wake() {
	select {
	case s.woken <- struct{}{}:
	default:
	}
}

func (s *stream) close() {
	s.Close()
	s.leave()
}

// run writes the stream until it ends or the client has gone.
func (s *stream) run(ctx context.Context, heartbeat time.Duration) {
	defer s.close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var reader errgroup.Group
	reader.Go(func() error { s.pen.gone(); cancel(); return nil })
	s.write(ctx, heartbeat)
	_ = s.pen.conn.Close() // whether it was cut or has ended
	_ = reader.Wait()      // it has no error
}

func (s *stream) write(ctx context.Context, heartbeat time.Duration) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for s.give(ctx) {
		select {
		case <-ctx.Done():
			return
		case <-s.woken:
		case <-beat.C:
			if s.pen.write(frame.Heartbeat()) != nil {
				return
			}
		}
	}
}

// give writes all that there is now and reports whether more may come.
func (s *stream) give(ctx context.Context) bool {
	for {
		frames, step := s.Take(nil)
		if s.pen.frames(frames...) != nil || step == live.End {
			return false
		}
		if step == live.Wait {
			return true
		}
		if s.Read(ctx) != nil {
			_ = s.pen.frames(s.Fail()) // the client comes back either way
			return false
		}
	}
}
