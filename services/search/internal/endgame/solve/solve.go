package solve

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"kydai.dev/services/search/internal/endgame/table"
)

// Options are how to solve.
type Options struct {
	// Limit is the value of the counter that draws; 0 is a game without one.
	Limit int
	// Threads is how many work at once; one where it is 0.
	Threads int
	// Progress, if any, is told from time to time, by any thread, of how many
	// more positions the moves were looked at. Every position is looked at once,
	// with a limit twice.
	Progress func(positions int)
	// Rest, if any, is called by every thread now and then. It may wait.
	Rest func(context.Context)
}

// Solved is the values of a space.
type Solved struct {
	theory []uint16 // outcome and distance
	exact  []uint32 // words of the second pass; nil without a limit
	limit  int
}

// Solve solves a space. It uses 4 bytes a position, and 2 more with a limit.
func Solve(ctx context.Context, s Space, o Options) (*Solved, error) {
	words := make([]uint32, s.Len())
	p := &pass{space: s, metric: toEnd, words: words}
	if err := p.run(ctx, o); err != nil {
		return nil, err
	}
	solved := &Solved{theory: make([]uint16, len(words)), limit: o.Limit}
	for i, word := range words {
		outcome, plies := outcomeOf(word)
		solved.theory[i] = uint16(outcome+1) | uint16(plies)<<2
	}
	if o.Limit == 0 {
		return solved, nil
	}
	second := &pass{space: s, metric: toZeroing, words: words}
	second.limit = o.Limit
	if err := second.run(ctx, o); err != nil {
		return nil, err
	}
	solved.exact = words
	return solved, nil
}

// Len is how many positions there are.
func (s *Solved) Len() int { return len(s.theory) }

// Value is the value of a position.
func (s *Solved) Value(entry int) table.Value {
	theory := s.theory[entry]
	v := table.Value{Theory: table.Outcome(theory&3) - 1, Plies: theory >> 2}
	v.Outcome = v.Theory
	if s.exact == nil {
		return v
	}
	outcome, plies := outcomeOf(s.exact[entry])
	if plies > s.limit {
		outcome, plies = table.Draw, 0
	}
	v.Outcome, v.Zeroing = outcome, uint8(plies)
	return v
}

// run looks at every position once and then spreads what is known, from the
// shortest distance to the longest.
func (p *pass) run(ctx context.Context, o Options) error {
	err := p.each(ctx, o, func(from, to int) {
		var m Moves
		for i := from; i < to; i++ {
			p.begin(uint32(i), &m)
		}
		if o.Progress != nil {
			o.Progress(to - from)
		}
	})
	for level := 0; err == nil && level <= int(p.deepest.Load()) && (p.limit == 0 || level < p.limit); level++ {
		err = p.each(ctx, o, func(from, to int) {
			var list []uint32
			for i := from; i < to; i++ {
				list = p.spread(uint32(i), level, list)
			}
		})
	}
	return err
}

// share is how many positions a thread takes at a time.
const share = 1 << 14

// each calls do for shares of all positions, several at once.
func (p *pass) each(ctx context.Context, o Options, do func(from, to int)) error {
	var next atomic.Int64
	var group errgroup.Group
	for range max(1, min(o.Threads, len(p.words)/share+1)) {
		group.Go(func() error {
			for {
				from := int(next.Add(share)) - share
				if from >= len(p.words) || ctx.Err() != nil {
					return ctx.Err()
				}
				do(from, min(from+share, len(p.words)))
				if o.Rest != nil {
					o.Rest(ctx)
				}
			}
		})
	}
	return group.Wait()
}
