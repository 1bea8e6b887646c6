package arbiter_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/testkit"
)

// benchGames is how many games are played at once.
const benchGames = 200

// BenchmarkPlay is the referee's part of a move, flushed to disk: many games
// at once, each waiting for its move before it plays the next.
func BenchmarkPlay(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { benchPlay(b, testkit.SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { benchPlay(b, testkit.Postgres(b)) })
}

func benchPlay(b *testing.B, cfg dbx.Config) {
	h := &hall{t: b, cfg: cfg}
	r := h.open(time.Now, 2*benchGames, nil)
	run(b, r)
	moves := longLine(b)
	b.ReportAllocs()
	b.ResetTimer()
	begin := time.Now()
	var all errgroup.Group
	for i := range benchGames {
		all.Go(func() error { return playMany(b, r, i, moves, (b.N+i)/benchGames) })
	}
	require.NoError(b, all.Wait())
	b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "moves/s")
}

// playMany plays so many moves, in a new game where one is at its end.
func playMany(b *testing.B, r *replica, player int, moves []string, n int) error {
	var id string
	for i := range n {
		ply := i%len(moves) + 1
		if ply == 1 {
			var err error
			if id, err = r.Create(b.Context(), people(fmt.Sprint(player, i)), nil); err != nil {
				return err
			}
		}
		if _, err := r.Play(b.Context(), id, move(ply, moves[ply-1])); err != nil {
			return err
		}
	}
	return nil
}

// longLine is a xiangqi game that goes on for long.
func longLine(b *testing.B) []string {
	g, _ := games.Find("xiangqi")
	for seed := range 1000 {
		line := rules.NewLine(g, g.Start())
		for line.Plies() < 120 && !line.Verdict().Over() {
			legal := line.Legal()
			_, err := line.Play(legal[(seed*31+line.Plies()*17)%len(legal)])
			require.NoError(b, err)
		}
		if !line.Verdict().Over() {
			return line.Moves()
		}
	}
	require.Fail(b, "no long game found")
	return nil
}
