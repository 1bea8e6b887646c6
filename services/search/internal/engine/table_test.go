package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// anyFound is any entry that a search could store.
func anyFound(t *rapid.T) found {
	return found{
		score: rapid.IntRange(-infinite, infinite).Draw(t, "score"),
		value: rapid.IntRange(-infinite, infinite).Draw(t, "value"),
		tag:   rapid.Uint16Range(1, 1<<16-1).Draw(t, "tag"),
		depth: rapid.IntRange(-1, maxPly).Draw(t, "depth"),
		bound: rapid.SampledFrom([]bound{upperBound, lowerBound, exactBound}).Draw(t, "bound"),
	}
}

func TestTableKeepsWhatIsStored(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		table := NewTable(1)
		table.begin(false)
		key, f := rapid.Uint64().Draw(t, "key"), anyFound(t)
		_, ok := table.probe(key, false)
		require.False(t, ok)
		table.store(key, f, false)
		got, ok := table.probe(key, false)
		require.True(t, ok)
		require.Equal(t, f, got)
		_, ok = table.probe(key^1<<rapid.IntRange(0, 5).Draw(t, "bit"), false) // the same bucket, another position
		require.False(t, ok)

		quiet := f
		quiet.tag = 0
		table.store(key, quiet, false)
		got, _ = table.probe(key, false)
		require.Equal(t, f.tag, got.tag, "a move that is known stays known")
	})
}

func TestTornEntriesMatchNothing(t *testing.T) {
	t.Parallel()
	table := NewTable(1)
	table.begin(false)
	const one, two = 1, 2 // in the same bucket
	table.store(one, found{score: 10, depth: 5, bound: exactBound, tag: 7}, false)
	other := NewTable(1)
	other.begin(false)
	other.store(two, found{score: -99, depth: 9, bound: exactBound, tag: 8}, false)
	table.bucket(one)[0].data.Store(other.bucket(two)[0].data.Load()) // half of another thread's entry
	for _, key := range []uint64{one, two} {
		_, ok := table.probe(key, false)
		require.False(t, ok)
	}
}

func TestTableGivesUpWhatMattersLeast(t *testing.T) {
	t.Parallel()
	table := NewTable(1)
	table.begin(false)
	for key := range uint64(bucketSize) {
		table.store(key, found{depth: 10 + int(key), bound: exactBound}, false)
	}
	table.store(100, found{depth: 1, bound: exactBound}, false)
	_, ok := table.probe(0, false)
	require.False(t, ok, "the least deep one makes room")
	_, ok = table.probe(100, false)
	require.True(t, ok)
	for range 3 {
		table.begin(false)
	}
	table.store(3, found{depth: 2, bound: exactBound}, false)
	table.store(101, found{depth: 1, bound: exactBound}, false)
	_, ok = table.probe(3, false)
	require.True(t, ok, "older ones go first, however deep")
}

func TestFreshSearchesSeeOnlyTheirOwn(t *testing.T) {
	t.Parallel()
	table := NewTable(1)
	for range 2 * ages { // also when the ages begin anew
		table.begin(true)
		_, ok := table.probe(5, true)
		require.False(t, ok)
		require.Zero(t, table.full())
		table.store(5, found{depth: 20, bound: exactBound}, true)
		_, ok = table.probe(5, true)
		require.True(t, ok)
	}
	table.Clear()
	_, ok := table.probe(5, false)
	require.False(t, ok)
}

func TestOtherSearchesKeepWhatIsOlder(t *testing.T) {
	t.Parallel()
	table := NewTable(1)
	table.begin(false)
	table.store(5, found{depth: 20, bound: exactBound}, false)
	for range 2 * ages {
		table.begin(false)
		_, ok := table.probe(5, false)
		require.True(t, ok)
	}
}

func TestScoresInTheTableCountFromThere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		score, ply := rapid.IntRange(-mateScore+maxPly, mateScore-maxPly).Draw(t, "score"), rapid.IntRange(0, maxPly).Draw(t, "ply")
		require.Equal(t, score, fromTable(toTable(score, ply), ply))
	})
	mate := lossIn(9) // nine plies from the root
	require.Equal(t, lossIn(3), toTable(mate, 6), "three plies from a position at ply six")
	require.Equal(t, lossIn(5), fromTable(toTable(mate, 6), 2))
	require.Equal(t, 123, toTable(123, 6))
	require.Equal(t, ruleScore, toTable(ruleScore, 6))
}

func TestScore(t *testing.T) {
	t.Parallel()
	require.Equal(t, Score{Value: 55}, newScore(55))
	require.Equal(t, 3, newScore(-lossIn(3)).Mate)
	require.Equal(t, -4, newScore(lossIn(4)).Mate)
	require.Zero(t, newScore(ruleScore).Mate)
	require.True(t, decided(ruleScore))
	require.False(t, decided(20_000))
}

func TestMoves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		from, to := rapid.IntRange(0, 127).Draw(t, "from"), rapid.IntRange(0, 127).Draw(t, "to")
		piece, victim := rapid.IntRange(0, 7).Draw(t, "piece"), rapid.IntRange(0, 15).Draw(t, "victim")
		extra := rapid.Uint64Range(0, 1<<43-1).Draw(t, "extra")
		m := NewMove(from, to, piece, victim, extra)
		require.Equal(t, []int{from, to, piece, victim}, []int{m.From(), m.To(), m.Piece(), m.Victim()})
		require.Equal(t, extra, m.Extra())
		require.Equal(t, victim == 0, m.quiet())
		if extra == 0 {
			require.Equal(t, uint16(to|from<<7), m.tag(), "from and to tell moves apart")
		}
	})
}
