package signin

import (
	"strings"
	"unicode"
)

// The longest parts of an address (RFC 5321 §4.5.3.1).
const (
	maxEmail = 254
	maxLocal = 64
	maxLabel = 63
)

var errBadEmail = ErrBadEmail.At("email", "must be an address such as minh@example.com")

// ParseEmail reads an address and writes it in its one spelling: in small
// letters, as every provider of mail reads it. Letters beyond ASCII and quoted
// names are not accepted: hardly anybody has them, and they deceive.
func ParseEmail(s string) (string, error) {
	if strings.ContainsFunc(s, isForeign) { // first: some have small letters that are not
		return "", errBadEmail
	}
	s = strings.ToLower(strings.TrimSpace(s))
	local, domain, _ := strings.Cut(s, "@")
	if len(s) > maxEmail || len(local) > maxLocal || !dotted(local, isAtom) || !isDomain(domain) {
		return "", errBadEmail
	}
	return s, nil
}

func isDomain(s string) bool {
	labels := strings.Split(s, ".")
	for _, l := range labels {
		if len(l) > maxLabel || strings.HasPrefix(l, "-") || strings.HasSuffix(l, "-") {
			return false
		}
	}
	last := labels[len(labels)-1]
	return len(labels) > 1 && dotted(s, isHost) && strings.IndexFunc(last, isLetter) >= 0
}

// dotted reports whether a text is made of the characters, with single dots
// between.
func dotted(s string, is func(rune) bool) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || strings.ContainsFunc(part, func(r rune) bool { return !is(r) }) {
			return false
		}
	}
	return true
}

func isForeign(r rune) bool { return r > unicode.MaxASCII }

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' }
func isHost(r rune) bool   { return isLetter(r) || r >= '0' && r <= '9' || r == '-' }
func isAtom(r rune) bool   { return isHost(r) || strings.ContainsRune("!#$%&'*+/=?^_`{|}~", r) }
