package profile

import (
	"slices"
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

// checkScripts refuses names of several scripts, and letters of none that names
// are written in.
func checkScripts(name string) error {
	var used []string
	for _, r := range name {
		if !isLetter(r) || r >= '0' && r <= '9' {
			continue // marks go with their letters, punctuation with all
		}
		script := scriptOf(r)
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

// plainLatin leaves out what looks like other letters or like punctuation:
// phonetic signs, small capitals, full-width forms, clicks.
func plainLatin(r rune) bool {
	clicks := r >= 'ǀ' && r <= 'ǃ'
	return r < 0x250 && !clicks || r >= 0x1e00 && r < 0x1f00
}

func within(some, set []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(set, s) })
}
