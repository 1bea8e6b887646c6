package crowd

import "math"

// Sample are some of many accounts by their hashes: the smallest ones, in order.
// Where there are few accounts, they are all of them.
type Sample struct {
	// Of is how many accounts there are.
	Of     int
	Hashes []uint64
}

// distinct is how many different accounts there are in samples of gateways, to
// several of which an account may be connected. Of the hashes that would be in
// every sample if their accounts were there, it counts how many are the same;
// where the samples are whole, that is exact.
func distinct(samples []Sample) int {
	total, limit := 0, uint64(math.MaxUint64)
	for _, s := range samples {
		total += s.Of
		if n := len(s.Hashes); n > 0 && n < s.Of {
			limit = min(limit, s.Hashes[n-1])
		}
	}
	seen, counted := map[uint64]bool{}, 0
	for _, s := range samples {
		for _, h := range s.Hashes {
			if h <= limit {
				seen[h] = true
				counted++
			}
		}
	}
	if counted == 0 { // gateways of an older version send no hashes
		return total
	}
	return int(math.Round(float64(total) * float64(len(seen)) / float64(counted)))
}
