// Package perft prints how many sequences of legal moves a position has, the
// number by which implementations of the rules are compared.
package perft

import (
	"fmt"
	"io"

	"kydai.dev/pkg/rules"
)

// Count prints the number of sequences of depth moves, after a line for each
// first move where it is to be divided.
func Count(w io.Writer, start rules.Position, depth int, divide bool) (uint64, error) {
	leaves, err := count(w, start, depth, divide)
	if err != nil {
		return 0, err
	}
	_, err = fmt.Fprintln(w, leaves)
	return leaves, err
}

func count(w io.Writer, start rules.Position, depth int, divide bool) (uint64, error) {
	if !divide || depth == 0 {
		return start.Perft(depth), nil
	}
	var sum uint64
	for _, move := range start.Moves() {
		step, err := start.Play(move)
		if err != nil {
			return 0, fmt.Errorf("play %s: %w", move, err)
		}
		below := step.Next.Perft(depth - 1)
		if _, err := fmt.Fprintf(w, "%s %d\n", move, below); err != nil {
			return 0, err
		}
		sum += below
	}
	return sum, nil
}
