package board

import "slices"

// level is the players of one rating, sorted, in chunks: most beginners have 0,
// and among hundreds of thousands there are no short ways to make room.
type level [][]ID

// mostInChunk bounds what is moved to make room for a player.
const mostInChunk = 1024

// find returns the place of a player, or the one where he belongs.
func (l level) find(player ID) (at spot, found bool) {
	chunk, found := slices.BinarySearchFunc(l, player, func(chunk []ID, player ID) int { return compare(chunk[0], player) })
	if found || chunk == 0 {
		return spot{chunk, 0}, found
	}
	at.chunk = chunk - 1
	at.index, found = slices.BinarySearchFunc(l[at.chunk], player, compare)
	return at, found
}

// spot is a place within a level.
type spot struct{ chunk, index int }

func (l level) with(player ID) level {
	if len(l) == 0 {
		return level{{player}}
	}
	at, _ := l.find(player)
	chunk := slices.Insert(l[at.chunk], at.index, player)
	l[at.chunk] = chunk
	if len(chunk) <= mostInChunk {
		return l
	}
	half := len(chunk) / 2
	l[at.chunk] = slices.Clone(chunk[:half])
	return slices.Insert(l, at.chunk+1, slices.Clone(chunk[half:]))
}

func (l level) without(player ID) level {
	at, _ := l.find(player)
	l[at.chunk] = slices.Delete(l[at.chunk], at.index, at.index+1)
	if len(l[at.chunk]) > 0 {
		return l
	}
	return slices.Delete(l, at.chunk, at.chunk+1)
}

// from yields the players from a place on.
func (l level) from(at spot) func(yield func(ID) bool) {
	return func(yield func(ID) bool) {
		for ; at.chunk < len(l); at = (spot{at.chunk + 1, 0}) {
			for _, player := range l[at.chunk][at.index:] {
				if !yield(player) {
					return
				}
			}
		}
	}
}

// before yields the players before a place, the last one first.
func (l level) before(at spot) func(yield func(ID) bool) {
	return func(yield func(ID) bool) {
		for at.chunk >= 0 {
			for at.index--; at.index >= 0; at.index-- {
				if !yield(l[at.chunk][at.index]) {
					return
				}
			}
			if at.chunk--; at.chunk >= 0 {
				at.index = len(l[at.chunk])
			}
		}
	}
}

// end is the place behind the last player.
func (l level) end() spot {
	if len(l) == 0 {
		return spot{}
	}
	return spot{len(l) - 1, len(l[len(l)-1])}
}
