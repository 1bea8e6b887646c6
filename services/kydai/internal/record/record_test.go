package record_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/kydai/internal/record"
)

func TestEveryRecordedGameEndsAsItSays(t *testing.T) {
	t.Parallel()
	all, err := record.All()
	require.NoError(t, err)
	for _, r := range all {
		g, ok := games.Find(r.Name)
		require.True(t, ok, r.Name)
		line := rules.NewLine(g, g.Start())
		for i, m := range r.Moves {
			ply, err := line.Play(m)
			require.NoError(t, err, "%s ply %d", r.Name, i+1)
			require.Equal(t, m, ply.Move, "in canonical spelling")
		}
		require.True(t, r.Verdict.Over(), r.Name)
		require.Equal(t, r.Verdict, line.Verdict(), r.Name)
	}
}

func TestEveryGameIsRecorded(t *testing.T) {
	t.Parallel()
	all, err := record.All()
	require.NoError(t, err)
	recorded := map[string]bool{}
	for _, r := range all {
		recorded[r.Name] = true
	}
	for _, g := range games.All() {
		require.True(t, recorded[g.Name()], g.Name())
	}
}
