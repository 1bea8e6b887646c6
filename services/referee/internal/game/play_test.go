package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/services/referee/internal/game"
)

func winnerOf(s string) rules.Winner { return rules.Winner(s) }

func TestPlay(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	events := b.happen(b.Play(game.PlayMove{Account: ann, Ply: 1, Move: "h2e2", Arrival: at(4.5)}, at(5)))
	require.Len(t, events, 1)
	require.Equal(t, 3, events[0].Seq)
	require.Equal(t, at(5), events[0].At)
	want, err := b.Settings().Start.Play("h2e2")
	require.NoError(t, err)
	require.Equal(t, game.Played{
		Side: rules.First, Ply: 1, Move: "h2e2", Position: want.Next.String(), Arrival: at(4.5),
	}, stripped(events[0].Kind.(game.Played)))
	require.Equal(t, 1, b.Ply())
	require.Equal(t, want.Next.String(), b.Position().String())
	require.Equal(t, game.StatusRunning, b.Status())
	require.Contains(t, b.Legal(), "h9g7")
}

// Every row breaks the rule of its name and those below it that it can, and
// meets the first.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	const played, late = 4, 100_000
	running := func(t *testing.T) *table {
		b := sit(t, people())
		b.play(1, opening[:6]...)
		b.happen(b.Accept(bob, b.offer(ann, game.TakebackOffer, 7), "", at(8))) // plies 5 and 6 are gone
		return b
	}
	over := func(t *testing.T) *table {
		b := running(t)
		b.happen(b.Resign(bob, "", at(9)))
		return b
	}
	tests := map[string]struct {
		table   func(*testing.T) *table
		move    game.PlayMove
		seconds float64
		want    string
	}{
		"access before the stored answer": {over, game.PlayMove{Account: eve, Ply: 1, Move: "h2e2"}, late, "NOT_YOUR_GAME"},
		"nobody":                          {running, game.PlayMove{Ply: 1, Move: "h2e2"}, 10, "NOT_YOUR_GAME"},
		"over before all below":           {over, game.PlayMove{Account: bob, Ply: 3, Move: "??", AfterSeq: 1}, late, "GAME_OVER"},
		"time before a take-back":         {running, game.PlayMove{Account: bob, Ply: 3, Move: "??", AfterSeq: 1}, late, "time"},
		"a take-back before a ply taken":  {running, game.PlayMove{Account: bob, Ply: 3, Move: "??", AfterSeq: 1}, 10, "REWOUND"},
		"a take-back before a ply ahead":  {running, game.PlayMove{Account: bob, Ply: 9, Move: "??", AfterSeq: 1}, 10, "REWOUND"},
		"a take-back of the very ply":     {running, game.PlayMove{Account: ann, Ply: 5, Move: "i0h0", AfterSeq: 8}, 10, "REWOUND"},
		"a ply taken before the turn":     {running, game.PlayMove{Account: bob, Ply: 3, Move: "??"}, 10, "PLY_TAKEN"},
		"a ply taken, another move":       {running, game.PlayMove{Account: ann, Ply: 3, Move: "i0h0"}, 10, "PLY_TAKEN"},
		"a ply ahead before the turn":     {running, game.PlayMove{Account: bob, Ply: 6, Move: "??"}, 10, "PLY_AHEAD"},
		"the turn before the rules":       {running, game.PlayMove{Account: bob, Ply: 5, Move: "??"}, 10, "NOT_YOUR_TURN"},
		"malformed":                       {running, game.PlayMove{Account: ann, Ply: 5, Move: "??"}, 10, "MALFORMED_MOVE"},
		"illegal":                         {running, game.PlayMove{Account: ann, Ply: 5, Move: "a0a5"}, 10, "ILLEGAL_MOVE"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := tt.table(t)
			require.Equal(t, played, b.Ply())
			_, err := b.Play(tt.move, at(tt.seconds))
			if tt.want == "time" {
				require.ErrorIs(t, err, game.ErrTimeUp)
				return
			}
			requireReason(t, tt.want, err)
		})
	}
}

func TestTheStoredAnswerComesFirst(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	first := b.happen(b.Play(game.PlayMove{Account: ann, Ply: 1, Move: "h2e2", Arrival: at(1)}, at(1)))
	again := game.PlayMove{Account: ann, Ply: 1, Move: "h2e2", Arrival: at(77), AfterSeq: 1, OfferDraw: true}
	repeat := func(seconds float64) {
		t.Helper()
		got, err := b.Play(again, at(seconds))
		b.repeat(first, got, err)
	}
	repeat(2)
	b.play(3, opening[1:6]...)
	repeat(10)
	repeat(100_000) // though the time is up
	b.happen(b.Accept(bob, b.offer(ann, game.TakebackOffer, 11), "", at(12)))
	repeat(13) // though after_seq is older than a take-back
	b.happen(b.Resign(ann, "", at(14)))
	repeat(15)
}

func TestAnAnswerThatEndedTheGameIsRepeated(t *testing.T) {
	t.Parallel()
	o := people()
	o.Start = "4k4/9/9/9/9/9/9/8R/R8/3K5 w - - 0 1"
	b := sit(t, o)
	b.play(1, "i2i8", "e9f9")
	mate := game.PlayMove{Account: ann, Ply: 3, Move: "a1a9"}
	events := b.happen(b.Play(mate, at(3)))
	require.Equal(t, end("first", "checkmate"), b.Result())
	require.Equal(t, b.Result(), events[0].Kind.(game.Played).Result, "in the same event")
	require.False(t, events[0].Clock.Running)
	require.Empty(t, b.Legal())
	require.Equal(t, at(3), b.Ended())
	got, err := b.Play(mate, at(4))
	b.repeat(events, got, err)

	_, err = b.Play(game.PlayMove{Account: bob, Ply: 4, Move: "f9f8"}, at(5))
	e := refusal(t, "GAME_OVER", err)
	require.Equal(t, map[string]string{"winner": "first", "reason": "checkmate", "status": "finished", "seq": "5"}, e.Metadata)
}

func TestRefusalsSayWhereTheGameStands(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	tests := map[string]game.PlayMove{
		"PLY_TAKEN":     {Account: ann, Ply: 1, Move: "b2e2"},
		"PLY_AHEAD":     {Account: ann, Ply: 7, Move: "b2e2"},
		"NOT_YOUR_TURN": {Account: bob, Ply: 3, Move: "b9c7"},
	}
	for reason, m := range tests {
		_, err := b.Play(m, at(5))
		e := refusal(t, reason, err)
		require.Equal(t, map[string]string{"seq": "4", "ply": "2", "side": "first", "position": b.Position().String()}, e.Metadata)
	}
}

func TestRefusedMovesNameTheRule(t *testing.T) {
	t.Parallel()
	o := people()
	o.Start = "4k4/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1"
	_, err := sit(t, o).Play(game.PlayMove{Account: ann, Ply: 1, Move: "e1a1"}, at(1))
	require.Equal(t, "GENERALS_FACE", refusal(t, "ILLEGAL_MOVE", err).Metadata["rule"])
}

// Several routes can be one capture; each of them is the same move.
func TestAnotherSpellingIsTheSameMove(t *testing.T) {
	t.Parallel()
	o := people()
	o.Game, o.Start = "draughts-brazilian", "B:BKg7:Wb2,b8,c7,e5"
	b := sit(t, o)
	b.play(1, "g7xd4xa1")
	first := b.Plies()[0]
	require.Equal(t, "g7xc3xa1", first.Kind.(game.Played).Move)
	for _, spelling := range []string{"g7xc3xa1", "g7xd4xa1"} {
		got, err := b.Play(game.PlayMove{Account: ann, Ply: 1, Move: spelling}, at(2))
		b.repeat([]game.Event{first}, got, err)
	}
	for _, other := range []string{"g7xa1", "g7xd4", "g7h8", "??"} {
		_, err := b.Play(game.PlayMove{Account: ann, Ply: 1, Move: other}, at(2))
		requireReason(t, "PLY_TAKEN", err)
	}
}

func TestAnAnswerIsGoneOnceTakenBack(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	b.happen(b.Accept(ann, b.offer(bob, game.TakebackOffer, 3), "", at(4)))
	again := game.PlayMove{Account: bob, Ply: 2, Move: opening[1], AfterSeq: 4}
	_, err := b.Play(again, at(5))
	requireReason(t, "REWOUND", err)
	again.AfterSeq = b.Seq()
	events := b.happen(b.Play(again, at(5)))
	require.Equal(t, 8, events[0].Seq, "played anew")
	got, err := b.Play(again, at(6))
	b.repeat(events, got, err)
}

func TestHotSeatPlaysBothSides(t *testing.T) {
	t.Parallel()
	b := sit(t, hotSeat())
	b.play(1, opening[:3]...)
	got, err := b.Play(game.PlayMove{Account: ann, Ply: 2, Move: opening[1]}, at(9))
	b.repeat(b.Plies()[1:2], got, err)
	_, err = b.Play(game.PlayMove{Account: ann, Ply: 2, Move: "b9c7"}, at(9))
	requireReason(t, "PLY_TAKEN", err)
	_, err = b.Play(game.PlayMove{Account: bob, Ply: 4, Move: opening[3]}, at(9))
	requireReason(t, "NOT_YOUR_GAME", err)
}

func TestSecondMovesFirstFromAHandSetPosition(t *testing.T) {
	t.Parallel()
	o := people()
	o.Start = "4k4/9/9/9/9/9/9/9/R8/5K3 b - - 17 40"
	b := sit(t, o)
	require.Equal(t, "4k4/9/9/9/9/9/9/9/R8/5K3 b - - 0 1", b.Position().String(), "counters begin anew")
	_, err := b.Play(game.PlayMove{Account: ann, Ply: 1, Move: "a1a2"}, at(1))
	requireReason(t, "NOT_YOUR_TURN", err)
	b.play(1, "e9e8", "a1a2", "e8e9")
	got, err := b.Play(game.PlayMove{Account: bob, Ply: 1, Move: "e9e8"}, at(9))
	b.repeat(b.Plies()[:1], got, err)
}

func TestMoveWithADrawOffer(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	m := game.PlayMove{Account: ann, Ply: 1, Move: "h2e2", OfferDraw: true}
	events := b.happen(b.Play(m, at(1)))
	require.Len(t, events, 2, "stored together")
	require.Equal(t, []game.Offer{{ID: 4, Kind: game.DrawOffer, Side: rules.First, At: at(1)}}, b.Open(at(1)))
	got, err := b.Play(m, at(2))
	b.repeat(events, got, err)
	b.happen(b.Decline(bob, 4, at(3)))
	got, err = b.Play(m, at(4))
	b.repeat(events, got, err)
}

func TestNoDrawOfferGoesWithAMoveThat(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*testing.T) *table{
		"is of a hot seat": func(t *testing.T) *table { return sit(t, hotSeat()) },
		"has one open already": func(t *testing.T) *table {
			b := sit(t, people())
			b.offer(ann, game.DrawOffer, 0.5)
			return b
		},
		"ends the game": func(t *testing.T) *table {
			o := people()
			o.Start = "3k5/8R/9/9/9/9/9/9/R8/4K4 w - - 0 1"
			return sit(t, o)
		},
	}
	for name, table := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := table(t)
			m := b.move("a1a9")
			if b.Settings().Start.String() == b.Settings().Game.Start().String() {
				m.Move = "h2e2"
			}
			m.OfferDraw = true
			require.Len(t, b.happen(b.Play(m, at(1))), 1)
		})
	}
}

func TestAnOfferMadeAfterTheMoveIsNotPartOfIt(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, "h2e2")
	b.offer(ann, game.DrawOffer, 2)
	got, err := b.Play(game.PlayMove{Account: ann, Ply: 1, Move: "h2e2"}, at(3))
	b.repeat(b.Plies(), got, err)
}
