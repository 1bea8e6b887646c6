package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/services/referee/internal/game"
)

func TestPause(t *testing.T) {
	t.Parallel()
	b := sit(t, pairing())
	b.play(1, opening[:2]...)
	paused := b.happen(b.Pause(pausing, at(12)))
	require.Equal(t, game.Paused{Act: pausing}, paused[0].Kind)
	since, by, ok := b.Paused()
	require.True(t, ok)
	require.Equal(t, at(12), since)
	require.Equal(t, pausing, by)
	_, limited := b.Deadline()
	require.False(t, limited)
	_, flagged := b.Flagged(at(1e9))
	require.False(t, flagged)
	got, err := b.Pause(resuming, at(50))
	b.repeat(paused, got, err)

	_, err = b.Play(b.move(opening[2]), at(60))
	e := refusal(t, "GAME_PAUSED", err)
	require.Equal(t, "2", e.Metadata["ply"])
	played := b.Plies()[1:]
	again, err := b.Play(game.PlayMove{Account: bob, Ply: 2, Move: opening[1]}, at(60))
	b.repeat(played, again, err)

	resumed := b.happen(b.Resume(resuming, at(1012)))
	require.Equal(t, game.Adjusted{Cause: game.CausePause, By: 1000 * time.Second, Act: resuming}, resumed[0].Kind)
	deadline, _ := b.Deadline()
	require.Equal(t, at(1062), deadline, "ten seconds of the minute had passed")
	_, _, ok = b.Paused()
	require.False(t, ok)
	got, err = b.Resume(pausing, at(1020))
	b.repeat(resumed, got, err)
	bank := b.Clock().Banks[rules.First]
	b.happen(b.Play(b.move(opening[2]), at(1022)))
	require.Equal(t, bank-20*time.Second+5*time.Second, b.Clock().Banks[rules.First])
	b.happen(b.Pause(pausing, at(1030)))
	require.Equal(t, resumed[0].Seq+2, b.Seq(), "it can be paused again")
}

// A game that was never paused runs since it began.
func TestResumeOfAGameThatRuns(t *testing.T) {
	t.Parallel()
	b := sit(t, pairing())
	b.play(1, opening[0])
	got, err := b.Resume(resuming, at(2))
	require.NoError(t, err)
	require.Len(t, got, 1)
	require.Equal(t, game.Started{Side: rules.First}, got[0].Kind)
}

// The limit of the first move waits like every other.
func TestPauseBeforeTheFirstMove(t *testing.T) {
	t.Parallel()
	b := sit(t, pairing())
	b.happen(b.Pause(pausing, at(50)))
	b.happen(b.Resume(resuming, at(5000)))
	_, flagged := b.Flagged(at(5010))
	require.False(t, flagged)
	_, flagged = b.Flagged(at(5011))
	require.True(t, flagged)
	b.happen(b.TimeOut(), nil)
	require.Equal(t, end("second", "forfeit"), b.Result())
}

func TestWhatEndsAPausedGame(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		act  func(b *table) ([]game.Event, error)
		want game.Result
	}{
		"a resignation": {func(b *table) ([]game.Event, error) { return b.Resign(ann, "", at(500)) }, end("second", "resignation")},
		"a draw offered before": {func(b *table) ([]game.Event, error) {
			return b.Offer(bob, game.DrawOffer, "", at(500))
		}, end("none", "agreement")},
		"an annulment": {func(b *table) ([]game.Event, error) {
			return b.Void(game.Moderator{Name: eve, Role: "mod"}, "x", at(500))
		}, game.VoidResult()},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, pairing())
			b.play(1, opening[:2]...)
			b.offer(ann, game.DrawOffer, 3)
			b.happen(b.Pause(pausing, at(12)))
			b.happen(tt.act(b))
			require.Equal(t, tt.want, b.Result())
			clock := b.Clock()
			require.Equal(t, clock.Controls[0].Bank-10*time.Second, clock.Banks[rules.First], "as it stood, without the pause")
			require.False(t, clock.IsPaused())
			_, _, ok := b.Paused()
			require.False(t, ok)
			_, err := b.Pause(pausing, at(600))
			requireReason(t, "GAME_OVER", err)
			_, err = b.Resume(resuming, at(600))
			requireReason(t, "GAME_OVER", err)
		})
	}
}

// Offers are made, declined and taken back while the clocks stand.
func TestOffersInAPause(t *testing.T) {
	t.Parallel()
	b := sit(t, pairing())
	b.play(1, opening[:2]...)
	b.happen(b.Pause(pausing, at(12)))
	id := b.offer(ann, game.DrawOffer, 20)
	b.happen(b.Decline(bob, id, at(30)))
	require.True(t, b.Clock().IsPaused())
	b.happen(b.Resume(resuming, at(112)))
	deadline, _ := b.Deadline()
	require.Equal(t, at(162), deadline)
}

func TestWhatIsNotPaused(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(b *table, seconds float64) ([]game.Event, error){
		"pause":  func(b *table, seconds float64) ([]game.Event, error) { return b.Pause(pausing, at(seconds)) },
		"resume": func(b *table, seconds float64) ([]game.Event, error) { return b.Resume(resuming, at(seconds)) },
	} {
		_, err := act(sit(t, people()), 1)
		require.Error(t, err, name)
		requireReason(t, "NO_TOURNAMENT_GAME", err)
		_, err = act(sit(t, pairing()), 61)
		require.ErrorIs(t, err, game.ErrTimeUp, "%s after the flag fell", name)
	}
}

// A game without clocks can be paused as well: it is not idle meanwhile.
func TestPauseOfAnUntimedGame(t *testing.T) {
	t.Parallel()
	o := pairing()
	o.Mode, o.Controls, o.FirstMove = game.Casual, untimed().Controls, game.FirstMove{}
	b := sit(t, o)
	b.play(1, opening[0])
	b.happen(b.Pause(pausing, at(11)))
	_, flagged := b.Flagged(at(1).Add(2 * game.IdleLimit))
	require.False(t, flagged)
	b.happen(b.Resume(resuming, at(11).Add(2*game.IdleLimit)))
	deadline, _ := b.Deadline()
	require.Equal(t, at(1).Add(3*game.IdleLimit), deadline)
}

// A downtime gives a player what it took of the time that ran: none in a pause.
func TestDowntimesAroundAPause(t *testing.T) {
	t.Parallel()
	b := sit(t, pairing())
	b.play(1, opening[:2]...)
	b.happen(b.Pause(pausing, at(12)))
	require.Empty(t, b.Adjust(game.Downtime{From: at(20), To: at(40)}))
	b.happen(b.Resume(resuming, at(112)))
	require.Empty(t, b.Adjust(game.Downtime{From: at(20), To: at(40)}), "long past")
	adjusted := b.happen(b.Adjust(game.Downtime{From: at(100), To: at(130)}), nil)
	require.Equal(t, game.Adjusted{Cause: game.CauseDowntime, By: 18 * time.Second}, adjusted[0].Kind, "since the pause was over")
	deadline, _ := b.Deadline()
	require.Equal(t, at(180), deadline)
	require.Empty(t, b.Adjust(game.Downtime{From: at(100), To: at(130)}), "once")
}
