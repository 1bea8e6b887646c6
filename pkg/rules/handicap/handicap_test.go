package handicap_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/rules/jungle"
	"kydai.dev/pkg/rules/morris"
	"kydai.dev/pkg/rules/xiangqi"
)

func TestPresets(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		id    string
		side  rules.Side
		want  string
		kinds []string
	}{
		"the left horse": {
			"one_horse", rules.First, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1", []string{"horse"},
		},
		"the left horse of black": {
			"one_horse", rules.Second, "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", []string{"horse"},
		},
		"a pair of black": {
			"chariot_cannon", rules.Second, "rnbakabn1/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", []string{"chariot", "cannon"},
		},
		"four pieces": {
			"two_advisors_two_elephants", rules.First, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RN2K2NR w - - 0 1",
			[]string{"elephant", "advisor", "advisor", "elephant"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, ok := handicap.Find(xiangqi.New(), tt.id)
			require.True(t, ok)
			require.Equal(t, tt.kinds, p.Kinds)
			start, err := p.Apply(tt.side)
			require.NoError(t, err)
			require.Equal(t, tt.want, start.String())
		})
	}
}

// TestEveryPresetStartsAGame: for either side, and each is another handicap.
func TestEveryPresetStartsAGame(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		seen := map[string]string{g.Start().String(): "no odds"}
		for _, p := range handicap.Presets(g) {
			for _, side := range []rules.Side{rules.First, rules.Second} {
				start, err := p.Apply(side)
				require.NoError(t, err, "%s %s", p.ID, side)
				require.NoError(t, start.CheckSetup(), "%s %s", p.ID, side)
				require.Empty(t, seen[start.String()], p.ID)
				seen[start.String()] = p.ID
				require.Equal(t, len(p.Kinds), missing(g.Start(), start, side))
				require.Zero(t, missing(g.Start(), start, side.Other()))
			}
		}
	}
	require.NotEmpty(t, handicap.Presets(xiangqi.New()))
	require.Empty(t, handicap.Presets(jungle.New()))
}

// missing counts how many pieces of a side are gone.
func missing(before, after rules.Position, side rules.Side) int {
	return count(before, side) - count(after, side)
}

func count(p rules.Position, side rules.Side) int {
	return len(slices.DeleteFunc(p.Pieces(), func(piece rules.Piece) bool { return piece.Side != side }))
}

func TestPresetsAreTheCallersOwn(t *testing.T) {
	t.Parallel()
	p, _ := handicap.Find(xiangqi.New(), "one_horse")
	p.Squares[0], p.Of(rules.First)[0] = "a0", "a0"
	again, _ := handicap.Find(xiangqi.New(), "one_horse")
	require.Equal(t, []string{"b0"}, again.Squares)
	_, ok := handicap.Find(xiangqi.New(), "one_general")
	require.False(t, ok)
}

func TestRefusedRemovals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		game    rules.Game
		squares []string
		rule    rules.SetupRule
		square  string
	}{
		"an empty point":         {xiangqi.New(), []string{"a0", "e4"}, rules.NothingToRemove, "e4"},
		"the same twice":         {xiangqi.New(), []string{"a0", "a0"}, rules.NothingToRemove, "a0"},
		"no point":               {xiangqi.New(), []string{"j0"}, rules.NothingToRemove, "j0"},
		"no text":                {xiangqi.New(), []string{""}, rules.NothingToRemove, ""},
		"a general":              {xiangqi.New(), []string{"e9"}, rules.GeneralStays, "e9"},
		"all between generals":   {xiangqi.New(), []string{"e3", "e6"}, rules.SetupGeneralsFace, "e9"},
		"an empty square":        {jungle.New(), []string{"d5"}, rules.NothingToRemove, "d5"},
		"no square of jungle":    {jungle.New(), []string{"h1"}, rules.NothingToRemove, "h1"},
		"half a square":          {jungle.New(), []string{"a"}, rules.NothingToRemove, "a"},
		"all of red":             {jungle.New(), []string{"a1", "b2", "a3", "c3", "e3", "g3", "f2", "g1"}, rules.NoPiecesLeft, ""},
		"a stone still in hand":  {morris.New(), []string{"d6"}, rules.NothingToRemove, "d6"},
		"the centre":             {morris.New(), []string{"d4"}, rules.NothingToRemove, "d4"},
		"a light square":         {draughts.Brazilian(), []string{"a2"}, rules.NothingToRemove, "a2"},
		"an empty dark square":   {draughts.Brazilian(), []string{"a1", "d4"}, rules.NothingToRemove, "d4"},
		"a square and more":      {draughts.Brazilian(), []string{"a1b2"}, rules.NothingToRemove, "a1b2"},
		"beyond the small board": {draughts.Brazilian(), []string{"j10"}, rules.NothingToRemove, "j10"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := handicap.Remove(tt.game.Start(), tt.squares)
			var refusal *rules.PositionError
			require.ErrorAs(t, err, &refusal)
			require.True(t, refusal.Setup)
			require.Equal(t, tt.rule, refusal.Rule, refusal.Message)
			require.Equal(t, tt.square, refusal.Square, refusal.Message)
			require.NotEmpty(t, refusal.Field)
		})
	}
}

// TestExactlyThosePiecesGo takes pieces at random off positions of random games.
func TestExactlyThosePiecesGo(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			removed := 0
			rapid.Check(t, func(t *rapid.T) {
				p := wander(t, g)
				before := p.String()
				squares, rest := choose(t, p)
				next, err := handicap.Remove(p, squares)
				require.Equal(t, before, p.String(), "the position itself changed")
				if err != nil {
					var refusal *rules.PositionError
					require.ErrorAs(t, err, &refusal)
					require.NotContains(t, []rules.SetupRule{rules.NothingToRemove, rules.GeneralStays}, refusal.Rule, before)
					return
				}
				removed += len(squares)
				require.Equal(t, rest, next.Pieces(), "%s without %v", before, squares)
				require.Equal(t, p.Side(), next.Side())
				read, err := g.Parse(next.String())
				require.NoError(t, err)
				require.Equal(t, read, next, "%s: read again", next)
			})
			require.NotZero(t, removed)
		})
	}
}

func wander(t *rapid.T, g rules.Game) rules.Position {
	p := g.Start()
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		step, err := p.Play(rapid.SampledFrom(moves).Draw(t, "move"))
		require.NoError(t, err)
		p = step.Next
	}
	return p
}

// choose parts the pieces of a position into squares to remove and those that
// stay.
func choose(t *rapid.T, p rules.Position) (squares []string, rest []rules.Piece) {
	for _, piece := range p.Pieces() {
		if piece.Kind != "general" && rapid.IntRange(0, 3).Draw(t, piece.Square) == 0 {
			squares = append(squares, piece.Square)
		} else {
			rest = append(rest, piece)
		}
	}
	return squares, rest
}
