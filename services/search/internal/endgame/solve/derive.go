package solve

import "kydai.dev/services/search/internal/endgame/table"

// Derive is the value of a position as the values of those to which its moves
// lead say; a draw where no position has that number. m is room.
func Derive(s Space, entry uint32, m *Moves, inside func(uint32) table.Value, limit int) (v table.Value) {
	m.reset()
	if !s.Moves(entry, m) {
		return table.Value{}
	}
	theory, exact := derived{}, derived{}
	for _, value := range m.Outside {
		theory.add(value.Theory, int(value.Plies)+1)
		exact.add(value.Outcome, 1)
	}
	for _, next := range m.Inside {
		value := inside(next)
		theory.add(value.Theory, int(value.Plies)+1)
		plies := int(value.Zeroing) + 1
		if plies > limit {
			exact.add(table.Draw, 0) // the counter is full first
		} else {
			exact.add(value.Outcome, plies)
		}
	}
	outcome, plies := theory.value()
	v.Theory, v.Plies, v.Outcome = outcome, uint16(plies), outcome
	if limit > 0 {
		outcome, plies = exact.value()
		v.Outcome, v.Zeroing = outcome, uint8(plies)
	}
	return v
}

// derived is what is known of a position from some of its moves.
type derived struct {
	quickest, slowest int
	wins, draws       bool
}

// add takes a move into account that leads to that outcome of the opponent.
func (d *derived) add(outcome table.Outcome, plies int) {
	switch {
	case outcome == table.Draw:
		d.draws = true
	case outcome == table.Win:
		d.slowest = max(d.slowest, plies)
	case !d.wins || plies < d.quickest:
		d.wins, d.quickest = true, plies
	}
}

func (d *derived) value() (table.Outcome, int) {
	switch {
	case d.wins:
		return table.Win, d.quickest
	case d.draws:
		return table.Draw, 0
	}
	return table.Loss, d.slowest
}
