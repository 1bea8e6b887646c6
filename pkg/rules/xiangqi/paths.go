package xiangqi

// paths holds what a piece passes on its way, by target and then by origin: the
// squares between on a rank or file, the leg of a horse's leap, the eye of an
// elephant's. It is empty for every other pair.
var paths = newPaths()

func newPaths() *[squares][squares]set {
	var t [squares][squares]set
	for s := range t {
		for _, d := range orthogonals {
			addRay(&t[s], square(s), d)
		}
		addLeaps(&t, square(s), horseLegs)
		addLeaps(&t, square(s), elephantEyes)
	}
	return &t
}

// addRay adds the ways to a square along one of its lines.
func addRay(origins *[squares]set, to square, d step) {
	var passed set
	for next := d.from(to); next.Any(); {
		origin, _ := next.Pop()
		origins[origin] = passed
		passed = passed.Or(next)
		next = d.from(square(origin))
	}
}

// addLeaps adds the ways of the leaps from a square.
func addLeaps(t *[squares][squares]set, origin square, hobbles []hobble) {
	for _, h := range hobbles {
		for _, d := range h.to {
			if target := d.from(origin); target.Any() {
				to, _ := target.Pop()
				t[to][origin] = h.near.from(origin)
			}
		}
	}
}
