package session

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// Secret is 256 bits from a secure random source.
type Secret [32]byte

// prefix tells what a string is to people and to scanners for leaked secrets.
const prefix = "krt_"

// encoding is strict, so that a token has one spelling.
var encoding = base64.RawURLEncoding.Strict()

// Token is a refresh token: a secret that all tokens of a family share, and
// one of its own. Only hashes of them are stored. Who knows the first but not
// the good second had a token of the family once, however long ago: that is
// how reuse is known without keeping every token that ever was.
type Token struct {
	family, own Secret
}

// NewToken returns the first token of a family.
func NewToken(family, own Secret) Token { return Token{family: family, own: own} }

// ParseToken reads what Text has written.
func ParseToken(text string) (Token, error) {
	body, ok := strings.CutPrefix(text, prefix)
	raw, err := encoding.DecodeString(body)
	if !ok || err != nil {
		return Token{}, ErrBadRefresh
	}
	return fromBytes(raw)
}

// Text writes the token for the client.
func (t Token) Text() string { return prefix + encoding.EncodeToString(t.bytes()) }

// String says what it is and not more, so that no log ever holds a token.
func (Token) String() string { return "refresh token" }

// Family is the hash that finds the token's session.
func (t Token) Family() []byte { return hash(t.family[:]) }

// Hash is the token's own hash.
func (t Token) Hash() []byte { return hash(t.bytes()) }

func hash(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:]
}

func (t Token) bytes() []byte { return append(t.family[:], t.own[:]...) }

func fromBytes(raw []byte) (Token, error) {
	var t Token
	if len(raw) != len(t.family)+len(t.own) {
		return Token{}, ErrBadRefresh
	}
	copy(t.family[:], raw)
	copy(t.own[:], raw[len(t.family):])
	return t, nil
}

// next is the token that follows in the family.
func (t Token) next(own Secret) Token { return Token{family: t.family, own: own} }

// seal encrypts the successor so that only the token itself opens it: the
// database alone gives nobody a good token.
func (t Token) seal(next Token) []byte {
	return t.cipher().Seal(nil, nonce, next.own[:], nil)
}

func (t Token) open(sealed []byte) (Token, bool) {
	own, err := t.cipher().Open(nil, nonce, sealed, nil)
	if err != nil || len(own) != len(t.own) {
		return Token{}, false
	}
	return t.next(Secret(own)), true
}

// nonce may be fixed: a token is spent once, so only one successor is ever
// kept that its key encrypted.
var nonce = make([]byte, 12)

func (t Token) cipher() cipher.AEAD {
	key, err := hkdf.Key(sha256.New, t.bytes(), nil, "kydai refresh successor", 32)
	if err != nil {
		panic("session: " + err.Error()) // only for lengths that HKDF can't give
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		panic("session: " + err.Error()) // only for keys of another length
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic("session: " + err.Error()) // only for other block sizes
	}
	return aead
}
