package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// printedAddress is where the pages for readers say that the hall is.
const printedAddress = "http://127.0.0.1:8080"

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestTheFirstGameOfTheReadmeWorks runs the commands that a newcomer reads, as
// they are printed.
func TestTheFirstGameOfTheReadmeWorks(t *testing.T) {
	t.Parallel()
	h := startOne(t)
	for _, page := range []string{"README.md", "README.vi.md"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			blocks := shellBlocks(t, page)
			require.Len(t, blocks, 2, "the two commands, then the first game")
			require.Contains(t, blocks[0], "make run")
			require.Contains(t, blocks[0], "make test")

			require.Contains(t, blocks[1], printedAddress)
			game := strings.ReplaceAll(blocks[1], printedAddress, h.base)
			out, err := exec.Command("bash", "-euo", "pipefail", "-c", game).CombinedOutput()
			require.NoError(t, err, "%s", out)
			printed := string(out)
			require.NotContains(t, printed, `"reason":"`+"INTERNAL", "%s", out)
			for _, want := range []string{`"ply":1,"move":"h2e2"`, `"ply":2,"move":"h9g7"`, `"ply":3,"move":"e2e6"`} {
				require.Contains(t, strings.ReplaceAll(printed, ": ", ":"), want)
			}
			for _, want := range []string{`[Format "Chinese"]`, "炮二平五", `"rule":"PATH_BLOCKED"`} {
				require.Contains(t, printed, want)
			}
			require.Equal(t, 3, strings.Count(printed, "event: played"), "the stream tells all three moves:\n%s", out)
		})
	}
}

func shellBlocks(t *testing.T, page string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), page))
	require.NoError(t, err)
	var blocks []string
	for _, m := range shellBlock.FindAllStringSubmatch(string(text), -1) {
		blocks = append(blocks, m[1])
	}
	return blocks
}

// root is the top of the repository.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../..")
	require.NoError(t, err)
	return dir
}

// TestThePageOfTheRules runs the commands of the rules' own page, on a file of
// ours where one is named.
func TestThePageOfTheRules(t *testing.T) {
	t.Parallel()
	blocks := shellBlocks(t, filepath.Join("pkg", "rules", "README.md"))
	require.Len(t, blocks, 2)
	file := filepath.Join(t.TempDir(), "games.ubb")
	require.NoError(t, os.WriteFile(file, []byte("[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]"), 0o600))
	wants := []string{`"reason":"perpetual_chase"`, "炮二平五 马8进7"}
	for i, block := range blocks {
		cmd := exec.Command("bash", "-euo", "pipefail", "-c", strings.ReplaceAll(block, "games.ubb", file))
		cmd.Dir = root(t)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), wants[i])
	}
}
