package xiangqi

import (
	"kydai.dev/pkg/rules/bitboard"
	"kydai.dev/pkg/rules/xiangqi"

	"kydai.dev/services/search/internal/engine"
)

// worth is what pieces count in an exchange. The general is beyond price: it may
// take last, but never be taken.
var worth = [xiangqi.Kinds]int{
	xiangqi.General: 10000, xiangqi.Advisor: 200, xiangqi.Elephant: 200, xiangqi.Horse: 440,
	xiangqi.Chariot: 1000, xiangqi.Cannon: 460, xiangqi.Soldier: 100,
}

// Traits is how the engine is to search xiangqi.
func Traits() engine.Traits {
	t := engine.Traits{Repetitions: 3}
	copy(t.Worth[:], worth[:])
	return t
}

// Checks implements [engine.Board]: whether the piece that moves attacks the
// general from its new square.
func (b *Board) Checks(m engine.Move) bool {
	s := &b.top().board
	switch kind := xiangqi.Kind(m.Piece()); kind {
	case xiangqi.Chariot, xiangqi.Cannon, xiangqi.Horse, xiangqi.Soldier:
		occupied := s.Occupied().Without(bitboard.Of90(m.From())).Or(bitboard.Of90(m.To()))
		target := bitboard.Of90(int(s.General(s.Side().Other())))
		return xiangqi.Way(kind, s.Side(), uint8(m.To()), occupied).Meets(target)
	}
	return false
}

// Gains implements [engine.Board]. Both sides take with their cheapest piece as
// long as it pays. Who attacks the square is found anew after every capture, for
// a cannon gains and loses its screen.
func (b *Board) Gains(m engine.Move, least int) bool {
	s := &b.top().board
	lead := worth[m.Victim()] - least
	if lead < 0 {
		return false
	}
	short := worth[m.Piece()] - lead // of what the side loses if its piece is taken
	if short <= 0 {
		return true
	}
	side, to := s.Side(), uint8(m.To())
	occupied := s.Occupied().Without(bitboard.Of90(m.From())).Or(bitboard.Of90(m.To()))
	for gains := true; ; {
		side = side.Other()
		kind, from := cheapest(s, s.Attackers(to, occupied).And(s.Of(side)))
		if kind == 0 {
			return gains
		}
		gains = !gains
		occupied = occupied.Without(from)
		if kind == xiangqi.General && s.Attackers(to, occupied).Meets(s.Of(side.Other())) {
			return !gains // it would move into check
		}
		short = worth[kind] - short
		if short < 0 || short == 0 && gains {
			return gains
		}
	}
}

// cheapest returns one of the least valuable pieces of a set, and its square; 0
// where the set is empty.
func cheapest(b *xiangqi.Board, set bitboard.Set90) (kind xiangqi.Kind, from bitboard.Set90) {
	least := worth[xiangqi.General] + 1
	for at, rest := 0, set; rest.Any(); {
		at, rest = rest.Pop()
		if k, _ := b.At(uint8(at)); worth[k] < least {
			kind, from, least = k, bitboard.Of90(at), worth[k]
		}
	}
	return kind, from
}
