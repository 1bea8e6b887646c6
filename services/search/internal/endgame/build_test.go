package endgame_test

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/endgame/table"
)

func find(tb testing.TB, name string) endgame.Set {
	tb.Helper()
	sets, err := endgame.FindSets(name)
	require.NoError(tb, err)
	require.Len(tb, sets, 1)
	return sets[0]
}

func TestABuildGoesOnWhereItWasCancelled(t *testing.T) {
	t.Parallel()
	dir, jungle := t.TempDir(), find(t, "jungle-2")
	ctx, cancel := context.WithCancel(t.Context())
	var told atomic.Int64
	err := endgame.Builder{Dir: dir, Threads: 1, Progress: func(p endgame.Progress) {
		if told.Add(1) == 9 {
			cancel()
		}
		require.LessOrEqual(t, p.Done, p.Total)
	}}.Build(ctx, jungle)
	require.ErrorIs(t, err, context.Canceled)

	part, err := endgame.Open(dir)
	require.NoError(t, err, "what is there is whole")
	some := part.Stock(jungle)
	require.Positive(t, some.Tables)
	require.Less(t, some.Tables, jungle.Tables)
	require.ErrorContains(t, part.Check(t.Context(), jungle, 1, nil), "is not there")
	require.NoError(t, part.Close())
	kept := age(t, dir)

	var last endgame.Progress
	require.NoError(t, endgame.Builder{Dir: dir, Threads: 1, Progress: func(p endgame.Progress) { last = p }}.Build(t.Context(), jungle))
	require.Equal(t, last.Total, last.Done)
	require.Positive(t, last.Total)
	for path, before := range kept {
		after, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, before, after.ModTime().UnixNano(), "built again: %s", path)
	}
	whole, err := endgame.Open(dir)
	require.NoError(t, err)
	require.Equal(t, last.Total, whole.Stock(jungle).Positions)
	require.Equal(t, jungle.Tables, whole.Stock(jungle).Tables)
	require.NoError(t, whole.Check(t.Context(), jungle, 2, nil))
	require.NoError(t, whole.Close())
}

// age is when each file was written.
func age(tb testing.TB, dir string) map[string]int64 {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	require.NoError(tb, err)
	ages := map[string]int64{}
	for _, path := range files {
		info, err := os.Stat(path)
		require.NoError(tb, err)
		ages[path] = info.ModTime().UnixNano()
	}
	return ages
}

func TestDamagedTablesAreNamedLeftOutAndBuiltAgain(t *testing.T) {
	t.Parallel()
	dir, draughts := t.TempDir(), find(t, "draughts-brazilian-2")
	builder := endgame.Builder{Dir: dir, Threads: 2}
	require.NoError(t, builder.Build(t.Context(), draughts))
	path := filepath.Join(dir, "draughts-brazilian", "K-K.kye")
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, whole[:len(whole)/2], 0o600))

	part, err := endgame.Open(dir)
	require.ErrorIs(t, err, endgame.ErrDamaged)
	require.ErrorContains(t, err, "K-K.kye")
	require.Equal(t, draughts.Tables-1, part.Stock(draughts).Tables)
	_, ok := part.Probe(position(t, draughts.Game, "B:BKa1:WKb8:H0:F1"))
	require.False(t, ok)
	value, ok := part.Probe(position(t, draughts.Game, "B:BKa1:Wf6:H0:F1"))
	require.True(t, ok, "the others are of use")
	require.Equal(t, endgame.Win, value.Outcome)
	require.NoError(t, part.Close())

	require.NoError(t, builder.Build(t.Context(), draughts))
	again, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, whole, again, "a table is the same every time")
}

func TestThreadsDoNotMatter(t *testing.T) {
	t.Parallel()
	var bytes [2][]byte
	for i, threads := range []int{1, 3} {
		dir := t.TempDir()
		require.NoError(t, endgame.Builder{Dir: dir, Threads: threads}.Build(t.Context(), find(t, "draughts-american-3")))
		var err error
		bytes[i], err = os.ReadFile(filepath.Join(dir, "draughts-american", "KM-M.kye")) // several shares
		require.NoError(t, err)
	}
	require.Equal(t, bytes[0], bytes[1])
}

func TestWithoutTablesNothingIsKnown(t *testing.T) {
	t.Parallel()
	known, err := endgame.Open(filepath.Join(t.TempDir(), "none"))
	require.NoError(t, err)
	for _, tables := range []*endgame.Tables{known, nil} {
		p := position(t, "jungle", "7/2e4/7/7/6P/7/7/7/7 b 0 10")
		_, ok := tables.Probe(p)
		require.False(t, ok)
		_, ok = tables.Best(p)
		require.False(t, ok)
	}
}

func TestFoldersThatCannotBe(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	err := endgame.Builder{Dir: file, Threads: 1}.Build(t.Context(), find(t, "jungle-2"))
	require.ErrorContains(t, err, "build jungle/")
}

func TestSets(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, s := range endgame.Sets() {
		require.False(t, names[s.Name])
		names[s.Name] = true
	}
	for _, name := range []string{"morris-5-5", "jungle-3", "draughts-brazilian-4"} {
		require.True(t, names[name], name)
	}
	small, err := endgame.FindSets("small")
	require.NoError(t, err)
	for _, s := range small {
		require.True(t, s.Small)
	}
	require.Len(t, small, 3, "one of each game")
	all, err := endgame.FindSets("all", "jungle-2")
	require.NoError(t, err)
	require.Len(t, all, 6)
	_, err = endgame.FindSets("chess-3")
	require.ErrorContains(t, err, `"chess-3", only small, all, morris-3-3`)
}

// TestSmallTablesProveThemselves derives every position of the small tables
// anew; with KYDAI_SOAK of the largest.
func TestSmallTablesProveThemselves(t *testing.T) {
	t.Parallel()
	names := []string{"morris-3-3", "jungle-2", "draughts-brazilian-3", "draughts-american-2", "draughts-russian-2"}
	if soak() {
		names = []string{"morris-5-5", "jungle-3", "draughts-brazilian-4", "draughts-american-4", "draughts-russian-4"}
	}
	for _, name := range names {
		known := tables(t, name)
		var last endgame.Progress
		require.NoError(t, known.Check(t.Context(), find(t, name), 2, func(p endgame.Progress) { last = p }), name)
		require.Equal(t, last.Total, last.Done)
	}
}

// changed is a table with one value changed.
type changed struct {
	*table.Table
	at    int
	value endgame.Value
}

func (c changed) Value(entry int) endgame.Value {
	if entry == c.at {
		return c.value
	}
	return c.Table.Value(entry)
}

func TestAWrongValueIsFound(t *testing.T) {
	t.Parallel()
	dir, draughts := t.TempDir(), find(t, "draughts-brazilian-2")
	require.NoError(t, endgame.Builder{Dir: dir}.Build(t.Context(), draughts))
	path := filepath.Join(dir, "draughts-brazilian", "K-M.kye")
	right, err := table.Open(path, "draughts-brazilian/K-M")
	require.NoError(t, err)
	for name, wrong := range map[string]func(*endgame.Value){
		"another distance":      func(v *endgame.Value) { v.Plies += 2 },
		"another way to a move": func(v *endgame.Value) { v.Zeroing++ },
		"another outcome":       func(v *endgame.Value) { v.Outcome, v.Zeroing = endgame.Draw, 0 },
	} {
		c := changed{Table: right, at: right.Len() / 3}
		for ; right.Value(c.at).Outcome != endgame.Win; c.at++ {
			require.Less(t, c.at, right.Len())
		}
		c.value = right.Value(c.at)
		wrong(&c.value)
		require.NoError(t, table.Write(path, "draughts-brazilian/K-M", c))
		known, err := endgame.Open(dir)
		require.NoError(t, err)
		require.ErrorContains(t, known.Check(t.Context(), draughts, 0, nil), "a value is wrong", name)
		require.NoError(t, known.Close())
	}
}
