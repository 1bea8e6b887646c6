// Package catalog knows what the catalogue says of the games beyond their rules:
// who takes whom, found out by asking the rules; what pieces are worth by custom;
// and the policies that are data. It is pure and always answers the same.
package catalog

import (
	"slices"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
)

// CaptureTable is which kind takes which in one situation.
type CaptureTable struct {
	Situation string
	// Rows are in the order of the game's kinds.
	Rows []CaptureRow
}

// CaptureRow is the kinds that one kind takes.
type CaptureRow struct {
	Kind  string
	Takes []string
}

// situation is where the first side's piece attacks one of the second side.
type situation struct{ name, from, to string }

// situations tell captures apart by the ground of jungle (games.md §2).
var situations = []situation{
	{"land", "d4", "d5"},
	{"water", "b4", "b5"},
	{"into_water", "a5", "b5"},
	{"out_of_water", "b5", "a5"},
	{"enemy_in_trap", "c2", "c1"},
	{"enemy_in_own_trap", "c8", "c9"},
	{"from_trap", "c9", "b9"},
	{"jump", "a4", "d4"},
}

// Captures asks the rules of a game which kind takes which. There are no tables
// where kinds have no ranks, for there all take all.
func Captures(g rules.Game) []CaptureTable {
	d := g.Describe()
	if !slices.ContainsFunc(d.Kinds, func(k rules.Kind) bool { return k.Rank > 0 }) {
		return nil
	}
	var tables []CaptureTable
	for _, s := range situations {
		t := CaptureTable{Situation: s.name}
		for _, hunter := range d.Kinds {
			row := CaptureRow{Kind: hunter.Name}
			for _, prey := range d.Kinds {
				if takes(g, d, s, hunter, prey) {
					row.Takes = append(row.Takes, prey.Name)
				}
			}
			t.Rows = append(t.Rows, row)
		}
		tables = append(tables, t)
	}
	return tables
}

// takes sets up the two pieces and looks for the capture among the legal moves.
// What no game may start from, such as a cat in the river, takes nothing.
func takes(g rules.Game, d rules.Description, s situation, hunter, prey rules.Kind) bool {
	letters := map[string]string{s.from: hunter.Letters[rules.First], s.to: prey.Letters[rules.Second]}
	p, err := g.Parse(line(d, letters))
	return err == nil && p.CheckSetup() == nil && slices.Contains(p.Moves(), s.from+s.to)
}

// line is the position string of a board with the letters on their squares, the
// first side to move.
func line(d rules.Description, letters map[string]string) string {
	var rows []string
	for _, rank := range slices.Backward(d.Board.Ranks) {
		row, empty := "", 0
		for _, file := range d.Board.Files {
			letter, taken := letters[file+rank]
			if !taken {
				empty++
				continue
			}
			row, empty = row+digit(empty)+letter, 0
		}
		rows = append(rows, row+digit(empty))
	}
	return strings.Join(rows, "/") + " " + d.Colours[rules.First].Letter + " 0 1"
}

// digit is a run of empty squares.
func digit(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
