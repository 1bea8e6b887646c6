package uci_test

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/memory"
	"kydai.dev/services/search/internal/play"
	"kydai.dev/services/search/internal/uci"
)

// dialogue is a session that a test talks to.
type dialogue struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Scanner
	done chan error
}

func talk(t *testing.T, game string) *dialogue {
	t.Helper()
	g, ok := play.Find(game)
	require.True(t, ok)
	input, in := io.Pipe()
	out, output := io.Pipe()
	d := &dialogue{t: t, in: in, out: bufio.NewScanner(out), done: make(chan error, 1)}
	go func() {
		err := uci.Serve(g, engine.Options{}, input, output)
		_ = output.Close()
		d.done <- err
	}()
	return d
}

// say writes a line.
func (d *dialogue) say(line string) {
	d.t.Helper()
	_, err := fmt.Fprintln(d.in, line)
	require.NoError(d.t, err)
}

// until reads lines up to one that begins so.
func (d *dialogue) until(start string) (before []string, last string) {
	d.t.Helper()
	for d.out.Scan() {
		if strings.HasPrefix(d.out.Text(), start) {
			return before, d.out.Text()
		}
		before = append(before, d.out.Text())
	}
	require.Fail(d.t, "the session has ended before a line that begins with "+start)
	return nil, ""
}

// end quits and waits for the end.
func (d *dialogue) end() {
	d.t.Helper()
	d.say("quit")
	for d.out.Scan() { // what is still said must not block the session
		continue
	}
	require.NoError(d.t, <-d.done)
}

func TestConversation(t *testing.T) {
	t.Parallel()
	for _, game := range play.Names() {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			d := talk(t, game)
			d.say("uci")
			said, _ := d.until("uciok")
			require.Contains(t, said, "option name MultiPV type spin default 1 min 1 max 256")
			d.say("setoption name Hash value 1")
			d.say("setoption name Threads value 2")
			d.say("setoption name MultiPV value 2")
			d.say("isready")
			said, _ = d.until("readyok")
			require.Empty(t, said)
			d.say("position startpos")
			d.say("go depth 4")
			said, best := d.until("bestmove")
			require.Regexp(t, `^info depth 4 seldepth \d+ multipv 2 score (cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv \S+`, said[len(said)-1])
			first := strings.Fields(best)[1]
			d.say("position startpos moves " + first)
			d.say("go infinite")
			d.say("stop")
			said, best = d.until("bestmove")
			require.NotEmpty(t, said)
			require.NotEqual(t, first, strings.Fields(best)[1])
			d.end()
		})
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for _, limit := range []string{
		"nodes 2000", "movetime 20", "depth 3", "wtime 300 btime 1", "wtime 200 winc 10 binc 10 movestogo 2", "depth 60 nodes 500",
		"wtime -300 btime -1", "searchmoves h2e2 b2e2 nodes 900", "nodes 900 searchmoves",
	} {
		d := talk(t, "xiangqi")
		d.say("go " + limit)
		_, best := d.until("bestmove")
		require.Regexp(t, `^bestmove [a-i]\d[a-i]\d$`, best)
		d.end()
	}
}

func TestMalformedLinesChangeNothing(t *testing.T) {
	t.Parallel()
	const place = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"
	tests := map[string]string{
		"hello":          "no command",
		"position":       "position startpos",
		"position fen":   "position startpos",
		"position fen x": "line: ",
		"position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1": "generals face",
		"position startpos e2e4":                         "position startpos",
		"position startpos moves a":                      "move 1",
		"position startpos moves h2e2 h2e2":              "move 2",
		"setoption Hash 3":                               "setoption name NAME",
		"setoption name Hash value 0":                    "number from 1",
		"setoption name Hash value 99999999":             "number from 1",
		"setoption name Style value 3":                   "no option",
		"go depth":                                       "needs a number",
		"go depth x":                                     "no number",
		"go depth -1":                                    "no number",
		"go nodes 99999999999999999999":                  "no number",
		"go mate 3":                                      "no limit",
		"go wtime -":                                     "no number",
		"go searchmoves h2e2 d0d1 depth 3":               "no move here",
		"\x1b[2J" + strings.Repeat("x", 90_000):          `"\x1b[2Jxxxxxxxxxxxxxxxx": this is no command`,
		strings.Repeat("x", 3<<20):                       "more than 1048576 bytes",
		"position startpos moves h2e2\tg9e7 z0z":         "move 3",
	}
	d := talk(t, "xiangqi")
	d.say("position fen " + place)
	for line, want := range tests {
		d.say(line)
		_, said := d.until("info string")
		require.Contains(t, said, want, line)
	}
	d.say("go depth 2")
	_, best := d.until("bestmove")
	require.Regexp(t, "^bestmove e[01]", best, "the position is still the one set first")
	d.end()
}

func TestNothingButStopDuringASearch(t *testing.T) {
	t.Parallel()
	d := talk(t, "xiangqi")
	d.say("go infinite")
	for _, line := range []string{"position startpos moves h2e2", "go depth 1", "ucinewgame", "setoption name Hash value 2"} {
		d.say(line)
		_, said := d.until("info string")
		require.Contains(t, said, "under way", line)
	}
	d.say("isready")
	d.until("readyok")
	d.say("stop")
	d.until("bestmove")
	d.say("ucinewgame")
	d.say("go depth 1")
	d.until("bestmove")
	d.end()
}

func TestFinishedGames(t *testing.T) {
	t.Parallel()
	d := talk(t, "xiangqi")
	d.say("position fen 3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1 moves d9e9")
	_, said := d.until("info string")
	require.Contains(t, said, "the game is over: checkmate")
	d.say("position fen 3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1")
	d.say("go depth 5")
	before, best := d.until("bestmove")
	require.Equal(t, "bestmove (none)", best)
	require.Contains(t, before[len(before)-1], "checkmate")
	d.end()
}

// TestEndOfInput: who only pipes lines in gets the answer all the same, to the whole of
// what was asked, or to what nothing but the end limits.
func TestEndOfInput(t *testing.T) {
	t.Parallel()
	g, _ := play.Find("xiangqi")
	tests := map[string]struct{ lines, want string }{
		"so many nodes":         {"go nodes 30000", ` nodes 30000 `},
		"so deep":               {"go depth 7", `info depth 7 `},
		"without a last break":  {"go nodes 30001\nisready", ` nodes 30001 `},
		"without limits":        {"go", ``},
		"for ever":              {"go infinite", ``},
		"for ever, with a node": {"go infinite nodes 1", ``},
		"a level":               {"setoption name Level value 3\ngo infinite", `info depth 5 `},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			require.NoError(t, uci.Serve(g, engine.Options{}, strings.NewReader("position startpos\n"+tt.lines), &out))
			require.Regexp(t, `bestmove [a-i]\d[a-i]\d\n$`, out.String())
			require.Regexp(t, tt.want, out.String())
		})
	}
}

// TestQuitEndsASearch: quit waits for no limit, and a reader that breaks is no end.
func TestQuitEndsASearch(t *testing.T) {
	t.Parallel()
	g, _ := play.Find("xiangqi")
	lines := "position startpos\ngo nodes 2000000000\n"
	require.NoError(t, uci.Serve(g, engine.Options{}, strings.NewReader(lines+"quit\n"), io.Discard))
	broken := io.MultiReader(strings.NewReader(lines), iotest.ErrReader(io.ErrClosedPipe))
	require.ErrorIs(t, uci.Serve(g, engine.Options{}, broken, io.Discard), io.ErrClosedPipe)
}

func TestMatesAreCountedInMoves(t *testing.T) {
	t.Parallel()
	d := talk(t, "xiangqi")
	d.say("position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1")
	d.say("go depth 6")
	said, best := d.until("bestmove")
	require.Contains(t, []string{"bestmove b0b9", "bestmove b0d0"}, best)
	require.Contains(t, said[len(said)-1], "score mate 1 ")
	d.end()
}

func TestOnlyMovesThatWereNamed(t *testing.T) {
	t.Parallel()
	d := talk(t, "xiangqi")
	for _, move := range []string{"a0a1", "i3i4"} {
		d.say("go searchmoves " + move + " depth 3")
		_, best := d.until("bestmove")
		require.Equal(t, "bestmove "+move, best)
	}
	d.end()
}

// TestTheTableFitsTheMachine: a table that the machine has no room for is refused.
func TestTheTableFitsTheMachine(t *testing.T) {
	t.Parallel()
	d := talk(t, "morris")
	d.say("uci")
	_, line := d.until("option name Hash")
	d.until("uciok")
	most, err := strconv.Atoi(line[strings.LastIndex(line, " ")+1:])
	require.NoError(t, err)
	require.Greater(t, most, 64)
	require.Less(t, most, max(memory.Megabytes(), 1<<16+1))
	d.say(fmt.Sprintf("setoption name Hash value %d", most+1))
	_, said := d.until("info string")
	require.Contains(t, said, fmt.Sprintf("from 1 to %d", most))
	d.end()
}
