// Package page makes and checks the tokens by which lists are read page by
// page. A token is signed by the service that gave it, and bound to the caller
// and the filter: it opens no other list.
package page

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"time"

	"kydai.dev/pkg/errs"
)

// ErrBadToken refuses a token that was not given for this list.
var ErrBadToken = errs.New(errs.Invalid, "BAD_PAGE_TOKEN", "the page token does not belong to this list")

const macLength = 16

// Tokens makes and checks page tokens with one secret.
type Tokens struct{ secret []byte }

// NewTokens returns the tokens of a secret that all replicas share.
func NewTokens(secret []byte) Tokens { return Tokens{secret: secret} }

// Binding is what a token is bound to: the caller and every part of the
// filter.
func Binding(parts ...string) string { return fmt.Sprintf("%q", parts) }

// Seal makes the token that continues behind a row of a list ordered by time
// and id.
func (t Tokens) Seal(at time.Time, id, binding string) string {
	body := binary.BigEndian.AppendUint64(nil, uint64(at.UnixMicro())) //nolint:gosec // bits are kept
	body = append(body, id...)
	return base64.RawURLEncoding.EncodeToString(append(t.mac(body, binding), body...))
}

// Open reads a token; the empty token is the beginning of the list.
func (t Tokens) Open(token, binding string) (at time.Time, id string, err error) {
	if token == "" {
		return time.Time{}, "", nil
	}
	data, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(data) < macLength+8 {
		return time.Time{}, "", ErrBadToken
	}
	mac, body := data[:macLength], data[macLength:]
	if !hmac.Equal(mac, t.mac(body, binding)) {
		return time.Time{}, "", ErrBadToken
	}
	return time.UnixMicro(int64(binary.BigEndian.Uint64(body))).UTC(), string(body[8:]), nil //nolint:gosec // bits are kept
}

func (t Tokens) mac(body []byte, binding string) []byte {
	h := hmac.New(sha256.New, t.secret)
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(body)))) // so that no byte passes from one to the other
	h.Write(body)
	h.Write([]byte(binding))
	return h.Sum(nil)[:macLength]
}
