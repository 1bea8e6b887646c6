package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/referee/internal/game"
)

// practice is a game of ann, who begins, against the engine.
func practice(changes ...func(*game.Order)) game.Order {
	o := game.Order{
		Creator: ann, Guest: true, Key: "k", Game: "xiangqi", Seats: &[2]game.Seat{{Account: ann}, {Bot: "2"}},
		Spectators: game.Spectators{Allowed: true}, Controls: both(timecontrol.Control{Preset: "10+5"}),
	}
	for _, change := range changes {
		change(&o)
	}
	return o
}

func engineFirst(o *game.Order) { o.Seats[0], o.Seats[1] = o.Seats[1], o.Seats[0] }

// volley plays moves of ann and the engine in turn, one a second from a second on.
func (b *table) volley(from float64, moves ...string) {
	b.t.Helper()
	for i, m := range moves {
		account := b.Settings().Seats[b.Position().Side()].Account
		if account == "" {
			account = game.Engine
		}
		b.happen(b.Play(game.PlayMove{Account: account, Ply: b.Ply() + 1, Move: m}, at(from+float64(i))))
	}
}

func TestPlayersSeatEngines(t *testing.T) {
	t.Parallel()
	b := sit(t, practice())
	require.Equal(t, [2]game.Seat{{Account: ann, Guest: true}, {Bot: "2"}}, b.Settings().Seats)
	require.Equal(t, game.Casual, b.Settings().Mode)
	require.Equal(t, game.NoLimit, b.Settings().FirstMove.Then, "nobody waits for an engine's opponent")
	require.Equal(t, game.UsualTakebacks, b.Settings().Takebacks)
	require.Zero(t, sit(t, people()).Settings().Takebacks)
	sit(t, practice(func(o *game.Order) { o.Controls = [2]timecontrol.Control{} }))
	sit(t, practice(func(o *game.Order) { o.Handicap = handicap.Odds{Preset: "one_horse", Side: "second"} }))
	sit(t, practice(func(o *game.Order) { o.Creator, o.AsService = "matchmaking", true }))
}

func TestTheEngineHasATurn(t *testing.T) {
	t.Parallel()
	b := sit(t, practice())
	_, ok := b.Turn()
	require.False(t, ok, "it is ann's move")

	b.volley(1, "h2e2")
	turn, ok := b.Turn()
	require.True(t, ok)
	require.Equal(t, game.Turn{Side: rules.Second, Level: "2", ToMove: true, Since: at(1)}, turn)
	require.Equal(t, []string{"h2e2"}, b.Moves())

	b.volley(2, "h9g7")
	_, ok = b.Turn()
	require.False(t, ok)

	offer := b.offer(ann, game.DrawOffer, 3)
	turn, ok = b.Turn()
	require.True(t, ok)
	require.Equal(t, game.Turn{Side: rules.Second, Level: "2", Offer: offer, Since: at(3)}, turn)
	b.happen(b.Decline(game.Engine, offer, at(4)))
	_, ok = b.Turn()
	require.False(t, ok, "the offer was answered")

	b.happen(b.Resign(ann, "", at(5)))
	_, ok = b.Turn()
	require.False(t, ok, "the game is over")

	_, ok = sit(t, practice(engineFirst)).Turn()
	require.True(t, ok, "the engine begins")
	_, ok = sit(t, people()).Turn()
	require.False(t, ok)
}

func TestTurnsThatAreNotAnsweredAreDueAgain(t *testing.T) {
	t.Parallel()
	b := sit(t, practice(engineFirst))
	turn, _ := b.Turn()
	require.Equal(t, at(4), b.TurnDue(turn, at(0)))
	require.Equal(t, at(20), b.TurnDue(turn, at(10)), "the longer it waits, the later")
	require.Equal(t, at(59.3), b.TurnDue(turn, at(59)), "not beyond the limit of the move")
	require.Equal(t, at(55+1.25), b.TurnDue(turn, at(55)))
}

func TestTheEngineAcceptsADraw(t *testing.T) {
	t.Parallel()
	b := sit(t, practice())
	offer := b.offer(ann, game.DrawOffer, 1)
	b.happen(b.Accept(game.Engine, offer, "", at(2)))
	require.Equal(t, end("none", game.Agreement), b.Result())
}

// An engine that was thinking when it was offered a draw answers that first.
func TestTheEngineAnswersAnOfferThatItHasNotSeen(t *testing.T) {
	t.Parallel()
	b := sit(t, practice())
	b.volley(1, "h2e2")
	seen := b.Seq()
	offer := b.offer(ann, game.DrawOffer, 2)
	move := game.PlayMove{Account: game.Engine, Ply: 2, Move: "h9g7", AfterSeq: seen}
	_, err := b.Play(move, at(3))
	requireReason(t, "OFFER_OPEN", err)

	turn, _ := b.Turn()
	require.Equal(t, []any{true, offer}, []any{turn.ToMove, turn.Offer})
	b.happen(b.Decline(game.Engine, offer, at(4)))
	move.AfterSeq = b.Seq()
	b.happen(b.Play(move, at(5)))
	require.Equal(t, 2, b.Ply())

	b = sit(t, practice(engineFirst))
	b.offer(ann, game.DrawOffer, 1)
	move = game.PlayMove{Account: game.Engine, Ply: 1, Move: "h2e2", AfterSeq: b.Seq()}
	b.happen(b.Play(move, at(2)))
	require.Empty(t, b.Open(at(3)), "seen, and declined by moving on")
}

// A take-back against the engine needs no consent, takes both plies at once and
// gives nobody time.
func TestTakebackAgainstTheEngine(t *testing.T) {
	t.Parallel()
	b := sit(t, practice())
	_, err := b.Offer(ann, game.TakebackOffer, "", at(1))
	requireReason(t, "NOTHING_TO_TAKE_BACK", err)

	before := b.Clock()
	b.volley(2, "h2e2", "h9g7")
	rewound := b.happen(b.Offer(ann, game.TakebackOffer, "", at(30)))
	require.Len(t, rewound, 1)
	require.Equal(t, game.Rewound{ToPly: 0, Position: b.Settings().Start.String(), Side: rules.First}, rewound[0].Kind)
	require.Equal(t, before.Resume(at(30)), b.Clock())
	require.Zero(t, b.Ply())

	b.volley(31, "h2e2")
	turn, _ := b.Turn()
	seq := b.Seq()
	b.happen(b.Offer(ann, game.TakebackOffer, "", at(32)))
	require.Zero(t, b.Ply(), "her own move alone, while the engine thinks")
	_, err = b.Play(game.PlayMove{Account: game.Engine, Ply: 2, Move: "h9g7", AfterSeq: seq}, at(33))
	requireReason(t, "REWOUND", err)
	require.True(t, turn.ToMove)

	b.volley(34, "h2e2", "h9g7")
	b.happen(b.Offer(ann, game.TakebackOffer, "", at(36)))
	p, ok := b.Practice()
	require.True(t, ok)
	require.Equal(t, game.Practice{Takebacks: 3, Limited: true}, p)
	b.volley(37, "h2e2", "h9g7")
	_, err = b.Offer(ann, game.TakebackOffer, "", at(39))
	requireReason(t, "NO_TAKEBACKS_LEFT", err)
}

// Ten take-backs raise no bank above what it was.
func TestTakebacksAgainstTheEngineGiveNoTime(t *testing.T) {
	t.Parallel()
	many := 10
	b := sit(t, practice(engineFirst, func(o *game.Order) { o.Takebacks = &many }))
	b.volley(1, "h2e2", "h9g7", "h0g2")
	banks := b.Clock().Banks
	for i := range many {
		b.volley(float64(10+10*i), "i9h9", "i0h0")
		b.happen(b.Offer(ann, game.TakebackOffer, "", at(float64(15+10*i))))
		require.Equal(t, banks, b.Clock().Banks)
		require.Equal(t, 3, b.Ply())
	}
}

func TestTheEngineAcceptsARematch(t *testing.T) {
	t.Parallel()
	b := sit(t, practice())
	require.False(t, b.WouldAccept(ann, game.RematchOffer, 0, at(1)), "the game runs")
	b.happen(b.Resign(ann, "", at(1)))
	require.True(t, b.WouldAccept(ann, game.RematchOffer, 0, at(2)))
	require.False(t, b.WouldAccept(ann, game.DrawOffer, 0, at(2)))
	events := b.happen(b.Offer(ann, game.RematchOffer, "NextNextNext", at(2)))
	require.Len(t, events, 2)
	require.Equal(t, "NextNextNext", b.Rematch())
	b.repeat(events[1:], b.log(2), nil)

	o := b.RematchOrder()
	require.Equal(t, [2]game.Seat{{Bot: "2"}, {Account: ann, Guest: true}}, *o.Seats)
	next := sit(t, o)
	require.Equal(t, game.UsualTakebacks, next.Settings().Takebacks)
}

// log asks for the rematch once more.
func (b *table) log(seconds float64) []game.Event {
	b.t.Helper()
	events, err := b.Offer(ann, game.RematchOffer, "", at(seconds))
	require.NoError(b.t, err)
	return events
}

func TestHints(t *testing.T) {
	t.Parallel()
	b := sit(t, practice())
	first := b.happen(b.Hint(ann, at(1)))
	require.Equal(t, game.Hinted{Side: rules.First, Ply: 1, Hints: 1}, first[0].Kind)
	again, err := b.Hint(ann, at(2))
	b.repeat(first, again, err)
	b.volley(3, "h2e2")
	_, err = b.Hint(ann, at(4))
	requireReason(t, "NOT_YOUR_TURN", err)
	b.volley(5, "h9g7")
	require.Equal(t, game.Hinted{Side: rules.First, Ply: 3, Hints: 2}, b.happen(b.Hint(ann, at(6)))[0].Kind)
	p, _ := b.Practice()
	require.Equal(t, 2, p.Hints)
	_, err = b.Hint(eve, at(7))
	requireReason(t, "NOT_YOUR_GAME", err)
	b.happen(b.Resign(ann, "", at(8)))
	_, err = b.Hint(ann, at(9))
	requireReason(t, "GAME_OVER", err)

	hot := sit(t, hotSeat())
	hot.happen(hot.Hint(ann, at(1)))
	for name, o := range map[string]game.Order{"people": people(), "rated": rated()} {
		_, err := sit(t, o).Hint(ann, at(1))
		requireReason(t, "HINTS_NOT_ALLOWED", err)
		_, ok := sit(t, o).Practice()
		require.False(t, ok, name)
	}
}

// Looking ahead changes nothing.
func TestWithLeavesTheGameAlone(t *testing.T) {
	t.Parallel()
	b := sit(t, practice())
	events, err := b.Play(game.PlayMove{Account: ann, Ply: 1, Move: "h2e2"}, at(1))
	require.NoError(t, err)
	next, err := b.With(events...)
	require.NoError(t, err)
	require.Equal(t, 1, next.Ply())
	require.Zero(t, b.Ply())
	require.NoError(t, b.Apply(events...))
	require.Equal(t, next.Position().String(), b.Position().String())
}
