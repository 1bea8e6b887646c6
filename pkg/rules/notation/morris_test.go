package notation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
)

// White closes a mill with d6-d7 and black has a1 to lose; on the second board
// a placement closes it.
const (
	millMove  = "W1W/1W1/3/6/W2/B2/B1B w 0 0 0 10"
	millPlace = "W1W/3/3/6/3/3/B1B w 3 3 0 7"
)

func TestMorris(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ line, text, want, written string }{
		"placing":               {millPlace, "d6", "d6", "d6"},
		"placing with removal":  {millPlace, "d7:a1", "d7xa1", "d7xa1"},
		"in capitals":           {millPlace, "D7XA1", "d7xa1", "d7xa1"},
		"moving with removal":   {millMove, "d6-d7xa1", "d6d7xa1", "d6-d7xa1"},
		"no dash":               {millMove, "d6d7xg1", "d6d7xg1", "d6-d7xg1"},
		"moving without a mill": {millMove, "g7-g4", "g7g4", "g7-g4"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, "morris")
			n, p := find(t, g, "long"), parse(t, g, tt.line)
			move, err := n.Read(p, tt.text)
			require.NoError(t, err)
			require.Equal(t, tt.want, move)
			require.Equal(t, tt.written, n.Write(p, move))
		})
	}
}

func TestMorrisRefusals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		line, text string
		code       rules.MoveCode
		rule       rules.Rule
	}{
		"removal due":      {millPlace, "d7", rules.IllegalMove, "REMOVAL_DUE"},
		"no mill":          {millPlace, "d6xa1", rules.IllegalMove, "NO_MILL"},
		"occupied":         {millPlace, "a7", rules.IllegalMove, "OCCUPIED"},
		"not your piece":   {millMove, "a1-a4", rules.IllegalMove, "NOT_YOUR_PIECE"},
		"no point":         {millPlace, "d4", rules.MalformedMove, ""},
		"dash at the end":  {millPlace, "d7-", rules.MalformedMove, ""},
		"dash in a point":  {millPlace, "d-7", rules.MalformedMove, ""},
		"dash and removal": {millPlace, "d7-xa1", rules.MalformedMove, ""},
		"two dashes":       {millMove, "d6--d7xa1", rules.MalformedMove, ""},
		"two removals":     {millMove, "d6-d7xa1xg1", rules.MalformedMove, ""},
		"nothing":          {millPlace, "", rules.MalformedMove, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, "morris")
			move, err := find(t, g, "long").Read(parse(t, g, tt.line), tt.text)
			require.Empty(t, move)
			requireRefused(t, err, tt.code, tt.rule)
		})
	}
}
