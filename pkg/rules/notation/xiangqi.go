package notation

import "kydai.dev/pkg/rules"

// xiangqi are the notations of xiangqi (games.md §3).
var xiangqi = []Notation{
	{Name: iccs, Write: writeICCS, Read: readICCS},
	vietnamese.notation(),
	vietnameseLong.notation(),
	wxf.notation(),
	chinese.notation(),
	chineseTraditional.notation(),
}

// phrasing is a notation of xiangqi that names a move as its mover sees it. All
// of them say the same things of a move, in other words.
type phrasing struct {
	name    string
	append  func(text []byte, said phrase) []byte
	parse   func(text string) (asked, bool)
	example string // one move for those whose text can't be read
}

func (n phrasing) notation() Notation {
	return Notation{
		Name: n.name,
		Write: func(p rules.Position, move string) string {
			return n.text(phraseOf(p, move))
		},
		Read: func(p rules.Position, text string) (string, error) {
			a, ok := n.parse(fold(text))
			if !ok {
				return "", rules.Malformed("%.30q is no move of this notation: write such as %s", text, n.example)
			}
			return a.find(p, text)
		},
	}
}

func (n phrasing) text(said phrase) string {
	return string(n.append(make([]byte, 0, longestText), said))
}

// longestText is enough bytes for a move in any notation.
const longestText = 40

// phrasings are the notations that share their look at the board.
var phrasings = [...]*phrasing{&vietnamese, &vietnameseLong, &wxf, &chinese, &chineseTraditional}

// xiangqiTexts writes a move in all notations, in one piece of memory.
func xiangqiTexts(p rules.Position, move string) Texts {
	said := phraseOf(p, move)
	var ends [len(phrasings)]int
	text := make([]byte, 0, len(phrasings)*longestText)
	for i, n := range phrasings {
		text = n.append(text, said)
		ends[i] = len(text)
	}
	all, from := string(text), 0
	texts := append(make(Texts, 0, 1+len(phrasings)), Text{iccs, move})
	for i, n := range phrasings {
		texts = append(texts, Text{n.name, all[from:ends[i]]})
		from = ends[i]
	}
	return texts
}
