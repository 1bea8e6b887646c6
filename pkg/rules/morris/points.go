package morris

import (
	"math/bits"
	"strings"
)

const (
	rings  = 3
	onRing = 8
	points = rings * onRing
)

// names are the points by number: ring by ring from the outermost, each from
// its lower left corner round. So corners are even, mid-sides odd, and points
// that a cross line joins lie onRing apart.
var names = [points]string{
	"a1", "a4", "a7", "d7", "g7", "g4", "g1", "d1",
	"b2", "b4", "b6", "d6", "f6", "f4", "f2", "d2",
	"c3", "c4", "c5", "d5", "e5", "e4", "e3", "d3",
}

// rows are the points in the order of a position string.
var rows = [7][]point{
	row("a7 d7 g7"),
	row("b6 d6 f6"),
	row("c5 d5 e5"),
	row("a4 b4 c4 e4 f4 g4"),
	row("c3 d3 e3"),
	row("b2 d2 f2"),
	row("a1 d1 g1"),
}

func row(text string) []point {
	var list []point
	for _, name := range strings.Fields(text) {
		p, _ := parsePoint(name)
		list = append(list, p)
	}
	return list
}

// A point is one of the 24; none stands for no point in a move.
type point uint8

const none point = points

func (p point) String() string { return names[p] }

func parsePoint(name string) (point, bool) {
	for p, n := range names {
		if n == name {
			return point(p), true
		}
	}
	return none, false
}

// A set is a set of points, one bit each.
type set uint32

const (
	everywhere set = 1<<points - 1
	midSides   set = 0xAAAAAA
	ringMask   set = 1<<onRing - 1
)

func (p point) set() set { return 1 << p }

func (s set) has(p point) bool { return s&p.set() != 0 }
func (s set) size() int        { return bits.OnesCount32(uint32(s)) }
func (s set) first() point     { return point(bits.TrailingZeros32(uint32(s))) }

// inward and outward turn the three rings into one another, cyclically: on a
// cross line the two other points of p are those of both turns.
func (s set) inward() set  { return (s<<onRing | s>>(points-onRing)) & everywhere }
func (s set) outward() set { return (s>>onRing | s<<(points-onRing)) & everywhere }

// neighbours holds the points one step along a line from each point.
var neighbours = joinPoints()

func joinPoints() (joined [points]set) {
	for p := range point(points) {
		ring, place := p/onRing, p%onRing
		joined[p] = (ring*onRing + (place+1)%onRing).set() | (ring*onRing + (place+onRing-1)%onRing).set()
		if !midSides.has(p) {
			continue
		}
		if ring > 0 {
			joined[p] |= (p - onRing).set()
		}
		if ring < rings-1 {
			joined[p] |= (p + onRing).set()
		}
	}
	return joined
}

// sideMills holds, by the stones on one ring, the points of that ring at which
// the two others of one of its four sides are taken.
var sideMills = closeSides()

func closeSides() (closing [ringMask + 1]uint8) {
	for taken := range closing {
		for corner := 0; corner < onRing; corner += 2 {
			side := [3]int{corner, corner + 1, (corner + 2) % onRing}
			for i, last := range side {
				others := 1<<side[(i+1)%3] | 1<<side[(i+2)%3]
				if taken&others == others {
					closing[taken] |= 1 << last
				}
			}
		}
	}
	return closing
}

// closing returns the points, taken or not, where one more stone makes a mill
// with two of s.
func (s set) closing() set {
	cross := s.inward() & s.outward() & midSides
	return cross |
		set(sideMills[s&ringMask]) |
		set(sideMills[s>>onRing&ringMask])<<onRing |
		set(sideMills[s>>(2*onRing)])<<(2*onRing)
}

// inMills returns those of s that stand in a mill.
func (s set) inMills() set { return s & s.closing() }
