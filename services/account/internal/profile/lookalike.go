package profile

// lookalike is the letter or letters in whose place r could stand.
func lookalike(r rune) []rune {
	if same, ok := lookalikes[r]; ok {
		return same
	}
	return []rune{r}
}

// lookalikes are small letters by the shape of either case, since the case is
// gone when they are looked up. It is a choice from Unicode's confusables (UTS
// 39): those of the scripts that names are written in, the European ones above
// all, since a name is of one script and few others have letters of their shape.
var lookalikes = index(
	map[string]string{
		"l": "i1ıɩӏіιꙇ", "o": "0оοօσς", "rn": "mмμϻ", "vv": "wԝωաѡꙍ", "đ": "ðɖ", "ə": "ǝә", "ae": "æӕ", "oe": "œ",
		"a": "аα", "b": "вβьƅ", "c": "сϲ", "d": "ԁ", "e": "еεҽ", "f": "ϝẝſք", "g": "ցƍԍ", "h": "нηһհ", "j": "јϳյ", "k": "кκĸ",
		"n": "νոп", "p": "рρ", "q": "ԛզ", "r": "ʀг", "s": "ѕ", "t": "тτ", "u": "ս", "v": "ѵ", "x": "хχ", "y": "уυүγỿ", "z": "ζ",
		"2": "ƨꙅ", "3": "зʒȝӡ", "5": "ƽ", "6": "б", "8": "ȣ", "þ": "ƿϸ", "ө": "ѳθɵ", "ħ": "ћђ", "bl": "ы", "lo": "ю", "п": "π", "ф": "φ", "ѱ": "ψ", "л": "ᴫ", "ҷ": "ӌ", "oo": "ꚙ",
	},
	map[string]string{ // marks
		"\u0306": "\u030c", "\u0302": "\u0311", "\u0308": "\u030b", "\u0307": "\u030a", "\u0328": "\u0327\u0326\u0345", "\u0331": "\u0329",
	},
	map[string]string{ // letters of one script that differ in old prints, on some keyboards or not at all
		"口": "ロ", "力": "カ", "二": "ニ", "工": "エ", "卜": "ト", "夕": "タ", "八": "ハ", "才": "オ", "千": "チ", "一": "ー", "ヘ": "へ",
		"ي": "ىیې", "ك": "کڪ", "ه": "ہەھ", "ا": "ٱ", "و": "ۇ",
	},
)

func index(tables ...map[string]string) map[rune][]rune {
	all := map[rune][]rune{}
	for _, table := range tables {
		for letter, same := range table {
			for _, r := range same {
				all[r] = []rune(letter)
			}
		}
	}
	return all
}
