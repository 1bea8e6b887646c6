package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
)

func TestSplitFields(t *testing.T) {
	t.Parallel()
	fields, err := rules.SplitFields("a b c", 3)
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b", "c"}, fields)
	for _, line := range []string{"", "a b", "a b c d", " a b", "a b ", "a  b", "a\tb c"} {
		_, err := rules.SplitFields(line, 3)
		var refusal *rules.PositionError
		require.ErrorAs(t, err, &refusal, "%q", line)
		require.Equal(t, "line", refusal.Field)
	}
}

func TestParseNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"1": 1, "9": 9, "10": 10, "999999999": 999_999_999} {
		n, err := rules.ParseNumber("move", text, 1)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	bad := []string{"", "0", "-1", "+1", "01", "1.5", "1e3", "0x1", "1_0", "١", "1000000000", "99999999999999999999"}
	for _, text := range bad {
		_, err := rules.ParseNumber("move", text, 1)
		var refusal *rules.PositionError
		require.ErrorAs(t, err, &refusal, "%q", text)
		require.Equal(t, "move", refusal.Field)
	}
}
