package tourney_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/tourney"
)

// A chore that is refused is told of once for each cause, while somebody needs it.
func TestRefusedChores(t *testing.T) {
	t.Parallel()
	h := newHall(t, settings(tourney.SwissSystem))
	h.join("a", "b", "c", "d")
	h.wait()
	refuse := func(kind any, cause string) []tourney.Event {
		d, err := h.state.ChoreRefused(kind, cause, h.now)
		require.NoError(t, err)
		require.Empty(t, d.Chores)
		h.take(d)
		return d.Events
	}
	game, ok := h.chores[0].Kind.(tourney.MakeGame)
	require.True(t, ok)
	told := refuse(game, "BAD_SETTINGS")
	require.Len(t, told, 1)
	require.Equal(t, tourney.Refused{Pairing: game.Pairing, Number: 1, Cause: "BAD_SETTINGS"}, told[0].Kind)
	require.Empty(t, refuse(game, "BAD_SETTINGS"))
	require.Len(t, refuse(game, "NO_SUCH_PLAYER"), 1)
	require.Empty(t, refuse(tourney.VoidGame{GameID: "game1"}, "BAD_REASON"))
	require.Equal(t, []any{tourney.Refused{Player: "a", Cause: "WALLET_FULL"}}, []any{refuse(tourney.PayPrize{Player: "a", Rank: 1, Coins: 5}, "WALLET_FULL")[0].Kind})
	require.NoError(t, h.as(func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Undo(1, nil, by) }, director))
	require.Empty(t, refuse(game, "GAME_FULL"), "nobody needs it")
	h.checkLog()
}
