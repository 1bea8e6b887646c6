package simulation

import (
	"math/rand/v2"
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/swiss"
)

// event is one that is being played.
type event struct {
	rng    *rand.Rand
	table  *crosstable.Table
	joins  []int // the first round of each player
	leaves []int // the last one
}

func newEvent(rng *rand.Rand, s Settings) *event {
	players := 2 + rng.IntN(max(1, s.MaxPlayers-1))
	e := &event{rng: rng, table: &crosstable.Table{
		Total: 1 + rng.IntN(s.MaxRounds), Scoring: scoring(rng), Initial: crosstable.Colour(1 + rng.IntN(2)),
	}}
	for i := range players {
		e.table.Players = append(e.table.Players, crosstable.Player{ID: i + 1, Seed: i + 1, Rating: 2600 - 1200*i/players})
		joins, leaves := 1, e.table.Total
		if rng.IntN(12) == 0 {
			joins = 1 + rng.IntN(3)
		}
		if rng.IntN(12) == 0 {
			leaves = 1 + rng.IntN(e.table.Total)
		}
		e.joins, e.leaves = append(e.joins, joins), append(e.leaves, leaves)
	}
	if rng.IntN(6) == 0 {
		pair := rng.Perm(players)[:2]
		e.table.Forbidden = []crosstable.Forbidden{{Players: []int{pair[0] + 1, pair[1] + 1}}}
	}
	if s := e.table.Scoring; rng.IntN(6) == 0 && s.Win == 2*s.Draw {
		e.table.System = "FIDE_DUTCH_BAKU"
	}
	return e
}

func scoring(rng *rand.Rand) crosstable.Scoring {
	s := crosstable.Usual()
	switch rng.IntN(6) {
	case 0:
		s.Win, s.Draw, s.Allocated = 30, 10, 30
	case 1:
		s.Allocated = s.Draw
	case 2:
		s.Allocated = 0
	}
	return s
}

// absences says who stays away from the next round.
func (e *event) absences() {
	round := e.table.Played() + 1
	e.table.Byes = nil
	for i := range e.table.Players {
		b := crosstable.Bye{Round: round, Player: i + 1, Result: crosstable.Absent}
		switch x := e.rng.IntN(60); {
		case round < e.joins[i] || round > e.leaves[i], x == 0:
		case x == 1:
			b.Result = crosstable.FullBye
		case x < 4:
			b.Result = crosstable.HalfBye
		default:
			continue
		}
		e.table.Byes = append(e.table.Byes, b)
	}
}

// play draws the results of a round.
func (e *event) play(round swiss.Round) {
	entries := map[int]crosstable.Entry{}
	for player, result := range e.table.ByesIn(round.Number) {
		entries[player] = crosstable.Entry{Result: result}
	}
	if round.Bye != 0 {
		entries[round.Bye] = crosstable.Entry{Result: crosstable.Allocated}
	}
	for _, b := range round.Boards {
		first, second := e.results(b)
		entries[b.First] = crosstable.Entry{Opponent: b.Second, Colour: crosstable.White, Result: first}
		entries[b.Second] = crosstable.Entry{Opponent: b.First, Colour: crosstable.Black, Result: second}
	}
	for i := range e.table.Players {
		entry := entries[i+1]
		entry.Points = e.table.Scoring.Of(entry.Result)
		p := &e.table.Players[i]
		p.Rounds = append(slices.Clip(p.Rounds), entry)
	}
}

// results lets the higher rated player win more often; some don't come.
func (e *event) results(b swiss.Board) (first, second crosstable.Result) {
	gap := e.table.Player(b.First).Rating - e.table.Player(b.Second).Rating
	switch x := e.rng.IntN(1000); {
	case x < 15:
		return crosstable.ForfeitWin, crosstable.ForfeitLoss
	case x < 30:
		return crosstable.ForfeitLoss, crosstable.ForfeitWin
	case x < 35:
		return crosstable.ForfeitLoss, crosstable.ForfeitLoss
	case x < 400+gap/4:
		return crosstable.Win, crosstable.Loss
	case x < 600+gap/4:
		return crosstable.Draw, crosstable.Draw
	}
	return crosstable.Loss, crosstable.Win
}
