package endgame_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/search/internal/endgame"
)

func TestALibraryGrowsWhileItIsAsked(t *testing.T) {
	t.Parallel()
	library, err := endgame.OpenLibrary(endgame.Builder{Dir: t.TempDir(), Threads: 1})
	require.NoError(t, err)
	beasts := position(t, "jungle", "7/2e4/7/7/6P/7/7/7/7 b 0 10")
	kings := position(t, "draughts-russian", "W:BKh8:Wc3:H0:F1")
	_, ok := library.Tables().Probe(beasts)
	require.False(t, ok)

	sets, grown := []endgame.Set{find(t, "jungle-2"), find(t, "draughts-russian-2")}, make(chan error, 1)
	go func() { grown <- library.Grow(t.Context(), sets...) }()
	for growing := true; growing; {
		value, seen := library.Tables().Probe(beasts)
		require.True(t, !seen || value.Plies == 27)
		if _, later := library.Tables().Probe(kings); later {
			_, seen = library.Tables().Probe(beasts)
			require.True(t, seen, "the first set is seen no later than the second")
		}
		select {
		case err := <-grown:
			require.NoError(t, err)
			growing = false
		default:
		}
	}
	value, ok := library.Tables().Probe(kings)
	require.True(t, ok)
	require.Equal(t, endgame.Loss, value.Outcome)
}

func TestALibraryMendsItself(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "jungle", "E-P.kye")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	library, err := endgame.OpenLibrary(endgame.Builder{Dir: dir, Threads: 2})
	require.ErrorIs(t, err, endgame.ErrDamaged)
	require.NoError(t, library.Grow(t.Context(), find(t, "jungle-2")))
	_, ok := library.Tables().Probe(position(t, "jungle", "7/2e4/7/7/6P/7/7/7/7 b 0 10"))
	require.True(t, ok)
}

func BenchmarkProbe(b *testing.B) {
	for name, line := range map[string]string{
		"morris-4-3":           "3/3/W2/1B1BB1/3/W2/1W1 b 0 0 0 56",
		"jungle-2":             "7/2e4/7/7/6P/7/7/7/7 b 0 10",
		"draughts-brazilian-3": "B:BKa1,c3:Wf6:H3:F1",
	} {
		b.Run(name, func(b *testing.B) {
			known, p := tables(b, name), position(b, find(b, name).Game, line)
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := known.Probe(p); !ok {
					b.Fatal("not known")
				}
			}
		})
	}
}
