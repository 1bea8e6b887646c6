package e2e_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEngineSpeaksUCI drives the binary as a GUI does that pipes lines in.
func TestEngineSpeaksUCI(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), filepath.Join(binaries, "kydai"), "engine", "--game", "xiangqi")
	cmd.Stdin = strings.NewReader(strings.Join([]string{
		"uci", "isready", "nonsense", "setoption name Hash value 1",
		"position startpos moves h2e2 h9g7", "go nodes 3000", "stop", "quit",
	}, "\n") + "\n")
	out, err := cmd.Output()
	require.NoError(t, err)
	text := string(out)
	require.Contains(t, text, "uciok\nreadyok\ninfo string nonsense: ")
	require.Regexp(t, `\nbestmove [a-i]\d[a-i]\d\n$`, text)
}
