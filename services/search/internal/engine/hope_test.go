package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhatStandsWhenASearchIsCutShort ends an iteration after the first moves of a
// root were searched: which move is told, and with what score.
func TestWhatStandsWhenASearchIsCutShort(t *testing.T) {
	t.Parallel()
	soon, late, later := lossIn(2), lossIn(4), lossIn(6)
	open := func(m Move, shown int) rootLine { return rootLine{move: m, shown: shown, most: infinite, depth: 3} }
	searched := func(m Move, score int) rootLine { return rootLine{move: m, shown: score, most: score, depth: 4} }
	worse := func(m Move, most int) rootLine { return rootLine{move: m, shown: 7, most: most, depth: 3, worse: true} }
	tests := map[string]struct {
		before  rootLine
		root    []rootLine
		through bool
		move    Move
		score   int
	}{
		"the best move is refuted":                  {open(1, 50), []rootLine{searched(1, soon), open(2, 7)}, false, 2, 50},
		"it loses sooner":                           {searched(1, late), []rootLine{searched(1, soon), open(2, 7)}, false, 1, late},
		"it loses sooner, and all was seen":         {searched(1, late), []rootLine{searched(1, soon), worse(2, soon)}, true, 1, soon},
		"another one was first, and is refuted":     {open(2, 50), []rootLine{searched(1, soon), open(3, 7), open(2, 50)}, false, 2, 50},
		"all others are worse than it seemed":       {open(1, 50), []rootLine{searched(1, soon), worse(2, 30)}, false, 2, 50},
		"one is worse, one has not been tried":      {open(1, 50), []rootLine{searched(1, soon), worse(2, 30), open(3, 7)}, false, 3, 50},
		"the rest was known to lose":                {open(1, 50), []rootLine{searched(1, soon), searched(2, later), worse(3, late)}, false, 2, later},
		"what was never the best loses last":        {open(1, 50), []rootLine{searched(1, soon), {move: 2, most: late, worse: true}}, false, 2, late},
		"there is no other":                         {open(1, 50), []rootLine{searched(1, soon)}, false, 1, soon},
		"nothing is lost":                           {open(1, 50), []rootLine{searched(1, -900), open(2, 7)}, false, 1, -900},
		"no iteration is complete, and one refuted": {rootLine{}, []rootLine{searched(1, soon), {move: 2, most: infinite}}, false, 2, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &worker{stage: stage{root: tt.root, before: tt.before, through: tt.through, depth: 4}}
			w.hope()
			require.Equal(t, tt.move, w.root[0].move)
			require.Equal(t, tt.score, w.root[0].shown)
			require.Equal(t, tt.score != 0, w.root[0].depth > 0, "a score is of some depth")
		})
	}
}
