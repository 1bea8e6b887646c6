package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/referee/internal/game"
)

const (
	ann = "0198c0de-0000-7000-8000-00000000000a"
	bob = "0198c0de-0000-7000-8000-00000000000b"
	eve = "0198c0de-0000-7000-8000-00000000000e"
)

var start = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func at(seconds float64) time.Time {
	return start.Add(time.Duration(seconds * float64(time.Second)))
}

// opening is a xiangqi opening, any prefix of which is legal.
var opening = []string{"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "b0c2", "a9a8"}

// people is a casual xiangqi game of ann, who begins, and bob.
func people() game.Order {
	return game.Order{
		Creator: "matchmaking", AsService: true, Key: "k", Game: "xiangqi",
		Seats:      &[2]game.Seat{{Account: ann}, {Account: bob, Guest: true}},
		Spectators: game.Spectators{Allowed: true}, Controls: both(timecontrol.Control{Preset: "10+5"}),
	}
}

func rated() game.Order {
	o := people()
	o.Mode = game.Rated
	return o
}

func untimed() game.Order {
	o := people()
	o.Controls = [2]timecontrol.Control{}
	return o
}

// hotSeat is a game of ann against herself.
func hotSeat() game.Order {
	return game.Order{Creator: ann, Key: "k", Game: "xiangqi", Spectators: game.Spectators{Allowed: true}}
}

func both(c timecontrol.Control) [2]timecontrol.Control { return [2]timecontrol.Control{c, c} }

// table is a game at which commands are given: what is decided happens.
type table struct {
	*game.Game
	t testing.TB
}

func sit(t testing.TB, o game.Order) *table {
	t.Helper()
	events, err := o.Create(start)
	require.NoError(t, err)
	g := game.New("GameGameGame")
	require.NoError(t, g.Apply(events...))
	return &table{Game: g, t: t}
}

// happen applies what was decided and returns it.
func (b *table) happen(events []game.Event, err error) []game.Event {
	b.t.Helper()
	require.NoError(b.t, err)
	require.NotEmpty(b.t, events)
	require.Equal(b.t, b.Seq()+1, events[0].Seq, "not decided anew")
	require.NoError(b.t, b.Apply(events...))
	return events
}

// repeat demands that a decision gives what was stored before.
func (b *table) repeat(want []game.Event, got []game.Event, err error) {
	b.t.Helper()
	require.NoError(b.t, err)
	require.LessOrEqual(b.t, want[0].Seq, b.Seq())
	require.Len(b.t, got, len(want))
	for i := range want {
		requireSameEvent(b.t, want[i], got[i])
	}
}

// requireSameEvent compares all that is stored of an event.
func requireSameEvent(t require.TestingT, want, got game.Event) {
	if k, ok := want.Kind.(game.Played); ok {
		want.Kind = stripped(k)
	}
	if k, ok := got.Kind.(game.Played); ok {
		got.Kind = stripped(k)
	}
	require.Equal(t, want, got)
}

// stripped is a move without what the rules said when it was decided.
func stripped(k game.Played) game.Played {
	return game.Played{
		Side: k.Side, Ply: k.Ply, Move: k.Move, Position: k.Position, Warnings: k.Warnings, Arrival: k.Arrival, Result: k.Result,
	}
}

func (b *table) move(m string) game.PlayMove {
	side := b.Position().Side()
	return game.PlayMove{Account: b.Settings().Seats[side].Account, Ply: b.Ply() + 1, Move: m}
}

// play plays moves of the sides in turn, one a second from a second on.
func (b *table) play(from float64, moves ...string) {
	b.t.Helper()
	for i, m := range moves {
		b.happen(b.Play(b.move(m), at(from+float64(i))))
	}
}

func (b *table) offer(account, kind string, seconds float64) int {
	b.t.Helper()
	return b.happen(b.Offer(account, kind, "", at(seconds)))[0].Seq
}

func requireReason(t require.TestingT, want string, err error) {
	_ = refusal(t, want, err)
}

// refusal demands that an error is the refusal of a reason, and returns it.
func refusal(t require.TestingT, want string, err error) *errs.Error {
	var e *errs.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, want, e.Reason, "%v", err)
	return e
}

func end(winner, reason string) game.Result {
	return game.Result{Winner: winnerOf(winner), Reason: reason, Status: game.StatusFinished}
}

func aborted(reason string) game.Result {
	return game.Result{Winner: winnerOf("none"), Reason: reason, Status: game.StatusAborted}
}
