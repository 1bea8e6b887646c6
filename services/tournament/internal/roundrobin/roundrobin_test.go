package roundrobin_test

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/roundrobin"
)

func TestBergerTables(t *testing.T) {
	t.Parallel()
	var berger struct {
		Tables map[string][]struct {
			Games [][2]int
			Bye   int
		}
	}
	data, err := os.ReadFile("testdata/berger.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &berger))
	require.NotEmpty(t, berger.Tables)
	for size, table := range berger.Tables {
		n, err := strconv.Atoi(size)
		require.NoError(t, err)
		rounds, err := roundrobin.Schedule(n, false)
		require.NoError(t, err)
		require.Len(t, rounds, len(table), size)
		for i, want := range table {
			require.Equal(t, want.Bye, rounds[i].Bye)
			var games [][2]int
			for _, g := range rounds[i].Games {
				games = append(games, [2]int{g.First, g.Second})
			}
			require.Equal(t, want.Games, games, "%s players, round %d", size, i+1)
		}
	}
}

// Everybody meets everybody once with each colour in a double round robin, and
// never has one colour three times in a row.
func TestDoubleRoundRobin(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "players")
		rounds, err := roundrobin.Schedule(n, true)
		require.NoError(t, err)
		games := map[roundrobin.Game]int{}
		colours := make([]string, n+1)
		for _, r := range rounds {
			for _, g := range r.Games {
				games[g]++
				colours[g.First] += "w"
				colours[g.Second] += "b"
			}
		}
		require.Len(t, games, n*(n-1))
		for _, c := range colours {
			require.NotContains(t, c, "www")
			require.NotContains(t, c, "bbb")
		}
	})
}

func TestTooFewPlayers(t *testing.T) {
	t.Parallel()
	_, err := roundrobin.Schedule(1, false)
	require.ErrorIs(t, err, roundrobin.ErrTooFew)
}

// played is an event of four in which the first player of each game has won.
func played(t *testing.T, rounds int) *crosstable.Table {
	t.Helper()
	table := &crosstable.Table{Total: 6, Scoring: crosstable.Usual()}
	for i := range 4 {
		table.Players = append(table.Players, crosstable.Player{ID: i + 1, Seed: i + 1})
	}
	for range rounds {
		round, err := roundrobin.Pair(table, true)
		require.NoError(t, err)
		for _, g := range round.Games {
			first, second := table.Player(g.First), table.Player(g.Second)
			first.Rounds = append(first.Rounds, crosstable.Entry{
				Opponent: g.Second, Colour: crosstable.White, Result: crosstable.Win, Points: crosstable.Whole,
			})
			second.Rounds = append(second.Rounds, crosstable.Entry{
				Opponent: g.First, Colour: crosstable.Black, Result: crosstable.Loss,
			})
		}
	}
	return table
}

func TestPairEnds(t *testing.T) {
	t.Parallel()
	_, err := roundrobin.Pair(played(t, 6), true)
	require.ErrorIs(t, err, roundrobin.ErrOver)
}

func TestWhoLeavesEarlyHasNoResults(t *testing.T) {
	t.Parallel()
	table := played(t, 6)
	counted, err := roundrobin.Counted(table, []roundrobin.Withdrawal{{Player: 2, After: 2}})
	require.NoError(t, err)
	require.Zero(t, counted.Player(2).Points())
	for _, p := range counted.Players {
		for r, e := range p.Rounds {
			require.NotEqual(t, 2, e.Opponent)
			if p.ID != 2 && table.Player(p.ID).Rounds[r].Opponent != 2 {
				require.Equal(t, table.Player(p.ID).Rounds[r], e)
			}
		}
	}
	require.NoError(t, counted.Validate())
	require.Equal(t, crosstable.Points(3)*crosstable.Whole, table.Player(2).Points(), "the event itself stays as it is")
}

func TestWhoLeavesLateForfeits(t *testing.T) {
	t.Parallel()
	counted, err := roundrobin.Counted(played(t, 6), []roundrobin.Withdrawal{{Player: 2, After: 3}, {Player: 4, After: 5}})
	require.NoError(t, err)
	require.NoError(t, counted.Validate())
	for r, e := range counted.Player(2).Rounds {
		require.Equal(t, r >= 3, e.Result == crosstable.ForfeitLoss, "round %d", r+1)
		other := counted.Player(e.Opponent).Rounds[r]
		if r >= 3 && e.Opponent != 4 {
			require.Equal(t, crosstable.ForfeitWin, other.Result)
			require.Equal(t, crosstable.Whole, other.Points)
		}
	}
}

func TestUnknownWithdrawal(t *testing.T) {
	t.Parallel()
	_, err := roundrobin.Counted(played(t, 1), []roundrobin.Withdrawal{{Player: 9, After: 1}})
	require.ErrorContains(t, err, "no player 9")
}
