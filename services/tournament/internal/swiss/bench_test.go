package swiss_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/swiss"
)

// BenchmarkPairing pairs the sixth round of an event in which five were played.
func BenchmarkPairing(b *testing.B) {
	for _, players := range []int{50, 100, 200, 500, 1000, 2000, 5000} {
		b.Run(fmt.Sprint(players), func(b *testing.B) { pairRound(b, players, 5) })
	}
}

// BenchmarkPairingFirst pairs the first round, in which everybody is in one bracket
// and somebody has the bye.
func BenchmarkPairingFirst(b *testing.B) {
	for _, players := range []int{201, 1001, 2001, 5001} {
		b.Run(fmt.Sprint(players), func(b *testing.B) { pairRound(b, players, 0) })
	}
}

func pairRound(b *testing.B, players, played int) {
	t := randomEvent(b, players, 9, played, 1)
	for b.Loop() {
		_, err := swiss.Pair(t)
		require.NoError(b, err)
	}
}
