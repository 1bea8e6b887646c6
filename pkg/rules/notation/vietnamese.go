package notation

import "strings"

// vietnamese is the short Vietnamese form: P2-5, M8.7, Xt/1, B25.1.
var vietnamese = phrasing{
	name:    "vietnamese",
	append:  appendVietnamese,
	parse:   parseVietnamese,
	example: "P2-5",
}

var (
	vietnameseLetters = [figures]string{"", "Tg", "S", "T", "M", "X", "P", "B"}
	vietnameseMarks   = [numbered]byte{front: 't', middle: 'g', rear: 's'}
	vietnameseWays    = [...]byte{forward: '.', back: '/', sideways: '-'}
)

func appendVietnamese(text []byte, said phrase) []byte {
	text = append(text, vietnameseLetters[said.figure]...)
	mark := said.mark()
	switch mark {
	case alone:
	case numbered:
		text = append(text, ordinalDigit(said.place))
	default:
		text = append(text, vietnameseMarks[mark])
	}
	if said.namesFile(mark) {
		text = append(text, numberDigit(said.file))
	}
	return append(text, vietnameseWays[said.way], numberDigit(said.number))
}

// namesFile reports whether the file is written beside a mark: unless the words
// alone say which piece it is.
func (s stand) namesFile(m mark) bool { return m == alone || m == numbered || s.crowded > 1 }

// parseVietnamese takes either form under either name: people mix them, and no
// text is read two ways.
func parseVietnamese(text string) (asked, bool) {
	if a, ok := parseVietnameseShort(text); ok {
		return a, true
	}
	return parseVietnameseLong(text)
}

func parseVietnameseShort(text string) (asked, bool) {
	text = capitals(text)
	figure, rest := general, strings.TrimPrefix(text, "TG")
	if rest == text {
		if figure = vietnameseFigure(text); figure == 0 {
			return asked{}, false
		}
		rest = text[1:]
	}
	const tail = 2 // direction and number
	if len(rest) <= tail {
		return asked{}, false
	}
	return askedInVietnamese(figuresOf(figure), rest[:len(rest)-tail], rest[len(rest)-tail:])
}

// vietnameseFigure reads the letter of a figure, except the general's two.
func vietnameseFigure(text string) figure {
	for f := advisor; f < figures; f++ {
		if strings.HasPrefix(text, vietnameseLetters[f]) {
			return f
		}
	}
	return 0
}

// askedInVietnamese reads which piece is meant and what it does (.1). Only
// soldiers have a middle one, or Tg5 could be an elephant.
func askedInVietnamese(set figureSet, which, does string) (asked, bool) {
	place, file, ok := vietnamesePiece(which)
	way, ok2 := vietnameseWay(does[0])
	number, ok3 := digit(does[1])
	ok = ok && (place != placeMiddle || set == figuresOf(soldier))
	return asked{figures: set, file: file, place: place, way: way, number: number}, ok && ok2 && ok3
}

// vietnamesePiece reads which piece is meant: 5, T, T5 or 25.
func vietnamesePiece(which string) (place, file int, ok bool) {
	place, ok = vietnamesePlace(which[0])
	switch {
	case len(which) == 1 && ok:
		return place, 0, true
	case len(which) == 1:
		file, ok = digit(which[0])
		return placeUnsaid, file, ok
	case len(which) == 2 && !ok:
		place, ok = ordinal(which[0])
	}
	file, last := digit(which[len(which)-1])
	return place, file, ok && last && len(which) == 2
}

func vietnamesePlace(c byte) (int, bool) {
	switch c {
	case 'T':
		return placeFront, true
	case 'G':
		return placeMiddle, true
	case 'S':
		return placeRear, true
	default:
		return placeUnsaid, false
	}
}

// vietnameseWay also takes what stands for these directions elsewhere, where it
// can't be mistaken. A dash is always sideways here.
func vietnameseWay(c byte) (way, bool) {
	switch c {
	case '.', '+':
		return forward, true
	case '/':
		return back, true
	case '-', '=':
		return sideways, true
	default:
		return 0, false
	}
}
