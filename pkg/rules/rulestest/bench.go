package rulestest

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
)

// benchLeaves bounds what one run of BenchPerft counts, a second or two.
const benchLeaves = 150_000_000

// BenchPerft counts from the start position of each game and reports leaves
// per second. With KYDAI_DEEP=1 in the environment it goes to the deepest depth
// that the reference cases list, which takes minutes.
func BenchPerft(b *testing.B, games ...rules.Game) {
	for _, g := range games {
		leaves := startPerft(b, g)
		depth := benchDepth(leaves)
		b.Run(g.Name()+"/"+strconv.Itoa(depth), func(b *testing.B) {
			for b.Loop() {
				require.Equal(b, leaves[depth-1], g.Start().Perft(depth))
			}
			b.ReportMetric(float64(leaves[depth-1])*float64(b.N)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}

func startPerft(b *testing.B, g rules.Game) []uint64 {
	for _, v := range load(b, "perft.json", g) {
		if v.Position == g.Start().String() {
			return v.Perft
		}
	}
	require.Fail(b, "no perft from the start position", g.Name())
	return nil
}

func benchDepth(leaves []uint64) int {
	depth := len(leaves)
	if os.Getenv("KYDAI_DEEP") == "" {
		for depth > 1 && leaves[depth-1] > benchLeaves {
			depth--
		}
	}
	return depth
}
