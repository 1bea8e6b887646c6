package standings_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/standings"
	"kydai.dev/services/tournament/internal/trf"
)

// vector is what an independent program found.
type vector struct {
	Players   []map[string]float64 `json:"players"`
	Standings []struct {
		Order []string `json:"order"`
		Ranks [][2]int `json:"ranks"`
	} `json:"standings"`
	Edition2024 []map[string]float64 `json:"edition_2024_differs"`
}

func TestVectors(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			v, sheets := load(t, file)
			compare(t, v.Players, sheets[0])
			compare(t, v.Edition2024, sheets[1])
			for _, s := range v.Standings {
				places, err := sheets[0].Rank(s.Order)
				require.NoError(t, err)
				var ranks [][2]int
				for _, p := range places {
					ranks = append(ranks, [2]int{p.Rank, p.Player})
				}
				slices.SortFunc(ranks, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
				require.Equal(t, s.Ranks, ranks, s.Order)
			}
		})
	}
}

// load reads a vector and its event, by the present edition and the one before.
func load(t *testing.T, file string) (vector, [2]*standings.Sheet) {
	t.Helper()
	var v vector
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &v))
	data, err = os.ReadFile(strings.TrimSuffix(file, ".json") + ".trf")
	require.NoError(t, err)
	table, err := trf.Read(data)
	require.NoError(t, err)
	return v, [2]*standings.Sheet{standings.New(table, standings.Edition2026), standings.New(table, standings.Edition2024)}
}

func compare(t *testing.T, players []map[string]float64, sheet *standings.Sheet) {
	t.Helper()
	for _, p := range players {
		for code, want := range p {
			if code == "id" {
				continue
			}
			got, err := sheet.Value(code, int(p["id"]))
			require.NoError(t, err)
			require.InDelta(t, want, float64(got.Number)/100, 0, "%s of player %v: %v", code, p["id"], got.Items)
		}
	}
}
