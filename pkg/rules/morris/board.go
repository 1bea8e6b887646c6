package morris

import (
	"math/rand/v2"

	"kydai.dev/pkg/rules"
)

// A board is the stones, those in hand, and the side to move. It allows any
// number of stones, since lines that no game may start from are read too.
type board struct {
	stones [2]set
	hands  [2]int32
	keys   uint64 // the hash of stones and side
	side   rules.Side
}

// keys are the random numbers whose sum (exclusive or) is a board's hash.
var keys = drawKeys()

type keyring struct {
	stones [2][points]uint64
	hands  [2]uint64 // odd, to be multiplied by the number in hand
	turn   uint64
}

func drawKeys() *keyring {
	random := rand.New(rand.NewPCG(4, 24))
	k := &keyring{turn: random.Uint64()}
	for s := range k.stones {
		k.hands[s] = random.Uint64() | 1
		for p := range k.stones[s] {
			k.stones[s][p] = random.Uint64()
		}
	}
	return k
}

func (b *board) hash() uint64 {
	return b.keys ^ uint64(b.hands[0])*keys.hands[0] ^ uint64(b.hands[1])*keys.hands[1]
}

// flip puts a stone on an empty point or takes it off.
func (b *board) flip(s rules.Side, p point) {
	b.stones[s] ^= p.set()
	b.keys ^= keys.stones[s][p]
}

// pass gives the turn to the other side.
func (b *board) pass() {
	b.side = b.side.Other()
	b.keys ^= keys.turn
}

func (b *board) free() set { return everywhere &^ (b.stones[0] | b.stones[1]) }

// total is the stones of a side, board and hand together.
func (b *board) total(s rules.Side) int { return b.stones[s].size() + int(b.hands[s]) }

// decided finds the win that needs no look at the moves: too few stones. In a
// read line both sides may have too few; then the side that is to move has
// lost, as after a move it always has.
func (b *board) decided() rules.Verdict {
	for _, s := range [2]rules.Side{b.side, b.side.Other()} {
		if b.total(s) < lostBelow {
			return rules.Win(s.Other(), rules.FewStones)
		}
	}
	return rules.Verdict{}
}

// placing reports whether the side to move has stones to place.
func (b *board) placing() bool { return b.hands[b.side] > 0 }

// reach returns the empty points to which the stone on p may go: along a line,
// or anywhere with no more than three stones left (games.md §4, flying).
func (b *board) reach(p point) set {
	if b.stones[b.side].size() <= lostBelow {
		return b.free()
	}
	return b.free() & neighbours[p]
}

// removable returns the enemy stones of which a mill takes one: those outside
// mills, or all where every one is in a mill.
func (b *board) removable() set {
	enemy := b.stones[b.side.Other()]
	if loose := enemy &^ enemy.inMills(); loose != 0 {
		return loose
	}
	return enemy
}
