package draughts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
)

func TestIllegalMoves(t *testing.T) {
	t.Parallel()
	start := draughts.Brazilian().Start().String()
	tests := map[string]struct {
		game           rules.Game
		position, move string
		rule           string
	}{
		"empty square":                  {draughts.Brazilian(), start, "d4e5", "NO_PIECE"},
		"light square":                  {draughts.Brazilian(), start, "a2b3", "NO_PIECE"},
		"capture from an empty square":  {draughts.Brazilian(), start, "d4xf6", "NO_PIECE"},
		"opponent's piece":              {draughts.Brazilian(), start, "b6a5", "NOT_YOUR_PIECE"},
		"capture by the opponent":       {draughts.Brazilian(), start, "b6xd4", "NOT_YOUR_PIECE"},
		"onto one's own piece":          {draughts.Brazilian(), start, "b2c3", "OWN_PIECE"},
		"to where it stands":            {draughts.Brazilian(), start, "c3c3", "OWN_PIECE"},
		"onto an enemy":                 {draughts.Brazilian(), "B:Bc3:Wd4", "c3d4", "OCCUPIED"},
		"man by two squares":            {draughts.Brazilian(), start, "c3e5", "NOT_ADJACENT"},
		"straight ahead":                {draughts.Brazilian(), start, "c3c5", "NOT_ADJACENT"},
		"to a light square":             {draughts.Brazilian(), start, "c3c4", "NOT_ADJACENT"},
		"man backward":                  {draughts.Brazilian(), "B:Bc3:Wh8", "c3b2", "BACKWARD"},
		"king of checkers by two":       {draughts.American(), "B:BKc3:Wh8", "c3e5", "NOT_ADJACENT"},
		"king over its own piece":       {draughts.Brazilian(), "B:BKa1,c3:Wh8", "a1d4", "OCCUPIED"},
		"step while a capture is due":   {draughts.Brazilian(), "B:Bc3,g3:Wd4", "g3h4", "MUST_CAPTURE"},
		"capture without its x":         {draughts.Brazilian(), "B:Bc3:Wd4", "c3e5", "MUST_CAPTURE"},
		"capture of fewer pieces":       {draughts.Brazilian(), "B:Bc3,f2:Wb4,c5,c7,e3", "c3xa5", "MUST_CAPTURE_MOST"},
		"capture not completed":         {draughts.Brazilian(), "B:Bf2:Wc5,c7,e3", "f2xd4xb6", "CHAIN_GOES_ON"},
		"landing where no chain goes":   {draughts.Russian(), "W:Bb2,c7:WKa1", "a1xd4", "CHAIN_GOES_ON"},
		"last landing where none goes":  {draughts.Russian(), "W:Bb4,c7,d4,d6,g3,g5:WKa3", "a3xc5xe7xh4xf2xc5", "CHAIN_GOES_ON"},
		"one capture by its ends":       {draughts.Brazilian(), "B:BKg7:Wb2,c7,e5", "g7xa1", "CHAIN_GOES_ON"},
		"two captures by their ends":    {draughts.Brazilian(), "B:BKh6:Wc3,c7,d4,g5,g7,h2", "h6xd8", "AMBIGUOUS"},
		"capture of nothing":            {draughts.Brazilian(), "B:Bc3:Wh8", "c3xe5", "NOTHING_TAKEN"},
		"second jump over nothing":      {draughts.Brazilian(), "B:Bc3:Wd4", "c3xe5xg7", "NOTHING_TAKEN"},
		"capture back and forth":        {draughts.Brazilian(), "B:Bc3:Wd4", "c3xe5xc3", "NOTHING_TAKEN"},
		"jump onto an enemy":            {draughts.Brazilian(), "B:Bc3:Wd4,e5", "c3xe5", "OCCUPIED"},
		"jump onto one's own piece":     {draughts.Brazilian(), "B:Bc3,e5:Wd4", "c3xe5", "OWN_PIECE"},
		"jump off the diagonals":        {draughts.Brazilian(), "B:Bc3:Wd4", "c3xc5", "NOT_ADJACENT"},
		"checkers capture backward":     {draughts.American(), "B:Bc5:Wb4", "c5xa3", "BACKWARD"},
		"checkers capture after a king": {draughts.American(), "B:Bf6:Wc7,e7", "f6xd8xb6", "BACKWARD"},
		"Brazilian man as a king":       {draughts.Brazilian(), "B:Bf6:Wb6,e7", "f6xd8xa5", "NOTHING_TAKEN"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := read(t, tt.game, tt.position).Play(tt.move)
			var refusal *rules.MoveError
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, rules.IllegalMove, refusal.Code, refusal.Message)
			require.Equal(t, tt.rule, refusal.Rule, refusal.Message)
		})
	}
}

func TestMalformedMoves(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"draughts-brazilian": {
			"", "c3", "c3d", "3d4", "c3-d4", "c3:e5", "C3D4", "c3 d4", " c3d4", "c3d4 ", "c3d4e5", "c3xe5g7", "c3e5xg7",
			"c3x", "c3xe5x", "xc3e5", "c3xxe5", "c03d4", "i1h2", "c9d8", "c0d1", "a10b9", "c3d10", "c+d4", "c³d4", "c3d4\n",
		},
		"draughts-international": {"a11b10", "k1j2", "j0i1", "c3d010", "j10", "j10xi", "1011"},
	}
	for _, g := range games() {
		for _, text := range tests[g.Name()] {
			t.Run(g.Name()+"/"+text, func(t *testing.T) {
				t.Parallel()
				_, err := g.Start().Play(text)
				var refusal *rules.MoveError
				require.ErrorAs(t, err, &refusal)
				require.Equal(t, rules.MalformedMove, refusal.Code, refusal.Message)
			})
		}
	}
}

// TestBadLines adds to the reference cases what only reading refuses.
func TestBadLines(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game        rules.Game
		line, field string
	}{
		"only one of H and F":      {draughts.Brazilian(), "B:Ba1:Wa7:H0", "line"},
		"a field too many":         {draughts.Brazilian(), "B:Ba1:Wa7:H0:F1:", "line"},
		"lists exchanged":          {draughts.Brazilian(), "B:Wa7:Ba1:H0:F1", "black"},
		"empty list with a comma":  {draughts.Brazilian(), "B:B,a1:Wa7", "black"},
		"king without a square":    {draughts.Brazilian(), "B:Ba1:WK", "white"},
		"two kings' letters":       {draughts.Brazilian(), "B:Ba1:WKKa7", "white"},
		"number before a number":   {draughts.Brazilian(), "B:Ba1:Wa7:H01:F1", "plies"},
		"move number nought":       {draughts.Brazilian(), "B:Ba1:Wa7:H0:F0", "move"},
		"number beyond all bounds": {draughts.Brazilian(), "B:Ba1:Wa7:H0:F99999999999999999999", "move"},
		"tenth rank on 8x8":        {draughts.Brazilian(), "B:Ba1:Wb10", "white"},
		"b10 before b8":            {draughts.International(), "W:Bb10,b8:Wa1", "black"},
		"a line's end":             {draughts.International(), "W:Bb10:Wa1\n", "white"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := tt.game.Parse(tt.line)
			var refusal *rules.PositionError
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, tt.field, refusal.Field, refusal.Message)
			require.False(t, refusal.Setup)
		})
	}
}
