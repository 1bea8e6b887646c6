package tournament

import (
	"errors"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/standings"
	"kydai.dev/services/tournament/internal/swiss"
)

// Verdict compares a round that was played with what the rules give.
type Verdict = swiss.Verdict

// ErrKnockout is why the rounds of a knockout are not compared.
var ErrKnockout = errors.New("the rounds of a knockout follow from its bracket; only Swiss events and round robins are checked")

// Check compares each round with what the rules give: the Berger tables where the
// report's type is a round robin, else the Dutch system. Where the report has no
// number of rounds, as in a TRF16, the event is taken for finished.
func (e *Event) Check() ([]Verdict, error) {
	table := *e.table
	if table.Total == 0 {
		table.Total = table.Played()
	}
	switch {
	case table.System == "KNOCKOUT":
		return nil, ErrKnockout
	case standings.IsRoundRobin(&table):
		return checkBerger(&table), nil
	}
	return swiss.Check(&table), nil
}

// checkBerger compares boards alone: reports write who is free in several ways.
func checkBerger(t *crosstable.Table) []Verdict {
	var verdicts []Verdict
	for round := 1; round <= t.Played(); round++ {
		v := Verdict{Round: round, Played: swiss.Played(t, round)}
		var err error
		if v.Expected, err = (&Event{t.Before(round)}).Pair(); err != nil {
			v.Reason = err.Error()
		} else {
			v.Expected.Bye = v.Played.Bye
			v.Same = swiss.SameBoards(v.Expected, v.Played)
			v.Reason = "the Berger tables give other boards or colours"
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// MissingBoards are the boards of one round that another doesn't have.
func MissingBoards(a, b Round) []Board { return swiss.Missing(a, b) }
