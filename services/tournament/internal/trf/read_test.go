package trf_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/trf"
)

// event is a report of four players after two rounds; the third one is agreed for.
const event = `012 Hội cờ
142 5
152 B
162  W 3.0    D 1.0
192 FIDE_DUTCH
202 BH/C1, BH
001    1 m GM Đỗ, An                            2500 VIE      123456 1990/01/01  6.0    1     3 b 1     2 w +
001    2 w    Bình                              2400                             3.0    2     4 w 1     1 b -
001    3 m    Cúc                               2300                             0.0    4     1 w 0  0000 - Z
001    4 m    Dũng                              2200                             3.0    3     2 b 0  0000 - U
240 H   3    4
240 Z   5    4    2
250       1.0   1   2    1    2
260   3   4    1    4    3
XXP 2 3
`

func TestRead(t *testing.T) {
	t.Parallel()
	table, err := trf.Read([]byte(event))
	require.NoError(t, err)
	require.Equal(t, 2, table.Played())
	require.Equal(t, 5, table.Total)
	require.Equal(t, crosstable.Black, table.Initial)
	require.Equal(t, "FIDE_DUTCH", table.System)
	require.Equal(t, []string{"BH/C1", "BH"}, table.TieBreaks)
	require.Equal(t, crosstable.Scoring{Win: 30, Draw: 10, Allocated: 30, Unknown: 10}, table.Scoring)
	require.Equal(t, []crosstable.Header{{Code: "012", Text: "Hội cờ"}}, table.Headers)
	require.Equal(t, crosstable.Player{
		ID: 1, Seed: 1, Sex: "m", Title: "GM", Name: "Đỗ, An", Rating: 2500, Federation: "VIE",
		Licence: "123456", Birth: "1990/01/01", Rank: 1, Virtual: []crosstable.Points{10, 10},
		Rounds: []crosstable.Entry{
			{Opponent: 3, Colour: crosstable.Black, Result: crosstable.Win, Points: 30},
			{Opponent: 2, Colour: crosstable.White, Result: crosstable.ForfeitWin, Points: 30},
		},
	}, table.Players[0])
	require.Equal(t, []crosstable.Bye{
		{Round: 3, Player: 4, Result: crosstable.HalfBye},
		{Round: 5, Player: 4, Result: crosstable.Absent},
		{Round: 5, Player: 2, Result: crosstable.Absent},
	}, table.Byes)
	require.Equal(t, []crosstable.Forbidden{{First: 3, Last: 4, Players: []int{1, 4, 3}}, {Players: []int{2, 3}}}, table.Forbidden)
}

// However lines end and letters are written, the event is the same.
func TestReadLineEndsAndCase(t *testing.T) {
	t.Parallel()
	want, err := trf.Read([]byte(event))
	require.NoError(t, err)
	tests := map[string]string{
		"CR":           strings.ReplaceAll(event, "\n", "\r"),
		"CRLF":         strings.ReplaceAll(event, "\n", "\r\n"),
		"BOM":          "\ufeff" + event,
		"no end":       strings.TrimSuffix(event, "\n"),
		"blanks":       strings.ReplaceAll(event, "\n", "   \n\n"),
		"comment":      "### a comment\n" + event,
		"lower case":   strings.NewReplacer("XXP", "xxp", "- Z", "- z", "- U", "- u", "240 H", "240 h", "152 B", "152 b").Replace(event),
		"upper colour": strings.NewReplacer(" b ", " B ", " w ", " W ").Replace(event),
		"blank rounds": strings.ReplaceAll(event, "  0000 - Z", ""),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := trf.Read([]byte(text))
			require.NoError(t, err)
			for i := range got.Players {
				got.Players[i].Sex = want.Players[i].Sex
			}
			require.Equal(t, want, got)
		})
	}
}

func TestReadOldRecords(t *testing.T) {
	t.Parallel()
	table, err := trf.Read([]byte(`XXR 7
XXC black1 rank
BBW 2.0
BBD 1.0
BBU 1.0
BBZ 0.5
BBF 0.0
XXA    2  1.0  0.5
XXZ 1
001    1 m    A                                 2500                             2.0    2     2 w 1
001    2 m    B                                 2400                             0.0    1     1 b 0
`))
	require.NoError(t, err)
	require.Equal(t, 7, table.Total)
	require.Equal(t, crosstable.Black, table.Initial)
	require.Equal(t, crosstable.Scoring{Win: 20, Draw: 10, Allocated: 10, Absent: 5, Unknown: 10}, table.Scoring)
	require.Equal(t, []crosstable.Points{10, 5}, table.Players[1].Virtual)
	require.Equal(t, []crosstable.Bye{{Round: 2, Player: 1, Result: crosstable.Absent}}, table.Byes)
	require.Equal(t, []int{2, 1}, []int{table.Players[0].Seed, table.Players[1].Seed})
}

func TestAbnormalPoints(t *testing.T) {
	t.Parallel()
	table, err := trf.Read([]byte(`142 3
299 W         0.5  001    1
299          -1.0         2
001    1 m    A                                 2500                             0.5    1     2 w 1
001    2 m    B                                 2400                            -1.0    2     1 b 0
`))
	require.NoError(t, err)
	require.Equal(t, crosstable.Points(5), table.Players[0].Points())
	require.Equal(t, crosstable.Points(-10), table.Players[1].Points())
}

// replace puts one text in the place of another that must be there.
func replace(t *testing.T, old, other string) string {
	t.Helper()
	require.Contains(t, event, old)
	return strings.Replace(event, old, other, 1)
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		old, new string
		line     int
		reason   string
	}{
		"junk":                  {"012 Hội cờ", "hello", 1, "followed by a blank"},
		"short":                 {"012 Hội cờ", "01", 1, "no record"},
		"unknown record":        {"XXP 2 3", "XXQ 2 3", 15, `no record "XXQ"`},
		"rounds":                {"142 5", "142 x", 2, "number of rounds"},
		"no rounds":             {"142 5", "142 0", 2, "one round at least"},
		"rounds twice":          {"152 B", "XXR 5", 3, "line 2 already"},
		"initial colour":        {"152 B", "152 R", 3, "W or B"},
		"points":                {"W 3.0", "W 3.x", 4, "points"},
		"symbol":                {"W 3.0", "Q 3.0", 4, "W, D, L, A, P or X"},
		"number taken":          {"001    2", "001    1", 8, "line 7 already"},
		"gap":                   {"001    4", "001    5", 0, "player 4 is missing"},
		"number zero":           {"001    2", "001    0", 8, "from 1"},
		"rating":                {"2400", "24OO", 8, "rating"},
		"sum":                   {"  6.0    1", "  5.0    1", 7, "results make 6.0"},
		"no points":             {"  6.0    1", "         1", 7, "points"},
		"opponent":              {"3 b 1", "9 b 1", 7, "no player 9"},
		"itself":                {"3 b 1", "1 b 1", 7, "its own opponent"},
		"opponents disagree":    {"3 b 1", "4 b 1", 7, "meets 4, who meets 2"},
		"colours agree":         {"3 b 1", "3 w 1", 7, "same colour"},
		"results contradict":    {"3 b 1", "3 b W", 7, "contradicts"},
		"no colour":             {"3 b 1", "3 - 1", 7, "no colour"},
		"unknown colour":        {"3 b 1", "3 x 1", 7, "the colour is"},
		"unknown result":        {"3 b 1", "3 b 2", 7, "no result"},
		"misaligned":            {"     3 b 1", "    3 b 1 ", 7, "must be blank"},
		"game without opponent": {"0000 - U", "0000 - 1", 10, "needs an opponent"},
		"bye with opponent":     {"1 b -", "1 b H", 8, "has no opponent"},
		"two byes":              {"0000 - Z", "0000 - U", 10, "has the bye of the round"},
		"bye kind":              {"240 H", "240 U", 11, "F, H or Z"},
		"bye round":             {"240 H   3", "240 H   x", 11, "round"},
		"bye player":            {"240 H   3    4", "240 H   3    8", 11, "no player 8"},
		"another bye":           {"240 Z   5    4    2", "240 Z   3    4    2", 12, "another bye"},
		"acceleration":          {"1   2    1    2\n26", "2   1    1    2\n26", 13, "from a first to a last"},
		"forbidden rounds":      {"260   3   4", "260   4   3", 14, "before the first"},
		"forbidden player":      {"XXP 2 3", "XXP 2 7", 15, "no player 7"},
		"forbidden alone":       {"XXP 2 3", "XXP 2", 15, "two players at least"},
		"too many rounds":       {"142 5", "142 1", 0, "only 1 are planned"},
		"scale":                 {"D 1.0", "D 4.0", 0, "a win must be worth"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := trf.Read([]byte(replace(t, tt.old, tt.new)))
			var syntax *trf.SyntaxError
			require.ErrorAs(t, err, &syntax)
			require.Contains(t, syntax.Error(), tt.reason)
			require.Equal(t, tt.line, syntax.Line, syntax.Error())
		})
	}
}

func TestReadNothing(t *testing.T) {
	t.Parallel()
	_, err := trf.Read(nil)
	require.ErrorContains(t, err, "no players")
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(event))
	files, err := filepath.Glob("../swiss/testdata/dutch/*-n[4-9]-*.trf")
	require.NoError(f, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := trf.Read(data)
		if err != nil {
			var syntax *trf.SyntaxError
			require.ErrorAs(t, err, &syntax)
			require.LessOrEqual(t, syntax.Line, 1+bytes.Count(data, []byte("\n"))+bytes.Count(data, []byte("\r")))
			return
		}
		require.NoError(t, table.Validate())
	})
}
