// Package table is one table of endings: what each of its positions is worth,
// and the file in which it is kept.
package table

import "strconv"

// Outcome is the result of a position for the side to move.
type Outcome int8

// The outcomes, in order.
const (
	Loss Outcome = iota - 1
	Draw
	Win
)

// String returns "loss", "draw" or "win".
func (o Outcome) String() string {
	switch o {
	case Loss:
		return "loss"
	case Draw:
		return "draw"
	default:
		return "win"
	}
}

// Value is what a position is worth to the side to move when both play best.
type Value struct {
	// Outcome is the result under the counter of the game (games.md: 50 plies
	// without a mill, 80 without a capture or promotion).
	Outcome Outcome
	// Zeroing is the number of plies to the move that sets the counter back, or
	// ends the game, when the winner hurries to it and the loser puts it off: the
	// outcome stands while the counter leaves room for so many plies. It is 0
	// for a draw, where the game is over, and in a game without a counter.
	Zeroing uint8
	// Theory is the result if counters did not exist.
	Theory Outcome
	// Plies is the number of plies to the end of the game then, when the winner
	// hurries and the loser delays; 0 for a draw.
	Plies uint16
}

// Lost is the value of a position in which the side to move has lost.
var Lost = Value{Outcome: Loss, Theory: Loss}

// Under is the value when the counter stands at plies and draws at limit; with
// limit 0 there is none. A position as it is read may have a full counter: its
// next move may still end the game or set the counter back.
func (v Value) Under(plies, limit int) Value {
	if limit > 0 && int(v.Zeroing) > max(1, limit-plies) {
		v.Outcome, v.Zeroing = Draw, 0
	}
	return v
}

// String is for people: "win in 3 plies (21 to the end)".
func (v Value) String() string {
	text := v.Outcome.String()
	if v.Outcome != Draw && v.Zeroing > 0 {
		text += ", " + strconv.Itoa(int(v.Zeroing)) + " plies to the next move that counts"
	}
	switch {
	case v.Theory != Draw:
		text += "; without counters " + v.Theory.String() + " in " + strconv.Itoa(int(v.Plies)) + " plies"
	case v.Outcome == Draw:
		text += ", without counters too"
	}
	return text
}

// key is a value as a file has it.
func (v Value) key() uint32 {
	return uint32(v.Outcome+1) | uint32(v.Theory+1)<<2 | uint32(v.Zeroing)<<4 | uint32(v.Plies)<<12
}

func valueOf(key uint32) Value {
	return Value{
		Outcome: Outcome(key&3) - 1, Theory: Outcome(key>>2&3) - 1,
		Zeroing: uint8(key >> 4), Plies: uint16(key >> 12),
	}
}

// valid refuses keys that no value has.
func valid(key uint32) bool { return key&3 != 3 && key>>2&3 != 3 && valueOf(key).key() == key }
