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
		b.Run(fmt.Sprintf("%d", players), func(b *testing.B) {
			if players > 1000 && !deep() {
				b.Skip("KYDAI_DEEP=1 runs the large ones")
			}
			t := randomEvent(b, players, 9, 5, 1)
			for b.Loop() {
				_, err := swiss.Pair(t)
				require.NoError(b, err)
			}
		})
	}
}
