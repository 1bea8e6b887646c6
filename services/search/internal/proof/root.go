package proof

import (
	"kydai.dev/pkg/rules"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/endgame/scatter"
)

const (
	// tries is how many positions are looked at for one that fits; of some kinds
	// there are none.
	tries = 200_000
	// ahead is how many plies are looked ahead from roots outside of the tables.
	ahead = 3
)

// root is an ending that is won for one of the sides, or drawn, and the side that
// the engine takes; nil where there seem to be none.
func (m *match) root(won bool) (rules.Position, rules.Side) {
	pieces, plies := m.Set.Pieces(), 0
	if m.Outside {
		pieces, plies = pieces+1, ahead
	}
	for range tries {
		p := scatter.Position(m.rules, m.random, pieces).Fresh()
		if len(p.Moves()) < 2 {
			continue
		}
		if value, ok := m.Tables.Probe(p); ok && won && int(value.Plies) < m.Shortest {
			continue
		}
		worst, best := m.bounds(p, plies)
		if side, ok := m.engineSide(p, won, worst, best); ok {
			return p, side
		}
	}
	return nil, 0
}

// engineSide is who has something to keep in a position with such bounds: the side
// that wins, or one that can hold at least a draw against one who can hold no more.
func (m *match) engineSide(p rules.Position, won bool, worst, best endgame.Outcome) (side rules.Side, ok bool) {
	us, them := p.Side(), p.Side().Other()
	switch {
	case won:
		if worst == endgame.Win {
			return us, true
		}
		return them, best == endgame.Loss
	case worst == endgame.Draw && best == endgame.Draw:
		return us ^ rules.Side(m.random.IntN(2)), true //nolint:gosec // 0 or 1
	case worst == endgame.Draw:
		return us, true
	}
	return them, best == endgame.Draw
}

// bounds are the least and the most that a position is worth to the side to move, as
// far as looking at every move for so many plies tells.
func (m *match) bounds(p rules.Position, plies int) (worst, best endgame.Outcome) {
	if v := p.Standing(); v.Over() {
		switch v.Winner {
		case p.Side().Wins():
			return endgame.Win, endgame.Win
		case rules.WinnerNone:
			return endgame.Draw, endgame.Draw
		}
		return endgame.Loss, endgame.Loss
	}
	if value, ok := m.Tables.Probe(p); ok {
		return value.Outcome, value.Outcome
	}
	if plies == 0 {
		return endgame.Loss, endgame.Win
	}
	worst, best = endgame.Loss, endgame.Loss
	for _, move := range p.Moves() {
		step, err := p.Play(move)
		if err != nil {
			continue // it was on the list
		}
		low, high := m.bounds(step.Next, plies-1)
		worst, best = max(worst, -high), max(best, -low)
		if worst == endgame.Win {
			break
		}
	}
	return worst, best
}

// thrown reports whether the engine has lost what it had, as far as the tables know.
func (m *match) thrown(line *rules.Line, g Game) bool {
	if verdict := line.Verdict(); verdict.Over() {
		return verdict.Winner != g.Engine.Wins() && (g.Won || verdict.Winner != rules.WinnerNone)
	}
	worst, best := m.bounds(line.Position(), 0)
	if line.Position().Side() != g.Engine {
		best = -worst
	}
	return best == endgame.Loss || g.Won && best == endgame.Draw
}
