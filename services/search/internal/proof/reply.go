package proof

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/services/search/internal/endgame"
)

// reply is the move of perfect play: lost, it resists as long as it can; in a drawn
// position it keeps the draw and leaves the engine as few ways as it can to do the
// same. It is false where the tables do not know all moves.
func (m *match) reply(p rules.Position) (move string, ok bool) {
	choices, ok := m.Tables.Best(p)
	if !ok {
		return "", false
	}
	if choices[0].Value.Outcome != endgame.Draw {
		return choices[0].Move, true
	}
	m.random.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
	best, least := choices[0].Move, 2.0
	for _, c := range choices {
		if safe := m.safe(p, c.Move); safe < least {
			best, least = c.Move, safe
		}
	}
	return best, true
}

// safe is the part of the replies to a move that keep the draw.
func (m *match) safe(p rules.Position, move string) float64 {
	step, err := p.Play(move)
	if err != nil {
		return 1
	}
	keeping, ok := m.Tables.Best(step.Next)
	if !ok { // the game is over
		return 1
	}
	return float64(len(keeping)) / float64(len(step.Next.Moves()))
}
