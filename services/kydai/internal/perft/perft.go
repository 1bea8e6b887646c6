// Package perft prints how many sequences of legal moves a position has, the
// number by which implementations of the rules are compared.
package perft

import (
	"fmt"
	"io"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/rules"
)

// Job is what to count.
type Job struct {
	Start rules.Position
	// Depth is the length of the sequences in plies.
	Depth int
	// Divide prints the count of each first move, too.
	Divide bool
	// Threads is how many count at once; at least 1.
	Threads int
}

// Count prints the number of sequences, after a line for each first move where
// it is to be divided.
func Count(w io.Writer, j Job) (uint64, error) {
	if j.Depth == 0 {
		_, err := fmt.Fprintln(w, 1)
		return 1, err
	}
	moves := j.Start.Moves()
	below, err := j.count(moves)
	if err != nil {
		return 0, err
	}
	var leaves uint64
	for i, move := range moves {
		leaves += below[i]
		if !j.Divide {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s %d\n", move, below[i]); err != nil {
			return 0, err
		}
	}
	_, err = fmt.Fprintln(w, leaves)
	return leaves, err
}

// count counts below each first move. The work is cut at the second move, so
// that the threads end together.
func (j Job) count(first []string) ([]uint64, error) {
	below := make([]atomic.Uint64, len(first))
	var group errgroup.Group
	group.SetLimit(j.Threads)
	for i, move := range first {
		step, err := j.Start.Play(move)
		if err != nil {
			return nil, fmt.Errorf("play %s: %w", move, err)
		}
		for _, part := range parts(step.Next, j.Depth-1) {
			group.Go(func() error {
				leaves, err := part.leaves()
				below[i].Add(leaves)
				return err
			})
		}
	}
	err := group.Wait()
	counts := make([]uint64, len(first))
	for i := range below {
		counts[i] = below[i].Load()
	}
	return counts, err
}

// part is a piece of the tree: what lies below a position, or below one move
// from it.
type part struct {
	from  rules.Position
	move  string // empty for the whole of it
	depth int    // in plies from the position
}

// parts cuts what lies below a position: into its moves where they are worth a
// part of their own.
func parts(p rules.Position, depth int) []part {
	const least = 3
	if depth < least {
		return []part{{from: p, depth: depth}}
	}
	var list []part
	for _, move := range p.Moves() {
		list = append(list, part{p, move, depth})
	}
	return list
}

func (p part) leaves() (uint64, error) {
	if p.move == "" {
		return p.from.Perft(p.depth), nil
	}
	step, err := p.from.Play(p.move)
	if err != nil {
		return 0, fmt.Errorf("play %s: %w", p.move, err)
	}
	return step.Next.Perft(p.depth - 1), nil
}
