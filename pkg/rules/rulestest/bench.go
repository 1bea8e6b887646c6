package rulestest

import (
	"math/rand/v2"
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

// refereePlies is how long the game is that BenchReferee goes through, where
// one comes that far.
const refereePlies = 200

// BenchReferee measures what a referee does with a game that it has not in
// memory: read the position, replay 200 plies, list the legal moves, know the
// verdict. Draughts seldom lasts as long: then it is the longest game found.
func BenchReferee(b *testing.B, games ...rules.Game) {
	for _, g := range games {
		start, moves := longGame(b, g)
		b.Run(g.Name(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := g.Parse(start)
				require.NoError(b, err)
				line := rules.NewLine(g, p)
				for _, m := range moves {
					if _, err := line.Play(m); err != nil {
						b.Fatal(err)
					}
				}
				if len(line.Legal()) == 0 || line.Verdict().Over() {
					b.Fatal("the game is over")
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N), "ms/game")
			b.ReportMetric(float64(len(moves)), "plies")
		})
	}
}

// longGame finds a game that goes on, always the same: of those that random
// play comes upon the first of 200 plies, or the longest.
func longGame(b *testing.B, g rules.Game) (start string, moves []string) {
	start = g.Start().String()
	for seed := range uint64(200) {
		random, line := rand.New(rand.NewPCG(seed, 0)), rules.NewLine(g, g.Start())
		for line.Plies() < refereePlies && !line.Verdict().Over() {
			legal := line.Legal()
			_, err := line.Play(legal[random.IntN(len(legal))])
			require.NoError(b, err)
		}
		played := line.Moves()
		if line.Verdict().Over() {
			played = played[:len(played)-1]
		}
		if len(played) > len(moves) {
			moves = played
		}
	}
	return start, moves
}
