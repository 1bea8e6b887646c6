package bot_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/endgame/scatter"
	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/oracle"
)

// learned is a library in which a set has been built.
func learned(t *testing.T, set string) *endgame.Library {
	t.Helper()
	library, err := endgame.OpenLibrary(endgame.Builder{Dir: t.TempDir()})
	require.NoError(t, err)
	sets, err := endgame.FindSets(set)
	require.NoError(t, err)
	require.NoError(t, library.Grow(t.Context(), sets...))
	return library
}

// The top level wins what is won against the best defence, and as fast as can be
// where no counter is in the way.
func TestTheTopLevelPlaysKnownEndingsPerfectly(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		set    string
		pieces int
	}{
		"morris": {"morris-3-3", 6}, "jungle": {"jungle-2", 2}, "draughts-brazilian": {"draughts-brazilian-3", 3},
		"draughts-american": {"draughts-american-3", 3}, // moves of men set the counter back
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			library := learned(t, tt.set)
			player := bot.NewPlayer(1, 1).Knowing(oracle.New(library.Tables))
			g, _ := games.Find(name)
			random := rand.New(rand.NewPCG(5, 1))
			for won := 0; won < 8; {
				p := scatter.Position(g, random, tt.pieces).Fresh()
				if value, ok := library.Tables().Probe(p); ok && value.Outcome == endgame.Win && value.Plies > 8 {
					won++
					line := playOut(t, player, library.Tables(), g, p)
					require.Equal(t, p.Side().Wins(), line.Verdict().Winner, "%s %v", p, line.Moves())
					if c := p.Counter(); c.Limit == 0 || int(value.Plies) <= c.Limit {
						require.Equal(t, int(value.Plies), line.Plies(), "%s %v", p, line.Moves())
					}
				}
			}
		})
	}
}

// playOut lets the top level play a position to its end against the best replies.
func playOut(t *testing.T, player *bot.Player, known *endgame.Tables, g rules.Game, start rules.Position) *rules.Line {
	t.Helper()
	all := levels.Of(g.Name())
	line := rules.NewLine(g, start)
	for strong := start.Side(); !line.Verdict().Over(); {
		choices, ok := known.Best(line.Position())
		require.True(t, ok)
		move := choices[0].Move
		if line.Position().Side() == strong {
			task := bot.Task{Game: g.Name(), Start: start.String(), Moves: line.Moves(), Time: time.Minute}
			var err error
			move, _, err = player.Move(t.Context(), task, all[len(all)-1], bot.Seed("game", line.Plies()))
			require.NoError(t, err)
		}
		_, err := line.Play(move)
		require.NoError(t, err)
	}
	return line
}

// Who errs as people do knows no endings by heart: such a level plays the same
// with tables as without.
func TestWeakLevelsKnowNoEndings(t *testing.T) {
	t.Parallel()
	asked := 0
	all := func(engine.Board) (engine.Certain, bool) {
		asked++
		return engine.Certain{Outcome: 1, Plies: 5}, true
	}
	player := bot.NewPlayer(1, 1).Knowing(all)
	for _, g := range games.All() {
		for _, l := range levels.Of(g.Name()) {
			asked = 0
			l.Nodes = min(l.Nodes, 300)
			_, found, err := player.Move(t.Context(), bot.Task{Game: g.Name()}, l, 1)
			require.NoError(t, err)
			strong := l.Slip == levels.Slip{}
			require.Equal(t, strong, asked > 0, "%s %s", g.Name(), l.ID)
			require.Equal(t, strong, found.Lines[0].Score.Value < -25000, "%s %s", g.Name(), l.ID)
		}
	}
	asked = 0
	_, err := player.Think(t.Context(), bot.Task{Game: "morris", Nodes: 100})
	require.NoError(t, err)
	require.Positive(t, asked, "hints and analyses know all that there is to know")
}
