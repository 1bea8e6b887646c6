package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
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

func TestTournamentPairRoundRobin(t *testing.T) {
	t.Parallel()
	out, _, err := run(t, "tournament", "pair", report(t, "192 FIDE_ROUNDROBIN\n"))
	require.NoError(t, err)
	require.Equal(t, "2 3\n1 0\n", out)
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

func TestTournamentStandingsAsCSVAndSVG(t *testing.T) {
	t.Parallel()
	out, _, err := run(t, "tournament", "standings", "--csv", "--tie-breaks=TPN", report(t, ""))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(out, "rank,id,name,rating,PTS,BH,"), out)
	require.Contains(t, out, "\n3,3,C,2300,0,0,")

	out, _, err = run(t, "tournament", "standings", "--svg", "--tie-breaks=TPN", report(t, ""))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(out, "<svg "), out)
}

func TestTournamentConvert(t *testing.T) {
	t.Parallel()
	list := filepath.Join(t.TempDir(), "players.csv")
	require.NoError(t, os.WriteFile(list, []byte("name,rating\nB,2000\nA,2100\n"), 0o600))
	event := filepath.Join(t.TempDir(), "event.trf")
	_, _, err := run(t, "tournament", "convert", "--rounds=5", "-o", event, list)
	require.NoError(t, err)
	out, remarks, err := run(t, "tournament", "convert", "--to=trf16", event)
	require.NoError(t, err)
	require.Contains(t, out, "A                                 2100")
	require.NotContains(t, out, "142")
	require.Equal(t, "trf16 has no record for the number of rounds\n", remarks)

	out, _, err = run(t, "tournament", "convert", "--to=json", event)
	require.NoError(t, err)
	require.JSONEq(t, `{"headers": [{"code": "062", "text": "2"}], "rounds": 5,
		"scoring": {"win": 1, "draw": 0.5, "loss": 0, "absent": 0, "forfeited": 0, "allocated": 1, "unknown": 0.5},
		"players": [{"id": 1, "seed": 1, "name": "A", "rating": 2100, "rounds": null},
			{"id": 2, "seed": 2, "name": "B", "rating": 2000, "rounds": null}]}`, out)

	_, _, err = run(t, "tournament", "convert", "--rounds=5", event)
	require.ErrorContains(t, err, event+": line 1: there is no column")
}

func TestTournamentReadsItsJSON(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "event.json")
	_, _, err := run(t, "tournament", "convert", "--to=json", "-o", file, report(t, "XXZ 3\n"))
	require.NoError(t, err)
	out, _, err := run(t, "tournament", "pair", file)
	require.NoError(t, err)
	require.Equal(t, "1 2\n", out)

	require.NoError(t, os.WriteFile(file, []byte(`{"players": [{"id": 2}]}`), 0o600))
	_, _, err = run(t, "tournament", "pair", file)
	require.EqualError(t, err, file+": player 2: numbers must go from 1 without gaps, 1 is missing")
}

// Full-point byes are allowed, but not without a word.
func TestTournamentWarnsOfFullPointByes(t *testing.T) {
	t.Parallel()
	file := report(t, "240 F   1    3\n240 F   2    1\n")
	out, warning, err := run(t, "tournament", "pair", file)
	require.NoError(t, err)
	require.Equal(t, "1 2\n", out)
	require.Equal(t, "warning: FIDE discourages full-point byes (F), and the bye of an odd number is U: player 3 in round 1 and 1 more\n", warning)
	_, warning, err = run(t, "tournament", "check", file)
	require.NoError(t, err)
	require.Contains(t, warning, "player 3 in round 1")
}

func TestTournamentCheck(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "event.trf")
	require.NoError(t, os.WriteFile(file, []byte(`142 5
152 W
001    1      A                                 2500                             2.0    1     3 w 1     2 b 1
001    2      B                                 2400                             1.0    2     4 b 1     1 w 0
001    3      C                                 2300                             0.0    4     1 b 0     4 b 0
001    4      D                                 2200                             1.0    3     2 w 0     3 w 1
`), 0o600))
	out, _, err := run(t, "tournament", "check", file)
	require.EqualError(t, err, "1 rounds are not what the rules give")
	require.Equal(t, `round 1: by the rules
round 2: the same players meet, but not with the colours of article 5.2
  played: 4 3
  expected: 3 4
`, out)
}

// A round robin is held against its tables, a knockout against nothing, and a TRF16,
// which has no number of rounds, as an event that is over.
func TestTournamentCheckKnowsTheSystem(t *testing.T) {
	t.Parallel()
	const players = `001    1      A                                 2500                             1.0    1  0000 - Z     3 b 1
001    2      B                                 2400                             0.5    2     3 w =  0000 - Z
001    3      C                                 2300                             0.5    3     2 b =     1 w 0
`
	for _, c := range []struct{ head, out, err string }{
		{"192 FIDE_ROUNDROBIN\n", "round 1: by the rules\nround 2: the Berger tables give other boards or colours\n  played: 3 1\n  expected: 1 2\n", "1 rounds are not what the rules give"},
		{"092 Double round robin\n", "round 1: by the rules\nround 2: by the rules\n", ""},
		{"192 KNOCKOUT\n", "", "only Swiss events and round robins are checked"},
		{"", "round 1: by the rules\nround 2: by the rules\n", ""},
	} {
		file := filepath.Join(t.TempDir(), "event.trf")
		require.NoError(t, os.WriteFile(file, []byte(c.head+players), 0o600))
		out, _, err := run(t, "tournament", "check", file)
		if c.err == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.err)
		}
		require.Equal(t, c.out, out)
	}
}

func TestTournamentSimulate(t *testing.T) {
	t.Parallel()
	out, _, err := run(t, "tournament", "simulate", "--events=20")
	require.NoError(t, err)
	require.Contains(t, out, "20 events, ")
	_, _, err = run(t, "tournament", "simulate", "--max-players=100")
	require.ErrorContains(t, err, "players go from 2 to 40")
}
