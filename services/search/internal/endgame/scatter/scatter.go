// Package scatter sets up endings at random, to try what is known of them.
package scatter

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
)

// Position is an ending of a game with so many pieces anywhere, shared out among
// the sides anyhow, with any state of the counter; the game goes on there.
func Position(g rules.Game, r *rand.Rand, pieces int) rules.Position {
	write := draughts
	switch g.Name() {
	case "morris":
		write = morris
	case "jungle":
		write = jungle
	}
	for {
		p, err := g.Parse(write(r, pieces, g.Start().Counter().Limit))
		if err == nil && p.CheckSetup() == nil && !p.Standing().Over() {
			return p
		}
	}
}

func morris(r *rand.Rand, pieces, limit int) string {
	const least = 3
	first := least + r.IntN(pieces-2*least+1)
	points := []byte(strings.Repeat("W", first) + strings.Repeat("B", pieces-first) + strings.Repeat(".", 24-pieces))
	r.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
	return fmt.Sprintf("%s %c 0 0 %d 100", rows(points, 3, 3, 3, 6, 3, 3, 3), "wb"[r.IntN(2)], r.IntN(limit))
}

func jungle(r *rand.Rand, pieces, _ int) string {
	squares := slices.Repeat([]byte{'.'}, 63)
	for i := range pieces {
		squares[r.IntN(63)] = []string{"RCDWPTLE", "rcdwptle"}[side(r, i)][r.IntN(8)]
	}
	return fmt.Sprintf("%s %c 0 100", rows(squares, 7, 7, 7, 7, 7, 7, 7, 7, 7), "rb"[r.IntN(2)])
}

// side is the side of a piece: both have one, the others are anybody's.
func side(r *rand.Rand, piece int) int {
	if piece < 2 {
		return piece
	}
	return r.IntN(2)
}

// rows prints pieces as rows of such lengths.
func rows(pieces []byte, lengths ...int) string {
	var list []string
	for _, n := range lengths {
		row := string(pieces[:n])
		for empty := n; empty > 0; empty-- { // the longest runs first
			row = strings.ReplaceAll(row, strings.Repeat(".", empty), strconv.Itoa(empty))
		}
		list, pieces = append(list, row), pieces[n:]
	}
	return strings.Join(list, "/")
}

func draughts(r *rand.Rand, pieces, limit int) string {
	var lists [2][]string
	for i := range pieces {
		file := r.IntN(8)
		square := string([]byte{'a' + byte(file), '1' + byte(2*r.IntN(4)+file%2)})
		own := &lists[side(r, i)]
		*own = append(*own, square)
	}
	var texts [2]string
	for i, list := range lists {
		slices.Sort(list)
		for j, square := range list {
			if r.IntN(2) == 0 {
				list[j] = "K" + square
			}
		}
		texts[i] = strings.Join(list, ",")
	}
	return fmt.Sprintf("%c:B%s:W%s:H%d:F100", "BW"[r.IntN(2)], texts[0], texts[1], r.IntN(limit))
}
