package proof_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/proof"
)

// built is the tables of a set, built for the test, and the set.
func built(t *testing.T, name string) (*endgame.Tables, endgame.Set) {
	t.Helper()
	dir := t.TempDir()
	sets, err := endgame.FindSets(name)
	require.NoError(t, err)
	require.NoError(t, endgame.Builder{Dir: dir}.Build(t.Context(), sets[0]))
	tables, err := endgame.Open(dir)
	require.NoError(t, err)
	return tables, sets[0]
}

// TestTheEngineNeedsNoTables plays a few endings; many are played by
// `kydai endgame prove`.
func TestTheEngineNeedsNoTables(t *testing.T) {
	t.Parallel()
	tests := map[string]proof.Proof{
		"jungle-2":             {Nodes: 50_000, Wins: 3, Draws: 1, Shortest: 10},
		"draughts-brazilian-3": {Nodes: 20_000, Wins: 4, Draws: 2, Known: 2},
		"draughts-american-2":  {Nodes: 2000, Wins: 10, Draws: 10, Known: 2, Outside: true},
	}
	for name, p := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p.Tables, p.Set = built(t, name)
			p.Seed = 1
			p.Played = func(g proof.Game) { require.True(t, g.Kept, "%s %v", g.Start, g.Moves) }
			result, err := p.Run(t.Context())
			require.NoError(t, err)
			require.Equal(t, proof.Result{Wins: p.Wins, Draws: p.Draws}, result)
		})
	}
}

// With a single position for each move the engine must fail, and be seen to: what is
// told of a game is what the rules say.
func TestWhatIsLostIsSeen(t *testing.T) {
	t.Parallel()
	tables, set := built(t, "jungle-2")
	for _, outside := range []bool{false, true} {
		requireSeen(t, proof.Proof{Tables: tables, Set: set, Nodes: 1, Wins: 20, Draws: 20, Seed: 1, Outside: outside})
	}
}

// requireSeen runs a proof in which games of jungle are lost.
func requireSeen(t *testing.T, p proof.Proof) {
	t.Helper()
	g, _ := games.Find("jungle")
	var missed, lost int
	p.Played = func(played proof.Game) {
		start, err := g.Parse(played.Start)
		require.NoError(t, err)
		line := rules.NewLine(g, start)
		for _, move := range played.Moves {
			_, err := line.Play(move)
			require.NoError(t, err)
		}
		switch {
		case played.Kept && played.Won:
			require.Equal(t, played.Engine.Wins(), line.Verdict().Winner)
		case played.Won:
			missed++
		case !played.Kept:
			lost++
		}
	}
	result, err := p.Run(t.Context())
	require.NoError(t, err)
	require.Positive(t, lost)
	require.Equal(t, []int{missed, lost}, []int{result.Missed, result.Lost})
}

func TestAProofNeedsItsTables(t *testing.T) {
	t.Parallel()
	sets, err := endgame.FindSets("jungle-2")
	require.NoError(t, err)
	tables, err := endgame.Open(t.TempDir())
	require.NoError(t, err)
	_, err = proof.Proof{Tables: tables, Set: sets[0], Nodes: 1, Wins: 1}.Run(t.Context())
	require.ErrorIs(t, err, proof.ErrNotWhole)
}
