package notation

import "strings"

// wxf is the notation of the World Xiangqi Federation: C2=5, R+=5, 15+1.
var wxf = phrasing{
	name:    "wxf",
	append:  appendWXF,
	parse:   parseWXF,
	example: "C2=5",
}

const wxfLetters = " KAEHRCP" // by figure

var wxfWays = [...]byte{forward: '+', back: '-', sideways: '='}

// appendWXF writes pairs with a sign and larger crowds with numbers. A numbered
// soldier has no letter, any other piece keeps its own: no game needs that.
func appendWXF(text []byte, said phrase) []byte {
	letter := wxfLetters[said.figure]
	switch {
	case said.like == 1 || said.apart:
		text = append(text, letter, numberDigit(said.file))
	case said.like == 2 && said.crowded == 1:
		sign := wxfWays[forward]
		if said.place == 2 {
			sign = wxfWays[back]
		}
		text = append(text, letter, sign)
	default:
		if said.figure != soldier {
			text = append(text, letter)
		}
		text = append(text, ordinalDigit(said.place), numberDigit(said.file))
	}
	return append(text, wxfWays[said.way], numberDigit(said.number))
}

func parseWXF(text string) (asked, bool) {
	const tail, least, most = 2, 4, 5 // tail: direction and number
	if len(text) < least || len(text) > most {
		return asked{}, false
	}
	text = capitals(text)
	a, ok := wxfPiece(text[:len(text)-tail])
	var ok2, ok3 bool
	a.way, ok2 = wxfWay(text[len(text)-tail])
	a.number, ok3 = digit(text[len(text)-1])
	return a, ok && ok2 && ok3
}

// wxfPiece reads which piece is meant: C2, C+, +C, 15 or R15.
func wxfPiece(text string) (asked, bool) {
	switch sign := text[0]; {
	case sign == '+' || sign == '-':
		text = text[1:] + text[:1]
	case sign >= '0' && sign <= '9':
		text = "P" + text
	}
	a := asked{figures: wxfFigure(text[0])}
	var ok, ok2 bool
	switch which := text[1:]; {
	case which == "+":
		a.place, ok = placeFront, true
	case which == "-":
		a.place, ok = placeRear, true
	case len(which) == 1:
		a.file, ok = digit(which[0])
	case len(which) == 2:
		a.place, ok = ordinal(which[0])
		a.file, ok2 = digit(which[1])
		ok = ok && ok2
	}
	return a, ok && a.figures != 0
}

// wxfFigure reads the letter of a figure; N and B are those of position strings.
func wxfFigure(letter byte) figureSet {
	switch letter {
	case 'N':
		letter = 'H'
	case 'B':
		letter = 'E'
	}
	if i := strings.IndexByte(wxfLetters, letter); i > 0 {
		return figuresOf(figure(i))
	}
	return 0
}

func wxfWay(c byte) (way, bool) {
	switch c {
	case '+':
		return forward, true
	case '-':
		return back, true
	case '=', '.':
		return sideways, true
	default:
		return 0, false
	}
}
