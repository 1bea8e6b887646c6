package game_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/referee/internal/game"
)

func TestMaySee(t *testing.T) {
	t.Parallel()
	order := func(visibility string, allowed bool) game.Order {
		return with(func(o *game.Order) { o.Visibility, o.Spectators.Allowed = visibility, allowed })
	}
	tests := map[string]struct {
		order  game.Order
		viewer game.Viewer
		want   string
	}{
		"anybody, public":           {order: order(game.Public, true)},
		"anybody, by link":          {order: order(game.Link, true), viewer: game.Viewer{Account: eve}},
		"a stranger, private":       {order: order(game.Private, true), viewer: game.Viewer{Account: eve}, want: "NO_SUCH_GAME"},
		"nobody, private":           {order: order(game.Private, true), want: "NO_SUCH_GAME"},
		"a player, private":         {order: order(game.Private, true), viewer: game.Viewer{Account: bob}},
		"a service, private":        {order: order(game.Private, true), viewer: game.Viewer{Service: true}},
		"a stranger, no spectators": {order: order(game.Public, false), viewer: game.Viewer{Account: eve}, want: "SPECTATORS_NOT_ALLOWED"},
		"private goes first":        {order: order(game.Private, false), viewer: game.Viewer{Account: eve}, want: "NO_SUCH_GAME"},
		"a player, no spectators":   {order: order(game.Public, false), viewer: game.Viewer{Account: ann}},
		"a service, no spectators":  {order: order(game.Public, false), viewer: game.Viewer{Service: true}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := sit(t, tt.order).MaySee(tt.viewer)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			requireReason(t, tt.want, err)
		})
	}
}

func TestVisibleSeq(t *testing.T) {
	t.Parallel()
	b := sit(t, with(func(o *game.Order) { o.Spectators.Delay = 10 * time.Second }))
	b.play(1, opening[0])
	b.play(5, opening[1])
	require.Equal(t, 4, b.Seq())
	tests := map[string]struct {
		viewer  game.Viewer
		seconds float64
		want    int
	}{
		"a player sees the head":     {game.Viewer{Account: ann}, 5, 4},
		"a service sees the head":    {game.Viewer{Service: true}, 5, 4},
		"nothing before it begins":   {game.Viewer{}, 9.999, 0},
		"the beginning":              {game.Viewer{}, 10, 2},
		"just before the first ply":  {game.Viewer{Account: eve}, 10.999, 2},
		"the first ply":              {game.Viewer{Account: eve}, 11, 3},
		"just before the second ply": {game.Viewer{}, 14.999, 3},
		"the second ply":             {game.Viewer{}, 15, 4},
		"long after":                 {game.Viewer{}, 1000, 4},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, b.VisibleSeq(tt.viewer, at(tt.seconds)))
		})
	}
}

func TestPast(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	var positions []string
	for i, m := range opening {
		b.play(float64(i+1), m)
		positions = append(positions, b.Position().String())
	}
	b.happen(b.Accept(ann, b.offer(bob, game.TakebackOffer, 20), "", at(21)))
	b.happen(b.Resign(ann, "", at(22)))
	for i, position := range positions {
		past, err := b.Past(3 + i)
		require.NoError(t, err)
		require.Equal(t, 3+i, past.Seq())
		require.Equal(t, position, past.Position().String())
		require.Equal(t, game.StatusRunning, past.Status())
		require.Len(t, past.Plies(), i+1)
	}
	now, err := b.Past(b.Seq())
	require.NoError(t, err)
	require.Same(t, b.Game, now)
	_, err = b.Past(0)
	requireReason(t, "NO_SUCH_GAME", err)
}

func TestSideOf(t *testing.T) {
	t.Parallel()
	b := sit(t, people())
	for account, want := range map[string]string{ann: "first", bob: "second"} {
		side, ok := b.SideOf(account)
		require.True(t, ok)
		require.Equal(t, want, side.String())
	}
	for _, account := range []string{eve, ""} {
		_, ok := b.SideOf(account)
		require.False(t, ok)
	}
	hot := sit(t, hotSeat())
	for i, want := range []string{"first", "second", "first"} {
		side, ok := hot.SideOf(ann)
		require.True(t, ok)
		require.Equal(t, want, side.String(), "the side to move")
		hot.play(float64(i+1), opening[i])
	}
}
