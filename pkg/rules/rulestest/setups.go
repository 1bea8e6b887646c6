package rulestest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
)

// Setup is a position from which no game may start.
type Setup struct {
	Game     rules.Game
	Position string
	// Field, Rule and Square are those of the refusal.
	Field  string
	Rule   rules.SetupRule
	Square string
}

// RefuseSetups holds that the positions can be read, and that no game may start
// from them.
func RefuseSetups(t *testing.T, cases map[string]Setup) {
	t.Helper()
	for name, tt := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var refusal *rules.PositionError
			require.ErrorAs(t, parse(t, tt.Game, tt.Position).CheckSetup(), &refusal)
			require.True(t, refusal.Setup)
			require.Equal(t, tt.Rule, refusal.Rule, refusal.Message)
			require.Equal(t, tt.Square, refusal.Square, refusal.Message)
			require.Equal(t, tt.Field, refusal.Field, refusal.Message)
			require.NotEmpty(t, refusal.Message)
		})
	}
}
