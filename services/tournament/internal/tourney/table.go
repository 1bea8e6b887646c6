package tourney

import (
	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/roundrobin"
)

// scoring is what results are worth.
func (s Settings) scoring() crosstable.Scoring {
	usual := crosstable.Usual()
	switch {
	case s.Format == RoundRobin || s.Format == DoubleRoundRobin:
		usual.Allocated = 0 // everybody is free once
	case s.Swiss.Bye == AsDraw:
		usual.Allocated = usual.Draw
	case s.Swiss.Bye == AsLoss:
		usual.Allocated = usual.Loss
	}
	return usual
}

// code is a bye's in the cross table. There is one bye of an odd number a round,
// but many of a bracket.
func (k ByeKind) code(f Format) crosstable.Result {
	switch {
	case k == ByeAllocated && f == KnockoutSystem:
		return crosstable.FullBye
	case k == ByeAllocated:
		return crosstable.Allocated
	case k == ByeHalf:
		return crosstable.HalfBye
	}
	return crosstable.Absent
}

// system is the type of the event in the words of the report files.
func (s Settings) system() string {
	switch s.Format {
	case SwissSystem:
		if s.Swiss.Baku {
			return "FIDE_DUTCH_BAKU"
		}
		return "FIDE_DUTCH"
	case RoundRobin:
		return "FIDE_ROUNDROBIN"
	case DoubleRoundRobin:
		return "FIDE_DOUBLEROUNDROBIN"
	}
	return "KNOCKOUT"
}

// Table is the cross table of the rounds that are over, with all games as they were
// played. Players are their numbers there.
func (t *Tournament) Table() *crosstable.Table { return t.table(t.finished()) }

func (t *Tournament) table(rounds int) *crosstable.Table {
	s := t.settings
	table := &crosstable.Table{
		System: s.system(), TieBreaks: s.TieBreaks, Total: t.planned, Scoring: s.scoring(), Initial: crosstable.White,
		Headers: []crosstable.Header{{Code: "012", Text: s.Name}},
	}
	if t.initial == SecondSide {
		table.Initial = crosstable.Black
	}
	numbers := t.numbers()
	table.Players = make([]crosstable.Player, len(t.order))
	for _, p := range t.entrants {
		if p.Number > 0 {
			table.Players[p.Number-1] = crosstable.Player{ID: p.Number, Seed: p.Number, Name: p.Name, Rating: p.Rating}
		}
	}
	for _, r := range t.rounds[:rounds] {
		t.addRound(table, r, numbers)
	}
	for _, f := range t.forbidden {
		if a, b := numbers[f.First], numbers[f.Second]; a > 0 && b > 0 {
			table.Forbidden = append(table.Forbidden, crosstable.Forbidden{Players: []int{a, b}})
		}
	}
	return table
}

func (t *Tournament) numbers() map[string]int {
	numbers := make(map[string]int, len(t.order))
	for i, p := range t.order {
		numbers[p] = i + 1
	}
	return numbers
}

func (t *Tournament) addRound(table *crosstable.Table, r *round, numbers map[string]int) {
	entries := make([]crosstable.Entry, len(table.Players))
	for i := range entries {
		entries[i].Result = crosstable.Absent
	}
	for _, b := range r.byes {
		entries[numbers[b.Player]-1].Result = b.Kind.code(t.settings.Format)
	}
	for _, p := range r.boards {
		a, b := numbers[p.First], numbers[p.Second]
		first, second := p.codes()
		entries[a-1] = crosstable.Entry{Opponent: b, Colour: crosstable.White, Result: first}
		entries[b-1] = crosstable.Entry{Opponent: a, Colour: crosstable.Black, Result: second}
	}
	for i, e := range entries {
		e.Points = table.Scoring.Of(e.Result)
		table.Players[i].Rounds = append(table.Players[i].Rounds, e)
	}
}

// codes are a pairing's results in the cross table. A forfeit is no game, nor is a
// walkover.
func (p *Pairing) codes() (first, second crosstable.Result) {
	result := p.Result
	if p.Decided == ByWalkover {
		result = map[Result]Result{FirstWins: FirstForfeit, SecondWins: SecondForfeit}[result]
	}
	switch result {
	case FirstWins:
		return crosstable.Win, crosstable.Loss
	case SecondWins:
		return crosstable.Loss, crosstable.Win
	case FirstForfeit:
		return crosstable.ForfeitWin, crosstable.ForfeitLoss
	case SecondForfeit:
		return crosstable.ForfeitLoss, crosstable.ForfeitWin
	case BothForfeit:
		return crosstable.ForfeitLoss, crosstable.ForfeitLoss
	}
	return crosstable.Draw, crosstable.Draw
}

// counted is the table as the standings count it: in a round robin without the
// games of who left early.
func (t *Tournament) counted(rounds int) (*crosstable.Table, error) {
	table := t.table(rounds)
	if t.settings.Format != RoundRobin && t.settings.Format != DoubleRoundRobin {
		return table, nil
	}
	var left []roundrobin.Withdrawal
	for _, p := range t.entrants {
		if p.Number > 0 && p.State != Playing {
			left = append(left, roundrobin.Withdrawal{Player: p.Number, After: p.After})
		}
	}
	return roundrobin.Counted(table, left)
}
