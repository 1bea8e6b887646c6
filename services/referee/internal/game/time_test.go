package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/referee/internal/game"
)

func with(change func(*game.Order)) game.Order {
	o := people()
	change(&o)
	return o
}

const (
	// Black has only its general; in the other it has a soldier as well.
	loneGeneral = "4k4/9/9/9/9/9/9/4B4/4A4/R2AK4 w - - 0 1"
	oneSoldier  = "4k4/9/9/p8/9/9/9/4B4/4A4/R2AK4 w - - 0 1"
)

func TestTimeOut(t *testing.T) {
	t.Parallel()
	days := 24 * time.Hour.Seconds()
	tests := map[string]struct {
		order    game.Order
		moves    []string // one a second from 1 s on
		deadline float64
		want     game.Result
	}{
		"first move, abort":            {people(), nil, 30, aborted("first_move_timeout")},
		"first move of a rated game":   {rated(), nil, 30, aborted("first_move_timeout")},
		"first move, forfeit":          {with(func(o *game.Order) { o.FirstMove.Then = game.Forfeit }), nil, 30, end("second", "forfeit")},
		"first move, another limit":    {with(func(o *game.Order) { o.FirstMove.Limit = time.Minute }), nil, 60, aborted("first_move_timeout")},
		"first move, no limit":         {with(func(o *game.Order) { o.FirstMove.Then = game.NoLimit }), nil, 60, end("second", "timeout")},
		"first move of the other side": {people(), opening[:1], 1 + 60, end("first", "timeout")},
		"a move's limit":               {people(), opening[:2], 2 + 60, end("second", "timeout")},
		"3+3": {
			with(func(o *game.Order) { o.Controls = both(timecontrol.Control{Preset: "3+3"}) }), opening[:3], 3 + 30, end("first", "timeout"),
		},
		"the second side begins, forfeit": {
			with(func(o *game.Order) { o.Start, o.FirstMove.Then = secondBegins().Start, game.Forfeit }), nil, 30, end("first", "forfeit"),
		},
		"jungle": {
			with(func(o *game.Order) { o.Game, o.Controls = "jungle", both(timecontrol.Control{Preset: "10m"}) }),
			[]string{"a1a2", "g9g8"},
			2 + 90, end("second", "timeout"),
		},
		"morris": {
			with(func(o *game.Order) { o.Game, o.Controls = "morris", both(timecontrol.Control{Preset: "60+30"}) }),
			[]string{"a1"},
			1 + 300, end("first", "timeout"),
		},
		"draughts": {
			with(func(o *game.Order) { o.Game = "draughts-brazilian" }), []string{"c3d4"}, 1 + 60, end("first", "timeout"),
		},
		"custom": {
			with(func(o *game.Order) {
				o.Controls = both(timecontrol.Control{Bank: 5 * time.Minute, Increment: 2 * time.Second})
			}),
			opening[:3], 3 + 300 + 2 - 1, end("first", "timeout"),
		},
		"byo-yomi": {
			with(func(o *game.Order) {
				o.Controls = both(timecontrol.Control{Bank: 3 * time.Minute, ByoYomi: 20 * time.Second})
			}),
			opening[:2], 2 + 180 + 20, end("second", "timeout"),
		},
		"the opponent has no attacker":      {with(func(o *game.Order) { o.Start = loneGeneral }), []string{"a0a1", "e9e8"}, 2 + 60, end("none", "timeout_no_attackers")},
		"the opponent has one":              {with(func(o *game.Order) { o.Start = oneSoldier }), []string{"a0a1", "e9e8"}, 2 + 60, end("second", "timeout")},
		"who has no attacker loses":         {with(func(o *game.Order) { o.Start = loneGeneral }), []string{"a0a1"}, 1 + 60, end("first", "timeout")},
		"untimed":                           {untimed(), nil, 7 * days, aborted("aborted")},
		"untimed since the last move":       {untimed(), opening[:3], 3 + 7*days, aborted("aborted")},
		"an untimed hot seat":               {hotSeat(), opening[:2], 2 + 7*days, aborted("aborted")},
		"a hot seat with clocks":            {timedHotSeat(), nil, 60, end("second", "timeout")},
		"an untimed side against a clock":   {oneClock(), opening[:2], 2 + 7*days, aborted("aborted")},
		"a clock against an untimed side":   {oneClock(), opening[:1], 1 + 60, end("first", "timeout")},
		"an untimed side's very first move": {oneClock(), nil, 30, aborted("first_move_timeout")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, tt.order)
			b.play(1, tt.moves...)
			deadline, ok := b.Deadline()
			require.True(t, ok)
			require.Equal(t, at(tt.deadline), deadline)
			_, flagged := b.Flagged(deadline)
			require.False(t, flagged, "at the deadline a move is still in time")
			_, flagged = b.Flagged(deadline.Add(1))
			require.True(t, flagged)

			_, err := b.Play(b.move("??"), deadline)
			requireReason(t, "MALFORMED_MOVE", err)
			_, err = b.Play(b.move("??"), deadline.Add(1))
			require.ErrorIs(t, err, game.ErrTimeUp)

			events := b.happen(b.TimeOut(), nil)
			require.Equal(t, []game.Event{{
				Seq: len(tt.moves) + 3, At: deadline, Clock: events[0].Clock, Kind: game.Finished{Result: tt.want},
			}}, events)
			require.Equal(t, tt.want, b.Result())
			require.Equal(t, deadline, b.Ended(), "the deadline is the end")
			require.False(t, b.Clock().Running)
			for _, bank := range b.Clock().Banks {
				require.GreaterOrEqual(t, bank, time.Duration(0))
			}
		})
	}
}

func timedHotSeat() game.Order {
	o := hotSeat()
	o.Controls = both(timecontrol.Control{Preset: "10+5"})
	return o
}

// oneClock is a game in which only the second side has a clock.
func oneClock() game.Order {
	return with(func(o *game.Order) { o.Controls[0] = timecontrol.Control{} })
}

func TestFirstMoveIsFree(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	banks := b.Clock().Banks
	b.play(29, opening[0])
	require.Equal(t, banks, b.Clock().Banks, "no time and no increment")
	b.play(39, opening[1])
	require.Equal(t, banks[1]-5*time.Second, b.Clock().Banks[1], "the other side's first move is like any other")
}

func TestStamp(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		arrival, now, want float64
	}{
		"as it arrived":                 {100, 101, 100},
		"at once":                       {100, 100, 100},
		"two seconds back":              {98, 100, 98},
		"no further back":               {50, 100, 98},
		"from the future":               {105, 100, 100},
		"before the last event":         {9, 10.5, 10},
		"the last event is from ahead":  {9, 9.8, 10}, // by the clock of another replica
		"an unknown arrival":            {-1, 100, 100},
		"too far, then before an event": {1, 11, 10},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, people())
			b.play(10, opening[0])
			arrival := at(tt.arrival)
			if tt.arrival < 0 {
				arrival = time.Time{}
			}
			require.Equal(t, at(tt.want), b.Stamp(arrival, at(tt.now)))
		})
	}
}

// The log keeps the time on the wall. A reading that also carries the time
// since the process began would order events by that, and otherwise once read
// back.
func TestOnlyWallTimeIsLogged(t *testing.T) {
	t.Parallel()
	events, err := people().Create(time.Now())
	require.NoError(t, err)
	g := game.New("GameGameGame")
	require.NoError(t, g.Apply(events...))
	for _, got := range []time.Time{events[0].At, g.Clock().AsOf, g.Stamp(time.Time{}, time.Now()), g.Stamp(time.Now(), time.Now())} {
		require.Equal(t, got, got.Round(0))
	}
}

func TestAdjust(t *testing.T) {
	t.Parallel()
	// Ann moves at 1 s and bob at 2 s; then ann has until 62 s.
	tests := map[string]struct {
		from, to float64
		want     float64 // by how much the deadline moves; 0 for no event
	}{
		"within her turn":                    {from: 10, to: 25, want: 15},
		"from the beginning of her turn":     {from: 2, to: 12, want: 10},
		"begun in the turn before":           {from: 1.5, to: 12, want: 10},
		"begun before the game":              {from: -100, to: 12, want: 10},
		"over before her turn":               {from: 1, to: 2, want: 0},
		"long before the game":               {from: -100, to: -50, want: 0},
		"until beyond the deadline":          {from: 50, to: 500, want: 450},
		"from the very deadline":             {from: 62, to: 100, want: 38},
		"after the flag: it stays down":      {from: 62.001, to: 100, want: 0},
		"no longer than a blink":             {from: 10, to: 10.000001, want: 0.000001},
		"to the moment after her turn began": {from: -1, to: 2.000001, want: 0.000001},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, people())
			b.play(1, opening[:2]...)
			banks := b.Clock().Banks
			d := game.Downtime{From: at(tt.from), To: at(tt.to)}
			events := b.Adjust(d)
			if tt.want == 0 {
				require.Empty(t, events)
				return
			}
			b.happen(events, nil)
			by := at(tt.want).Sub(start)
			require.Equal(t, game.Adjusted{Cause: game.CauseDowntime, By: by}, events[0].Kind)
			require.Equal(t, d.To, events[0].At)
			require.Equal(t, banks, b.Clock().Banks, "banks stay")
			deadline, _ := b.Deadline()
			require.Equal(t, at(62).Add(by), deadline)
			require.False(t, deadline.Before(d.To), "who was in time has not lost by it")
			require.Empty(t, b.Adjust(d), "it counts once")

			b.happen(b.Play(b.move(opening[2]), d.To))
			require.Empty(t, b.Adjust(d), "and not in the next turn")
			require.LessOrEqual(t, banks[0]-b.Clock().Banks[0], time.Duration((62-2)*time.Second))
		})
	}
}

// What nobody could have used is not charged.
func TestDowntimeIsNotCharged(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	bank := b.Clock().Banks[0]
	b.happen(b.Adjust(game.Downtime{From: at(10), To: at(40)}), nil)
	b.happen(b.Adjust(game.Downtime{From: at(45), To: at(50)}), nil)
	b.play(52, opening[2])
	require.Equal(t, bank-15*time.Second+5*time.Second, b.Clock().Banks[0], "8 s, 5 s and 2 s, and the increment")
}

func TestDowntimeCountsInEveryTurnOfIts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		table func(*testing.T) *table
		want  float64 // the deadline after a downtime from 10 s to 20 s; 0 for no adjustment
	}{
		"the first move": {func(t *testing.T) *table { return sit(t, people()) }, 40},
		"a move that came after the last heartbeat": {func(t *testing.T) *table {
			b := sit(t, people())
			b.play(10.5, opening[0])
			return b
		}, 20 + 60},
		"an offer that came after the last heartbeat": {func(t *testing.T) *table {
			b := sit(t, people())
			b.play(8, opening[0])
			b.offer(ann, game.DrawOffer, 10.5)
			return b
		}, 8 + 60 + 10},
		"a move that came after it": {func(t *testing.T) *table {
			b := sit(t, people())
			b.play(20.5, opening[0])
			return b
		}, 0},
		"a game that came after it": {func(t *testing.T) *table {
			events, err := people().Create(at(20))
			require.NoError(t, err)
			g := game.New("GameGameGame")
			require.NoError(t, g.Apply(events...))
			return &table{Game: g, t: t}
		}, 0},
		"an untimed game": {func(t *testing.T) *table { return sit(t, untimed()) }, 0},
		"an untimed side": {func(t *testing.T) *table {
			b := sit(t, oneClock())
			b.play(1, opening[:2]...)
			return b
		}, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := tt.table(t)
			events := b.Adjust(game.Downtime{From: at(10), To: at(20)})
			if tt.want == 0 {
				require.Empty(t, events)
				return
			}
			b.happen(events, nil)
			deadline, _ := b.Deadline()
			require.Equal(t, at(tt.want), deadline)
		})
	}
}

func TestTimeOutAfterADowntime(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	b.happen(b.Adjust(game.Downtime{From: at(62), To: at(70)}), nil)
	events := b.happen(b.TimeOut(), nil)
	require.Equal(t, at(70), events[0].At)
	require.Equal(t, rules.WinnerSecond, b.Result().Winner)
}
