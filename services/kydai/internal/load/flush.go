package load

import (
	"errors"
	"os"
	"slices"
	"time"
)

// flushTime is how long the disk of the working directory takes to keep a group
// of moves: the median of some tries, 0 where nothing can be written there. It
// bounds a hall on the same disk, whatever its processors do.
func flushTime() time.Duration {
	const tries, size = 21, 32 << 10
	file, err := os.CreateTemp(".", ".kydai-flush-*")
	if err != nil {
		return 0
	}
	defer func() { _ = errors.Join(file.Close(), os.Remove(file.Name())) }() // it held nothing
	block := make([]byte, size)
	var took []time.Duration
	for range tries {
		began := time.Now()
		if _, err := file.Write(block); err != nil {
			return 0
		}
		if err := file.Sync(); err != nil {
			return 0
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return took[tries/2]
}
