package trf_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/trf"
)

// same holds that two tables say the same about a next round and the past.
func same(t *testing.T, want, got *crosstable.Table) {
	t.Helper()
	for i := range want.Players {
		got.Players[i].Virtual = trimmed(got.Players[i].Virtual)
		want.Players[i].Virtual = trimmed(want.Players[i].Virtual)
	}
	require.Equal(t, want.Players, got.Players)
	require.Equal(t, want.Scoring, got.Scoring)
	require.Equal(t, want.Total, got.Total)
	require.Equal(t, want.Initial, got.Initial)
	next := want.Played() + 1
	require.Equal(t, want.ByesIn(next), got.ByesIn(next))
	for _, f := range want.Forbidden {
		if f.Holds(next) {
			require.Condition(t, func() bool {
				for _, g := range got.Forbidden {
					if g.Holds(next) && len(g.Players) == len(f.Players) && g.Players[0] == f.Players[0] {
						return true
					}
				}
				return false
			}, "forbidden %v", f.Players)
		}
	}
}

func trimmed(v []crosstable.Points) []crosstable.Points {
	for len(v) > 0 && v[len(v)-1] == 0 {
		v = v[:len(v)-1]
	}
	if len(v) == 0 {
		return nil
	}
	return v
}

func TestWriteAndReadBack(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../swiss/testdata/dutch/*.trf")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, format := range []trf.Format{trf.TRFx, trf.TRF26} {
			want, err := trf.Read(data)
			require.NoError(t, err)
			got, err := trf.Read(trf.Write(want, format))
			require.NoError(t, err, "%s as %s", file, format)
			same(t, want, got)
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	table, err := trf.Read([]byte(event))
	require.NoError(t, err)
	require.Equal(t, `012 Hội cờ
062 4
142 5
152 B
162  W 3.0    D 1.0
192 FIDE_DUTCH
202 BH/C1,BH
001    1 m GM Đỗ, An                            2500 VIE      123456 1990/01/01  6.0    1     3 b 1     2 w +
001    2 w    Bình                              2400                             3.0    2     4 w 1     1 b -
001    3 m    Cúc                               2300                             0.0    4     1 w 0  0000 - Z
001    4 m    Dũng                              2200                             3.0    3     2 b 0  0000 - U
240 H   3    4
240 Z   5    4    2
250       1.0   1   2    1    2
260   3   4    1    4    3
260   1   5    2    3
`, string(trf.Write(table, trf.TRF26)))
	require.Equal(t, `012 Hội cờ
062 4
001    1 m GM Đỗ, An                            2500 VIE      123456 1990/01/01  6.0    1     3 b 1     2 w +
001    2 w    Bình                              2400                             3.0    2     4 w 1     1 b -
001    3 m    Cúc                               2300                             0.0    4     1 w 0  0000 - Z
001    4 m    Dũng                              2200                             3.0    3     2 b 0  0000 - U  0000 - H
XXR 5
XXC black1
BBW  3.0
BBD  1.0
XXA    1  1.0  1.0
XXA    2  1.0  1.0
XXP    1    4    3
XXP    2    3
`, string(trf.Write(table, trf.TRFx)))
	require.Empty(t, trf.Lost(table, trf.TRF26))
	require.Equal(t, []string{"the type FIDE_DUTCH", "the list of tie-breaks", "byes of rounds after the next one"}, trf.Lost(table, trf.TRFx))
	require.Len(t, trf.Lost(table, trf.TRF16), 9)
	_, err = trf.Read(trf.Write(table, trf.TRF16))
	require.Error(t, err, "TRF16 can't say that a win is worth 3")
}

func TestWriteAbnormalPoints(t *testing.T) {
	t.Parallel()
	table := &crosstable.Table{Total: 3, Initial: crosstable.White, Scoring: crosstable.Usual(), Players: []crosstable.Player{
		{ID: 1, Seed: 1, Bonus: -15, Rounds: []crosstable.Entry{{Opponent: 2, Colour: crosstable.White, Result: crosstable.Win, Points: 5}}},
		{ID: 2, Seed: 2, Rounds: []crosstable.Entry{{Opponent: 1, Colour: crosstable.Black, Result: crosstable.Loss}}},
	}}
	got, err := trf.Read(trf.Write(table, trf.TRF26))
	require.NoError(t, err)
	require.Equal(t, table.Players, got.Players)
}
