package notation

import "strings"

// chineseFigures are the characters of the figures, of both sides, both scripts
// and older prints.
var chineseFigures = [figures]string{"", "帅帥将將", "士仕", "象相", "马馬傌", "车車俥", "炮砲包", "兵卒"}

// parseChinese reads both scripts, digits and numerals alike.
func parseChinese(text string) (asked, bool) {
	const tail, least, most = 2, 4, 5 // tail: direction and number
	runes := []rune(text)
	if len(runes) < least || len(runes) > most {
		return asked{}, false
	}
	a, ok := chinesePiece(runes[:len(runes)-tail])
	var ok2, ok3 bool
	a.way, ok2 = chineseWay(runes[len(runes)-tail])
	a.number, ok3 = chineseNumber(runes[len(runes)-1])
	return a, ok && ok2 && ok3
}

// chinesePiece reads which piece is meant: 炮二, 前炮, 炮前, 二兵, 前三, 二三 or
// 二车三. A number in front counts like pieces, one behind is a file.
func chinesePiece(text []rune) (asked, bool) {
	var a asked
	if len(text) == 2 && chineseFigure(text[0]) != 0 && chineseMark(text[1]) != placeUnsaid {
		text[0], text[1] = text[1], text[0]
	}
	if a.place = chinesePlace(text[0]); a.place != placeUnsaid {
		text = text[1:]
	}
	if a.figures = chineseFigure(text[0]); a.figures != 0 {
		text = text[1:]
	} else {
		a.figures = figuresOf(soldier)
	}
	if len(text) == 0 {
		return a, a.place != placeUnsaid
	}
	var ok bool
	a.file, ok = chineseNumber(text[0])
	return a, ok && len(text) == 1
}

func chineseFigure(r rune) figureSet {
	for f := general; f < figures; f++ {
		if strings.ContainsRune(chineseFigures[f], r) {
			return figuresOf(f)
		}
	}
	return 0
}

func chineseMark(r rune) int {
	switch r {
	case '前':
		return placeFront
	case '中':
		return placeMiddle
	case '后', '後':
		return placeRear
	default:
		return placeUnsaid
	}
}

// chinesePlace reads a mark or a number from the front.
func chinesePlace(r rune) int {
	if place := chineseMark(r); place != placeUnsaid {
		return place
	}
	if r == '十' {
		return ranks
	}
	n, _ := chineseNumber(r)
	return n
}

// chineseNumber reads a number from 1 to 9; 0 if it is none.
func chineseNumber(r rune) (int, bool) {
	if r >= '1' && r <= '9' {
		return int(r - '0'), true
	}
	for n, numeral := range chineseNumerals[:files+1] {
		if numeral == string(r) {
			return n, true
		}
	}
	return 0, false
}

func chineseWay(r rune) (way, bool) {
	switch r {
	case '进', '進':
		return forward, true
	case '退':
		return back, true
	case '平':
		return sideways, true
	default:
		return 0, false
	}
}
