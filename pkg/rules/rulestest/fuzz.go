package rulestest

import (
	"testing"

	"kydai.dev/pkg/rules"
)

// FuzzParse fuzzes the reader of position strings, with the reference cases as
// seeds.
func FuzzParse(f *testing.F, g rules.Game) {
	for _, v := range load(f, "validity.json", g) {
		f.Add(v.Position)
	}
	for _, v := range load(f, "legal.json", g) {
		f.Add(v.Position)
	}
	f.Fuzz(func(t *testing.T, line string) { checkLine(t, g, line) })
}

// FuzzMove fuzzes the reader of moves in any position that can be read, with
// the reference cases as seeds.
func FuzzMove(f *testing.F, g rules.Game) {
	for _, v := range load(f, "legal.json", g) {
		f.Add(v.Position, "")
		if len(v.Moves) > 0 {
			f.Add(v.Position, v.Moves[0])
			f.Add(v.Position, v.Moves[len(v.Moves)-1])
		}
	}
	f.Fuzz(func(t *testing.T, line, move string) {
		if p, err := g.Parse(line); err == nil {
			checkMove(t, g, p, move)
		}
	})
}
