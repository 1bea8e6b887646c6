package morris

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// sixteen are the mills of games.md §4, spelt out.
const sixteen = `
a1a4a7 a7d7g7 g7g4g1 g1d1a1
b2b4b6 b6d6f6 f6f4f2 f2d2b2
c3c4c5 c5d5e5 e5e4e3 e3d3c3
a4b4c4 d7d6d5 g4f4e4 d1d2d3`

func TestClosingKnowsTheSixteenMills(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		stones := set(rapid.Uint32().Draw(t, "stones")) & everywhere
		var want set
		for _, mill := range strings.Fields(sixteen) {
			line := line(t, mill)
			for left := line; left != 0; left &= left - 1 {
				last := left.first().set()
				if (line &^ last &^ stones) == 0 {
					want |= last
				}
			}
		}
		require.Equal(t, want, stones.closing())
	})
}

func TestNeighboursFollowTheMills(t *testing.T) {
	t.Parallel()
	var want [points]set
	for _, mill := range strings.Fields(sixteen) {
		for i := 0; i+4 <= len(mill); i += 2 {
			p, _ := parsePoint(mill[i : i+2])
			q, _ := parsePoint(mill[i+2 : i+4])
			want[p] |= q.set()
			want[q] |= p.set()
		}
	}
	require.Equal(t, want, neighbours)
}

func line(t *rapid.T, mill string) (s set) {
	for i := 0; i < len(mill); i += 2 {
		p, ok := parsePoint(mill[i : i+2])
		require.True(t, ok, mill)
		s |= p.set()
	}
	return s
}
