package game_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/referee/internal/game"
)

func TestTakeBackGoesToTheAskersOwnLastTurn(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		order  game.Order
		moves  []string
		asker  string
		toPly  int
		onTurn rules.Side
	}{
		"on turn: both moves go":            {people(), opening[:4], ann, 2, rules.First},
		"not on turn: the own move goes":    {people(), opening[:4], bob, 3, rules.Second},
		"the first ply":                     {people(), opening[:1], ann, 0, rules.First},
		"the first two plies":               {people(), opening[:2], ann, 0, rules.First},
		"the second ply":                    {people(), opening[:2], bob, 1, rules.Second},
		"second began: its move":            {secondBegins(), []string{"e9e8"}, bob, 0, rules.Second},
		"second began: its move and a ply":  {secondBegins(), []string{"e9e8", "a1a2"}, bob, 0, rules.Second},
		"second began: the answer to it":    {secondBegins(), []string{"e9e8", "a1a2"}, ann, 1, rules.First},
		"second began: a later move and on": {secondBegins(), []string{"e9e8", "a1a2", "e8e9", "a2a3"}, bob, 2, rules.Second},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, tt.order)
			b.play(1, tt.moves...)
			position := b.Settings().Start.String()
			if tt.toPly > 0 {
				position = b.Plies()[tt.toPly-1].Kind.(game.Played).Position
			}
			id := b.offer(tt.asker, game.TakebackOffer, 9)
			events := b.happen(b.Accept(other(tt.asker), id, "", at(10)))
			require.Len(t, events, 2, "the answer and the take-back are stored together")
			require.Equal(t, game.Rewound{ToPly: tt.toPly, Position: position, Side: tt.onTurn}, events[1].Kind)
			require.Equal(t, tt.toPly, b.Ply())
			require.Equal(t, position, b.Position().String())
			require.Equal(t, tt.onTurn, b.Position().Side())
			require.Empty(t, b.Open(at(10)))
			got, err := b.Accept(other(tt.asker), id, "", at(11))
			b.repeat(events, got, err)
			b.play(12, tt.moves[tt.toPly:]...) // the game goes on from there
		})
	}
}

func other(account string) string {
	if account == ann {
		return bob
	}
	return ann
}

// The asker may have moved since the offer: then only that move is left to
// take back.
func TestTakeBackAfterTheAskerMovedOn(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	id := b.offer(ann, game.TakebackOffer, 3)
	b.play(4, opening[2])
	b.happen(b.Accept(bob, id, "", at(5)))
	require.Equal(t, 2, b.Ply())
}

// Moves at 2 s and 5 s, a take-back at 9 s: the clock is that of before the ply
// taken back, and never more.
func TestTakeBackRestoresBothBanks(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	begin := b.Clock()
	b.play(2, opening[0])
	before := b.Clock()
	b.play(5, opening[1])
	b.happen(b.Accept(ann, b.offer(bob, game.TakebackOffer, 8), "", at(9)))
	require.Equal(t, before.Resume(at(9)), b.Clock())
	require.Equal(t, before.Banks, b.Clock().Banks)

	b.happen(b.Accept(bob, b.offer(ann, game.TakebackOffer, 10), "", at(11)))
	require.Equal(t, begin.Resume(at(11)), b.Clock())
	require.True(t, b.Clock().InFirstMove(), "the first-move limit holds again")
	deadline, ok := b.Deadline()
	require.True(t, ok)
	require.Equal(t, at(11+30), deadline)
}

func TestTenTakeBacksNeverRaiseABank(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:3]...)
	banks := b.Clock().Banks
	for i := range 10 {
		now := float64(10 * (i + 1))
		b.play(now, opening[3]) // which earns an increment each time
		require.NotEqual(t, banks, b.Clock().Banks)
		b.happen(b.Accept(ann, b.offer(bob, game.TakebackOffer, now+1), "", at(now+2)))
		require.Equal(t, banks, b.Clock().Banks)
	}
	require.Equal(t, 3, b.Ply())
}

func TestTakeBackInByoYomi(t *testing.T) {
	t.Parallel()
	o := people()
	o.Controls = both(timecontrol.Control{Bank: 3 * time.Minute, ByoYomi: 20 * time.Second})
	b := sit(t, o)
	b.play(1, opening[:2]...)
	b.play(190, opening[2]) // ann has used up her bank
	require.Zero(t, b.Clock().Banks[0])
	b.play(191, opening[3])
	b.happen(b.Accept(bob, b.offer(ann, game.TakebackOffer, 192), "", at(193)))
	require.Equal(t, 3*time.Minute, b.Clock().Banks[0], "as before the move")
	require.Equal(t, 2, b.Ply())
}

func TestTakeBackAgainOnlyAfterTheNextMove(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:4]...)
	b.happen(b.Accept(bob, b.offer(ann, game.TakebackOffer, 5), "", at(6)))
	require.Equal(t, 2, b.Ply())
	_, err := b.Offer(ann, game.TakebackOffer, "", at(7))
	requireReason(t, "OFFER_TOO_SOON", err)
	b.play(8, opening[2])
	b.offer(ann, game.TakebackOffer, 9)
}

func TestTakeBackEndsOtherOffers(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	draw := b.offer(bob, game.DrawOffer, 3)
	b.happen(b.Accept(ann, b.offer(bob, game.TakebackOffer, 4), "", at(5)))
	require.Empty(t, b.Open(at(5)))
	_, err := b.Accept(ann, draw, "", at(6))
	requireReason(t, "OFFER_CLOSED", err)
}

func TestHotSeatTakesBackWithoutConsent(t *testing.T) {
	t.Parallel()
	b := sit(t, hotSeat())
	b.play(1, opening[:3]...)
	for ply := 2; ply >= 0; ply-- {
		events := b.happen(b.Offer(ann, game.TakebackOffer, "", at(9)))
		require.Len(t, events, 1)
		require.IsType(t, game.Rewound{}, events[0].Kind)
		require.Equal(t, ply, b.Ply())
	}
	require.Equal(t, b.Settings().Start.String(), b.Position().String())
	_, err := b.Offer(ann, game.TakebackOffer, "", at(10))
	requireReason(t, "NOTHING_TO_TAKE_BACK", err)
}

// What repetition remembers goes back with the moves.
func TestTakeBackRestoresRepetition(t *testing.T) {
	t.Parallel()
	o := untimed()
	o.Start = "4k4/9/9/9/9/9/9/9/R8/5K3 w - - 0 1"
	b := sit(t, o)
	circle := []string{"a1a2", "e9e8", "a2a1", "e8e9"}
	b.play(1, circle...)
	b.play(5, circle[:3]...)
	for i := range 3 {
		now := float64(10 * (i + 1))
		b.happen(b.Accept(ann, b.offer(bob, game.TakebackOffer, now), "", at(now+1)))
		b.play(now+2, circle[1], circle[2])
	}
	require.Equal(t, game.StatusRunning, b.Status())
	b.play(50, circle[3])
	want := end("none", "repetition")
	want.Evidence = &rules.Evidence{Rule: rules.Repetition, Equal: []int{0, 4, 8}}
	require.Equal(t, want, b.Result(), fmt.Sprint(b.Ply()))
}

// A client that gets no answer sends the same again: it costs one take-back.
func TestATakeBackSentTwice(t *testing.T) {
	t.Parallel()
	engine := sit(t, practice())
	engine.happen(engine.Play(game.PlayMove{Account: ann, Ply: 1, Move: opening[0]}, at(1)))
	engine.happen(engine.Play(game.PlayMove{Account: game.Engine, Ply: 2, Move: opening[1]}, at(2)))
	alone := sit(t, hotSeat())
	alone.play(1, opening[:2]...)
	for name, b := range map[string]*table{"against an engine": engine, "hot seat": alone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen := b.Seq()
			done := b.happen(b.OfferAfter(seen, ann, game.TakebackOffer, "", at(9)))
			again, err := b.OfferAfter(seen, ann, game.TakebackOffer, "", at(10))
			b.repeat(done, again, err)
			b.happen(b.Play(game.PlayMove{Account: ann, Ply: b.Ply() + 1, Move: opening[b.Ply()]}, at(11)))
			again, err = b.OfferAfter(seen, ann, game.TakebackOffer, "", at(12))
			b.repeat(done, again, err)
			b.happen(b.OfferAfter(b.Seq(), ann, game.TakebackOffer, "", at(13))) // who has seen it means another
		})
	}
}

// Between two people nothing is taken back by a client that has not seen what
// was taken back before.
func TestATakeBackOfWhatWasNotSeen(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:4]...)
	seen := b.Seq()
	b.happen(b.Accept(bob, b.offer(ann, game.TakebackOffer, 5), "", at(6)))
	_, err := b.OfferAfter(seen, bob, game.TakebackOffer, "", at(7))
	requireReason(t, "REWOUND", err)
	_, err = b.OfferAfter(seen, eve, game.TakebackOffer, "", at(7))
	requireReason(t, "NOT_YOUR_GAME", err)
	b.happen(b.OfferAfter(seen, bob, game.DrawOffer, "", at(7)))
	b.happen(b.OfferAfter(b.Seq(), bob, game.TakebackOffer, "", at(8)))
}
