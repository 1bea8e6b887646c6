package draughts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
	"kydai.dev/pkg/rules/rulestest"
)

func TestIllegalMoves(t *testing.T) {
	t.Parallel()
	start := draughts.Brazilian().Start().String()
	tests := map[string]struct {
		game           rules.Game
		position, move string
		rule           rules.Rule
	}{
		"empty square":                  {draughts.Brazilian(), start, "d4e5", rules.NoPiece},
		"light square":                  {draughts.Brazilian(), start, "a2b3", rules.NoPiece},
		"capture from an empty square":  {draughts.Brazilian(), start, "d4xf6", rules.NoPiece},
		"opponent's piece":              {draughts.Brazilian(), start, "b6a5", rules.NotYourPiece},
		"capture by the opponent":       {draughts.Brazilian(), start, "b6xd4", rules.NotYourPiece},
		"onto one's own piece":          {draughts.Brazilian(), start, "b2c3", rules.OwnPiece},
		"to where it stands":            {draughts.Brazilian(), start, "c3c3", rules.OwnPiece},
		"onto an enemy":                 {draughts.Brazilian(), "B:Bc3:Wd4", "c3d4", rules.Occupied},
		"man by two squares":            {draughts.Brazilian(), start, "c3e5", rules.NotAdjacent},
		"straight ahead":                {draughts.Brazilian(), start, "c3c5", rules.NotAdjacent},
		"to a light square":             {draughts.Brazilian(), start, "c3c4", rules.NotAdjacent},
		"man backward":                  {draughts.Brazilian(), "B:Bc3:Wh8", "c3b2", rules.Backward},
		"king of checkers by two":       {draughts.American(), "B:BKc3:Wh8", "c3e5", rules.NotAdjacent},
		"king over its own piece":       {draughts.Brazilian(), "B:BKa1,c3:Wh8", "a1d4", rules.PathBlocked},
		"step while a capture is due":   {draughts.Brazilian(), "B:Bc3,g3:Wd4", "g3h4", rules.MustCapture},
		"capture without its x":         {draughts.Brazilian(), "B:Bc3:Wd4", "c3e5", rules.NotAdjacent},
		"capture of fewer pieces":       {draughts.Brazilian(), "B:Bc3,f2:Wb4,c5,c7,e3", "c3xa5", rules.MustCaptureMost},
		"fewer as far as it goes":       {draughts.Brazilian(), "B:BKd4:Wb4,c3,c5,c7,e7", "d4xa1", rules.MustCaptureMost},
		"capture not completed":         {draughts.Brazilian(), "B:Bf2:Wc5,c7,e3", "f2xd4xb6", rules.ChainGoesOn},
		"landing where no chain goes":   {draughts.Russian(), "W:Bb2,c7:WKa1", "a1xd4", rules.ChainGoesOn},
		"last landing where none goes":  {draughts.Russian(), "W:Bb4,c7,d4,d6,g3,g5:WKa3", "a3xc5xe7xh4xf2xc5", rules.ChainGoesOn},
		"one capture by its ends":       {draughts.Brazilian(), "B:BKg7:Wb2,c7,e5", "g7xa1", rules.ChainGoesOn},
		"two captures by their ends":    {draughts.Brazilian(), "B:BKh6:Wc3,c7,d4,g5,g7,h2", "h6xd8", rules.Ambiguous},
		"capture of nothing":            {draughts.Brazilian(), "B:Bc3:Wh8", "c3xe5", rules.NoPiece},
		"second jump over nothing":      {draughts.Brazilian(), "B:Bc3:Wd4", "c3xe5xg7", rules.NoPiece},
		"capture of a neighbour":        {draughts.Brazilian(), "B:Bc3:Wd4", "c3xb4", rules.NoPiece},
		"king's capture of nothing":     {draughts.Brazilian(), "B:BKa1:Wh8", "a1xf6", rules.NoPiece},
		"capture back and forth":        {draughts.Brazilian(), "B:Bc3:Wd4", "c3xe5xc3", rules.PathBlocked},
		"capture over one's own piece":  {draughts.Brazilian(), "B:Bc3,d4:Wh8", "c3xe5", rules.PathBlocked},
		"capture of two in line":        {draughts.Brazilian(), "B:BKa1:Wc3,d4", "a1xe5", rules.PathBlocked},
		"king over an enemy":            {draughts.Brazilian(), "B:BKa1:Wc3,h8", "a1e5", rules.PathBlocked},
		"jump to where it stands":       {draughts.Brazilian(), "B:Bc3:Wd4", "c3xe5xe5", rules.OwnPiece},
		"jump by a man over three":      {draughts.Brazilian(), "B:Bc3:Wd4", "c3xf6", rules.NotAdjacent},
		"man backward by two squares":   {draughts.Brazilian(), "B:Bc3:Wh8", "c3a1", rules.Backward},
		"jump onto an enemy":            {draughts.Brazilian(), "B:Bc3:Wd4,e5", "c3xe5", rules.Occupied},
		"jump onto one's own piece":     {draughts.Brazilian(), "B:Bc3,e5:Wd4", "c3xe5", rules.OwnPiece},
		"jump off the diagonals":        {draughts.Brazilian(), "B:Bc3:Wd4", "c3xc5", rules.NotAdjacent},
		"checkers capture backward":     {draughts.American(), "B:Bc5:Wb4", "c5xa3", rules.Backward},
		"checkers capture after a king": {draughts.American(), "B:Bf6:Wc7,e7", "f6xd8xb6", rules.Backward},
		"Brazilian man as a king":       {draughts.Brazilian(), "B:Bf6:Wb6,e7", "f6xd8xa5", rules.NotAdjacent},
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

// TestEveryPairIsLegalOrRefused tries every pair of dark squares and a light one
// as a step and as a capture, and the captures of the position cut short.
func TestEveryPairIsLegalOrRefused(t *testing.T) {
	t.Parallel()
	rulestest.WhyNot(t, func(points []string, p rules.Position) []string {
		points, moves := append(slices.Clone(points), "a2"), p.Moves()
		return slices.Concat(moves, shortened(moves), rulestest.Pairs(points, ""), rulestest.Pairs(points, "x"))
	}, games()...)
}

// shortened lists the captures without their last squares, without those in the
// middle, and with one too many.
func shortened(moves []string) (list []string) {
	for _, m := range moves {
		squares := strings.Split(m, "x")
		for n := 2; n < len(squares); n++ {
			list = append(list, strings.Join(squares[:n], "x"), squares[0]+"x"+strings.Join(squares[n:], "x"))
		}
		if len(squares) > 1 {
			list = append(list, m+"x"+squares[0])
		}
	}
	return list
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
