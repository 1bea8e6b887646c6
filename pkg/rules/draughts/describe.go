package draughts

import (
	"math/bits"
	"strconv"

	"kydai.dev/pkg/rules"
)

// The kinds of pieces.
const (
	man  = "man"
	king = "king"
)

// Describe implements [rules.Game].
func (v *variant) Describe() rules.Description {
	d := rules.Description{
		Board: v.describeBoard(),
		Kinds: []rules.Kind{
			{Name: man, Count: bits.OnesCount64(v.home[rules.First]), Becomes: king},
			{Name: king, Letters: [2]string{kingMark, kingMark}},
		},
		Endings: []rules.Reason{
			rules.NoPieces, rules.NoMoves, rules.Repetition, rules.MoveCount, rules.Timeout,
		},
	}
	for s := range d.Colours {
		d.Colours[s] = rules.Colour{Name: v.colour(rules.Side(s)), Letter: string(v.letters[s])}
	}
	return d
}

// colour is the name of a side's list of pieces.
func (v *variant) colour(s rules.Side) string {
	if v.letters[s] == letter(white) {
		return white
	}
	return black
}

func (l *layout) describeBoard() rules.Board {
	b := rules.Board{Kind: rules.OnSquares}
	for i := range l.size {
		b.Files = append(b.Files, string(rune('a'+i)))
		b.Ranks = append(b.Ranks, strconv.Itoa(i+1))
		for rank := i % 2; rank < l.size; rank += 2 {
			b.Points = append(b.Points, rules.Point{Name: l.names[l.index(i, rank)], X: i, Y: rank})
		}
	}
	for s := rules.First; s <= rules.Second; s++ {
		b.Areas = append(
			b.Areas,
			rules.Area{Role: rules.AreaHome, Owner: s.String(), Squares: l.list(l.home[s])},
			rules.Area{Role: rules.AreaPromotion, Owner: s.String(), Squares: l.list(l.far[s])},
		)
	}
	return b
}

// list names the squares of a set, in their order.
func (l *layout) list(set uint64) []string {
	var list []string
	for ; set != 0; set &= set - 1 {
		list = append(list, l.label(set))
	}
	return list
}
