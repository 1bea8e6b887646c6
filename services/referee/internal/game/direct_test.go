package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/referee/internal/game"
)

var deciding = game.Act{Director: eve, Reason: "A phone rang."}

func TestDecide(t *testing.T) {
	t.Parallel()
	for _, winner := range []rules.Winner{rules.WinnerFirst, rules.WinnerSecond, rules.WinnerNone} {
		for _, paused := range []bool{false, true} {
			b := sit(t, pairing())
			b.play(1, opening[:2]...)
			b.offer(ann, game.DrawOffer, 3)
			if paused {
				b.happen(b.Pause(pausing, at(4)))
			}
			done := b.happen(b.Decide(winner, deciding, at(5)))
			result := game.Result{Winner: winner, Reason: "adjudication", Status: game.StatusFinished}
			require.Equal(t, game.Finished{Result: result, Act: deciding}, done[0].Kind)
			require.Equal(t, result, b.Result())
			by, ok := b.Decision()
			require.True(t, ok)
			require.Equal(t, deciding, by)
			require.Empty(t, b.Open(at(5)))
			again, err := b.Decide(winner, game.Act{Reason: "again"}, at(50))
			b.repeat(done, again, err)
			_, err = b.Decide(map[rules.Winner]rules.Winner{"first": "none", "second": "first", "none": "second"}[winner], deciding, at(50))
			requireReason(t, "GAME_OVER", err)
		}
	}
}

func TestWhatIsNotDecided(t *testing.T) {
	t.Parallel()
	_, err := sit(t, people()).Decide(rules.WinnerFirst, deciding, at(1))
	requireReason(t, "NO_TOURNAMENT_GAME", err)
	b := sit(t, pairing())
	_, err = b.Decide(rules.WinnerFirst, deciding, at(61))
	require.ErrorIs(t, err, game.ErrTimeUp)
	b.happen(b.Resign(bob, "", at(1)))
	_, err = b.Decide(rules.WinnerFirst, deciding, at(2))
	requireReason(t, "GAME_OVER", err)
	_, ok := b.Decision()
	require.False(t, ok)
}

func gift(side rules.Side, seconds int, key string) game.GiveTime {
	return game.GiveTime{Side: side, By: time.Duration(seconds) * time.Second, Key: key, Act: deciding}
}

func TestGiveTime(t *testing.T) {
	t.Parallel()
	o := pairing()
	o.Mode, o.Controls = game.Casual, both(timecontrol.Control{Bank: 3 * time.Minute, ByoYomi: 30 * time.Second})
	b := sit(t, o)
	b.play(1, opening[:2]...)
	given := b.happen(b.Give(gift(rules.First, 120, "k"), at(5)))
	require.Equal(t, game.Adjusted{Cause: game.CauseDirector, By: 2 * time.Minute, Act: deciding, Key: "k"}, given[0].Kind)
	deadline, _ := b.Deadline()
	require.Equal(t, at(2+180+120+30), deadline)
	b.happen(b.Give(gift(rules.Second, -60, "l"), at(6)))
	require.Equal(t, [2]time.Duration{5 * time.Minute, 119 * time.Second}, b.Clock().Banks, "a second was spent")
	again, err := b.Give(gift(rules.First, 120, "k"), at(7))
	b.repeat(given, again, err)
	for _, other := range []game.GiveTime{gift(rules.Second, 120, "k"), gift(rules.First, 60, "k")} {
		_, err = b.Give(other, at(7))
		requireReason(t, "ADJUSTMENT_KEY_REUSED", err)
	}
	b.happen(b.Pause(pausing, at(8)))
	b.happen(b.Give(gift(rules.First, -30, "m"), at(50)))
	b.happen(b.Resume(resuming, at(108)))
	deadline, _ = b.Deadline()
	require.Equal(t, at(2+180+120+30-30+100), deadline)
	b.happen(b.Resign(ann, "", at(110)))
	again, err = b.Give(gift(rules.First, 120, "k"), at(120))
	b.repeat(given, again, err)
	_, err = b.Give(gift(rules.First, 120, "n"), at(120))
	requireReason(t, "GAME_OVER", err)
}

// Time that is given in byo-yomi is there beside what is left of the move.
func TestGiveTimeInByoYomi(t *testing.T) {
	t.Parallel()
	o := pairing()
	o.Mode, o.Controls = game.Casual, both(timecontrol.Control{Bank: 3 * time.Minute, ByoYomi: 30 * time.Second})
	b := sit(t, o)
	b.play(1, opening[:2]...)
	before, _ := b.Deadline()
	b.happen(b.Give(gift(rules.First, 60, "k"), at(2+180+20)))
	after, _ := b.Deadline()
	require.Equal(t, before.Add(time.Minute), after)
}

func TestBoundsOfGivenTime(t *testing.T) {
	t.Parallel()
	untimed := pairing()
	untimed.Mode, untimed.Controls = game.Casual, [2]timecontrol.Control{}
	tests := map[string]struct {
		order game.Order
		give  game.GiveTime
		want  string
	}{
		"a game of its players":   {people(), gift(rules.First, 1, "k"), "NO_TOURNAMENT_GAME"},
		"an untimed game":         {untimed, gift(rules.First, 1, "k"), "NO_CLOCK"},
		"nothing":                 {pairing(), gift(rules.First, 0, "k"), "TIME_OUT_OF_BOUNDS"},
		"an hour":                 {pairing(), gift(rules.First, 3600, "k"), ""},
		"more than an hour":       {pairing(), gift(rules.First, 3601, "k"), "TIME_OUT_OF_BOUNDS"},
		"an hour less":            {pairing(), gift(rules.Second, -3601, "k"), "TIME_OUT_OF_BOUNDS"},
		"all but ten seconds":     {pairing(), gift(rules.Second, -594, "k"), ""},
		"a second more than that": {pairing(), gift(rules.Second, -595, "k"), "TIME_OUT_OF_BOUNDS"},
		"what has been spent":     {pairing(), gift(rules.First, -589, "k"), "TIME_OUT_OF_BOUNDS"},
		"what has not been":       {pairing(), gift(rules.First, -588, "k"), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, tt.order)
			b.play(1, opening[:2]...)
			events, err := b.Give(tt.give, at(4))
			if tt.want != "" {
				requireReason(t, tt.want, err)
				return
			}
			b.happen(events, err)
		})
	}
	b := sit(t, pairing())
	for i := range 23 {
		b.happen(b.Give(gift(rules.Second, 3600, string(rune('a'+i))), at(1)))
	}
	_, err := b.Give(gift(rules.Second, 3600, "z"), at(1))
	requireReason(t, "TIME_OUT_OF_BOUNDS", err)
}

// A tournament annuls its games for its directors, whoever they are, and no
// others.
func TestVoidByADirector(t *testing.T) {
	t.Parallel()
	director := game.Moderator{Name: ann, Role: game.Director}
	_, err := sit(t, people()).Void(director, "x", at(1))
	requireReason(t, "NO_TOURNAMENT_GAME", err)
	b := sit(t, pairing())
	b.happen(b.Decide(rules.WinnerFirst, deciding, at(2)))
	done := b.happen(b.Void(director, "to be played again", at(3)))
	require.Equal(t, game.Voided{Reason: "to be played again", By: director}, done[0].Kind)
	_, ok := b.Decision()
	require.False(t, ok)
	_, err = b.Decide(rules.WinnerFirst, deciding, at(4))
	requireReason(t, "GAME_OVER", err)
}
