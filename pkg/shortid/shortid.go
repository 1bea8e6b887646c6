// Package shortid makes the ids that people see in addresses: of games and of
// tournaments.
package shortid

import (
	"crypto/rand"
	"strings"
)

// length is the length of an id.
const length = 12

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// New returns a random id in base58, about 70 bits.
func New() string {
	id := make([]byte, 0, length)
	var random [2 * length]byte
	for len(id) < length {
		_, _ = rand.Read(random[:]) // never fails
		for _, b := range random {
			if int(b) < 4*len(base58) && len(id) < length { // 232 of 256: no letter is likelier
				id = append(id, base58[int(b)%len(base58)])
			}
		}
	}
	return string(id)
}

// Valid reports whether a text can be an id. Others name nothing, and need not be
// looked for.
func Valid(id string) bool {
	return len(id) == length && strings.Trim(id, base58) == ""
}
