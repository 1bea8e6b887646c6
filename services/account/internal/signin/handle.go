package signin

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// prefix tells people and scanners for leaked secrets what a handle is.
const prefix = "ksi_"

// encoding is strict, so that a handle has one spelling.
var encoding = base64.RawURLEncoding.Strict()

// Handle is what the client of a sign-in holds, and nobody else: it comes back
// in no address, so that a link from a stranger finishes nothing. Only its hash
// is stored.
type Handle [32]byte

// ParseHandle reads what Text has written.
func ParseHandle(text string) (Handle, error) {
	body, ok := strings.CutPrefix(text, prefix)
	raw, err := encoding.DecodeString(body)
	if !ok || err != nil || len(raw) != len(Handle{}) {
		return Handle{}, ErrBadState
	}
	return Handle(raw), nil
}

// Text writes the handle for the client.
func (h Handle) Text() string { return prefix + encoding.EncodeToString(h[:]) }

// String says what it is and not more, so that no log ever holds one.
func (Handle) String() string { return "handle" }

// Key is the hash that finds what was begun.
func (h Handle) Key() []byte {
	sum := sha256.Sum256(h[:])
	return sum[:]
}

// Secret is the service's own, under which it derives and hides things.
type Secret []byte

// mac binds a text to a purpose.
func (s Secret) mac(purpose, text string) []byte {
	m := hmac.New(sha256.New, s)
	m.Write([]byte(purpose + "\x00" + text))
	return m.Sum(nil)
}

// Code hides a code of few digits: without the secret and the handle, what is
// stored of it tells nothing.
func (s Secret) Code(h Handle, code string) []byte { return s.mac("code", h.Text()+code) }

// Trip is a person's way to a provider and back.
type Trip struct {
	// State comes back with the person, Nonce in the provider's token; Verifier
	// is told to the provider at the end, and its hash at the beginning (PKCE).
	State, Nonce, Verifier string
	// Redirect is where the person comes back.
	Redirect string
}

// Return is what a person brings back from a provider.
type Return struct {
	// Code is for the provider alone.
	Code string
	// Issuer is who the provider says that it is; empty where it does not.
	Issuer string
}

// Trip derives what a sign-in is recognized by. Nothing of it is stored, and
// neither the client nor the database alone knows it.
func (s Secret) Trip(h Handle, redirect string) Trip {
	derive := func(purpose string) string { return encoding.EncodeToString(s.mac(purpose, h.Text())) }
	return Trip{State: derive("state"), Nonce: derive("nonce"), Verifier: derive("verifier"), Redirect: redirect}
}

// Same reports whether two MACs are the same, in constant time.
func Same(a, b []byte) bool { return hmac.Equal(a, b) }

// Counter names what is counted: an address or a caller, unreadable.
func (s Secret) Counter(kind, of string) []byte { return s.mac("counter "+kind, of) }
