package swiss

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/tournament/internal/crosstable"
)

// The pairing is that of the judge, who tries everything.
func TestPairingIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(1, 9).Draw(t, "players")
		played := rapid.IntRange(0, 5).Draw(t, "played")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		table := wildTable(rng, players, played)
		require.NoError(t, table.Validate())

		f, err := newField(table)
		require.NoError(t, err)
		pairs, single, ok := (&judge{field: f}).run()
		got, err := Pair(table)
		if !ok {
			require.ErrorIs(t, err, ErrNoPairing)
			return
		}
		require.NoError(t, err)
		f, err = newField(table)
		require.NoError(t, err)
		require.Equal(t, f.publish(pairs, single), got)
	})
}

// Looking at a part of the field gives what looking at everybody gives.
func TestPartsOfTheFieldAreEnough(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(10, 40).Draw(t, "players")
		played := rapid.IntRange(0, 6).Draw(t, "played")
		table := wildTable(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2)), players, played)
		f, err := newField(table)
		require.NoError(t, err)
		p := newPairer(f)
		p.thorough = true
		failed := p.run(nil)
		got, err := Pair(table)
		require.Equal(t, failed == nil, err == nil)
		if err == nil {
			require.Equal(t, f.publish(p.pairs, p.single), got)
		}
	})
}

// wildTable has rounds that nobody has paired by any rule, so that all criteria
// matter.
func wildTable(rng *rand.Rand, players, played int) *crosstable.Table {
	t := &crosstable.Table{Total: played + 1 + rng.IntN(2), Initial: crosstable.Colour(1 + rng.IntN(2)), Scoring: crosstable.Usual()}
	if rng.IntN(5) == 0 {
		t.Scoring = crosstable.Scoring{Win: 30, Draw: 10, Allocated: 10}
	}
	accelerated := rng.IntN(6) == 0
	for i := range players {
		p := crosstable.Player{ID: i + 1, Seed: i + 1}
		if accelerated && i < players/2 {
			p.Virtual = slices.Repeat([]crosstable.Points{10}, 1+rng.IntN(played+1))
		}
		t.Players = append(t.Players, p)
	}
	draws := rng.IntN(4)
	for range played {
		wildRound(rng, t, draws)
	}
	for i := range players {
		if rng.IntN(10) == 0 {
			t.Byes = append(t.Byes, crosstable.Bye{Round: played + 1, Player: i + 1, Result: crosstable.HalfBye})
		}
	}
	if players > 2 && rng.IntN(5) == 0 {
		t.Forbidden = append(t.Forbidden, crosstable.Forbidden{Players: []int{1, 2 + rng.IntN(players-1)}})
	}
	return t
}

func wildRound(rng *rand.Rand, t *crosstable.Table, draws int) {
	n := len(t.Players)
	entries := make([]crosstable.Entry, n+1)
	order := rng.Perm(n)
	for len(order) > 1 && rng.IntN(12) > 0 {
		a, b := order[0]+1, order[1]+1
		order = order[2:]
		if met(t, a, b) {
			continue
		}
		first, second := crosstable.Win, crosstable.Loss
		switch {
		case rng.IntN(10) == 0:
			first, second = crosstable.ForfeitWin, crosstable.ForfeitLoss
		case rng.IntN(4) < draws:
			first, second = crosstable.Draw, crosstable.Draw
		case rng.IntN(2) == 0:
			first, second = second, first
		}
		entries[a] = crosstable.Entry{Opponent: b, Colour: crosstable.White, Result: first}
		entries[b] = crosstable.Entry{Opponent: a, Colour: crosstable.Black, Result: second}
	}
	allocated := false
	for i := range t.Players {
		e := entries[i+1]
		if e.Opponent == 0 {
			e.Result = []crosstable.Result{crosstable.Absent, crosstable.HalfBye, crosstable.FullBye, crosstable.Allocated}[rng.IntN(4)]
			if e.Result == crosstable.Allocated && allocated {
				e.Result = crosstable.Absent
			}
			allocated = allocated || e.Result == crosstable.Allocated
		}
		e.Points = t.Scoring.Of(e.Result)
		t.Players[i].Rounds = append(t.Players[i].Rounds, e)
	}
}

func met(t *crosstable.Table, a, b int) bool {
	return slices.ContainsFunc(t.Player(a).Rounds, func(e crosstable.Entry) bool { return e.Opponent == b && e.Played() })
}
