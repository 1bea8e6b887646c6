package uci_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
	"kydai.dev/services/search/internal/uci"
)

// costly are options that a test can't afford.
var costly = regexp.MustCompile(`(?i)(hash|threads)`)

// FuzzServe says anything to the engine: it must live, and play on.
func FuzzServe(f *testing.F) {
	for i, lines := range []string{
		"uci\nisready\nucinewgame\nsetoption name MultiPV value 3",
		"position startpos moves h2e2 h9g7\ngo nodes 30\nstop\nstop",
		"position fen 3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1\ngo depth 3",
		"position fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1\ngo nodes 100",
		"position fen k8/9/9/9/9/9/9/9/9/8K w - - 0 1\ngo nodes 100",
		"position fen 4k4/9/9/9/4R4/9/9/9/9/4K4 w - - 0 1\ngo nodes 100",
		"go infinite\nposition startpos\ngo nodes 3\nstop\ngo wtime 1 btime 0 winc 3 movestogo 0",
		"go depth\ngo depth -1\ngo movetime 99999999999999\ngo ponder\ngo infinite infinite",
		"position fen W:Wa1:Bh8:H0:F1\ngo nodes 100",
		"position fen W:W:B:H0:F1\ngo nodes 100",
		"position fen 3/3/3/3/3/3/3 w 9 9 0 1\ngo nodes 100",
		"position fen 7/7/7/7/7/7/7/7/7 b 0 1\ngo nodes 100",
		"quit\ngo nodes 3", "\x00\xff\n\r\n \t\n", "setoption name value 3\nsetoption\nposition\nposition moves a1",
	} {
		for game := range play.Names() {
			f.Add(uint8(game), lines) //nolint:gosec // few
			_ = i
		}
	}
	f.Fuzz(func(t *testing.T, game uint8, lines string) {
		if costly.MatchString(lines) {
			t.Skip()
		}
		g, _ := play.Find(play.Names()[int(game)%len(play.Names())])
		var out strings.Builder
		err := uci.Serve(g, engine.Options{}, strings.NewReader("setoption name Hash value 1\n"+lines+"\nstop\nucinewgame\ngo nodes 9\n"), &out)
		require.NoError(t, err)
		if !regexp.MustCompile(`(?m)^\s*quit\b`).MatchString(lines) {
			said := strings.Split(strings.TrimSpace(out.String()), "\n")
			require.Regexp(t, `^bestmove [a-j]\S+$`, said[len(said)-1])
		}
	})
}
