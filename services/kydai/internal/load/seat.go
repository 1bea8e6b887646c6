package load

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kydai.dev/services/kydai/internal/pause"
)

// retryPause is how long a player waits before the same again.
const retryPause = 50 * time.Millisecond

// seat is one player at a table.
type seat struct {
	table *table
	// side is 0 for the one who moves first.
	side int
	wire wire
	// seen is the seq of the last event of the game.
	seen int32

	// waits are the round trips of the moves that count.
	waits  []time.Duration
	errors map[string]int
	maxGap time.Duration
}

// play plays the table's games until the run is over.
func (s *seat) play(ctx context.Context) error {
	for k := 0; ; k++ {
		m, err := s.table.match(ctx, k)
		if err != nil {
			return err
		}
		if err := s.playMatch(ctx, m, k, s.table.last(m)); err != nil {
			return fmt.Errorf("game %s: %w", m.ID, err)
		}
		if !s.table.goesOn(m) {
			return nil
		}
	}
}

// playMatch plays to the last ply. The other player's is waited for, too: the
// move is made when both know it.
func (s *seat) playMatch(ctx context.Context, m *Match, k, last int) error {
	s.seen = 0
	if err := s.insist(ctx, func() error { return s.wire.follow(ctx, m.ID, 0) }); err != nil {
		return err
	}
	for ply := 1; ply <= last; ply++ {
		if ply == last-ahead && s.table.goesOn(m) {
			s.table.begin(ctx, k+1)
		}
		step := s.await
		if (ply-1)%2 == s.side {
			step = s.move
		}
		if err := step(ctx, m, ply); err != nil {
			return fmt.Errorf("ply %d: %w", ply, err)
		}
	}
	return nil
}

// move plays a ply and waits for the hall's answer.
func (s *seat) move(ctx context.Context, m *Match, ply int) error {
	counts, err := s.gate(ctx, m.before+ply)
	if err != nil {
		return err
	}
	began := time.Now()
	err = s.insist(ctx, func() error {
		seq, err := s.wire.play(ctx, m.ID, ply, m.Moves[ply-1], s.seen)
		m.Seqs[ply-1] = seq
		return err
	})
	if err != nil {
		return err
	}
	now := time.Now()
	s.table.acked.Store(&ack{game: m.ID, ply: ply, at: now})
	s.table.moved.Add(1)
	if counts {
		s.waits = append(s.waits, now.Sub(began))
	}
	return nil
}

// errEnough ends a table when the time is over.
var errEnough = errors.New("enough")

// gate lets a ply pass and says whether it counts: the first ones warm up, and
// then all tables start at once.
func (s *seat) gate(ctx context.Context, n int) (counts bool, err error) {
	r := s.table.session
	if n <= r.WarmUp {
		return false, nil
	}
	if n == r.WarmUp+1 {
		s.table.warmed()
		select {
		case <-r.started:
		case <-ctx.Done():
			return false, context.Cause(ctx)
		}
	}
	if r.enough.Load() {
		return false, errEnough
	}
	return true, nil
}

// await reads the stream up to a ply.
func (s *seat) await(ctx context.Context, m *Match, ply int) error {
	for {
		e, err := s.wire.next(ctx)
		if err != nil {
			if err := s.resume(ctx, m, err); err != nil {
				return err
			}
			continue
		}
		if e.seq != s.seen+1 {
			s.errors["STREAM_JUMPS"]++
		}
		s.seen = e.seq
		if e.ply == ply {
			s.arrived(m, ply)
			return nil
		}
	}
}

// arrived measures how long an acknowledged ply took to come here.
func (s *seat) arrived(m *Match, ply int) {
	if a := s.table.acked.Load(); a != nil && a.ply == ply && a.game == m.ID {
		s.maxGap = max(s.maxGap, time.Since(a.at))
	}
}

// resume goes on after a stream broke off.
func (s *seat) resume(ctx context.Context, m *Match, broken error) error {
	if err := s.pardon(ctx, broken); err != nil {
		return err
	}
	return s.insist(ctx, func() error { return s.wire.follow(ctx, m.ID, s.seen) })
}

// insist does something, again and again where the run retries.
func (s *seat) insist(ctx context.Context, do func() error) error {
	for {
		err := do()
		if err == nil {
			return nil
		}
		if err := s.pardon(ctx, err); err != nil {
			return err
		}
	}
}

// pardon counts an error, and returns it where it is final.
func (s *seat) pardon(ctx context.Context, err error) error {
	if s.table.leaving.Load() {
		return errEnough
	}
	s.errors[reason(err)]++
	if !s.table.session.Retry || !temporary(err) {
		return err
	}
	return pause.For(ctx, retryPause)
}
