package arbiter

import (
	"crypto/rand"
	"strings"
)

// idLength is the length of a game's id.
const idLength = 12

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// newID returns a random id in base58, about 70 bits.
func newID() string {
	id := make([]byte, 0, idLength)
	var random [2 * idLength]byte
	for len(id) < idLength {
		_, _ = rand.Read(random[:]) // never fails
		for _, b := range random {
			if int(b) < 4*len(base58) && len(id) < idLength { // 232 of 256: no letter is likelier
				id = append(id, base58[int(b)%len(base58)])
			}
		}
	}
	return string(id)
}

// isID reports whether a text can be a game's id. Others name no game, and
// would only push games out of the memory.
func isID(id string) bool {
	return len(id) == idLength && strings.Trim(id, base58) == ""
}
