package engine

import (
	"math/bits"
	"sync/atomic"
)

// bound says what a stored score is.
type bound uint8

const (
	noBound    bound = iota
	upperBound       // the true score is at most this
	lowerBound       // at least this
	exactBound = upperBound | lowerBound
)

const (
	bucketSize = 4 // entries that share a cache line
	entryBytes = 16
	// ages is how many searches the table tells apart.
	ages = 1 << 6
)

// entry is a position in two words, the first one mixed with the second: an
// entry torn by two writers matches no key, so no lock is needed.
type entry struct{ check, data atomic.Uint64 }

// Table is the positions that all threads of a search share.
type Table struct {
	buckets [][bucketSize]entry
	age     uint64
}

// NewTable returns a table of about so many megabytes, at least one.
func NewTable(megabytes int) *Table {
	const bucketBytes = bucketSize * entryBytes
	t := &Table{buckets: make([][bucketSize]entry, max(1, megabytes)<<20/bucketBytes)}
	enlarge(t.buckets)
	t.Clear() // makes the system give the memory now: a search that waited for it could not be stopped
	return t
}

// found is what the table knows of a position. Its data are, from the lowest bit
// on: score 16, static value 16, move 16, depth 8, age 6, bound 2.
type found struct {
	score, value int
	tag          uint16
	depth        int
	bound        bound
}

const (
	depthShift = 48
	ageShift   = 56
	boundShift = 62
	// depthOffset keeps the depths of quiescence above zero.
	depthOffset = 2
)

func pack(f found, age uint64) uint64 {
	return uint64(uint16(int16(f.score))) | uint64(uint16(int16(f.value)))<<16 | uint64(f.tag)<<32 |
		uint64(f.depth+depthOffset)<<depthShift | age<<ageShift | uint64(f.bound)<<boundShift
}

func unpack(data uint64) found {
	return found{
		score: int(int16(data)), value: int(int16(data >> 16)), tag: uint16(data >> 32),
		depth: int(data>>depthShift&0xff) - depthOffset, bound: bound(data >> boundShift),
	}
}

func ageOf(data uint64) uint64 { return data >> ageShift & (ages - 1) }

func (t *Table) bucket(key uint64) *[bucketSize]entry {
	at, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[at]
}

// probe looks a position up. With fresh only, what earlier searches left behind
// does not count.
func (t *Table) probe(key uint64, fresh bool) (f found, ok bool) {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && t.counts(data, fresh) {
			return unpack(data), true
		}
	}
	return found{}, false
}

// store keeps a position in the place of the same one, else of the one of its
// bucket that matters least.
func (t *Table) store(key uint64, f found, fresh bool) {
	b := t.bucket(key)
	place, least := 0, int(^uint(0)>>1)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && t.counts(data, fresh) {
			if f.tag == 0 {
				f.tag = unpack(data).tag
			}
			place = i
			break
		}
		if use := t.use(data, fresh); use < least {
			place, least = i, use
		}
	}
	data := pack(f, t.age)
	b[place].check.Store(key ^ data)
	b[place].data.Store(data)
}

// counts reports whether an entry is there; with fresh, one of an earlier search
// is as good as none.
func (t *Table) counts(data uint64, fresh bool) bool {
	return data != 0 && (!fresh || ageOf(data) == t.age)
}

// use is how much an entry matters: its depth, less for every search since.
func (t *Table) use(data uint64, fresh bool) int {
	const perAge = 8
	if !t.counts(data, fresh) {
		return -ages * perAge
	}
	return int(data>>depthShift&0xff) - perAge*int((t.age-ageOf(data))&(ages-1))
}

// begin makes the table tell the entries of a new search from older ones. When the
// ages begin anew, a search that counts only its own entries must find none of its
// age; for any other it is not worth the time that a large table takes.
func (t *Table) begin(fresh bool) {
	t.age = (t.age + 1) % ages
	if t.age == 0 && fresh {
		t.Clear()
	}
}

// Clear forgets everything. No search may be under way.
func (t *Table) Clear() {
	clear(t.buckets)
	t.age = 0
}

// full is how many of a thousand entries this search has written.
func (t *Table) full() (n int) {
	const sample = 1000 / bucketSize
	for i := range min(sample, len(t.buckets)) {
		for j := range t.buckets[i] {
			if data := t.buckets[i][j].data.Load(); data != 0 && ageOf(data) == t.age {
				n++
			}
		}
	}
	return n
}
