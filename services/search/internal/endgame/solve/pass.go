package solve

import (
	"slices"
	"sync/atomic"

	"kydai.dev/services/search/internal/endgame/table"
)

// A word is what a pass knows of one position. While it is open the low byte
// counts the positions of the space that it can move to and that are not yet
// known to be won by the opponent; the distance is that of the quickest win
// found, or of the slowest of the losing moves.
const (
	leftMask      = 1<<8 - 1
	distanceShift = 8
	distanceMask  = 1<<14 - 1
	won           = 1 << 22 // some move wins
	safe          = 1 << 23 // some move out of the space does not lose
	absent        = 1 << 24 // no position has this number
)

// metric is how a pass measures distances.
type metric struct {
	// limit is the greatest distance that counts; 0 is no limit.
	limit int
	// outside is the outcome of a value for its side to move, and the distance
	// of the position from which a move leads to it.
	outside func(table.Value) (table.Outcome, int)
}

var (
	// toEnd counts plies to the end of the game.
	toEnd = metric{outside: func(v table.Value) (table.Outcome, int) { return v.Theory, int(v.Plies) + 1 }}
	// toZeroing counts plies to the next move that leaves the space.
	toZeroing = metric{outside: func(v table.Value) (table.Outcome, int) { return v.Outcome, 1 }}
)

// pass solves a space by one metric.
type pass struct {
	space Space
	metric
	words   []uint32
	deepest atomic.Int64
}

// begin sets up the word of a position from its moves.
func (p *pass) begin(entry uint32, m *Moves) {
	m.reset()
	if !p.space.Moves(entry, m) {
		p.words[entry] = absent
		return
	}
	word, quickest, slowest := uint32(len(distinct(&m.Inside))), 0, 0
	for _, v := range m.Outside {
		switch outcome, plies := p.outside(v); {
		case outcome == table.Win:
			slowest = max(slowest, plies)
		case outcome == table.Draw:
			word |= safe
		case quickest == 0 || plies < quickest:
			quickest = plies
		}
	}
	if quickest > 0 {
		word, slowest = word|won, quickest
	}
	p.words[entry] = word | uint32(slowest)<<distanceShift
	p.reach(slowest)
}

// distinct sorts a list and drops what comes twice: positions are numbered up
// to symmetry, so a symmetric one has different moves to the same number.
func distinct(list *[]uint32) []uint32 {
	slices.Sort(*list)
	*list = slices.Compact(*list)
	return *list
}

// reach notes that some position has that distance.
func (p *pass) reach(plies int) {
	for {
		known := p.deepest.Load()
		if int64(plies) <= known || p.deepest.CompareAndSwap(known, int64(plies)) {
			return
		}
	}
}

// outcomeOf is what a word says when no open position can change it any more.
func outcomeOf(word uint32) (table.Outcome, int) {
	plies := int(word >> distanceShift & distanceMask)
	switch {
	case word&absent != 0:
		return table.Draw, 0
	case word&won != 0:
		return table.Win, plies
	case word&safe == 0 && word&leftMask == 0:
		return table.Loss, plies
	}
	return table.Draw, 0
}

// spread tells the positions before one whose distance is level. What it
// changes has a greater distance, so that all of a level may be told at once.
func (p *pass) spread(entry uint32, level int, list []uint32) []uint32 {
	outcome, plies := outcomeOf(atomic.LoadUint32(&p.words[entry]))
	if outcome == table.Draw || plies != level {
		return list
	}
	list = p.space.Before(entry, list[:0])
	for _, earlier := range distinct(&list) {
		p.update(earlier, outcome, uint32(level+1))
	}
	p.reach(level + 1)
	return list
}

// update makes one position know what its move leads to.
func (p *pass) update(entry uint32, outcome table.Outcome, plies uint32) {
	word := &p.words[entry]
	for {
		old := atomic.LoadUint32(word)
		fresh, changed := learn(old, outcome, plies)
		if !changed || atomic.CompareAndSwapUint32(word, old, fresh) {
			return
		}
	}
}

// learn is a word after one of its moves is known to lead to that outcome of
// the opponent.
func learn(word uint32, outcome table.Outcome, plies uint32) (uint32, bool) {
	known := word >> distanceShift & distanceMask
	rest := word &^ (distanceMask << distanceShift)
	switch {
	case word&won != 0 && (outcome == table.Win || known <= plies):
		return word, false
	case outcome == table.Loss:
		return rest | won | plies<<distanceShift, true
	}
	return rest - 1 | max(known, plies)<<distanceShift, true
}
