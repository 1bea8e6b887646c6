package texts

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNames(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		set    Set
		value  string
		vi, en string
	}{
		"a piece of xiangqi":     {Pieces("xiangqi"), "elephant", "Tượng", "Elephant"},
		"a like piece of jungle": {Pieces("jungle"), "elephant", "Voi", "Elephant"},
		"a word of refusals":     {MoveRules, "OWN_DEN", "không quân nào được vào hang của mình", "no piece enters its own den"},
		"an ending":              {Endings, "den", "vào hang bên kia", "the den was entered"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for lang, want := range map[Lang]string{Vietnamese: tt.vi, English: tt.en} {
				got, ok := Name(lang, tt.set, tt.value)
				require.True(t, ok)
				require.Equal(t, want, got)
			}
			require.Contains(t, Values(tt.set), tt.value)
		})
	}
	for _, set := range []Set{Games, Pieces("chess"), "nothing"} {
		_, ok := Name(English, set, "chess")
		require.False(t, ok)
	}
	require.Empty(t, Values("nothing"))
}

func TestNamesAreComplete(t *testing.T) {
	t.Parallel()
	for set, values := range names {
		require.NotContains(t, vocabulary, string(set), "a set stands twice")
		for value, said := range values {
			require.NotEmpty(t, said[Vietnamese], "%s %s", set, value)
			require.NotEmpty(t, said[English], "%s %s", set, value)
		}
	}
}
