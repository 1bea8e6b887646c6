package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

// report writes a report of three players without a round yet.
func report(t *testing.T, more string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "event.trf")
	require.NoError(t, os.WriteFile(file, []byte(`142 3
152 W
001    1      A                                 2500                             0.0    1
001    2      B                                 2400                             0.0    2
001    3      C                                 2300                             0.0    3
`+more), 0o600))
	return file
}

func TestTournamentPair(t *testing.T) {
	t.Parallel()
	out, _, err := run(t, "tournament", "pair", report(t, ""))
	require.NoError(t, err)
	require.Equal(t, "1 2\n3 0\n", out)
}

func TestTournamentPairWithoutLegalPairing(t *testing.T) {
	t.Parallel()
	out, _, err := run(t, "tournament", "pair", report(t, "XXP 1 2 3\n"))
	require.Equal(t, "no-legal-pairing\n", out)
	var status kong.ExitCoder
	require.ErrorAs(t, err, &status)
	require.Equal(t, 3, status.ExitCode())
}

func TestTournamentRefusesAFaultyReport(t *testing.T) {
	t.Parallel()
	file := report(t, "142 5\n")
	_, _, err := run(t, "tournament", "pair", file)
	require.EqualError(t, err, file+": line 6: the number of rounds is said on line 1 already")
}
