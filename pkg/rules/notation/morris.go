package notation

import (
	"strings"

	"kydai.dev/pkg/rules"
)

// morrisNotations are the notations of morris: the canonical spelling with a
// dash between the points of a move, d6-d7xa1.
var morrisNotations = []Notation{{Name: "long", Write: writeMorris, Read: readMorris}}

func writeMorris(_ rules.Position, move string) string {
	stone, removal, removes := strings.Cut(move, "x")
	if len(stone) == 4 {
		stone = stone[:2] + "-" + stone[2:]
	}
	if removes {
		stone += "x" + removal
	}
	return stone
}

// readMorris takes the dash or leaves it, and a colon for x.
func readMorris(p rules.Position, text string) (string, error) {
	move := strings.ToLower(marks.Replace(fold(text)))
	if from, rest, dashed := strings.Cut(move, "-"); dashed {
		to, _, _ := strings.Cut(rest, "x")
		if len(from) != 2 || len(to) != 2 {
			return "", rules.Malformed("%.40q is no move: write d6, d6-d7, or d6-d7xa1 with the stone that is removed", text)
		}
		move = from + rest
	}
	step, err := p.Play(move)
	return step.Move, err
}
