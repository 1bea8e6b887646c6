package profile

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// scripts are those that people of today write names in (Unicode UAX 31, table
// 5). What is written in no other can't pass for one of them.
var scripts = []string{
	"Latin", "Han", "Hiragana", "Katakana", "Bopomofo", "Hangul", "Cyrillic", "Greek", "Arabic", "Armenian", "Bengali",
	"Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Hebrew", "Kannada", "Khmer", "Lao", "Malayalam",
	"Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thaana", "Thai", "Tibetan",
}

// companions are the scripts that may stand beside each other in one name, as
// Unicode UTS 39 has it at the level "highly restrictive". Every other script
// stands alone: an а of Cyrillic between Latin letters is there to deceive.
var companions = [][]string{
	{"Latin", "Han", "Hiragana", "Katakana"},
	{"Latin", "Han", "Bopomofo"},
	{"Latin", "Han", "Hangul"},
}

// checkScripts refuses names of several scripts, letters of none that names are
// written in, and marks that their letters are not written with.
func checkScripts(name string) error {
	var used []string
	script := ""
	for _, r := range name {
		if isMark(r) && !marks(script, r) {
			return badName(fmt.Sprintf("the mark U+%04X does not go with its letter", r))
		}
		if !isLetter(r) {
			continue // punctuation goes with all
		}
		if script = scriptOf(r); r >= '0' && r <= '9' {
			continue // so do our digits
		}
		if script == "" || script == "Latin" && !plainLatin(r) {
			return badName("it has a letter that names are not written with")
		}
		if !slices.Contains(used, script) {
			used = append(used, script)
		}
	}
	if len(used) > 1 && !slices.ContainsFunc(companions, func(set []string) bool { return within(used, set) }) {
		return badName("its letters are of several scripts")
	}
	return nil
}

// scriptOf names the script of a letter or digit, or none. Two kinds are
// Unicode's common ground but have a home here.
func scriptOf(r rune) string {
	switch {
	case r == 'ー': // lengthens vowels in Japanese
		return "Katakana"
	case r >= '٠' && r <= '٩':
		return "Arabic"
	}
	for _, name := range scripts {
		if unicode.Is(unicode.Scripts[name], r) {
			return name
		}
	}
	return ""
}

// marks reports whether letters of a script are written with a mark: one of the
// script's own, or a common one of those that living languages put there and
// that Unicode has no whole letter for. Struck-through letters, lines, and marks
// that pass for others (a comma above o is nearly ơ) are there to deceive.
func marks(script string, r rune) bool {
	switch script {
	case "": // digits have none
		return false
	case "Latin", "Greek", "Cyrillic":
		return strings.ContainsRune(europeanMarks, r)
	case "Arabic":
		return unicode.Is(unicode.Arabic, r) || r >= 0x64b && r <= 0x655 || r == 0x670
	case "Hiragana", "Katakana":
		return r == 0x3099 || r == 0x309a
	default:
		return unicode.Is(unicode.Scripts[script], r)
	}
}

// europeanMarks are accents above (and those of Vietnamese tones), the dot, ring,
// comma, cedilla, ogonek and line below.
const europeanMarks = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u030f\u0311\u0323\u0324\u0325\u0326\u0327\u0328\u0329\u0331"

// plainLatin leaves out what looks like other letters or like punctuation:
// phonetic signs, small capitals, full-width forms, clicks.
func plainLatin(r rune) bool {
	clicks := r >= 'ǀ' && r <= 'ǃ'
	return r < 0x250 && !clicks || r >= 0x1e00 && r < 0x1f00
}

func within(some, set []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(set, s) })
}
