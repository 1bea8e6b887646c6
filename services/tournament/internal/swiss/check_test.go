package swiss_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/swiss"
	"kydai.dev/services/tournament/internal/trf"
)

func TestCheckAgreesWithWhatWasPairedByTheRules(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		for _, v := range swiss.Check(randomEvent(t, 17, 6, 6, seed)) {
			require.True(t, v.Same, "round %d: %s", v.Round, v.Reason)
		}
	}
}

// swap exchanges what two players did in the last round.
func swap(t *crosstable.Table, a, b int) {
	last := t.Played() - 1
	x, y := t.Player(a).Rounds[last], t.Player(b).Rounds[last]
	t.Player(a).Rounds[last], t.Player(b).Rounds[last] = y, x
	for _, moved := range []struct {
		entry crosstable.Entry
		to    int
	}{{x, b}, {y, a}} {
		if moved.entry.Opponent != 0 {
			t.Player(moved.entry.Opponent).Rounds[last].Opponent = moved.to
		}
	}
}

func TestCheckExplains(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		players, rounds int
		change          func(*crosstable.Table)
		want            string
	}{
		"order": {8, 1, func(e *crosstable.Table) { swap(e, 5, 6) }, "later in the order of article 4"},
		"colours": {8, 1, func(e *crosstable.Table) {
			for _, id := range []int{1, 5} {
				entry := &e.Player(id).Rounds[0]
				entry.Colour = entry.Colour.Other()
			}
		}, "colours of article 5.2"},
		"bye":   {7, 1, func(e *crosstable.Table) { swap(e, 1, 7) }, "bracket of 0.0 points"},
		"score": {8, 2, func(e *crosstable.Table) { swap(e, 1, 5) }, "bracket of 1.0 points: C6: more pairs"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := randomEvent(t, tt.players, 5, tt.rounds, 3)
			tt.change(e)
			require.NoError(t, e.Validate())
			verdicts := swiss.Check(e)
			v := verdicts[len(verdicts)-1]
			require.False(t, v.Same)
			require.Contains(t, v.Reason, tt.want)
			require.NotEqual(t, v.Expected, v.Played)
		})
	}
}

func TestCheckNamesBrokenAbsoluteRules(t *testing.T) {
	t.Parallel()
	table, err := trf.Read([]byte(`142 5
152 W
001    1      A                                 2500                             2.0    1     3 w 1     3 b 1
001    2      B                                 2400                             1.0    2     4 b 1     4 w 0
001    3      C                                 2300                             0.0    4     1 b 0     1 w 0
001    4      D                                 2200                             1.0    3     2 w 0     2 b 1
`))
	require.NoError(t, err)
	verdicts := swiss.Check(table)
	require.True(t, verdicts[0].Same, verdicts[0].Reason)
	require.Equal(t, "C1: 1 and 3 have met already or must not meet", verdicts[1].Reason)
}

func TestPairRefusesWhatHasNoNextRound(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/dutch/plain-01-n5-r1.trf")
	require.NoError(t, err)
	table, err := trf.Read(data)
	require.NoError(t, err)
	table.Total = 0
	_, err = swiss.Pair(table)
	require.ErrorIs(t, err, swiss.ErrRounds)
	_, err = swiss.Pair(randomEvent(t, 6, 2, 2, 1))
	require.ErrorIs(t, err, swiss.ErrOver)
}
