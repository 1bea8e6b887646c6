package desk

import "crypto/rand"

// idLength is the length of a tournament's id.
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
