package mate_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"

	rulebook "kydai.dev/pkg/rules/xiangqi"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/xiangqi"
	"kydai.dev/services/search/internal/xiangqi/mate"
)

func board(t testing.TB, position string) engine.Board {
	t.Helper()
	p, err := rulebook.New().Parse(position)
	require.NoError(t, err)
	b, err := xiangqi.New(p, nil)
	require.NoError(t, err)
	return b
}

// quiet reports whether no check begins a mate.
func quiet(b engine.Board, plies int) bool {
	s := mate.NewSolver(b, plies)
	return !slices.ContainsFunc(b.Moves(nil), func(m engine.Move) bool { return checks(b, m) && s.Wins(m, plies) })
}

func checks(b engine.Board, m engine.Move) bool {
	b.Make(m)
	defer b.Unmake()
	return b.Forced()
}

type position struct {
	plies int
	text  string
}

// set is the mates that were collected.
func set(t testing.TB) (list []position) {
	t.Helper()
	text, err := os.ReadFile("../testdata/mates.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		number, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		plies, err := strconv.Atoi(number)
		require.NoError(t, err)
		list = append(list, position{plies, text})
	}
	return list
}

// canonical is the same for a position, its mirror image, and both with colours
// changed.
func canonical(position string) string {
	fields := strings.Fields(position)
	rows := strings.Split(fields[0], "/")
	turned := slices.Clone(rows)
	slices.Reverse(turned)
	for i, row := range turned {
		turned[i] = strings.Map(otherColour, row)
	}
	other := map[string]string{"w": "b", "b": "w"}[fields[1]]
	return min(mirrored(rows, fields[1]), mirrored(turned, other))
}

// mirrored is the lesser of a board and its mirror image.
func mirrored(rows []string, side string) string {
	image := slices.Clone(rows)
	for i, row := range image {
		squares := []byte(row)
		slices.Reverse(squares)
		image[i] = string(squares)
	}
	return side + min(strings.Join(rows, "/"), strings.Join(image, "/"))
}

func otherColour(c rune) rune {
	if unicode.IsUpper(c) {
		return unicode.ToLower(c)
	}
	return unicode.ToUpper(c)
}

// TestSet proves the mates.
func TestSet(t *testing.T) {
	t.Parallel()
	seen, quietly := map[string]bool{}, 0
	for _, p := range set(t) {
		require.False(t, seen[canonical(p.text)], "twice: %s", p.text)
		seen[canonical(p.text)] = true
		b := board(t, p.text)
		require.Equal(t, p.plies, mate.NewSolver(b, p.plies).Distance(p.plies), p.text)
		if quiet(b, p.plies) {
			quietly++
		}
	}
	t.Log(quietly, "begin without a check")
	require.Len(t, seen, 50)
	require.GreaterOrEqual(t, quietly, 15)
}

// TestDistance: the solver sees defences, no mate that is longer than it was asked
// for, and a side without a move as lost.
func TestDistance(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		position   string
		most, want int
	}{
		"from the start":              {rulebook.New().Start().String(), 3, 0},
		"two chariots":                {"3k5/9/9/R8/9/9/9/1R7/9/5K3 w - - 0 1", 3, 3},
		"two chariots, too few plies": {"3k5/9/9/R8/9/9/9/1R7/9/5K3 w - - 0 1", 1, 0},
		"two chariots, a defender":    {"3k5/8r/9/R8/9/9/9/1R7/9/5K3 w - - 0 1", 3, 0},
		"no move left":                {"3k5/9/2P6/9/9/9/9/9/9/4K4 w - - 0 1", 3, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, mate.NewSolver(board(t, tt.position), tt.most).Distance(tt.most))
		})
	}
}

// sees lets the engine look at a position until it sees the mate at its exact
// distance, or has searched so many positions.
func sees(t testing.TB, p position, nodes int) (r engine.Report, found bool) {
	t.Helper()
	e := engine.New(16, engine.Options{Traits: xiangqi.Traits()})
	r = e.Search(board(t, p.text), engine.Limits{
		Nodes:   nodes,
		Report:  func(r engine.Report) { found = r.Lines[0].Score.Mate == p.plies },
		Stopped: func() bool { return found },
	})
	return r, found
}

// TestEngineSeesMates within what it searches in half a second.
func TestEngineSeesMates(t *testing.T) {
	t.Parallel()
	for _, p := range set(t) {
		_, found := sees(t, p, 500_000)
		require.True(t, found, p.text)
	}
}

// BenchmarkMates measures the longest time that the engine takes to see one of the
// mates.
func BenchmarkMates(b *testing.B) {
	var longest time.Duration
	nodes := 0
	for b.Loop() {
		for _, p := range set(b) {
			r, found := sees(b, p, 5_000_000)
			require.True(b, found, p.text)
			longest, nodes = max(longest, r.Time), max(nodes, r.Nodes)
		}
	}
	b.ReportMetric(float64(longest.Microseconds())/1000, "ms/longest")
	b.ReportMetric(float64(nodes), "nodes/longest")
}
