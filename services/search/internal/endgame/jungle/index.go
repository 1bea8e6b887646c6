// Package jungle is the endings of jungle as spaces for retrograde analysis:
// all positions of up to three pieces, whatever their kinds.
package jungle

import (
	"math/bits"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/jungle"
)

const (
	files   = jungle.Files
	squares = jungle.Squares
	ranks   = squares / files
	kinds   = jungle.Kinds
	most    = 3 // pieces
)

// ground numbers the squares on which a kind can stand, those of the left half
// and of the middle file first.
type ground struct {
	numbers [squares]int
	squares []int
	left    int // how many of them are not in the right half
}

var grounds = func() (list [kinds]ground) {
	for kind := range list {
		list[kind].add(kind, 0, files/2+1)
		list[kind].left = len(list[kind].squares)
		list[kind].add(kind, files/2+1, files)
	}
	return list
}()

func (g *ground) add(kind, from, to int) {
	for at := range squares {
		if file := at % files; file >= from && file < to && jungle.Stands(jungle.Kind(kind), uint8(at)) {
			g.numbers[at] = len(g.squares)
			g.squares = append(g.squares, at)
		}
	}
}

// mirrored changes left for right.
func mirrored(at int) int { return at - at%files + files - 1 - at%files }

// turned is a square as the other side sees it.
func turned(at int) int { return (ranks-1-at/files)*files + at%files }

// order is the kinds of the side to move and those of the other, each from the
// rat up.
type order struct {
	kinds [most]int
	own   int // how many are of the side to move
	all   int
}

// orderOf makes the order of two sets of kinds.
func orderOf(own, enemy uint8) (o order) {
	o.own = bits.OnesCount8(own)
	for _, set := range [2]uint8{own, enemy} {
		for ; set != 0; set &= set - 1 {
			o.kinds[o.all] = bits.TrailingZeros8(set)
			o.all++
		}
	}
	return o
}

// placing is the squares of the pieces of an order, as the side to move sees
// them from below.
type placing [most]int

// index numbers the placings of an order: the first piece stands in the left
// half or on the middle file. Of two placings that are mirrored and have the
// first piece on the middle file, the lesser number is that of both.
func (o *order) index(p placing) int {
	mirror := p
	for i := range o.all {
		mirror[i] = mirrored(p[i])
	}
	switch file := p[0] % files; {
	case file > files/2:
		return o.number(mirror)
	case file < files/2:
		return o.number(p)
	}
	return min(o.number(p), o.number(mirror))
}

func (o *order) number(p placing) int {
	n := 0
	for i, kind := range o.kinds[:o.all] {
		n = n*o.radix(i) + grounds[kind].numbers[p[i]]
	}
	return n
}

func (o *order) radix(i int) int {
	g := &grounds[o.kinds[i]]
	if i == 0 {
		return g.left
	}
	return len(g.squares)
}

// length is how many numbers index gives.
func (o *order) length() int {
	n := 1
	for i := range o.all {
		n *= o.radix(i)
	}
	return n
}

// placing undoes index; false for a number that it never gives.
func (o *order) placing(number int) (p placing, ok bool) {
	rest := number
	for i := o.all - 1; i >= 0; i-- {
		p[i] = grounds[o.kinds[i]].squares[rest%o.radix(i)]
		rest /= o.radix(i)
		for j := i + 1; j < o.all; j++ {
			if p[i] == p[j] {
				return p, false
			}
		}
	}
	return p, o.index(p) == number
}

// seen is the kinds of both sides and where they stand, for the side to move.
func seen(b *jungle.Board) (own, enemy uint8, p placing) {
	n := 0
	sets := [2]uint8{}
	for i, side := range [2]rules.Side{b.Side(), b.Side().Other()} {
		for kind := range kinds {
			for at := b.Own(side, jungle.Kind(kind)); at != 0 && n < most; at &= at - 1 {
				p[n] = bits.TrailingZeros64(at)
				if b.Side() == rules.Second {
					p[n] = turned(p[n])
				}
				sets[i] |= 1 << kind
				n++
			}
		}
	}
	return sets[0], sets[1], p
}
