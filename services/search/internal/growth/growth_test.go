package growth_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/app"
	"kydai.dev/pkg/rules/jungle"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/growth"
	enginejungle "kydai.dev/services/search/internal/jungle"
)

// set is quickly built: 36 tables.
const set = "jungle-2"

// journal keeps what is logged.
type journal struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(line []byte) (int, error) {
	j.lock.Lock()
	defer j.lock.Unlock()
	return j.text.Write(line)
}

// count is how often something was logged.
func (j *journal) count(words string) int {
	j.lock.Lock()
	defer j.lock.Unlock()
	return strings.Count(j.text.String(), words)
}

func open(t *testing.T, dir string, names ...string) (*growth.Growth, *journal) {
	t.Helper()
	sets, err := endgame.FindSets(names...)
	require.NoError(t, err)
	log := &journal{}
	return growth.Open(dir, sets, slog.New(slog.NewTextHandler(log, nil))), log
}

// knows asks for an ending of the set.
func knows(t *testing.T, g *growth.Growth) bool {
	t.Helper()
	p, err := jungle.New().Parse("7/2e4/7/7/6P/7/7/7/7 b 0 10")
	require.NoError(t, err)
	b, err := enginejungle.New(p, nil)
	require.NoError(t, err)
	value, known := g.Certain()(b)
	require.True(t, !known || value == engine.Certain{Outcome: 1, Plies: 27})
	return known
}

func idle() int { return 0 }

func TestWhatIsMissingIsBuilt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	g, log := open(t, dir, set)
	require.Equal(t, growth.State{Missing: 36}, g.State())
	require.False(t, knows(t, g))
	metrics := prometheus.NewRegistry()
	require.NoError(t, g.Register(metrics))

	require.NoError(t, g.Run(t.Context(), idle))
	require.Equal(t, growth.State{Tables: 36}, g.State())
	require.True(t, knows(t, g))
	require.Equal(t, 1, log.count("level=INFO msg=\"building databases of endings\" set=jungle-2"))
	require.Equal(t, 1, log.count("level=INFO msg=\"databases of endings are built\" set=jungle-2"))
	require.NoError(t, testutil.GatherAndCompare(metrics, strings.NewReader(`# HELP kydai_search_endgame_tables Tables of endings that are there.
# TYPE kydai_search_endgame_tables gauge
kydai_search_endgame_tables 36
`), "kydai_search_endgame_tables"))

	g, log = open(t, dir, set)
	require.True(t, knows(t, g), "there from the start")
	require.NoError(t, g.Run(t.Context(), idle))
	require.Zero(t, log.count("msg"))
}

func TestABuildGoesOnWhereItWasStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	g, log := open(t, dir, set, "draughts-brazilian-2") // a fast machine may be done with the first one
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var under growth.State
	require.NoError(t, g.Run(ctx, func() int { // asked by the build
		files, err := filepath.Glob(filepath.Join(dir, "*", "*.kye"))
		require.NoError(t, err)
		if under = g.State(); len(files) > 0 { // a slow machine is still at the first one
			stop()
		}
		return 0
	}))
	require.NotEmpty(t, under.Building)
	stopped := g.State()
	require.Positive(t, stopped.Missing)
	require.Empty(t, stopped.Building)
	require.Equal(t, 1, log.count("built on at the next start"))

	g, _ = open(t, dir, set)
	require.Positive(t, g.State().Tables)
	require.NoError(t, g.Run(t.Context(), idle))
	require.Zero(t, g.State().Missing)
}

// A build waits while somebody thinks, but not for ever.
func TestABuildGivesWay(t *testing.T) {
	t.Parallel()
	g, _ := open(t, t.TempDir(), set)
	var asked []growth.State
	require.NoError(t, g.Run(t.Context(), func() int {
		asked = append(asked, g.State())
		if asked[0] == asked[len(asked)-1] {
			return 1
		}
		return 0 // it went on by itself
	}))
	require.Greater(t, len(asked), 3)
	require.Equal(t, asked[0], asked[1])
	require.Equal(t, asked[1], asked[2])
	require.Zero(t, g.State().Missing)
}

// Several processes with one folder build one after another, each what the others
// have left.
func TestOneFolderIsBuiltOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		release, err := app.LockDir(dir)
		require.NoError(t, err)
		one, first := open(t, dir, set)
		two, second := open(t, dir, set)
		var builds sync.WaitGroup
		builds.Go(func() { require.NoError(t, one.Run(t.Context(), idle)) })
		builds.Go(func() { require.NoError(t, two.Run(t.Context(), idle)) })
		synctest.Wait()
		require.Equal(t, []int{1, 1}, []int{first.count("another process"), second.count("another process")})
		require.Zero(t, first.count("msg=\"building")+second.count("msg=\"building"))
		require.NoError(t, release())
		builds.Wait()
		require.Equal(t, 1, first.count("msg=\"building")+second.count("msg=\"building"))
		require.True(t, knows(t, one))
		require.True(t, knows(t, two))
	})
}

func TestWhoWaitsForAFolderLeavesWhenToldTo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	release, err := app.LockDir(dir)
	require.NoError(t, err)
	g, log := open(t, dir, set)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.NoError(t, g.Run(ctx, idle))
	require.Equal(t, 36, g.State().Missing)
	require.Zero(t, log.count("level=WARN"))
	require.NoError(t, release())
}

// What can't be built costs what it would have told.
func TestWithoutADiskTheServiceGoesOn(t *testing.T) {
	t.Parallel()
	tests := map[string]string{ // a folder where a file must be
		"a folder that can't be locked":  "lock",
		"a table that can't be replaced": "jungle/R-R.kye",
	}
	for name, path := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.FromSlash(path), "x"), 0o700))
			g, log := open(t, dir, set)
			require.NoError(t, g.Run(t.Context(), idle))
			require.Equal(t, 1, log.count("level=WARN msg=\"databases of endings can't be built\""))
			require.Equal(t, 36, g.State().Missing)
			require.False(t, knows(t, g))
		})
	}
}

func TestDamagedTablesAreToldAndBuiltAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "jungle"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "jungle", "E-P.kye"), []byte("x"), 0o600))
	g, log := open(t, dir, set)
	require.Equal(t, 1, log.count("level=WARN msg=\"databases of endings are damaged\""))
	require.NoError(t, g.Run(t.Context(), idle))
	require.True(t, knows(t, g))
}

func TestWithoutAFolderNothingIsKnown(t *testing.T) {
	t.Parallel()
	g, _ := open(t, "", set)
	require.Nil(t, g.Certain())
	require.NoError(t, g.Run(t.Context(), idle))
	require.Equal(t, growth.State{}, g.State())
	require.NoError(t, g.Register(prometheus.NewRegistry()))
}
