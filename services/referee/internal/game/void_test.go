package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/referee/internal/game"
)

var (
	void     = game.Result{Winner: "none", Reason: "void", Status: "void"}
	mod      = game.Moderator{Name: eve, Role: "mod"}
	operator = game.Moderator{Name: "an", Role: game.Operator}
)

func TestVoid(t *testing.T) {
	t.Parallel()
	tests := map[string]func(b *table){
		"a running game": func(*table) {},
		"one that was won": func(b *table) {
			b.happen(b.Resign(bob, "", at(4)))
		},
		"one with an offer": func(b *table) {
			b.happen(b.Resign(bob, "", at(4)))
			b.offer(ann, game.RematchOffer, 5)
		},
		"one that began another": func(b *table) {
			b.happen(b.Resign(bob, "", at(4)))
			b.happen(b.Accept(ann, b.offer(bob, game.RematchOffer, 5), "NextNextNext", at(6)))
		},
		"one lost on time": func(b *table) { b.happen(b.TimeOut(), nil) },
	}
	for name, before := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, rated())
			b.play(1, opening[:2]...)
			before(b)
			rematch := b.Rematch()
			done := b.happen(b.Void(mod, "an engine", at(40)))
			require.Equal(t, game.Voided{Reason: "an engine", By: mod}, done[0].Kind)
			require.Equal(t, void, b.Result())
			require.Equal(t, []any{game.StatusVoid, "an engine", rematch}, []any{b.Status(), b.VoidReason(), b.Rematch()})
			require.Equal(t, at(40), b.Ended())
			require.False(t, b.Clock().Running)
			_, runs := b.Deadline()
			require.False(t, runs)
			require.Empty(t, b.Open(at(40)), "offers lapse")
			require.Empty(t, b.Legal())

			again, err := b.Void(operator, "another reason", at(50))
			b.repeat(done, again, err)
		})
	}
}

// A running game is judged by the clock first: a flag that fell is told before.
func TestVoidComesAfterTheFlag(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	_, err := b.Void(mod, "x", at(3000))
	require.ErrorIs(t, err, game.ErrTimeUp)
	b.happen(b.TimeOut(), nil)
	b.happen(b.Void(mod, "x", at(3000)))
}

func TestWhatIsNotVoided(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	for _, player := range []string{ann, bob} {
		_, err := b.Void(game.Moderator{Name: player, Role: "admin"}, "x", at(1))
		requireReason(t, "OWN_GAME", err)
	}
	b.happen(b.AbortGame(ann, at(2)))
	_, err := b.Void(mod, "x", at(3))
	requireReason(t, "NOTHING_TO_VOID", err)
	require.Equal(t, aborted(game.Aborted), b.Result())

	named := sit(t, people()) // the operator's people have names, not accounts
	named.happen(named.Void(game.Moderator{Name: ann, Role: game.Operator}, "x", at(1)))
}

// What would have been answered again is answered no more: a void game has no
// winner who could be told.
func TestCommandsAfterAVoid(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[0])
	b.happen(b.Resign(bob, "", at(2)))
	offer := b.offer(ann, game.RematchOffer, 3)
	b.happen(b.Void(mod, "x", at(4)))
	_, err := b.Resign(bob, "", at(5))
	require.Equal(t, "void", refusal(t, "GAME_OVER", err).Metadata["status"])
	_, err = b.Accept(bob, offer, "NextNextNext", at(5))
	requireReason(t, "OFFER_CLOSED", err)
	_, err = b.Offer(bob, game.RematchOffer, "NextNextNext", at(5))
	requireReason(t, "OFFER_NOT_ALLOWED", err)
	require.False(t, b.WouldAccept(bob, game.RematchOffer, 0, at(5)), "no game is made for it")
	require.Empty(t, b.Adjust(game.Downtime{From: at(60), To: at(70)}))
}
