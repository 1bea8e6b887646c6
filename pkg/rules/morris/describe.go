package morris

import (
	"slices"
	"strings"

	"kydai.dev/pkg/rules"
)

// stone is the one kind of piece.
const stone = "stone"

// Describe implements [rules.Game].
func (game) Describe() rules.Description {
	d := rules.Description{
		Board: describeBoard(),
		Kinds: []rules.Kind{{Name: stone, Letters: [2]string{stoneLetters[:1], stoneLetters[1:]}, Count: stones}},
		Endings: []rules.Reason{
			rules.FewStones, rules.NoMoves, rules.Repetition, rules.MoveCount, rules.Timeout,
		},
	}
	for s := range d.Colours {
		d.Colours[s] = rules.Colour{Name: colours[s], Letter: sideLetters[s : s+1]}
	}
	return d
}

func describeBoard() rules.Board {
	b := rules.Board{Kind: rules.OnPoints, Mills: mills()}
	for i := range rows {
		b.Files = append(b.Files, string(rune('a'+i)))
		b.Ranks = append(b.Ranks, string(rune('1'+i)))
	}
	for _, p := range everywhere.sorted() {
		name := p.String()
		b.Points = append(b.Points, rules.Point{Name: name, X: int(name[0] - 'a'), Y: int(name[1] - '1')})
		for _, q := range neighbours[p].sorted() {
			if name < q.String() {
				b.Lines = append(b.Lines, rules.Segment{From: name, To: q.String(), Kind: rules.LineGrid})
			}
		}
	}
	return b
}

// mills are the lines on which a third stone closes what two have begun. On
// every line the names of the points sort along it.
func mills() [][3]string {
	var list [][3]string
	all := everywhere.sorted()
	for i, a := range all {
		for j, b := range all[i+1:] {
			for _, c := range all[i+j+2:] {
				if (a.set() | b.set()).closing().has(c) {
					list = append(list, [3]string{a.String(), b.String(), c.String()})
				}
			}
		}
	}
	return list
}

// sorted lists the points of a set by name: by file, then by rank.
func (s set) sorted() []point {
	var list []point
	for ; s != 0; s &= s - 1 {
		list = append(list, s.first())
	}
	slices.SortFunc(list, func(p, q point) int { return strings.Compare(p.String(), q.String()) })
	return list
}
