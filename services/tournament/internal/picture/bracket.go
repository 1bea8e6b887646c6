package picture

import (
	"fmt"

	"kydai.dev/services/tournament/internal/knockout"
)

const (
	boxWidth  = 190
	boxHeight = 2 * line
	gap       = 44 // between rounds
	space     = 16 // between the matches of the first round
)

// Bracket draws the tree of a knockout; names are by seed.
func Bracket(b *knockout.Bracket, names func(seed int) string) []byte {
	d := &drawing{}
	matches := b.Matches()
	first := 1 << (b.Rounds() - 1)
	height := float64(first*(boxHeight+space)) + line
	for i := range matches {
		m := &matches[i]
		x, y := position(m)
		if m.Third {
			height = max(height, y+boxHeight+line)
		} else if m.Round < b.Rounds() {
			connect(d, x, y, m)
		}
		match(d, x, y, m, names)
	}
	width := float64(b.Rounds()*(boxWidth+gap) - gap)
	return d.document(width+2*margin, height+2*margin, fmt.Sprintf("Bracket of %d rounds", b.Rounds()))
}

// position is the upper left corner of a match. A match stands in the middle of
// the two that lead to it; that for the third place stands below the final.
func position(m *knockout.Match) (x, y float64) {
	x = margin + float64((m.Round-1)*(boxWidth+gap))
	step := float64(boxHeight + space)
	span := float64(int(1) << (m.Round - 1)) // first matches below this one
	number := m.Number
	if m.Third {
		number = 1
	}
	y = margin + line + step*(float64(number-1)*span+(span-1)/2)
	if m.Third {
		y += boxHeight + 2*line
	}
	return x, y
}

// connect draws the way to the next match.
func connect(d *drawing, x, y float64, m *knockout.Match) {
	next := knockout.Match{Round: m.Round + 1, Number: (m.Number + 1) / 2}
	nextX, nextY := position(&next)
	middle := x + boxWidth + gap/2
	d.line(x+boxWidth, y+line, middle, y+line)
	d.line(middle, y+line, middle, nextY+line)
	d.line(middle, nextY+line, nextX, nextY+line)
}

func match(d *drawing, x, y float64, m *knockout.Match, names func(int) string) {
	if m.Third {
		d.text(x, y-6, "start", ` class="head"`, "3–4")
	}
	d.box(x, y, boxWidth, boxHeight, "")
	d.line(x, y+line, x+boxWidth, y+line)
	score := m.Score(0)
	for side, seed := range m.Players {
		base := y + line*(float64(side)+0.7)
		style := ""
		if seed != 0 && seed == m.Winner {
			style = ` class="head"`
		}
		if seed != 0 {
			d.text(x+6, base, "start", style, shorten(fmt.Sprintf("%d %s", seed, names(seed)), 22))
		}
		if len(m.Played) > 0 {
			d.text(x+boxWidth-6, base, "end", style, half(score[side]))
		}
	}
}

// half writes half points.
func half(n int) string {
	switch {
	case n == 1:
		return "½"
	case n%2 != 0:
		return fmt.Sprintf("%d½", n/2)
	}
	return fmt.Sprint(n / 2)
}
