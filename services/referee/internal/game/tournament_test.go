package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/services/referee/internal/game"
)

// pairing is a rated xiangqi game of ann, who begins, and bob in a tournament.
func pairing() game.Order {
	o := rated()
	o.Creator, o.Tournament = game.Organiser, game.Tournament{ID: "cup", Round: 3, Board: 2, Game: 1}
	o.FirstMove = game.FirstMove{Limit: time.Minute, Then: game.Forfeit}
	return o
}

func TestOnlyATournamentMakesItsGames(t *testing.T) {
	t.Parallel()
	require.Equal(t, game.Tournament{ID: "cup", Round: 3, Board: 2, Game: 1}, sit(t, pairing()).Settings().Tournament)
	for name, o := range map[string]game.Order{
		"another service":              with(func(o *game.Order) { o.Tournament.ID = "cup" }),
		"a player":                     {Creator: ann, Game: "morris", Tournament: game.Tournament{ID: "cup", Round: 1, Board: 1, Game: 1}},
		"a player of the service's id": {Creator: game.Organiser, Game: "morris", Tournament: game.Tournament{ID: "cup"}},
	} {
		_, err := o.Create(start)
		require.Error(t, err, name)
		e := refusal(t, "TOURNAMENT_ONLY", err)
		require.Len(t, e.Violations, 1, name)
		require.Equal(t, "tournament", e.Violations[0].Field, name)
	}
}

// What becomes of its games a tournament decides: its players play them, no more.
func TestPlayersOfATournamentPlay(t *testing.T) {
	t.Parallel()
	casual := pairing()
	casual.Mode = game.Casual
	b := sit(t, casual)
	_, err := b.AbortGame(ann, at(0))
	requireReason(t, "TOURNAMENT_GAME", err)
	_, err = b.AbortGame(eve, at(0))
	requireReason(t, "NOT_YOUR_GAME", err)
	b.play(1, opening[:2]...)
	_, err = b.Offer(ann, game.TakebackOffer, "", at(3))
	requireReason(t, "TOURNAMENT_GAME", err)
	_, err = b.Offer(ann, game.RematchOffer, "", at(3))
	requireReason(t, "TOURNAMENT_GAME", err)
	b.offer(ann, game.DrawOffer, 3)
	b.happen(b.Resign(bob, "", at(4)))
	require.Equal(t, end("first", "resignation"), b.Result())
	require.False(t, b.WouldAccept(bob, game.RematchOffer, 0, at(5)))
	_, err = b.Offer(ann, game.RematchOffer, "NextNextNext", at(5))
	requireReason(t, "TOURNAMENT_GAME", err)
	_, err = b.AbortGame(ann, at(5))
	requireReason(t, "TOURNAMENT_GAME", err)
}

// Nobody who does not come has lost on time: the reason tells it, and that no
// move was made.
func TestWhoDoesNotComeForfeits(t *testing.T) {
	t.Parallel()
	b := sit(t, pairing())
	_, flagged := b.Flagged(at(60))
	require.False(t, flagged)
	_, flagged = b.Flagged(at(61))
	require.True(t, flagged)
	b.happen(b.TimeOut(), nil)
	require.Equal(t, game.Result{Winner: rules.WinnerSecond, Reason: game.Forfeited, Status: game.StatusFinished}, b.Result())
	require.Zero(t, b.Ply())
}
