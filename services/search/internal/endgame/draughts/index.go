// Package draughts is the endings of the draughts games on 64 squares as spaces
// for retrograde analysis: all positions of up to four pieces, men and kings.
package draughts

import (
	"math/bits"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/draughts"
	"kydai.dev/services/search/internal/endgame/combination"
)

// force is the men and the kings of one side.
type force struct{ men, kings int }

func (f force) pieces() int { return f.men + f.kings }

// board numbers the dark squares of a game, 0 to 31, in the order of their bits.
type board struct {
	game    rules.Game
	numbers [64]int
	bits    []int
	far     [2]uint64 // numbers of the squares where men of no such side stand
}

func newBoard(g rules.Game) *board {
	b := &board{game: g}
	all, far, _ := draughts.Squares(g)
	for ; all != 0; all &= all - 1 {
		at := bits.TrailingZeros64(all)
		b.numbers[at] = len(b.bits)
		b.bits = append(b.bits, at)
	}
	b.far = [2]uint64{b.numbered(far[0]), b.numbered(far[1])}
	return b
}

// numbered makes numbers of the bits of a set.
func (b *board) numbered(set uint64) (numbered uint64) {
	for ; set != 0; set &= set - 1 {
		numbered |= 1 << b.numbers[bits.TrailingZeros64(set)]
	}
	return numbered
}

// bitted undoes numbered.
func (b *board) bitted(numbered uint64) (set uint64) {
	for ; numbered != 0; numbered &= numbered - 1 {
		set |= 1 << b.bits[bits.TrailingZeros64(numbered)]
	}
	return set
}

// seats is one kind of piece of one side: where it may stand, given what stands
// already.
type seats struct{ count, places int }

// order is what stands in which order: own men, enemy men, own kings, enemy
// kings. Men are numbered on the squares where they may stand, so that some
// numbers have two men on one square; kings on what is left.
func (b *board) order(own, enemy force) [4]seats {
	rows := len(b.bits) - bits.OnesCount64(b.far[0])
	left := len(b.bits) - own.men - enemy.men
	return [4]seats{{own.men, rows}, {enemy.men, rows}, {own.kings, left}, {enemy.kings, left - own.kings}}
}

// length is how many numbers index gives.
func (b *board) length(own, enemy force) int {
	n := 1
	for _, s := range b.order(own, enemy) {
		n *= combination.Count(s.places, s.count)
	}
	return n
}

// index numbers the positions of so many men and kings of the side to move,
// which moves up, and of the other; false where a man stands on the row on
// which it would have been crowned.
func (b *board) index(own, enemy, kings uint64) (number int, ok bool) {
	own, enemy, kings = b.numbered(own), b.numbered(enemy), b.numbered(kings)
	ownMen, enemyMen := own&^kings, enemy&^kings
	if ownMen&b.far[0] != 0 || enemyMen&b.far[1] != 0 {
		return 0, false
	}
	men := ownMen | enemyMen
	parts := [4]uint64{
		combination.Squeeze(ownMen, b.far[0]),
		combination.Squeeze(enemyMen, b.far[1]),
		combination.Squeeze(own&kings, men),
		combination.Squeeze(enemy&kings, men|own),
	}
	order := b.order(
		force{bits.OnesCount64(ownMen), bits.OnesCount64(own & kings)},
		force{bits.OnesCount64(enemyMen), bits.OnesCount64(enemy & kings)},
	)
	for i, s := range order {
		number = number*combination.Count(s.places, s.count) + combination.Rank(parts[i])
	}
	return number, true
}

// position undoes index; false for a number that it never gives.
func (b *board) position(number int, ownForce, enemyForce force) (own, enemy, kings uint64, ok bool) {
	order := b.order(ownForce, enemyForce)
	var parts [4]uint64
	for i := len(order) - 1; i >= 0; i-- {
		n := combination.Count(order[i].places, order[i].count)
		parts[i] = combination.Subset(number%n, order[i].count)
		number /= n
	}
	ownMen, enemyMen := combination.Spread(parts[0], b.far[0]), combination.Spread(parts[1], b.far[1])
	if ownMen&enemyMen != 0 {
		return 0, 0, 0, false
	}
	ownKings := combination.Spread(parts[2], ownMen|enemyMen)
	enemyKings := combination.Spread(parts[3], ownMen|enemyMen|ownKings)
	return b.bitted(ownMen | ownKings), b.bitted(enemyMen | enemyKings), b.bitted(ownKings | enemyKings), true
}
