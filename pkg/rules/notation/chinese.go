package notation

import "kydai.dev/pkg/rules"

// chinese is the Chinese notation in simplified characters: 炮二平五, 马8进7,
// 前车退一.
var chinese = phrasing{
	name:    "chinese",
	append:  simplified.append,
	parse:   parseChinese,
	example: "炮二平五",
}

// chineseTraditional is the same in traditional characters: 馬8進7, 後車退一.
var chineseTraditional = phrasing{
	name:    "chinese_traditional",
	append:  traditional.append,
	parse:   parseChinese,
	example: "炮二平五",
}

// script is a set of characters.
type script struct {
	names [2][figures]string // by side
	marks [numbered]string
	ways  [3]string
}

var (
	simplified = script{
		names: [2][figures]string{
			rules.First:  {"", "帅", "仕", "相", "马", "车", "炮", "兵"},
			rules.Second: {"", "将", "士", "象", "马", "车", "炮", "卒"},
		},
		marks: [numbered]string{front: "前", middle: "中", rear: "后"},
		ways:  [3]string{forward: "进", back: "退", sideways: "平"},
	}
	traditional = script{
		names: [2][figures]string{
			rules.First:  {"", "帥", "仕", "相", "馬", "車", "炮", "兵"},
			rules.Second: {"", "將", "士", "象", "馬", "車", "砲", "卒"},
		},
		marks: [numbered]string{front: "前", middle: "中", rear: "後"},
		ways:  [3]string{forward: "進", back: "退", sideways: "平"},
	}
	chineseNumerals = [...]string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"}
)

// append writes a move. Soldiers on several crowded files are named by their
// file in place of their name; other crowds need both, and come from no game.
func (c *script) append(text []byte, said phrase) []byte {
	mark := said.mark()
	if said.apart {
		mark = alone
	}
	switch mark {
	case alone:
	case numbered:
		text = append(text, chineseNumerals[said.place]...)
	default:
		text = append(text, c.marks[mark]...)
	}
	if mark == alone || said.figure != soldier || said.crowded == 1 {
		text = append(text, c.names[said.side][said.figure]...)
	}
	if mark == alone || said.crowded > 1 || mark == numbered && said.figure != soldier {
		text = appendChineseNumber(text, said.side, said.file)
	}
	text = append(text, c.ways[said.way]...)
	return appendChineseNumber(text, said.side, said.number)
}

// appendChineseNumber writes a file or number of steps as the side's sources
// print it: red in Chinese numerals, black in digits.
func appendChineseNumber(text []byte, s rules.Side, n int) []byte {
	if s == rules.Second {
		return append(text, numberDigit(n))
	}
	return append(text, chineseNumerals[n]...)
}
