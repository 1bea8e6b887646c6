package xiangqi_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	rulebook "kydai.dev/pkg/rules/xiangqi"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/xiangqi"
)

func board(t *testing.T, position string, moves ...string) engine.Board {
	t.Helper()
	p, err := rulebook.New().Parse(position)
	require.NoError(t, err)
	b, err := xiangqi.New(p, moves)
	require.NoError(t, err)
	return b
}

func find(t *testing.T, b engine.Board, text string) engine.Move {
	t.Helper()
	for _, m := range b.Moves(nil) {
		if b.Text(m) == text {
			return m
		}
	}
	require.Fail(t, "not legal", text)
	return 0
}

// TestBreaches plays the cases of repetition and asks at the end of each, when the
// position stands for the third time, who has broken a rule since the first.
func TestBreaches(t *testing.T) {
	t.Parallel()
	var file struct {
		Cases []struct {
			Position, Result, Reason string
			Moves                    []string
			Ply                      int
		}
	}
	text, err := os.ReadFile("testdata/repetition.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &file))
	judged := 0
	for _, c := range file.Cases {
		if c.Reason != "perpetual_check" && c.Reason != "perpetual_chase" && c.Reason != "repetition" {
			continue
		}
		judged++
		b := board(t, c.Position, c.Moves...)
		past := b.Past()
		span := 0
		for n := (len(past) - 1) &^ 1; n >= 4; n -= 2 {
			if past[len(past)-1-n] == b.Key() {
				span = n
				break
			}
		}
		broken := b.Breach(span)
		result := "draw"
		switch {
		case broken[0] && !broken[1]:
			result = "second wins"
		case broken[1] && !broken[0]:
			result = "first wins"
		}
		require.Equal(t, c.Result, result, "%s %v", c.Position, c.Moves)
	}
	require.Greater(t, judged, 20)
}

// TestNoPerpetualCheckForTheWinner: the only way to go on checking loses, so the
// engine must see something else or the loss.
func TestPerpetualCheckIsNoWayOut(t *testing.T) {
	t.Parallel()
	const position = "4k4/R8/9/9/9/9/9/9/9/3K5 w - - 0 1"
	moves := []string{"a8a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8"}
	e := engine.New(1, engine.Options{Traits: xiangqi.Traits()})
	b := board(t, position, moves...)
	r := e.Search(b, engine.Limits{Depth: 4})
	require.Equal(t, "e8e9", b.Text(r.Lines[0].Moves[0]), "the third time is red's loss")
	require.Greater(t, r.Lines[0].Score.Value, 20000)
}

func TestGains(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		position, move string
		gain           int
	}{
		"free chariot":                 {"3k5/9/9/9/r8/9/9/9/R8/4K4 w - - 0 1", "a1a5", 1000},
		"protected by a soldier":       {"3k5/9/9/p8/r8/9/9/9/R8/4K4 w - - 0 1", "a1a5", 0},
		"chariot for soldier":          {"r2k5/9/9/p8/9/9/9/9/R8/4K4 w - - 0 1", "a1a6", 100 - 1000},
		"both take":                    {"r2k5/9/9/p8/9/9/9/R8/R8/4K4 w - - 0 1", "a2a6", 100},
		"quiet under attack":           {"3k5/9/9/2p6/9/9/9/9/R8/4K4 w - - 0 1", "a1a6", 0},
		"quiet before a soldier":       {"3k5/9/9/2p6/9/9/9/9/2R6/4K4 w - - 0 1", "c1c5", -1000},
		"a cannon loses its screen":    {"3k5/9/9/r8/p8/9/9/9/9/R3K4 w - - 0 1", "a0a5", 100 - 1000},
		"a cannon protects over one":   {"c2k5/9/p8/r8/9/9/9/9/9/R3K4 w - - 0 1", "a0a6", 0},
		"a hobbled horse can't retake": {"3k5/9/1np6/r8/9/9/9/9/9/R3K4 w - - 0 1", "a0a6", 1000},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := board(t, tt.position)
			m := find(t, b, tt.move)
			require.True(t, b.Gains(m, tt.gain), "at least")
			require.False(t, b.Gains(m, tt.gain+1), "at most")
		})
	}
}

// TestEvaluationHasNoLeftAndRight mirrors positions.
func TestEvaluationHasNoLeftAndRight(t *testing.T) {
	t.Parallel()
	for _, p := range positions(t) {
		require.Equal(t, board(t, p).Evaluate(), board(t, mirrored(p)).Evaluate(), p)
	}
}

// TestMates: the engine finds each mate at its exact distance, which package mate
// proves: all but one with the nodes of a tenth of a second.
func TestMates(t *testing.T) {
	t.Parallel()
	const (
		usual   = 100_000
		hardest = "3ak4/3na4/b7b/p3p4/1Np6/5nc2/P2c4P/5A3/5K3/2B4r1 b - - 0 1"
	)
	for _, m := range mates(t) {
		t.Run(m.position, func(t *testing.T) {
			t.Parallel()
			nodes := usual
			if m.position == hardest {
				nodes = 20 * usual
			}
			found := false
			e := engine.New(8, engine.Options{Traits: xiangqi.Traits()})
			e.Search(board(t, m.position), engine.Limits{
				Nodes:   nodes,
				Report:  func(r engine.Report) { found = r.Lines[0].Score.Mate == m.plies },
				Stopped: func() bool { return found },
			})
			require.True(t, found)
		})
	}
}

type mate struct {
	plies    int
	position string
}

func mates(t *testing.T) (list []mate) {
	t.Helper()
	text, err := os.ReadFile("testdata/mates.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		number, position, _ := strings.Cut(strings.TrimSpace(line), " ")
		plies, err := strconv.Atoi(number)
		require.NoError(t, err)
		list = append(list, mate{plies, position})
	}
	require.Len(t, list, 50)
	return list
}

// positions are some positions of the game, by the mates and the repetitions.
func positions(t *testing.T) (list []string) {
	t.Helper()
	for _, m := range mates(t) {
		list = append(list, m.position)
	}
	return append(list, rulebook.New().Start().String(),
		"r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b - - 3 4")
}

// mirrored changes left and right.
func mirrored(position string) string {
	fields := strings.Fields(position)
	rows := strings.Split(fields[0], "/")
	for i, row := range rows {
		mirror := []byte(row)
		for i, j := 0, len(mirror)-1; i < j; i, j = i+1, j-1 {
			mirror[i], mirror[j] = mirror[j], mirror[i]
		}
		rows[i] = string(mirror)
	}
	fields[0] = strings.Join(rows, "/")
	return strings.Join(fields, " ")
}
