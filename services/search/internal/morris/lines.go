package morris

import "math/bits"

// A points is a set of points of the board, one bit each, ring by ring: on a ring
// corners are even and mid-sides odd, and the points of a cross line lie ring apart.
type points uint32

const (
	ring              = 8
	everywhere points = 1<<(3*ring) - 1
	midSides   points = 0xAAAAAA
	outermost  points = 1<<ring - 1
)

// left and right turn every ring by one point.
func (s points) left() points  { return s<<1&0xFEFEFE | s>>(ring-1)&0x010101 }
func (s points) right() points { return s>>1&0x7F7F7F | s<<(ring-1)&0x808080 }

// inward and outward turn the rings into one another.
func (s points) inward() points  { return (s<<ring | s>>(2*ring)) & everywhere }
func (s points) outward() points { return (s>>ring | s<<(2*ring)) & everywhere }

// across are the points one step from s to another ring.
func (s points) across() points { return (s<<ring | s>>ring) & midSides }

// beside are the points one step from s.
func (s points) beside() points { return s.left() | s.right() | s.across() }

// steps is how many steps lead from one set into another.
func steps(from, to points) int {
	return (from & to.left()).size() + (from & to.right()).size() +
		(from & midSides & (to << ring)).size() + (from & midSides & (to >> ring)).size()
}

func (s points) size() int { return bits.OnesCount32(uint32(s)) }

// ready is the free points where a step, of a stone off the line, makes a mill.
func ready(own, free points) points {
	left, right := own.left(), own.right()
	side := left & right & own.across()
	cross := own.inward() & own.outward() & (left | right)
	corner := left & right & (left.left() | right.right())
	return (midSides&(side|cross) | corner&^midSides) & free
}

// open is how many lines hold one stone of a side and none of the other.
func open(own, other points) int {
	side := single(own, own.left(), own.right()) &^ (other | other.left() | other.right()) & midSides
	cross := single(own, own.inward(), own.outward()) &^ (other | other.inward() | other.outward()) & midSides & outermost
	return side.size() + cross.size()
}

// single is what exactly one of three sets has.
func single(a, b, c points) points { return (a ^ b ^ c) &^ (a & b & c) }
