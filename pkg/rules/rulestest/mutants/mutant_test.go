package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMutantsCanBeMade keeps the list true to the source: whoever changes a line
// that it breaks finds here that the list must follow.
func TestMutantsCanBeMade(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, m := range mutants() {
		source, line, err := m.apply(filepath.Join("..", ".."))
		require.NoError(t, err)
		require.NotEqual(t, m.old, m.new, m.rule)
		require.Contains(t, source, m.new)
		require.Positive(t, line)
		require.False(t, seen[m.rule], "%s: stands in the list twice", m.rule)
		seen[m.rule] = true
	}
	require.NotEmpty(t, seen)
}

func TestKiller(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"--- FAIL: TestProof (0.00s)\n    --- FAIL: TestProof/jungle (0.03s)\nFAIL\nFAIL\tkydai.dev/pkg/rules/jungle\t0.1s\n": "by rules/jungle TestProof/jungle",
		"--- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tkydai.dev/pkg/rules\t0.1s\n":                           "by rules TestA",
		"runtime: goroutine stack exceeds 1000000000-byte limit\nFAIL\tkydai.dev/pkg/rules/draughts\t1.9s\nFAIL\n":            "by rules/draughts, which crashed",
		"": "by a test that never began",
	}
	for output, want := range tests {
		require.Equal(t, want, killer(output))
	}
}
