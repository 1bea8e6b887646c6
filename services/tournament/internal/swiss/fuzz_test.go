package swiss_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/swiss"
	"kydai.dev/services/tournament/internal/trf"
)

// Whatever a report file says, every present player is paired once or nobody is.
func FuzzPair(f *testing.F) {
	files, err := filepath.Glob("testdata/dutch/*-n[4-9]-*.trf")
	require.NoError(f, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := trf.Read(data)
		if err != nil || len(table.Players) > 30 {
			t.Skip()
		}
		swiss.Check(table)
		round, err := swiss.Pair(table)
		if err != nil {
			return
		}
		seated := map[int]bool{}
		for _, b := range round.Boards {
			seated[b.First], seated[b.Second] = true, true
		}
		if round.Bye != 0 {
			seated[round.Bye] = true
		}
		require.Len(t, seated, len(table.Players)-len(table.ByesIn(round.Number)))
	})
}
