package jungle

import (
	"math/rand/v2"

	"kydai.dev/pkg/rules"
)

// A kind is a piece's kind, in order of strength; nothing is the kind of what
// was taken by a move that takes nothing.
type kind uint8

const (
	rat kind = iota
	cat
	dog
	wolf
	leopard
	tiger
	lion
	elephant
	nothing

	kinds = int(nothing)
)

// letters are red's pieces by kind; blue's are in lower case.
const letters = "RCDWPTLE"

var names = [kinds]string{"rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant"}

func (k kind) String() string { return names[k] }

// A board is the pieces and the side to move. It allows any number of pieces
// anywhere, since lines that no game may start from are read too.
type board struct {
	kinds [kinds]set
	sides [2]set
	hash  uint64
	side  rules.Side
}

// keys are the random numbers whose sum (exclusive or) is a board's hash.
var keys = drawKeys()

type keyring struct {
	pieces [2][kinds][squares]uint64
	turn   uint64
}

func drawKeys() *keyring {
	random := rand.New(rand.NewPCG(2, 63))
	k := &keyring{turn: random.Uint64()}
	for s := range k.pieces {
		for p := range k.pieces[s] {
			for q := range k.pieces[s][p] {
				k.pieces[s][p][q] = random.Uint64()
			}
		}
	}
	return k
}

// flip puts a piece on an empty square or takes it off.
func (b *board) flip(s rules.Side, k kind, q square) {
	b.kinds[k] ^= q.set()
	b.sides[s] ^= q.set()
	b.hash ^= keys.pieces[s][k][q]
}

// pass gives the turn to the other side.
func (b *board) pass() {
	b.side = b.side.Other()
	b.hash ^= keys.turn
}

// kindAt is the kind of the piece on q, nothing where it is empty.
func (b *board) kindAt(q square) kind {
	for k, pieces := range b.kinds {
		if pieces.has(q) {
			return kind(k)
		}
	}
	return nothing
}

// sideAt is the owner of the piece on q.
func (b *board) sideAt(q square) rules.Side {
	if b.sides[rules.Second].has(q) {
		return rules.Second
	}
	return rules.First
}

// decided finds the wins that need no look at the moves: a den entered, or no
// piece left. In a read line both sides may have one; then the side that is to
// move has lost, as after a move it always has.
func (b *board) decided() rules.Verdict {
	us, them := b.side, b.side.Other()
	switch {
	case b.sides[them]&ground.dens[us] != 0:
		return rules.Win(them, rules.Den)
	case b.sides[us]&ground.dens[them] != 0:
		return rules.Win(us, rules.Den)
	case b.sides[us] == 0:
		return rules.Win(them, rules.NoPieces)
	case b.sides[them] == 0:
		return rules.Win(us, rules.NoPieces)
	}
	return rules.Verdict{}
}
