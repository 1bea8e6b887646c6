package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/services/referee/internal/game"
)

func TestApplyRefusesWhatIsNoLog(t *testing.T) {
	t.Parallel()
	created, err := people().Create(start)
	require.NoError(t, err)
	move := game.Event{Seq: 3, At: at(1), Kind: game.Played{Ply: 1, Move: "h2e2"}}
	tests := map[string][]game.Event{
		"no creation":          {{Seq: 1, Kind: game.Started{}}},
		"a move first":         {{Seq: 1, Kind: move.Kind}},
		"a gap":                {created[0], move},
		"a repeat":             {created[0], created[0]},
		"a second creation":    {created[0], {Seq: 2, Kind: created[0].Kind}},
		"an illegal move":      {created[0], created[1], {Seq: 3, Kind: game.Played{Ply: 1, Move: "a0a5"}}},
		"an unknown kind":      {created[0], created[1], {Seq: 3, Kind: "moved"}},
		"a take-back of ahead": {created[0], created[1], {Seq: 3, Kind: game.Rewound{ToPly: 1}}},
		"of less than nothing": {created[0], created[1], move, {Seq: 4, Kind: game.Rewound{ToPly: -1}}},
	}
	for name, log := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Error(t, game.New("GameGameGame").Apply(log...))
		})
	}
}

// Warnings come from the rules; here they stand in the log.
func TestWarningsHoldUntilTheNextCapture(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	warning := rules.Warning{Ply: 2, Breach: rules.Breach{Side: rules.First, Rule: "chase"}}
	warn := func(m string, w ...rules.Warning) {
		t.Helper()
		events, err := b.Play(b.move(m), at(float64(b.Seq())))
		require.NoError(t, err)
		k := events[0].Kind.(game.Played)
		k.Warnings = w
		events[0].Kind = k
		require.NoError(t, b.Apply(events...))
	}
	warn("b2b3")
	warn("h9g7", warning)
	require.Equal(t, []rules.Warning{warning}, b.Warnings())
	warn("b3b2")
	require.Equal(t, []rules.Warning{warning}, b.Warnings())
	warn("g7h9")
	warn("h2h9") // takes the horse
	require.Empty(t, b.Warnings())
	b.happen(b.Accept(bob, b.offer(ann, game.TakebackOffer, 20), "", at(21)))
	require.Equal(t, []rules.Warning{warning}, b.Warnings(), "the capture is taken back")
}
