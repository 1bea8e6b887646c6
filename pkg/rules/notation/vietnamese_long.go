package notation

import (
	"strings"
	"unicode"
)

// vietnameseLong is the form that is read aloud: Pháo 2 bình 5, Xe trước tấn 1,
// Tốt thứ 2 lộ 5 tấn 1.
var vietnameseLong = phrasing{
	name:    "vietnamese_long",
	append:  appendVietnameseLong,
	parse:   parseVietnamese,
	example: "Pháo 2 bình 5",
}

var (
	vietnameseNames     = [figures]string{"", "Tướng", "Sĩ", "Tượng", "Mã", "Xe", "Pháo", "Tốt"}
	vietnameseMarkWords = [...]string{alone: "", front: " trước", middle: " giữa", rear: " sau", numbered: " thứ "}
	vietnameseWayWords  = [...]string{forward: " tấn ", back: " thoái ", sideways: " bình "}
)

func appendVietnameseLong(text []byte, said phrase) []byte {
	text = append(text, vietnameseNames[said.figure]...)
	mark := said.mark()
	text = append(text, vietnameseMarkWords[mark]...)
	if mark == numbered {
		text = append(text, ordinalDigit(said.place))
	}
	if mark != alone && said.namesFile(mark) {
		text = append(text, " lộ"...)
	}
	if said.namesFile(mark) {
		text = append(text, ' ', numberDigit(said.file))
	}
	text = append(text, vietnameseWayWords[said.way]...)
	return append(text, numberDigit(said.number))
}

// vietnameseWords turn the words behind the name, without their accents, into
// the signs of the short form. The empty ones only help to read aloud.
var vietnameseWords = map[string]string{
	"truoc": "T", "giua": "G", "sau": "S", "thu": "", "lo": "", "cot": "",
	"tan": ".", "tien": ".", "thoai": "/", "lui": "/", "binh": "-",
}

// parseVietnameseLong takes the words with accents, composed or not, or without.
// The accent matters in one place only: tướng is the general, tượng the elephant.
func parseVietnameseLong(text string) (asked, bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return asked{}, false
	}
	set := vietnameseNamed(words[0])
	var signs strings.Builder
	for _, word := range words[1:] {
		plain, _ := unaccented(word)
		sign, known := vietnameseWords[plain]
		switch {
		case known:
			signs.WriteString(sign)
		case len(word) == 1 && word[0] >= '0' && word[0] <= '9':
			signs.WriteString(word)
		default:
			return asked{}, false
		}
	}
	const tail, least = 2, 3 // direction and number; and which piece
	which := signs.String()
	if set == 0 || len(which) < least {
		return asked{}, false
	}
	return askedInVietnamese(set, which[:len(which)-tail], which[len(which)-tail:])
}

// vietnameseNamed reads the name of a figure, which may fit two of them.
func vietnameseNamed(word string) figureSet {
	plain, tone := unaccented(word)
	switch plain {
	case "tuong":
		switch tone {
		case acute:
			return figuresOf(general)
		case dotBelow:
			return figuresOf(elephant)
		default:
			return figuresOf(general, elephant)
		}
	case "si":
		return figuresOf(advisor)
	case "ma":
		return figuresOf(horse)
	case "xe":
		return figuresOf(chariot)
	case "phao":
		return figuresOf(cannon)
	case "tot", "binh":
		return figuresOf(soldier)
	default:
		return 0
	}
}

// The tone marks that tell words apart, as combining characters.
const (
	acute    = '\u0301'
	dotBelow = '\u0323'
)

// vowelRows are the vowels of Vietnamese with each tone; a column has one base.
var vowelRows = []struct {
	tone   rune
	vowels string
}{
	{0, "aăâeêioôơuưy"},
	{acute, "áắấéếíóốớúứý"},
	{'\u0300', "àằầèềìòồờùừỳ"},
	{'\u0309', "ảẳẩẻểỉỏổởủửỷ"},
	{'\u0303', "ãẵẫẽễĩõỗỡũữỹ"},
	{dotBelow, "ạặậẹệịọộợụựỵ"},
}

type vowel struct{ base, tone rune }

var vowels = newVowels()

func newVowels() map[rune]vowel {
	const bases = "aaaeeiooouuy"
	all := map[rune]vowel{}
	for _, row := range vowelRows {
		for i, r := range []rune(row.vowels) {
			all[r] = vowel{rune(bases[i]), row.tone}
		}
	}
	return all
}

// unaccented returns a word in small letters without any accent, and its tone
// mark if it has one.
func unaccented(word string) (plain string, tone rune) {
	plain = strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		if v, ok := vowels[r]; ok {
			if v.tone != 0 {
				tone = v.tone
			}
			return v.base
		}
		if r == acute || r == dotBelow {
			tone = r
		}
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, word)
	return plain, tone
}
