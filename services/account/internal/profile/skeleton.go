package profile

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Skeleton is what names have in common that a glance can't tell apart: the
// name in small letters without spaces and punctuation, with one letter for all
// that look like it, and with tones after the vowels they stand on, since
// Vietnamese writes both hòa and hoà. Marks count otherwise: Hùng is not Hung.
// It is compared and never shown.
func Skeleton(name string) string {
	var out, tones []rune
	for _, r := range norm.NFKD.String(strings.ToLower(norm.NFKD.String(name))) {
		switch {
		case strings.ContainsRune(punctuation, r):
			continue
		case strings.ContainsRune(toneMarks, r):
			tones = append(tones, r)
			continue
		case unicode.Is(unicode.Nd, r):
			r = digit(r)
		}
		for _, c := range lookalike(r) {
			if !unicode.Is(unicode.Mn, c) && !strings.ContainsRune(vowels, c) {
				out, tones = append(out, tones...), nil
			}
			out = append(out, c)
		}
	}
	return string(append(out, tones...))
}

// vowels are those that a tone is written on one or the other of: oa, oe, uy.
const vowels = "aeouy"

// toneMarks are the grave, acute, tilde, hook and dot below of Vietnamese.
const toneMarks = "\u0300\u0301\u0303\u0309\u0323"

// digit is the value of a digit of any script, as a digit of ours. Unicode
// keeps the ten of a script together.
func digit(r rune) rune {
	for _, in := range unicode.Nd.R16 {
		if r >= rune(in.Lo) && r <= rune(in.Hi) {
			return '0' + (r-rune(in.Lo))%10
		}
	}
	for _, in := range unicode.Nd.R32 {
		if r >= rune(in.Lo) && r <= rune(in.Hi) {
			return '0' + (r-rune(in.Lo))%10
		}
	}
	return r
}
