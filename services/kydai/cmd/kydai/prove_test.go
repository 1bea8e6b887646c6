package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEndgameProve(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, _, err := run(t, "endgame", "prove", "--dir", dir, "jungle-2")
	require.ErrorContains(t, err, "not all there")
	_, _, err = run(t, "endgame", "build", "--dir", dir, "--threads=1", "draughts-russian-2")
	require.NoError(t, err)
	out, _, err := run(t, "endgame", "prove", "--dir", dir, "--wins=2", "--draws=1", "--known=0", "--nodes=3000", "draughts-russian-2")
	require.NoError(t, err)
	require.Equal(t, "draughts-russian-2: 0 of 2 wins missed, 0 of 1 draws lost\n", out)
	_, _, err = run(t, "endgame", "prove", "--nodes=0", "jungle-2")
	require.ErrorContains(t, err, "--nodes")
}
