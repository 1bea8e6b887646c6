package notation

import "strings"

// fold brings a text as people and sources print it into the letters that the
// readers know: full-width signs become plain ones and all dashes one.
func fold(text string) string {
	return strings.TrimSpace(strings.Map(foldRune, text))
}

func foldRune(r rune) rune {
	const wide, first, last = 'Ａ' - 'A', '！', '～'
	switch {
	case r >= first && r <= last:
		return r - wide
	case r >= '\u2010' && r <= '\u2015', r == '\u2212': // dashes and the minus sign
		return '-'
	case r == '\u3000':
		return ' '
	default:
		return r
	}
}

// capitals turns plain small letters into capitals and leaves all others alone,
// so that none of them becomes a plain one.
func capitals(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, text)
}

// digit reads a number from 1 to 9.
func digit(c byte) (int, bool) { return int(c) - '0', c >= '1' && c <= '9' }

// ordinal reads a place counted from the front, in which 0 stands for the tenth:
// a made-up position can have ten like pieces on a file.
func ordinal(c byte) (int, bool) {
	if c == '0' {
		return ranks, true
	}
	return digit(c)
}

// ordinalDigit writes what ordinal reads.
func ordinalDigit(place int) byte { return '0' + byte(place%ranks) }

// numberDigit writes a number from 1 to 9.
func numberDigit(n int) byte { return '0' + byte(n) }
