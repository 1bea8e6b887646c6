package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/referee/internal/game"
)

func TestResign(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		order   game.Order
		plies   int
		account string
		side    string
		want    game.Result
	}{
		"the first side":                    {order: people(), account: ann, plies: 2, want: end("second", "resignation")},
		"the second side, not on turn":      {order: people(), account: bob, plies: 2, want: end("first", "resignation")},
		"before any move":                   {order: people(), account: bob, want: end("first", "resignation")},
		"a rated game":                      {order: rated(), account: ann, plies: 1, want: end("second", "resignation")},
		"an untimed game":                   {order: untimed(), account: ann, plies: 1, want: end("second", "resignation")},
		"one's own side whatever is named":  {order: people(), account: bob, plies: 1, side: "first", want: end("first", "resignation")},
		"the side to move in a hot seat":    {order: hotSeat(), account: ann, plies: 1, want: end("first", "resignation")},
		"the first side of a hot seat":      {order: hotSeat(), account: ann, plies: 1, side: "first", want: end("second", "resignation")},
		"the second side of a hot seat":     {order: hotSeat(), account: ann, plies: 2, side: "second", want: end("first", "resignation")},
		"the side to move, the first again": {order: hotSeat(), account: ann, plies: 2, want: end("second", "resignation")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, tt.order)
			b.play(1, opening[:tt.plies]...)
			events := b.happen(b.Resign(tt.account, tt.side, at(9)))
			require.Equal(t, game.Finished{Result: tt.want}, events[0].Kind)
			require.Equal(t, tt.want, b.Result())
			require.Equal(t, game.StatusFinished, b.Status())
			require.Equal(t, at(9), b.Ended())
			require.Empty(t, b.Legal())
			_, running := b.Deadline()
			require.False(t, running)
			got, err := b.Resign(tt.account, tt.side, at(10))
			b.repeat(events, got, err)
		})
	}
}

func TestResignIsRefused(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	_, err := b.Resign(eve, "", at(3))
	requireReason(t, "NOT_YOUR_GAME", err)
	_, err = b.Resign(bob, "", at(3000))
	require.ErrorIs(t, err, game.ErrTimeUp, "the flag has fallen first")
	b.happen(b.Resign(ann, "", at(3)))
	_, err = b.Resign(bob, "", at(4))
	e := refusal(t, "GAME_OVER", err)
	require.Equal(t, map[string]string{"winner": "second", "reason": "resignation", "status": "finished", "seq": "5"}, e.Metadata)
}

func TestAbort(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		order   game.Order
		plies   int
		account string
		want    string
	}{
		"the first side before the first ply":    {order: people(), account: ann},
		"the second side before the first ply":   {order: people(), account: bob},
		"the second side before the second ply":  {order: people(), plies: 1, account: bob},
		"a rated game":                           {order: rated(), plies: 1, account: bob},
		"the first side after its first move":    {order: people(), plies: 1, account: ann, want: "TOO_LATE_TO_ABORT"},
		"the second side after its first move":   {order: people(), plies: 2, account: bob, want: "TOO_LATE_TO_ABORT"},
		"a hot seat before the first ply":        {order: hotSeat(), account: ann},
		"a hot seat after the first ply":         {order: hotSeat(), plies: 1, account: ann, want: "TOO_LATE_TO_ABORT"},
		"a stranger":                             {order: people(), account: eve, want: "NOT_YOUR_GAME"},
		"a stranger to a private game":           {order: private(), account: eve, want: "NO_SUCH_GAME"},
		"by the side that a position lets begin": {order: secondBegins(), plies: 1, account: bob, want: "TOO_LATE_TO_ABORT"},
		"by the side that a position lets wait":  {order: secondBegins(), plies: 1, account: ann},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, tt.order)
			moves := opening
			if b.Settings().HandSet {
				moves = []string{"e9e8"}
			}
			b.play(1, moves[:tt.plies]...)
			events, err := b.AbortGame(tt.account, at(3))
			if tt.want != "" {
				requireReason(t, tt.want, err)
				return
			}
			b.happen(events, err)
			require.Equal(t, aborted(game.Aborted), b.Result())
			require.Equal(t, game.StatusAborted, b.Status())
			got, err := b.AbortGame(tt.account, at(4))
			b.repeat(events, got, err)
		})
	}
}

func private() game.Order {
	o := people()
	o.Visibility = game.Private
	return o
}

func secondBegins() game.Order {
	o := people()
	o.Start = "4k4/9/9/9/9/9/9/9/R8/5K3 b - - 0 1"
	return o
}

func TestAbortIsJudgedByTheClockFirst(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	_, err := b.AbortGame(ann, at(3000))
	require.ErrorIs(t, err, game.ErrTimeUp, "not too late to abort")
	b.happen(b.TimeOut(), nil)
	_, err = b.AbortGame(ann, at(3001))
	requireReason(t, "GAME_OVER", err)
}

func TestEndsOfPlayersStopTheClock(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	b.play(1, opening[:2]...)
	banks := b.Clock().Banks
	b.happen(b.Resign(bob, "", at(12)))
	require.Equal(t, banks[0]-10*time.Second, b.Clock().Banks[0], "ann had been thinking")
	require.Equal(t, banks[1], b.Clock().Banks[1])
	require.False(t, b.Clock().Running)
}

func TestNothingIsPlayedAfterTheEnd(t *testing.T) {
	t.Parallel()
	ends := map[string]func(*table){
		"resigned": func(b *table) { b.happen(b.Resign(ann, "", at(5))) },
		"agreed":   func(b *table) { b.happen(b.Accept(bob, b.offer(ann, game.DrawOffer, 4), "", at(5))) },
		"aborted":  func(b *table) { b.happen(b.AbortGame(bob, at(5))) },
		"timed out": func(b *table) {
			b.happen(b.TimeOut(), nil)
		},
		"void": func(b *table) {
			b.happen(b.Void(mod, "cheating", at(5)))
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := sit(t, people())
			b.play(1, opening[0])
			end(b)
			decisions := map[string]func() ([]game.Event, error){
				"move": func() ([]game.Event, error) {
					return b.Play(game.PlayMove{Account: bob, Ply: 2, Move: opening[1]}, at(6))
				},
				"draw":     func() ([]game.Event, error) { return b.Offer(ann, game.DrawOffer, "", at(6)) },
				"takeback": func() ([]game.Event, error) { return b.Offer(ann, game.TakebackOffer, "", at(6)) },
			}
			for command, decide := range decisions {
				_, err := decide()
				require.ErrorIs(t, err, game.ErrOver, command)
			}
			require.Empty(t, b.Adjust(game.Downtime{From: at(60), To: at(70)}))
		})
	}
}
