// Package simulation plays Swiss events that are drawn at random, with everything
// that happens in real ones, and holds each pairing against the absolute rules. It
// reads those rules anew: what the pairing knows it doesn't use.
package simulation

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/swiss"
)

// Settings say what is played.
type Settings struct {
	Events     int
	MaxPlayers int // an event has two at least
	MaxRounds  int
	Seed       uint64
}

// Report counts what was played.
type Report struct {
	Events, Rounds, Games int
	Impossible            int // rounds without a legal pairing
}

// Broken is a rule that a pairing breaks, and the event in which it does.
type Broken struct {
	Event  int
	Round  int
	Reason string
	Table  *crosstable.Table // as it was before the round
}

// Error names the event and the rule.
func (b *Broken) Error() string {
	return fmt.Sprintf("event %d, round %d: %s", b.Event, b.Round, b.Reason)
}

// Run plays the events. The error is a [Broken].
func Run(s Settings) (Report, error) {
	var report Report
	for i := range s.Events {
		rng := rand.New(rand.NewPCG(s.Seed, uint64(i)))
		if err := playEvent(rng, s, i, &report); err != nil {
			return report, err
		}
		report.Events++
	}
	return report, nil
}

func playEvent(rng *rand.Rand, s Settings, number int, report *Report) error {
	e := newEvent(rng, s)
	for e.table.Played() < e.table.Total {
		e.absences()
		round, err := swiss.Pair(e.table)
		report.Rounds++
		rules := newRules(e.table)
		reason := ""
		switch {
		case errors.Is(err, swiss.ErrNoPairing):
			report.Impossible++
			if reason = rules.impossible(); reason == "" {
				return nil
			}
		case err != nil:
			reason = err.Error()
		default:
			reason = rules.broken(round)
		}
		if reason != "" {
			return &Broken{Event: number, Round: e.table.Played() + 1, Reason: reason, Table: e.table}
		}
		report.Games += len(round.Boards)
		e.play(round)
	}
	return nil
}
