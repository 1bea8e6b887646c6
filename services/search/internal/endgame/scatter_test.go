package endgame_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// scatterMorris prints a position with stones on any points and any counter.
func scatterMorris(r *rand.Rand, first, second int) string {
	stones := strings.Repeat("W", first) + strings.Repeat("B", second) + strings.Repeat(".", 24-first-second)
	shuffled := []byte(stones)
	r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	var rows []string
	for _, n := range []int{3, 3, 3, 6, 3, 3, 3} {
		rows = append(rows, digits(shuffled[:n]))
		shuffled = shuffled[n:]
	}
	return fmt.Sprintf("%s %c 0 0 %d 30", strings.Join(rows, "/"), "wb"[r.IntN(2)], r.IntN(50))
}

// digits writes runs of points as numbers.
func digits(row []byte) string {
	text, empty := "", 0
	for i, c := range row {
		if c == '.' {
			empty++
		}
		if empty > 0 && (c != '.' || i == len(row)-1) {
			text += fmt.Sprint(empty)
			empty = 0
		}
		if c != '.' {
			text += string(c)
		}
	}
	return text
}

// scatterJungle prints two or three pieces anywhere, many where none may be.
func scatterJungle(r *rand.Rand) string {
	squares := slices.Repeat([]byte{'.'}, 63)
	for i := range 2 + r.IntN(2) {
		squares[r.IntN(63)] = []string{"RCDWPTLE", "rcdwptle"}[i%2][r.IntN(8)]
	}
	var rows []string
	for row := range slices.Chunk(squares, 7) {
		rows = append(rows, digits(row))
	}
	return fmt.Sprintf("%s %c %d 30", strings.Join(rows, "/"), "rb"[r.IntN(2)], r.IntN(50))
}

// scatterDraughts prints two or three pieces anywhere and any counter.
func scatterDraughts(r *rand.Rand) string {
	var lists [2][]string
	taken := map[string]bool{}
	for i := range 2 + r.IntN(2) {
		file, rank := r.IntN(8), 2*r.IntN(4)
		square := string([]byte{'a' + byte(file), '1' + byte(rank+file%2)})
		if !taken[square] {
			lists[i%2] = append(lists[i%2], square)
			taken[square] = true
		}
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
	return fmt.Sprintf("%c:B%s:W%s:H%d:F30", "BW"[r.IntN(2)], texts[0], texts[1], r.IntN(80))
}
