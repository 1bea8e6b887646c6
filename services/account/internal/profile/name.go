package profile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxName is the most characters of a name, after composition.
const maxName = 30

// maxMarks is the most marks on one letter; more than living scripts need
// would climb out of the line.
const maxMarks = 3

// punctuation may stand in a name, one at a time between letters and digits.
// No script can be written with it, and no mark-up.
const punctuation = " .-_'’·"

// ParseName reads a player's name: letters of one script with their marks,
// digits, single spaces and a little punctuation, composed so that one name has
// one spelling. Nothing in it is invisible or changes the direction of writing.
func ParseName(s string) (string, error) {
	if !utf8.ValidString(s) {
		return "", badName("it is not UTF-8")
	}
	name := norm.NFC.String(s)
	if utf8.RuneCountInString(name) > maxName {
		return "", badName(fmt.Sprintf("it is longer than %d characters", maxName))
	}
	if err := checkRunes(name); err != nil {
		return "", err
	}
	if err := checkScripts(name); err != nil {
		return "", err
	}
	if reserved(name) {
		return "", ErrReserved.At("name", "is kept for the hall")
	}
	return name, nil
}

// checkRunes reads a composed name from left to right.
func checkRunes(name string) error {
	last, marks := ' ', 0 // as if after a space, where only a letter or digit may stand
	for _, r := range name {
		switch {
		case isLetter(r):
			marks = 0
		case isMark(r) && (isLetter(last) || isMark(last)):
			if marks++; marks > maxMarks {
				return badName("it has too many marks on one letter")
			}
		case strings.ContainsRune(punctuation, r) && (!strings.ContainsRune(punctuation, last) || last == '.' && r == ' '):
		case strings.ContainsRune(punctuation, r):
			return badName("spaces and punctuation stand alone, between letters or digits")
		default:
			return badName(fmt.Sprintf("the character U+%04X is not accepted", r))
		}
		last = r
	}
	if last != '.' && strings.ContainsRune(punctuation, last) {
		return badName("it must end with a letter or a digit")
	}
	return nil
}

func badName(why string) error { return ErrBadName.Saying(why).At("name", why) }

func isLetter(r rune) bool {
	return (unicode.IsLetter(r) || unicode.Is(unicode.Nd, r)) && !invisible(r)
}

func isMark(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Mc) && !invisible(r) }

// invisible are letters and marks that show nothing, such as fillers.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// letters of made-up names leave out those that look alike.
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// MadeUpName names a guest who gave no name: Khách-7F3K.
func MadeUpName(random [4]byte) string { return "Khách-" + code(random[:]) }

// MadeUpPlayer names a player until the player does: Người chơi-7F3K2A. It is
// longer than a guest's, since no two may be the same.
func MadeUpPlayer(random [6]byte) string { return "Người chơi-" + code(random[:]) }

func code(random []byte) string {
	text := make([]byte, len(random))
	for i, b := range random {
		text[i] = letters[int(b)%len(letters)]
	}
	return string(text)
}

// Numbered is a name with a number behind it, for who can't have the name alone.
// Digits go with every script.
func Numbered(name, number string) string {
	runes := []rune(name)
	short := string(runes[:min(len(runes), maxName-1-len(number))])
	return strings.TrimRight(short, punctuation) + "-" + number
}

// Suggest is the name by which a provider knows somebody, where players may have
// it.
func Suggest(name string) string {
	name, err := ParseName(strings.Join(strings.Fields(name), " "))
	if err != nil {
		return ""
	}
	return name
}
