package uci_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/levels"

	"kydai.dev/services/search/internal/play"
)

// Every level of every game answers, the same in the same game of a session, and at
// once when it is stopped.
func TestLevels(t *testing.T) {
	t.Parallel()
	for _, game := range play.Names() {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			one, two := talk(t, game), talk(t, game)
			said := map[string]bool{}
			for range 6 {
				var bests [2]string
				for i, d := range []*dialogue{one, two} {
					d.say("ucinewgame")
					d.say("setoption name Level value 1")
					d.say("go movetime 60000")
					_, bests[i] = d.until("bestmove")
				}
				require.Equal(t, bests[0], bests[1])
				said[bests[0]] = true
			}
			require.Greater(t, len(said), 1, "who slips doesn't always play the same")
			for i := range levels.Of(game) {
				one.say("setoption name Level value " + string(rune('1'+i)))
				one.say("go infinite")
				one.say("stop")
				_, best := one.until("bestmove")
				require.Regexp(t, `^bestmove [a-j]`, best)
			}
			one.say("go searchmoves a1")
			_, refused := one.until("info string")
			require.Contains(t, refused, "searchmoves")
			one.end()
			two.end()
		})
	}
}

// The limits of an order make a level less, never more.
func TestLimitsOfLevels(t *testing.T) {
	t.Parallel()
	d := talk(t, "morris")
	d.say("setoption name Level value 5")
	d.say("go depth 2")
	said, _ := d.until("bestmove")
	require.Contains(t, said[0], "info depth 1 ")
	require.NotContains(t, said[len(said)-2], "info depth 3 ")
	d.say("setoption name Level value 1")
	d.say("go depth 9")
	said, _ = d.until("bestmove")
	require.Contains(t, said[len(said)-2], "info depth 1 ", "it looks one ply ahead")
	d.end()
}

func TestALevelInAFinishedGame(t *testing.T) {
	t.Parallel()
	d := talk(t, "xiangqi")
	d.say("setoption name Level value 3")
	d.say("position fen 3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1")
	d.say("go depth 5")
	_, best := d.until("bestmove")
	require.Equal(t, "bestmove (none)", best)
	d.end()
}
