package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSoak(t *testing.T) {
	t.Parallel()
	out, _, err := run(t, "soak", "--game=morris", "--games=2", "--nodes=50", "--level-games=1", "--level=1", "--threads=1")
	require.NoError(t, err)
	require.Regexp(t, `(?s)faults\nmorris +50 nodes +2 .* 0\nmorris +level 1 +1 .* 0\n$`, out)
}
