// Package notation writes moves as people write them and reads them back. Every
// game has its canonical spelling, which package rules knows; the notations here
// are all the others.
package notation

import (
	"maps"
	"slices"

	"kydai.dev/pkg/rules"
)

// Notation is one way to write the moves of a game. In any position different
// legal moves have different texts, and every text reads back as its move.
type Notation struct {
	// Name is the notation's name in the API: "vietnamese", "wxf", "pdn", …
	Name string
	// Write writes a legal move of p, given in canonical spelling.
	Write func(p rules.Position, move string) string
	// Read finds the legal move of p that a text spells and returns its
	// canonical spelling. The error is a *rules.MoveError: the text is malformed,
	// names no legal move (with the rule that forbids it where that is known), or
	// is AMBIGUOUS.
	Read func(p rules.Position, text string) (move string, err error)
}

// tables are the notations by the name of the game.
var tables = map[string][]Notation{
	"xiangqi":                xiangqi,
	"jungle":                 jungleNotations,
	"morris":                 morrisNotations,
	"draughts-brazilian":     draughtsNotations("draughts-brazilian"),
	"draughts-american":      draughtsNotations("draughts-american"),
	"draughts-russian":       draughtsNotations("draughts-russian"),
	"draughts-international": draughtsNotations("draughts-international"),
}

// writeAll write a move in all notations of a game at once, for games in which
// that is faster than one by one.
var writeAll = map[string]func(p rules.Position, move string) Texts{
	"xiangqi": xiangqiTexts,
}

// Of lists the notations of a game in the order in which they are shown. The
// slice is the caller's own.
func Of(g rules.Game) []Notation { return slices.Clone(tables[g.Name()]) }

// Find returns the notation of a game that has a name.
func Find(g rules.Game, name string) (Notation, bool) {
	for _, n := range tables[g.Name()] {
		if n.Name == name {
			return n, true
		}
	}
	return Notation{}, false
}

// Text is a move in one notation, named as Notation.Name.
type Text struct{ Notation, Text string }

// Texts are a move in every notation of its game, in the order of Of.
type Texts []Text

// In returns the text in a notation; empty where the game has none of the name.
func (t Texts) In(notation string) string {
	for _, text := range t {
		if text.Notation == notation {
			return text.Text
		}
	}
	return ""
}

// Write writes a legal move of p, given in canonical spelling, in every
// notation of the game.
func Write(g rules.Game, p rules.Position, move string) Texts {
	if write, ok := writeAll[g.Name()]; ok {
		return write(p, move)
	}
	var all Texts
	for _, n := range tables[g.Name()] {
		all = append(all, Text{n.Name, n.Write(p, move)})
	}
	return all
}

// Names lists the names of all notations of all games, sorted.
func Names() []string {
	names := map[string]bool{}
	for _, list := range tables {
		for _, n := range list {
			names[n.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}
