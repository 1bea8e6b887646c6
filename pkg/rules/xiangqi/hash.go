package xiangqi

// hashSeed starts the row of pseudo-random keys, the same in every process for
// ever.
const hashSeed = 0x6b796461692e7871

var pieceKeys, sideKey = newKeys()

func newKeys() (pieces [allPieces][squares]uint64, side uint64) {
	state := uint64(hashSeed)
	side = nextKey(&state)
	for p := range pieces {
		for s := range pieces[p] {
			pieces[p][s] = nextKey(&state)
		}
	}
	return pieces, side
}

// nextKey is SplitMix64.
func nextKey(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
