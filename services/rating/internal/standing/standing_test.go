package standing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/rating/internal/elo"
	"kydai.dev/services/rating/internal/standing"
)

var (
	blitz = standing.Board{Game: "xiangqi", Category: "blitz"}
	noon  = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
)

func won() standing.Game {
	return standing.Game{
		ID: "g1", Board: blitz, Seats: [2]standing.Seat{{Account: "anna"}, {Account: "binh", Guest: true}},
		Rated: true, Visibility: standing.Public, Finished: true, Score: elo.Win, At: noon,
	}
}

func at(player string, rating int) standing.Standing {
	return standing.Standing{Key: standing.Key{Board: blitz, Player: player}, Rating: rating, Best: rating}
}

func TestWhichGamesMatter(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(*standing.Game)
		want   bool
	}{
		"a rated game":           {func(*standing.Game) {}, true},
		"a draw":                 {func(g *standing.Game) { g.Score = elo.Draw }, true},
		"a voided one":           {func(g *standing.Game) { g.Finished, g.Void = false, true }, true},
		"a casual game":          {func(g *standing.Game) { g.Rated = false }, false},
		"an aborted game":        {func(g *standing.Game) { g.Finished = false }, false},
		"against an engine":      {func(g *standing.Game) { g.Seats[1] = standing.Seat{} }, false},
		"against oneself":        {func(g *standing.Game) { g.Seats[1] = g.Seats[0] }, false},
		"without a clock":        {func(g *standing.Game) { g.Category = "untimed" }, false},
		"jungle with a guest":    {func(g *standing.Game) { g.Game = "jungle" }, false},
		"jungle without a guest": {func(g *standing.Game) { g.Game, g.Seats[1].Guest = "jungle", false }, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := won()
			tt.change(&g)
			require.Equal(t, tt.want, g.Matters())
		})
	}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	anna := at("anna", 0)
	binh := at("binh", 30)
	binh.Draws, binh.Changes = 3, 4
	after, changes := standing.Settle(won(), anna, binh)
	require.Equal(t, [2]standing.Change{
		{
			Key: anna.Key, Number: 1, Cause: standing.Played, GameID: "g1", First: true, Opponent: "binh", OpponentRating: 30,
			Sum: elo.Sum{Score: elo.Win, Expected: 4569, K: 40, Before: 0, After: 22}, At: noon, Games: 1, Listed: true,
		},
		{
			Key: binh.Key, Number: 5, Cause: standing.Played, GameID: "g1", Guest: true, Opponent: "anna",
			Sum: elo.Sum{Score: elo.Loss, Expected: 5431, K: 40, Before: 30, After: 8}, At: noon, Games: 4,
		},
	}, changes)
	require.Equal(t, standing.Standing{Key: anna.Key, Rating: 22, Best: 22, Wins: 1, Linked: true, Changes: 1}, after[0])
	require.Equal(t, standing.Standing{Key: binh.Key, Rating: 8, Best: 30, Draws: 3, Losses: 1, Changes: 5}, after[1])
	require.True(t, after[0].Listed())
	require.False(t, after[1].Listed(), "a guest has a rating and no place")
}

func TestGiveBack(t *testing.T) {
	t.Parallel()
	after, changes := standing.Settle(won(), at("anna", 0), at("binh", 30))
	later := after[0]
	later.Rating, later.Draws, later.Changes = 12, 1, 2 // less than the game gave
	restored, back := standing.GiveBack(changes[0], later, noon.Add(time.Hour))
	require.Equal(t, standing.Change{
		Key: changes[0].Key, Number: 3, Cause: standing.Returned, GameID: "g1", First: true, Opponent: "binh", OpponentRating: 30,
		Sum: elo.Sum{Score: elo.Win, Before: 12, After: 0}, At: noon.Add(time.Hour), Games: 1, Listed: true,
	}, back)
	require.Equal(t, standing.Standing{Key: later.Key, Best: 22, Draws: 1, Linked: true, Changes: 3}, restored)

	restored, _ = standing.GiveBack(changes[1], after[1], noon)
	require.Equal(t, 30, restored.Rating, "what was taken comes back")
	require.Zero(t, restored.Games())
}

func TestChainOfAnyGames(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := [2]standing.Standing{at("anna", 0), at("binh", 0)}
		var counting [][2]standing.Change
		for range rapid.IntRange(1, 80).Draw(t, "games") {
			before := s
			var changes [2]standing.Change
			if len(counting) > 0 && rapid.IntRange(0, 4).Draw(t, "void") == 0 {
				i := rapid.IntRange(0, len(counting)-1).Draw(t, "which")
				for side, c := range counting[i] {
					s[side], changes[side] = standing.GiveBack(c, s[side], noon)
				}
				counting = append(counting[:i], counting[i+1:]...)
			} else {
				g := won()
				g.Score = elo.Score(rapid.IntRange(0, 2).Draw(t, "score"))
				s, changes = standing.Settle(g, s[0], s[1])
				counting = append(counting, changes)
			}
			for side, c := range changes {
				require.Equal(t, before[side].Rating, c.Before)
				require.Equal(t, s[side].Rating, c.After)
				require.Equal(t, before[side].Changes+1, c.Number)
				require.Equal(t, len(counting), s[side].Games())
				require.GreaterOrEqual(t, s[side].Rating, 0)
				require.Equal(t, max(before[side].Best, c.After), s[side].Best)
			}
		}
	})
}
