package draughts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules/draughts"
	"kydai.dev/pkg/rules/jungle"
)

// A man on a3 takes b4 and then b6 or d6; h8 is nowhere near.
const forkLine = "W:Bb4,b6,d6,h8:Wa3:H0:F1"

func TestThrough(t *testing.T) {
	t.Parallel()
	p, err := draughts.Russian().Parse(forkLine)
	require.NoError(t, err)
	tests := map[string]struct {
		squares []string
		want    []string
	}{
		"start and end":      {[]string{"a3", "a7"}, []string{"a3xc5xa7"}},
		"all squares":        {[]string{"a3", "c5", "e7"}, []string{"a3xc5xe7"}},
		"another end":        {[]string{"a3", "c5"}, nil},
		"out of the way":     {[]string{"a3", "e3", "e7"}, nil},
		"a square twice":     {[]string{"a3", "c5", "c5", "e7"}, nil},
		"the start again":    {[]string{"a3", "a3", "e7"}, nil},
		"from an enemy":      {[]string{"b4", "a7"}, nil},
		"from nowhere":       {[]string{"g1", "a7"}, nil},
		"one square":         {[]string{"a3"}, nil},
		"none":               {nil, nil},
		"no such square":     {[]string{"a3", "i9"}, nil},
		"a light square":     {[]string{"a3", "a4", "a7"}, nil},
		"more than a square": {[]string{"a3", "a7b8"}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, draughts.Through(p, tt.squares))
		})
	}
	require.Nil(t, draughts.Through(jungle.New().Start(), []string{"a3", "a7"}))
}

func TestRoute(t *testing.T) {
	t.Parallel()
	p, err := draughts.Russian().Parse(forkLine)
	require.NoError(t, err)
	require.Equal(t, []string{"a3", "c5", "e7"}, draughts.Route(p, "a3xc5xe7"))
	for _, text := range []string{"a3xc5", "a3b4", "x", ""} {
		require.Nil(t, draughts.Route(p, text), text)
	}
	require.Nil(t, draughts.Route(jungle.New().Start(), "a3xc5"))
}

// A king that goes straight on may land anywhere behind the piece taken: its
// route names the square next to it.
func TestRouteGoesStraightOn(t *testing.T) {
	t.Parallel()
	p, err := draughts.International().Parse("W:Bd4,g7:WKi9:H0:F1")
	require.NoError(t, err)
	require.Equal(t, []string{"i9xe5xa1", "i9xe5xb2", "i9xe5xc3"}, p.Moves())
	require.Equal(t, []string{"i9", "f6", "b2"}, draughts.Route(p, "i9xe5xb2"))
}
