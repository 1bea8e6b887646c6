package lobby

import (
	"crypto/rand"

	"github.com/google/uuid"

	"kydai.dev/services/matchmaking/internal/room"
)

// newID returns an id that sorts by the time at which it was made.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// coin decides who moves first.
func coin() bool {
	var b [1]byte
	_, _ = rand.Read(b[:]) // never fails
	return b[0]&1 == 1
}

// newCode returns a random code, about 30 bits.
func newCode() string {
	const n = len(room.CodeAlphabet)
	code := make([]byte, 0, room.CodeLength)
	var random [2 * room.CodeLength]byte
	for len(code) < room.CodeLength {
		_, _ = rand.Read(random[:]) // never fails
		for _, b := range random {
			if int(b) < 256/n*n && len(code) < room.CodeLength { // no character is likelier
				code = append(code, room.CodeAlphabet[int(b)%n])
			}
		}
	}
	return string(code)
}
