package swiss_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/swiss"
	"kydai.dev/services/tournament/internal/trf"
)

func TestVectors(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/dutch/*.trf")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".trf"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			want, err := os.ReadFile(strings.TrimSuffix(file, ".trf") + ".pairs")
			require.NoError(t, err)
			table, err := trf.Read(data)
			require.NoError(t, err)
			round, err := swiss.Pair(table)
			if errors.Is(err, swiss.ErrNoPairing) {
				require.Equal(t, "no-legal-pairing\n", string(want))
				return
			}
			require.NoError(t, err)
			require.Equal(t, string(want), printed(round))
		})
	}
}

// printed writes a round as the vectors do.
func printed(r swiss.Round) string {
	var b strings.Builder
	lines := len(r.Boards)
	if r.Bye != 0 {
		lines++
	}
	fmt.Fprintln(&b, lines)
	for _, board := range r.Boards {
		fmt.Fprintln(&b, board.First, board.Second)
	}
	if r.Bye != 0 {
		fmt.Fprintln(&b, r.Bye, 0)
	}
	return b.String()
}
