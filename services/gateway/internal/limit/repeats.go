package limit

import (
	"hash/maphash"
	"sync/atomic"
)

// slots is how many players' last moves are remembered.
const slots = 1 << 16

// Repeats remembers the last answer each player got in a game, to tell moves
// from repetitions of moves. It forgets: one player's memory may displace
// another's, and then a repetition passes as new.
type Repeats struct {
	seed  maphash.Seed
	slots [slots]atomic.Uint64 // high half: whose; low half: seq
}

// NewRepeats returns an empty memory.
func NewRepeats() *Repeats { return &Repeats{seed: maphash.MakeSeed()} }

// Seen notes that an account was answered with a seq of a game, and reports
// whether it had been before.
func (r *Repeats) Seen(account, game string, seq int32) bool {
	var h maphash.Hash
	h.SetSeed(r.seed)
	_, _ = h.WriteString(account)
	_, _ = h.WriteString(game)
	sum := h.Sum64()
	slot := &r.slots[sum%slots]
	whose := sum &^ (1<<32 - 1)
	last := slot.Load()
	if last&^(1<<32-1) == whose && int32(uint32(last)) >= seq { //nolint:gosec // the low half is a seq
		return true
	}
	slot.Store(whose | uint64(uint32(seq))) //nolint:gosec // seqs are positive
	return false
}
