package xiangqi

import "kydai.dev/pkg/rules"

// Describe implements [rules.Game].
func (game) Describe() rules.Description {
	d := rules.Description{
		Board: describeBoard(),
		Endings: []rules.Reason{
			rules.Checkmate, rules.Stalemate, rules.PerpetualCheck, rules.PerpetualChase,
			rules.NoAttackers, rules.Repetition, rules.MoveCount, rules.Timeout, rules.TimeoutNoAttackers,
		},
	}
	for s := range d.Colours {
		d.Colours[s] = rules.Colour{Name: colours[s], Letter: sideLetters[s : s+1]}
	}
	for k := general; k < kinds; k++ {
		d.Kinds = append(d.Kinds, rules.Kind{
			Name:    k.String(),
			Letters: [2]string{string(pieceOf(k, rules.First).letter()), string(pieceOf(k, rules.Second).letter())},
			Count:   kindTable[k].most,
		})
	}
	return d
}

func describeBoard() rules.Board {
	b := rules.Board{Kind: rules.OnPoints}
	for file := range files {
		b.Files = append(b.Files, squareAt(file, 0).String()[:1])
		for rank := range ranks {
			s := squareAt(file, rank)
			b.Points = append(b.Points, rules.Point{Name: s.String(), X: file, Y: rank})
			b.Lines = appendLines(b.Lines, s)
		}
	}
	for rank := range ranks {
		b.Ranks = append(b.Ranks, squareAt(0, rank).String()[1:])
	}
	for s := rules.First; s <= rules.Second; s++ {
		for _, area := range []struct {
			role    string
			squares set
		}{
			{rules.AreaPalace, palaces[s]},
			{rules.AreaHome, homes[s]},
			{rules.AreaRiverBank, bank(s)},
			{rules.AreaAdvisorPoints, advisorPoints[s]},
			{rules.AreaElephantPoints, elephantPoints[s]},
			{rules.AreaSoldierPoints, soldierPoints[s]},
		} {
			b.Areas = append(b.Areas, rules.Area{Role: area.role, Owner: s.String(), Squares: names(area.squares)})
		}
	}
	return b
}

// bank is where a side's next step forward leads over the river.
func bank(s rules.Side) (edge set) {
	for at := range square(squares) {
		if next := forward(s).from(at); homes[s].Meets(one[at]) && homes[s.Other()].Meets(next) {
			edge = edge.Or(one[at])
		}
	}
	return edge
}

// appendLines appends the lines from s to neighbours that come after it: those
// of the grid, and the diagonals on which advisors go.
func appendLines(lines []rules.Segment, s square) []rules.Segment {
	for _, d := range orthogonals {
		lines = appendLine(lines, s, d.from(s), gridKind(s, d))
	}
	for side := range advisorPoints {
		if advisorPoints[side].Meets(one[s]) {
			lines = appendLine(lines, s, advisorSteps[side][s], rules.LineDiagonal)
		}
	}
	return lines
}

func appendLine(lines []rules.Segment, s square, targets set, kind string) []rules.Segment {
	for _, to := range names(targets) {
		if s.String() < to {
			lines = append(lines, rules.Segment{From: s.String(), To: to, Kind: kind})
		}
	}
	return lines
}

// gridKind: over the river only the two files at the edge are drawn.
func gridKind(s square, d step) string {
	from, to, inside := one[s], d.from(s), s.file() > 0 && s.file() < files-1
	for _, home := range homes {
		if inside && home.Meets(from) != home.Meets(to) {
			return rules.LineRiver
		}
	}
	return rules.LineGrid
}

// names lists the squares of a set by file, then by rank.
func names(all set) []string {
	var list []string
	for file := range files {
		for rank := range ranks {
			if s := squareAt(file, rank); all.Meets(one[s]) {
				list = append(list, s.String())
			}
		}
	}
	return list
}
