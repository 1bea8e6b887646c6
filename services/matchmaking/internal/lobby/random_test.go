package lobby

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/matchmaking/internal/room"
)

// Every character is about as likely as every other: far beyond what chance
// allows would be an error in drawing them.
func TestCodesAreEven(t *testing.T) {
	t.Parallel()
	const draws = 20000
	count := map[rune]int{}
	for range draws {
		for _, c := range newCode() {
			count[c]++
		}
	}
	require.Len(t, count, len(room.CodeAlphabet))
	mean := float64(draws*room.CodeLength) / float64(len(room.CodeAlphabet))
	for c, n := range count {
		require.True(t, strings.ContainsRune(room.CodeAlphabet, c))
		require.InEpsilon(t, mean, n, 0.1, "%c", c) // six standard deviations
	}
}

func TestCoinFallsOnBothSides(t *testing.T) {
	t.Parallel()
	seen := map[bool]bool{}
	for range 200 {
		seen[coin()] = true
	}
	require.Len(t, seen, 2)
}
