package standings_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The exercise of FIDE's technical commission, whose text says how David's values
// come about.
func TestCalculations(t *testing.T) {
	t.Parallel()
	_, sheets := load(t, "testdata/tec-exercise.json")
	const david = 4
	bh, err := sheets[0].Value("BH/C1", david)
	require.NoError(t, err)
	require.Equal(t, "11.5", bh.Number.String())
	require.Len(t, bh.Items, 5)
	require.Equal(t, "dummy", bh.Items[1].What)
	require.Equal(t, "2.5", bh.Items[1].Value.String())
	require.Equal(t, "lowest of the absences", bh.Items[1].Cut)
	require.Equal(t, 12, bh.Items[0].Opponent)
	require.Equal(t, "3", bh.Items[0].Value.String()) // Nick's two absences at the end count as draws

	sb, err := sheets[0].Value("SB", david)
	require.NoError(t, err)
	require.Equal(t, "0.5", sb.Items[1].Times.String())
	require.Equal(t, "1.25", sb.Items[1].Amount.String())
}

func TestUnknownAndUnfitTieBreaks(t *testing.T) {
	t.Parallel()
	_, sheets := load(t, "testdata/rr-01-n6.json")
	_, err := sheets[0].Rank([]string{"BH"})
	require.ErrorContains(t, err, "not for this kind of event")
	_, err = sheets[0].Value("XX", 1)
	require.ErrorContains(t, err, `no tie-break "XX"`)
}
