package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/services/referee/internal/game"
)

func TestDrawByAgreement(t *testing.T) {
	t.Parallel()
	b := sit(t, rated())
	b.play(1, opening[:2]...)
	id := b.offer(ann, game.DrawOffer, 3)
	require.Equal(t, []game.Offer{{ID: id, Kind: game.DrawOffer, Side: rules.First, At: at(3)}}, b.Open(at(3)))
	events := b.happen(b.Accept(bob, id, "", at(4)))
	require.Len(t, events, 2, "the answer and the end are stored together")
	require.Equal(t, game.Answered{Offer: id, Kind: game.DrawOffer, Answer: game.Accepted, Side: rules.Second}, events[0].Kind)
	require.Equal(t, end("none", "agreement"), b.Result())
	require.Empty(t, b.Open(at(4)))
	got, err := b.Accept(bob, id, "", at(5))
	b.repeat(events, got, err)
}

func TestOfferingBackAccepts(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	id := b.offer(ann, game.DrawOffer, 3)
	events := b.happen(b.Offer(bob, game.DrawOffer, "", at(4)))
	require.Equal(t, game.Answered{Offer: id, Kind: game.DrawOffer, Answer: game.Accepted, Side: rules.Second}, events[0].Kind)
	require.Equal(t, end("none", "agreement"), b.Result())
}

func TestOnlyALikeOfferAccepts(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	b.offer(ann, game.DrawOffer, 3)
	b.offer(bob, game.TakebackOffer, 4)
	require.Len(t, b.Open(at(4)), 2)
	require.Equal(t, game.StatusRunning, b.Status())
}

func TestOneOpenOfferAKindAndSide(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	first := b.happen(b.Offer(ann, game.DrawOffer, "", at(3)))
	got, err := b.Offer(ann, game.DrawOffer, "", at(4))
	b.repeat(first, got, err)
	require.Len(t, b.Open(at(4)), 1)
}

// A draw or take-back offer lapses when the other side moves, and may be made
// again only after one's own next move (games.md §1).
func TestLifeOfAnOffer(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{game.DrawOffer, game.TakebackOffer} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := sit(t, people())
			b.play(1, opening[:2]...)
			id := b.offer(ann, kind, 3)
			b.play(4, opening[2])
			require.Len(t, b.Open(at(4)), 1, "one's own move leaves it open")
			b.play(5, opening[3])
			require.Empty(t, b.Open(at(5)), "the other side's does not")
			_, err := b.Accept(bob, id, "", at(6))
			requireReason(t, "OFFER_CLOSED", err)

			second := b.offer(ann, kind, 6) // she has moved since the first
			b.happen(b.Decline(bob, second, at(7)))
			_, err = b.Offer(ann, kind, "", at(8))
			requireReason(t, "OFFER_TOO_SOON", err)
			b.play(9, opening[4])
			third := b.offer(ann, kind, 10)
			require.Equal(t, third, b.Open(at(10))[0].ID)

			b.play(11, opening[5])
			_, err = b.Offer(ann, kind, "", at(12))
			requireReason(t, "OFFER_TOO_SOON", err)
			b.offer(bob, kind, 13) // which binds nobody but her
		})
	}
}

func TestWithdrawnOfferMayNotBeMadeAgainAtOnce(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	id := b.offer(ann, game.DrawOffer, 3)
	events := b.happen(b.Decline(ann, id, at(4)))
	require.Equal(t, game.Answered{Offer: id, Kind: game.DrawOffer, Answer: game.Withdrawn, Side: rules.First}, events[0].Kind)
	_, err := b.Offer(ann, game.DrawOffer, "", at(5))
	requireReason(t, "OFFER_TOO_SOON", err)
	got, err := b.Decline(ann, id, at(6))
	b.repeat(events, got, err)
	_, err = b.Accept(bob, id, "", at(6))
	requireReason(t, "OFFER_CLOSED", err)
	_, err = b.Decline(bob, id, at(6))
	requireReason(t, "OFFER_CLOSED", err)
}

func TestDeclinedOffer(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	id := b.offer(ann, game.DrawOffer, 1)
	events := b.happen(b.Decline(bob, id, at(2)))
	require.Equal(t, game.Answered{Offer: id, Kind: game.DrawOffer, Answer: game.Declined, Side: rules.Second}, events[0].Kind)
	require.Equal(t, game.StatusRunning, b.Status())
	got, err := b.Decline(bob, id, at(3))
	b.repeat(events, got, err)
	_, err = b.Accept(bob, id, "", at(3))
	requireReason(t, "OFFER_CLOSED", err)
}

func TestAnswersThatAreRefused(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	id := b.offer(ann, game.DrawOffer, 3)
	accept := func(account string, id int, seconds float64) error {
		_, err := b.Accept(account, id, "", at(seconds))
		return err
	}
	requireReason(t, "OWN_OFFER", accept(ann, id, 4))
	requireReason(t, "NOT_YOUR_GAME", accept(eve, id, 4))
	requireReason(t, "NO_SUCH_OFFER", accept(bob, id+1, 4))
	requireReason(t, "NO_SUCH_OFFER", accept(bob, 3, 4)) // a move
	_, err := b.Decline(bob, 0, at(4))
	requireReason(t, "NO_SUCH_OFFER", err)
	require.ErrorIs(t, accept(bob, id, 3000), game.ErrTimeUp)
	b.happen(b.Resign(ann, "", at(5)))
	requireReason(t, "GAME_OVER", accept(bob, id, 6))
}

func TestOffersThatHaveNoPlace(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		order   game.Order
		plies   int
		account string
		kind    string
		want    string
	}{
		"a draw with oneself":                {hotSeat(), 2, ann, game.DrawOffer, "OFFER_NOT_ALLOWED"},
		"a take-back in a rated game":        {rated(), 2, ann, game.TakebackOffer, "TAKEBACK_RATED"},
		"a take-back before one's own move":  {people(), 1, bob, game.TakebackOffer, "NOTHING_TO_TAKE_BACK"},
		"a take-back of a hot seat's nought": {hotSeat(), 0, ann, game.TakebackOffer, "NOTHING_TO_TAKE_BACK"},
		"a rematch of a running game":        {people(), 2, ann, game.RematchOffer, "GAME_RUNNING"},
		"by a stranger":                      {people(), 2, eve, game.DrawOffer, "NOT_YOUR_GAME"},
		"by a stranger to a private game":    {private(), 2, eve, game.DrawOffer, "NO_SUCH_GAME"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, tt.order)
			b.play(1, opening[:tt.plies]...)
			_, err := b.Offer(tt.account, tt.kind, "", at(9))
			requireReason(t, tt.want, err)
		})
	}
}

func over(t *testing.T, o game.Order) *table {
	b := sit(t, o)
	b.play(1, opening[:2]...)
	b.happen(b.Resign(ann, "", at(10)))
	return b
}

func TestRematch(t *testing.T) {
	t.Parallel()
	b := over(t, people())
	require.False(t, b.WouldAccept(bob, game.RematchOffer, 0, at(11)))
	id := b.offer(ann, game.RematchOffer, 11)
	require.False(t, b.WouldAccept(ann, game.RematchOffer, 0, at(12)), "one's own offer")
	require.False(t, b.WouldAccept(eve, game.RematchOffer, 0, at(12)))
	require.False(t, b.WouldAccept(bob, game.DrawOffer, 0, at(12)))
	require.False(t, b.WouldAccept(bob, "", id+1, at(12)))
	require.True(t, b.WouldAccept(bob, "", id, at(12)))
	require.True(t, b.WouldAccept(bob, game.RematchOffer, 0, at(12)))
	events := b.happen(b.Accept(bob, id, "NextNextNext", at(12)))
	require.Equal(t, game.Answered{
		Offer: id, Kind: game.RematchOffer, Answer: game.Accepted, Side: rules.Second, Rematch: "NextNextNext",
	}, events[0].Kind)
	require.Equal(t, "NextNextNext", b.Rematch())
	require.Equal(t, end("second", "resignation"), b.Result(), "nothing else has changed")

	require.False(t, b.WouldAccept(ann, game.RematchOffer, 0, at(13)))
	for _, account := range []string{ann, bob} { // both press: it is one game
		got, err := b.Offer(account, game.RematchOffer, "AnotherAnoth", at(13))
		b.repeat(events, got, err)
	}
	got, err := b.Accept(bob, id, "AnotherAnoth", at(13))
	b.repeat(events, got, err)
}

func TestRematchLapses(t *testing.T) {
	t.Parallel()
	b := over(t, people())
	id := b.offer(ann, game.RematchOffer, 11)
	last := at(11).Add(game.RematchLife)
	require.True(t, b.WouldAccept(bob, "", id, last))
	require.Len(t, b.Open(last), 1)
	_, err := b.Accept(bob, id, "NextNextNext", last)
	require.NoError(t, err)

	late := last.Add(time.Nanosecond)
	require.False(t, b.WouldAccept(bob, "", id, late))
	require.Empty(t, b.Open(late))
	_, err = b.Accept(bob, id, "NextNextNext", late)
	requireReason(t, "OFFER_CLOSED", err)
	again := b.happen(b.Offer(bob, game.RematchOffer, "", late))
	require.IsType(t, game.Offered{}, again[0].Kind, "an offer of his own")
}

func TestRematchDeclined(t *testing.T) {
	t.Parallel()
	b := over(t, people())
	id := b.offer(ann, game.RematchOffer, 11)
	b.happen(b.Decline(bob, id, at(12)))
	_, err := b.Accept(bob, id, "NextNextNext", at(13))
	requireReason(t, "OFFER_CLOSED", err)
	for i := range 4 { // a player may ask again, but not fill the log
		b.happen(b.Decline(bob, b.offer(ann, game.RematchOffer, float64(14+i)), at(float64(14+i))))
	}
	_, err = b.Offer(ann, game.RematchOffer, "", at(20))
	requireReason(t, "OFFER_TOO_SOON", err)
	b.offer(bob, game.RematchOffer, 21)
}

func TestNoRematch(t *testing.T) {
	t.Parallel()
	hot := sit(t, hotSeat())
	hot.happen(hot.Resign(ann, "", at(1)))
	_, err := hot.Offer(ann, game.RematchOffer, "", at(2))
	requireReason(t, "OFFER_NOT_ALLOWED", err)

	annulled := sit(t, people())
	annulled.happen(annulled.Void(mod, "cheating", at(1)))
	_, err = annulled.Offer(ann, game.RematchOffer, "", at(2))
	requireReason(t, "OFFER_NOT_ALLOWED", err)
}

func TestRematchOrder(t *testing.T) {
	t.Parallel()
	o := secondBegins()
	o.Controls[1].Preset = "60+30"
	o.FirstMove = game.FirstMove{Limit: time.Minute, Then: game.Forfeit}
	o.Visibility, o.Spectators = game.Link, game.Spectators{Allowed: true, Delay: time.Minute}
	b := sit(t, o)
	again := b.RematchOrder()
	require.True(t, again.AsService)
	require.Equal(t, "referee", again.Creator)
	require.Equal(t, "rematch:GameGameGame", again.Key)
	next := sit(t, again)
	was, is := b.Settings(), next.Settings()
	require.Equal(t, [2]game.Seat{was.Seats[1], was.Seats[0]}, is.Seats)
	require.Equal(t, was.Controls[0], is.Controls[1])
	require.Equal(t, was.Controls[1], is.Controls[0])
	require.Equal(t, was.Start.String(), is.Start.String())
	was.Seats, was.Controls, was.Start = is.Seats, is.Controls, is.Start
	require.Equal(t, was, is, "all else is kept")

	back := sit(t, next.RematchOrder()).Settings()
	require.Equal(t, b.Settings().Seats, back.Seats)
	require.Equal(t, game.Rated, sit(t, sit(t, rated()).RematchOrder()).Settings().Mode)
}
