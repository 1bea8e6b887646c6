package export

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/standings"
	"kydai.dev/services/tournament/internal/swiss"
	"kydai.dev/services/tournament/internal/tourney"
)

// report is the cross table with all that report files have a record for besides: the
// dates, the clocks, the ranks, the virtual points and the byes to come.
func report(t *tourney.Tournament) (*crosstable.Table, error) {
	table := t.Table()
	table.Headers = append(table.Headers, headers(t)...)
	ranks, err := t.Standings(t.FinishedRounds())
	if err != nil {
		return nil, err
	}
	for _, p := range ranks.Places {
		if player := table.Player(p.Number); player != nil {
			player.Rank = p.Rank
		}
	}
	if standings.IsRoundRobin(table) {
		freeAsAbsent(table)
	}
	accelerate(t, table)
	addByes(t, table)
	return table, nil
}

// freeAsAbsent writes the free rounds of a round robin as absences: not every format
// says what the bye of an odd number is worth, and readers take it for a point.
func freeAsAbsent(table *crosstable.Table) {
	table.Scoring = crosstable.Usual()
	for _, p := range table.Players {
		for i := range p.Rounds {
			if p.Rounds[i].Result == crosstable.Allocated {
				p.Rounds[i].Result = crosstable.Absent
			}
		}
	}
}

func headers(t *tourney.Tournament) []crosstable.Header {
	s := t.Settings()
	list := []crosstable.Header{{Code: "042", Text: date(s.Start)}}
	if end := t.EndedAt(); !end.IsZero() {
		list = append(list, crosstable.Header{Code: "052", Text: date(end)})
	}
	list = append(list, crosstable.Header{Code: "092", Text: kind(s.Format) + ", " + s.Game})
	if s.Control.Timed() {
		list = append(list, crosstable.Header{Code: "122", Text: control(s.Control)})
	}
	return list
}

func date(t time.Time) string { return t.Format("2006/01/02") }

// kind is a format in words.
func kind(f tourney.Format) string {
	words := strings.ReplaceAll(string(f), "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// control is a time control in words.
func control(c timecontrol.Control) string {
	return cmp.Or(c.Preset, fmt.Sprintf("%v + %v", c.Bank, c.Increment))
}

// accelerate writes the virtual points down that the type alone only promises.
func accelerate(t *tourney.Tournament, table *crosstable.Table) {
	if s := t.Settings(); s.Format != tourney.SwissSystem || !s.Swiss.Baku {
		return
	}
	virtual := swiss.Baku(table.Total, table.Scoring)
	for i := range table.Players {
		if table.Players[i].Seed <= swiss.UpperGroup(len(table.Players)) {
			table.Players[i].Virtual = virtual
		}
	}
}

// addByes adds the absences that are agreed for rounds to come; whoever has left is
// absent from the next one on.
func addByes(t *tourney.Tournament, table *crosstable.Table) {
	next := table.Played() + 1
	for _, e := range t.Entrants() {
		if e.Number == 0 || next > table.Total {
			continue
		}
		if e.State != tourney.Playing {
			table.Byes = append(table.Byes, crosstable.Bye{Round: next, Player: e.Number, Result: crosstable.Absent})
			continue
		}
		for _, b := range e.Byes {
			if b.Round >= next {
				table.Byes = append(table.Byes, crosstable.Bye{Round: b.Round, Player: e.Number, Result: result(b.Kind)})
			}
		}
	}
}

func result(k tourney.ByeKind) crosstable.Result {
	if k == tourney.ByeHalf {
		return crosstable.HalfBye
	}
	return crosstable.Absent
}
