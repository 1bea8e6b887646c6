package main

import (
	"encoding/json"
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

func TestTournamentStandings(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "event.trf")
	require.NoError(t, os.WriteFile(file, []byte(`142 3
202 BH,WIN
001    1      A                                 2500                             1.0    1     2 w 1
001    2      B                                 2400                             0.0    2     1 b 0
001    3      C                                 2300                             1.0    3  0000 - U
`), 0o600))
	out, _, err := run(t, "tournament", "standings", file)
	require.NoError(t, err)
	require.Equal(t, `rank  id  name  PTS  BH   WIN
1     3   C     1    0.5  1
2     1   A     1    0    1
3     2   B     0    1    0
`, out)

	out, _, err = run(t, "tournament", "standings", "--json", "--tie-breaks=WON", file)
	require.NoError(t, err)
	var got struct {
		Players []map[string]float64
	}
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Len(t, got.Players, 3)
	require.InDelta(t, 0.5, got.Players[2]["BH"], 0)
	require.InDelta(t, 2.0, got.Players[2]["rank"], 0)

	out, _, err = run(t, "tournament", "standings", "--json", "--calculations", file)
	require.NoError(t, err)
	require.Contains(t, out, `"what":"dummy"`)

	_, _, err = run(t, "tournament", "standings", "--tie-breaks=KS", file)
	require.ErrorContains(t, err, "not for this kind of event")
}
