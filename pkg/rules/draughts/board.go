package draughts

import (
	"math/bits"

	"kydai.dev/pkg/rules"
)

// board is who stands where and who is to move.
type board struct {
	own   uint64 // the pieces of the side to move
	opp   uint64
	kings uint64 // of both sides
	hash  uint64
	side  rules.Side
}

// move is one legal move of a board. Its route is not part of it: two routes
// between the same squares that take the same pieces are one move.
type move struct {
	taken    uint64
	from, to uint8
	crowned  bool
}

func newBoard(side rules.Side, own, opp, kings uint64) board {
	b := board{own: own, opp: opp, kings: kings, side: side}
	if side == rules.Second {
		b.hash = secondKey
	}
	b.hash ^= keysOf(side, own, kings) ^ keysOf(side.Other(), opp, kings)
	return b
}

// pieces are the squares of side s.
func (b *board) pieces(s rules.Side) uint64 {
	if s == b.side {
		return b.own
	}
	return b.opp
}

// ahead is the first of the two directions in which men move: those with the
// same bit 1 (see [layout]).
func (b *board) ahead() int { return 2 * int(b.side&1) }

// after is the board after m.
func (b *board) after(m move) board {
	from, to := uint64(1)<<(m.from&63), uint64(1)<<(m.to&63)
	next := board{
		own:   b.opp &^ m.taken,
		opp:   b.own&^from | to,
		kings: b.kings &^ m.taken,
		hash:  b.hash ^ secondKey,
		side:  b.side.Other(),
	}
	if m.taken != 0 {
		next.hash ^= keysOf(next.side, m.taken, b.kings)
	}
	before, after := &keys[b.side&1][0], &keys[b.side&1][0]
	switch {
	case b.kings&from != 0:
		before, after = &keys[b.side&1][1], &keys[b.side&1][1]
		next.kings = next.kings&^from | to
	case m.crowned:
		after = &keys[b.side&1][1]
		next.kings |= to
	}
	next.hash ^= before[m.from&63] ^ after[m.to&63]
	return next
}

// keys are the random numbers of a hash: by side, man or king, and square.
var keys, secondKey = newKeys()

func newKeys() (keys [2][2][64]uint64, second uint64) {
	var state uint64
	for s := range keys {
		for kind := range keys[s] {
			for square := range keys[s][kind] {
				keys[s][kind][square] = splitMix(&state)
			}
		}
	}
	return keys, splitMix(&state)
}

// splitMix is the SplitMix64 generator: hashes are the same in every process.
func splitMix(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// keysOf is the hash of the pieces of side s on the squares of set.
func keysOf(s rules.Side, set, kings uint64) (hash uint64) {
	for ; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set) & 63
		hash ^= keys[s&1][kings>>at&1][at]
	}
	return hash
}
