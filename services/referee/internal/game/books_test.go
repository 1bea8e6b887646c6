package game_test

import (
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/referee/internal/game"
)

var (
	pausing  = game.Act{Director: eve, Reason: "The lights went out."}
	resuming = game.Act{Reason: "They are on again."}
)

// books are what players were charged, by the log alone.
type books struct {
	// thought is how long the side to move has thought, left what it had when the
	// game was paused.
	thought, left time.Duration
	ended         bool
	// given is what a director put into the banks by side, and took from them.
	given [2]time.Duration
}

// keep holds an event against those before it: whoever moves was charged what it
// thought, and no more; a pause costs nothing; a game ends once.
func (b *books) keep(t *rapid.T, before []game.Event, e game.Event) {
	if len(before) == 0 {
		return
	}
	last := before[len(before)-1]
	if !last.Clock.IsPaused() {
		b.thought += e.At.Sub(last.At)
	}
	switch k := e.Kind.(type) {
	case game.Played:
		b.charge(t, last, e)
		b.end(t, k.Result)
	case game.Rewound:
		b.thought = 0
	case game.Finished:
		b.end(t, k.Result)
	case game.Voided:
		b.ended = true
	case game.Paused:
		require.False(t, last.Clock.IsPaused(), "paused twice")
		b.left = leftOf(last, e.At)
	case game.Adjusted:
		b.adjust(t, k, last, e)
	}
}

func (b *books) charge(t *rapid.T, last, e game.Event) {
	require.False(t, last.Clock.IsPaused(), "a move in a pause")
	if side := last.Clock.Turn; !last.Clock.InFirstMove() && last.Clock.Controls[side].Timed() {
		want := max(last.Clock.Banks[side]-max(b.thought, 0), 0)
		earned := e.Clock.Banks[side] - want
		require.Contains(t, []time.Duration{0, last.Clock.Controls[side].Increment}, earned, "thought %v", b.thought)
		require.Equal(t, last.Clock.Banks[1-side], e.Clock.Banks[1-side])
	}
	b.thought = 0
}

func (b *books) adjust(t *rapid.T, k game.Adjusted, last, e game.Event) {
	switch k.Cause {
	case game.CausePause:
		require.Equal(t, b.left, leftOf(e, e.At), "time left after a pause")
	case game.CauseDirector:
		require.Equal(t, last.Clock.Banks[k.Side]+k.By, e.Clock.Banks[k.Side])
		require.Equal(t, last.Clock.Banks[k.Side.Other()], e.Clock.Banks[k.Side.Other()])
		b.given[k.Side] += k.By
		if last.Clock.IsPaused() { // the limit may be another now
			b.left = leftOf(game.Event{Clock: e.Clock.Continue(e.At)}, e.At)
		}
	default:
		require.False(t, e.Clock.IsPaused(), "a pause is no downtime")
		b.thought -= k.By
	}
}

func (b *books) end(t *rapid.T, r game.Result) {
	if r.Ended() {
		require.False(t, b.ended, "a second result")
		b.ended = true
	}
}

// leftOf is how long after a time somebody must look at the game.
func leftOf(e game.Event, at time.Time) time.Duration { return game.DeadlineOf(e.Clock).Sub(at) }
