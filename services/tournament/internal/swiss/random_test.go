package swiss_test

import (
	"math/rand/v2"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/swiss"
)

// randomEvent plays the first rounds of an event; the better seed wins more often.
func randomEvent(t require.TestingT, players, rounds, played int, seed uint64) *crosstable.Table {
	rng := rand.New(rand.NewPCG(seed, uint64(players)))
	table := &crosstable.Table{Total: rounds, Initial: crosstable.White, Scoring: crosstable.Usual()}
	for i := range players {
		table.Players = append(table.Players, crosstable.Player{ID: i + 1, Seed: i + 1, Rating: 2600 - i*1400/players})
	}
	for range played {
		round, err := swiss.Pair(table)
		require.NoError(t, err)
		play(table, round, rng)
	}
	return table
}

// play enters a round with results drawn at random.
func play(t *crosstable.Table, round swiss.Round, rng *rand.Rand) {
	entries := make([]crosstable.Entry, len(t.Players)+1)
	for i := range entries {
		entries[i].Result = crosstable.Absent
	}
	for _, b := range round.Boards {
		gap := t.Player(b.First).Rating - t.Player(b.Second).Rating
		first, second := crosstable.Draw, crosstable.Draw
		switch x := rng.IntN(1000); {
		case x < 350+gap/2:
			first, second = crosstable.Win, crosstable.Loss
		case x > 650+gap/2:
			first, second = crosstable.Loss, crosstable.Win
		}
		entries[b.First] = crosstable.Entry{Opponent: b.Second, Colour: crosstable.White, Result: first}
		entries[b.Second] = crosstable.Entry{Opponent: b.First, Colour: crosstable.Black, Result: second}
	}
	if round.Bye != 0 {
		entries[round.Bye].Result = crosstable.Allocated
	}
	for i := range t.Players {
		e := entries[i+1]
		e.Points = t.Scoring.Of(e.Result)
		t.Players[i].Rounds = append(t.Players[i].Rounds, e)
	}
}
