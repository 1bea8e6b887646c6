package xiangqi_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
)

// TestPinsAndChases: what a pin forbids is no chase, and no new one when the pin
// is gone.
func TestPinsAndChases(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		position, cycle string
		want            rules.Reason
	}{
		"a chariot attacks":        {"3k1r3/9/9/9/9/c8/4R4/9/9/4K4", "e3e4 a4a3 e4e3 a3a4", rules.PerpetualChase},
		"a pinned chariot attacks": {"3kr4/9/9/9/9/c8/4R4/9/9/4K4", "e3e4 a4a3 e4e3 a3a4", rules.Repetition},
		"the general sets one attacker free and pins the other": {
			"3krr3/9/9/9/9/9/4CR1n1/9/9/4K4", "e0f0 d9d8 f0e0 d8d9", rules.Repetition,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			line := play(t, position(t, tt.position+" w - - 0 1"), tt.cycle+" "+tt.cycle)
			require.Equal(t, tt.want, line.Verdict().Reason)
			require.Equal(t, tt.want, compareLine(t, line.Start(), strings.Fields(tt.cycle+" "+tt.cycle)))
		})
	}
}
