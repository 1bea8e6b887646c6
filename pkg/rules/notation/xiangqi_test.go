package notation_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
	"kydai.dev/pkg/rules/xiangqi"
)

func xiangqiPosition(t require.TestingT, line string) rules.Position {
	p, err := xiangqi.New().Parse(line)
	require.NoError(t, err, "%q", line)
	return p
}

func xiangqiNotation(t require.TestingT, name string) notation.Notation {
	n, ok := notation.Find(xiangqi.New(), name)
	require.True(t, ok, name)
	return n
}

func loadXiangqi(t require.TestingT, file string, into any) {
	data, err := os.ReadFile(filepath.Join("testdata", "xiangqi", file))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, into))
}

func TestXiangqiNotationsInOrder(t *testing.T) {
	t.Parallel()
	var names []string
	for _, n := range notation.Of(xiangqi.New()) {
		names = append(names, n.Name)
	}
	require.Equal(t, strings.Fields("iccs vietnamese vietnamese_long wxf chinese chinese_traditional"), names)
}

func TestXiangqiVectors(t *testing.T) {
	t.Parallel()
	var file struct {
		Cases []struct{ Position, Move, Vietnamese, WXF string }
	}
	loadXiangqi(t, "notation.json", &file)
	require.Len(t, file.Cases, 100)
	for _, c := range file.Cases {
		p := xiangqiPosition(t, c.Position)
		requireBothWays(t, p, "vietnamese", c.Move, c.Vietnamese)
		requireBothWays(t, p, "wxf", c.Move, c.WXF)
		requireReadable(t, p)
	}
}

func requireBothWays(t require.TestingT, p rules.Position, name, move, text string) {
	n := xiangqiNotation(t, name)
	require.Equal(t, text, n.Write(p, move), "%s %s %s", name, p, move)
	got, err := n.Read(p, text)
	require.NoError(t, err, "%s %s %s", name, p, text)
	require.Equal(t, move, got, "%s %s %s", name, p, text)
}

// TestXiangqiMasterGames plays whole games by each of their three columns. The
// texts are those of the source, but for one thing: in WXF it prints the sign of
// a pair before the letter, where we print it behind. Its Chinese column is ours
// to the letter.
func TestXiangqiMasterGames(t *testing.T) {
	t.Parallel()
	var file struct{ Games [][][3]string }
	loadXiangqi(t, "masters-notation.json", &file)
	require.Len(t, file.Games, 8)
	for _, plies := range file.Games {
		p := xiangqi.New().Start()
		for _, ply := range plies {
			move, chinese, wxf := ply[0], ply[1], ply[2]
			requireBothWays(t, p, "chinese", move, chinese)
			got, err := xiangqiNotation(t, "wxf").Read(p, wxf)
			require.NoError(t, err, "%s %s", p, wxf)
			require.Equal(t, move, got, "%s %s", p, wxf)
			requireBothWays(t, p, "wxf", move, signBehind(wxf))
			step, err := p.Play(move)
			require.NoError(t, err)
			p = step.Next
		}
	}
}

func signBehind(wxf string) string {
	if strings.ContainsAny(wxf[:1], "+-") {
		return wxf[1:2] + wxf[:1] + wxf[2:]
	}
	return wxf
}

// requireReadable: different moves have different texts, and every text reads
// back as its move.
func requireReadable(t require.TestingT, p rules.Position) {
	taken := map[string]string{}
	for _, move := range p.Moves() {
		texts := notation.Write(xiangqi.New(), p, move)
		for _, n := range notation.Of(xiangqi.New()) {
			text := n.Write(p, move)
			require.Equal(t, text, texts.In(n.Name), "%s %s", p, move)
			require.Empty(t, taken[n.Name+text], "%s: %s is also %s", p, text, move)
			taken[n.Name+text] = move
			got, err := n.Read(p, text)
			require.NoError(t, err, "%s %s %s", p, move, text)
			require.Equal(t, move, got, "%s %s", p, text)
		}
	}
}

// TestXiangqiRoundTrip is the promise of the package, in positions with like
// pieces on one file and on several.
func TestXiangqiRoundTrip(t *testing.T) {
	t.Parallel()
	for name, positions := range map[string]*rapid.Generator[rules.Position]{
		"crowded files": rapid.Custom(crowdedPosition),
		"made up":       rapid.Custom(wildPosition),
		"played":        rapid.Custom(playedPosition),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { requireReadable(t, positions.Draw(t, "position")) })
		})
	}
}

// TestCrowdsAreDrawn holds the generators to what they are for.
func TestXiangqiCrowdsAreDrawn(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	positions := rapid.Custom(crowdedPosition)
	for seed := range 2000 {
		p := positions.Example(seed)
		if p.CheckSetup() == nil {
			seen[soldierCrowds(p)] = true
		}
	}
	for _, crowd := range []string{"2", "3", "4", "5", "22", "32", "23"} {
		require.True(t, seen[crowd], "no legal position with soldiers %s: %v", crowd, seen)
	}
}

// soldierCrowds lists how many soldiers of the mover stand on each file with
// several.
func soldierCrowds(p rules.Position) (crowds string) {
	var onFile ['i' + 1]int
	for _, piece := range p.Pieces() {
		if piece.Kind == "soldier" && piece.Side == p.Side() {
			onFile[piece.Square[0]]++
		}
	}
	for _, n := range onFile {
		if n > 1 {
			crowds += string(rune('0' + n))
		}
	}
	return crowds
}
