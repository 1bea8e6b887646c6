package notation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
)

// On this board the red lion can jump b3-b7 and take the leopard there.
const lionJumps = "7/7/1p5/7/7/7/RL5/7/e6 r 0 1"

func TestJungleTexts(t *testing.T) {
	t.Parallel()
	g := game(t, "jungle")
	require.Equal(t, notation.Texts{{"long", "Ra3-a4"}, {"vietnamese", "Chuột a3-a4"}}, notation.Write(g, parse(t, g, lionJumps), "a3a4"))
	require.Equal(t, notation.Texts{{"long", "Lb3xb7"}, {"vietnamese", "Sư tử b3xb7"}}, notation.Write(g, parse(t, g, lionJumps), "b3b7"))
	blue := "7/7/1p5/7/7/7/RL5/7/e6 b 0 1"
	require.Equal(t, notation.Texts{{"long", "Ea1-a2"}, {"vietnamese", "Voi a1-a2"}}, notation.Write(g, parse(t, g, blue), "a1a2"))
}

func TestJungleRead(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ notation, text, want string }{
		"small letters":        {"long", "lb3xb7", "b3b7"},
		"capitals":             {"long", "LB3XB7", "b3b7"},
		"no mark":              {"long", "Lb3b7", "b3b7"},
		"another mark":         {"long", "Lb3:b7", "b3b7"},
		"squares":              {"long", "b3b7", "b3b7"},
		"squares in names":     {"vietnamese", "b3-b7", "b3b7"},
		"names in small":       {"vietnamese", "sư tử b3xb7", "b3b7"},
		"names in capitals":    {"vietnamese", "SƯ TỬ B3XB7", "b3b7"},
		"decomposed":           {"vietnamese", "Su\u031b tu\u031b\u0309 b3xb7", "b3b7"},
		"half decomposed":      {"vietnamese", "Chuô\u0323t a3-a4", "a3a4"},
		"without accents":      {"vietnamese", "su tu b3 x b7", "b3b7"},
		"the mark left out":    {"vietnamese", "Chuột a3 a4", "a3a4"},
		"the accent elsewhere": {"vietnamese", "Chụôt a3-a4", "a3a4"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, "jungle")
			move, err := find(t, g, tt.notation).Read(parse(t, g, lionJumps), tt.text)
			require.NoError(t, err)
			require.Equal(t, tt.want, move)
		})
	}
}

func TestJungleRefusals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		notation, text string
		code           rules.MoveCode
		rule           rules.Rule
	}{
		"another piece":        {"long", "Ta3-a4", rules.IllegalMove, "NO_PIECE"},
		"another name":         {"vietnamese", "Mèo a3-a4", rules.IllegalMove, "NO_PIECE"},
		"empty start":          {"long", "Lg3-g4", rules.IllegalMove, "NO_PIECE"},
		"the other side's":     {"vietnamese", "Voi a1-a2", rules.IllegalMove, "NOT_YOUR_PIECE"},
		"water":                {"long", "Lb3-b4", rules.IllegalMove, "ONLY_RAT_SWIMS"},
		"no piece of the kind": {"long", "Xa3-a4", rules.MalformedMove, ""},
		"no name":              {"vietnamese", "Rồng a3-a4", rules.MalformedMove, ""},
		"a letter in names":    {"vietnamese", "R a3-a4", rules.MalformedMove, ""},
		"off the board":        {"long", "Ra3-h3", rules.MalformedMove, ""},
		"rank 0":               {"long", "Ra0-a1", rules.MalformedMove, ""},
		"two marks":            {"long", "Ra3--a4", rules.MalformedMove, ""},
		"one square":           {"long", "Ra3", rules.MalformedMove, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, "jungle")
			move, err := find(t, g, tt.notation).Read(parse(t, g, lionJumps), tt.text)
			require.Empty(t, move)
			requireRefused(t, err, tt.code, tt.rule)
		})
	}
}
