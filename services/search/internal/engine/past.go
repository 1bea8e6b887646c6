package engine

import (
	"fmt"

	"kydai.dev/pkg/rules"
)

// Replay makes moves given by their texts, which must be legal one after another.
func Replay(b Board, moves []string) error {
	var list []Move
	for i, text := range moves {
		list = b.Moves(list[:0])
		found := false
		for _, m := range list {
			if found = b.Text(m) == text; found {
				b.Make(m)
				break
			}
		}
		if !found {
			return fmt.Errorf("move %d: %.20q is not legal", i+1, text)
		}
	}
	return nil
}

// Foreign is the error of a game that is asked to play the position of another.
func Foreign(p rules.Position) error { return fmt.Errorf("%T is a position of another game", p) }
