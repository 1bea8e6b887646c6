package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules/games"
)

// tool runs a command of the binary to its end.
func tool(t *testing.T, args ...string) (stdout string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(t.Context(), filepath.Join(binaries, "kydai"), args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	t.Logf("%s: %s", args[0], errs.String())
	return out.String(), err
}

func TestDemoPlaysOneGameOfEachKind(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		out, err := tool(t, "demo", "--url", h.base)
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		require.Len(t, lines, len(games.All()))
		for i, g := range games.All() {
			require.Regexp(t, `^`+g.Name()+` +\d+ plies, (first|second) wins by [a-z_]+ \(game \w{12}\)$`, lines[i])
		}
	})
}

// report is what of a report of kydai load is looked at.
type report struct {
	Moves  int            `json:"moves"`
	P99    float64        `json:"p99_ms"`
	Errors map[string]int `json:"errors"`
	Server struct {
		CPU     float64 `json:"cpu_s"`
		Commits int     `json:"commits"`
		Group   float64 `json:"group_mean"`
	} `json:"server"`
	Log struct{ Games, Acknowledged, Missing, Doubled, Gaps int }
}

func TestLoadHoldsTheHallToItsWord(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		ops := h.procs["referee"]
		if ops == nil {
			ops = h.procs["kydai"]
		}
		for _, transport := range []string{"rest", "ws"} {
			saved := filepath.Join(t.TempDir(), "acknowledged")
			out, err := tool(t, "load", "--games=7", "--plies=90", "--transport="+transport,
				"--url", h.base, "--ops", "http://"+ops.ops, "--state", saved, "--json")
			require.NoError(t, err, out)
			var r report
			require.NoError(t, json.Unmarshal([]byte(out), &r))
			require.Equal(t, 7*90, r.Moves)
			require.Empty(t, r.Errors)
			require.Positive(t, r.P99)
			require.Positive(t, r.Server.Commits)
			require.GreaterOrEqual(t, r.Server.Group, 1.0)
			require.GreaterOrEqual(t, r.Log.Games, 7)
			require.GreaterOrEqual(t, r.Log.Acknowledged, r.Moves)
			require.Zero(t, r.Log.Missing+r.Log.Doubled+r.Log.Gaps)

			_, err = tool(t, "load", "--url", h.base, "--verify", saved)
			require.NoError(t, err)
			text, err := os.ReadFile(saved)
			require.NoError(t, err)
			wrong := bytes.Replace(text, []byte(`"seqs":[3,`), []byte(`"seqs":[4,`), 1)
			require.NotEqual(t, text, wrong)
			require.NoError(t, os.WriteFile(saved, wrong, 0o600))
			out, err = tool(t, "load", "--url", h.base, "--verify", saved)
			require.Error(t, err, "another seq was acknowledged than the log has")
			require.Contains(t, out, `"missing": 1`)
		}
	})
}

func TestLoadPlaysTheEngine(t *testing.T) {
	t.Parallel()
	h := startOne(t)
	for _, transport := range []string{"rest", "ws"} {
		out, err := tool(t, "load", "--bots=1", "--games=7", "--plies=8", "--transport="+transport,
			"--url", h.base, "--ops", "http://"+h.procs["kydai"].ops, "--json")
		require.NoError(t, err, out)
		var r struct {
			Answers struct{ Count int }
			Engine  struct{ Turns int }
			By      map[string]struct{ Count int } `json:"answers_by_game"`
			Errors  map[string]int
			Log     struct{ Games, Acknowledged int }
		}
		require.NoError(t, json.Unmarshal([]byte(out), &r))
		require.Empty(t, r.Errors)
		require.Len(t, r.By, 7)
		require.Positive(t, r.Answers.Count)
		require.LessOrEqual(t, r.Answers.Count, 7*8)
		require.GreaterOrEqual(t, r.Engine.Turns, r.Answers.Count)
		require.GreaterOrEqual(t, r.Log.Games, 7)
		require.GreaterOrEqual(t, r.Log.Acknowledged, 2*r.Answers.Count)
	}
	_, err := tool(t, "load", "--bots=9", "--games=1", "--plies=1", "--url", h.base, "--ops", "http://"+h.procs["kydai"].ops)
	require.Error(t, err, "there is no such level")
}

func TestLoadMeasuresIdleStreams(t *testing.T) {
	t.Parallel()
	h := startOne(t)
	out, err := tool(t, "load", "--idle-streams=50", "--url", h.base, "--ops", "http://"+h.procs["kydai"].ops)
	require.NoError(t, err)
	require.Contains(t, out, `"streams": 50`)
}

func TestEventsTailResumes(t *testing.T) {
	t.Parallel()
	_, port, err := net.SplitHostPort(freeAddress(t))
	require.NoError(t, err)
	h := startOne(t, "--nats-port", port)
	args := h.procs["kydai"].args
	data := args[slices.Index(args, "--data")+1]
	tail := []string{"events", "tail", "--nats", "nats://127.0.0.1:" + port, "--data", data}

	_, err = tool(t, "demo", "--url", h.base)
	require.NoError(t, err)
	seen := listen(t, 7, tail...)
	require.Len(t, seen, 7)
	_, err = tool(t, "demo", "--url", h.base)
	require.NoError(t, err)
	again := listen(t, 7, tail...)
	for game, events := range again {
		require.NotContains(t, seen, game, "the first games come no second time")
		require.NotEmpty(t, events)
	}
}

// listen reads lines of a tail until so many games are over, and checks that no
// event comes twice and that none is missing.
func listen(t *testing.T, over int, args ...string) map[string][]int {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(binaries, "kydai"), args...)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	seqs := map[string][]int{}
	for lines := bufio.NewScanner(out); over > 0; {
		require.True(t, lines.Scan())
		var e struct {
			GameID string
			Seq    int
			Played *struct{ Result *struct{ Reason string } }
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &e))
		seqs[e.GameID] = append(seqs[e.GameID], e.Seq)
		if e.Played != nil && e.Played.Result != nil {
			over--
		}
	}
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(t, cmd.Wait(), "a tail ends well when it is told to")
	for game, got := range seqs {
		slices.Sort(got)
		for i, seq := range got {
			require.Equal(t, i+1, seq, game)
		}
	}
	return seqs
}
