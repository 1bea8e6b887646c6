package load

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/kydai/internal/hall"
)

// Log is what the logs of the games say to what was acknowledged.
type Log struct {
	// Games have been read, Acknowledged is how many plies of theirs were.
	Games        int `json:"games"`
	Acknowledged int `json:"acknowledged"`
	// Missing plies were acknowledged and are not in the log, or otherwise.
	Missing int `json:"missing"`
	// Doubled plies are in the log more than once.
	Doubled int `json:"doubled"`
	// Gaps are events whose seq does not follow the one before.
	Gaps int `json:"gaps"`
}

// OK reports whether the hall has kept its word.
func (l Log) OK() bool { return l.Missing == 0 && l.Doubled == 0 && l.Gaps == 0 }

func (l *Log) add(m Log) {
	l.Games += m.Games
	l.Acknowledged += m.Acknowledged
	l.Missing += m.Missing
	l.Doubled += m.Doubled
	l.Gaps += m.Gaps
}

// Check compares a game's log with what was acknowledged.
func Check(m *Match, events []*refereev1.GameEvent) Log {
	found := Log{Games: 1}
	times := make(map[int32]int, len(m.Moves))
	right := make(map[int32]bool, len(m.Moves))
	for i, e := range events {
		if e.GetSeq() != int32(i+1) {
			found.Gaps++
		}
		p := e.GetPlayed()
		if p == nil {
			continue
		}
		times[p.GetPly()]++
		n := int(p.GetPly())
		right[p.GetPly()] = n <= len(m.Moves) && m.Moves[n-1] == p.GetMove() && (m.Seqs[n-1] == 0 || m.Seqs[n-1] == e.GetSeq())
	}
	for _, n := range times {
		found.Doubled += n - 1
	}
	for i, seq := range m.Seqs {
		if seq == 0 {
			continue
		}
		found.Acknowledged++
		if !right[int32(i+1)] {
			found.Missing++
		}
	}
	return found
}

// Audit reads the logs of all matches and compares them. See is given each log
// that has been read, one at a time; it may be nil.
func Audit(ctx context.Context, client *hall.Client, matches []*Match, see func(*Match, []*refereev1.GameEvent)) (Log, error) {
	var mu sync.Mutex
	var found Log
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(calls)
	for _, m := range matches {
		group.Go(func() error {
			events, err := client.Log(ctx, m.ID, 0)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			found.add(Check(m, events))
			if see != nil {
				see(m, events)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return found, fmt.Errorf("audit: %w", err)
	}
	return found, nil
}
