package store_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/store"
	"kydai.dev/services/tournament/internal/tourney"
)

// BenchmarkLog reads a log of 30,000 events: what a replica does once for a big
// tournament.
func BenchmarkLog(b *testing.B) {
	benchmark(b, func(b *testing.B, s *store.Store) {
		a := fresh("one", start)
		_, err := s.Create(b.Context(), a)
		require.NoError(b, err)
		kinds := make([]any, 29_999)
		for i := range kinds {
			kinds[i] = tourney.ResultEntered{
				Pairing: tourney.PairingID{Round: 1, Board: i + 1}, Result: tourney.FirstWins,
				Game: tourney.BoardGame{Number: 1, GameID: fmt.Sprintf("%012d", i), First: ann, Result: tourney.FirstWins, Reason: "checkmate"},
			}
		}
		require.NoError(b, s.Append(b.Context(), next(a, kinds...)))
		for b.Loop() {
			log, err := s.Log(b.Context(), "one", 0, 100_000)
			require.NoError(b, err)
			require.Len(b, log, 30_000)
		}
	})
}

// BenchmarkRound appends a round of 5,000 players: its games to be made, and the news
// to its players.
func BenchmarkRound(b *testing.B) {
	benchmark(b, func(b *testing.B, s *store.Store) {
		a := fresh("one", start)
		_, err := s.Create(b.Context(), a)
		require.NoError(b, err)
		for b.Loop() {
			n := next(a, paired(2500), tourney.RoundStarted{Round: 1})
			for i := range 2500 {
				key := fmt.Sprintf("one:%d:%d:1", n.After, i)
				n.Chores = append(n.Chores, tourney.Chore{Key: key, Lane: key, Kind: tourney.MakeGame{Number: 1, First: ann, Second: bob, Game: "xiangqi"}})
				n.News = append(n.News, tourney.NextGame{Player: ann, Opponent: bob}, tourney.NextGame{Player: bob, Opponent: ann})
			}
			require.NoError(b, s.Append(b.Context(), n))
			a = n
		}
	})
}

func paired(boards int) tourney.Paired {
	var p tourney.Paired
	for i := range boards {
		p.Round.Pairings = append(p.Round.Pairings, tourney.Pairing{ID: tourney.PairingID{Round: 1, Board: i + 1}, First: ann, Second: bob})
	}
	return p
}

// BenchmarkClaim claims 32 of the chores of a round of 5,000 players.
func BenchmarkClaim(b *testing.B) {
	benchmark(b, func(b *testing.B, s *store.Store) {
		a := fresh("one", start)
		_, err := s.Create(b.Context(), a)
		require.NoError(b, err)
		keys := make([]string, 2500)
		for i := range keys {
			keys[i] = fmt.Sprintf("%04d", i)
		}
		a = asking(a, keys...)
		require.NoError(b, s.Append(b.Context(), a))
		for now := start; b.Loop(); now = now.Add(lease) {
			list, err := s.ClaimChores(b.Context(), "w", now, now.Add(lease), 32)
			require.NoError(b, err)
			require.Len(b, list, 32)
		}
	})
}

// nobody takes messages nowhere.
type nobody struct{}

func (nobody) Hand(...outbox.Message) {}

func benchmark(b *testing.B, fn func(b *testing.B, s *store.Store)) {
	for name, config := range map[string]func(testing.TB) dbx.Config{"sqlite": testkit.SQLite, "postgres": testkit.Postgres} {
		b.Run(name, func(b *testing.B) {
			db := testkit.Open(b, config(b), "tournament", store.Migrations())
			fn(b, store.New(db, nobody{}, events.Codec{}))
		})
	}
}
