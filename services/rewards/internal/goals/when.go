package goals

import (
	"slices"
	"strings"

	"kydai.dev/pkg/titles"
)

// When says which facts count; what is left out allows everything. A list
// allows any of its values.
type When struct {
	// Fact is the kind of fact.
	Fact string `json:"fact"`
	// Games are games by name, or families for all of their variants.
	Games      []string `json:"games,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Rated      bool     `json:"rated,omitempty"`
	Results    []string `json:"results,omitempty"`
	Opponent   string   `json:"opponent,omitempty"`
	Levels     []string `json:"levels,omitempty"`
	Sides      []string `json:"sides,omitempty"`
	// Plies is the least length of a game that counts, both sides' plies together.
	// Every goal of games declares one: games thrown away at once earn nothing.
	Plies int `json:"plies,omitempty"`
	// Title is the lowest title that counts.
	Title string `json:"title,omitempty"`
	// Place is the last place that counts, Entrants the least field.
	Place    int `json:"place,omitempty"`
	Entrants int `json:"entrants,omitempty"`
}

// concerns reports whether a fact is one of those that the goal looks at,
// however it came out.
func (w When) concerns(f Fact) bool {
	return f.Kind == w.Fact &&
		(len(w.Games) == 0 || slices.Contains(w.Games, f.Game) || slices.Contains(w.Games, family(f.Game))) &&
		allows(w.Categories, f.Category) &&
		(f.Rated || !w.Rated) &&
		(w.Opponent == "" || w.Opponent == f.Opponent) &&
		allows(w.Levels, f.Level) &&
		allows(w.Sides, f.Side)
}

// met reports whether a fact that concerns the goal came out as it must.
func (w When) met(f Fact) bool {
	return allows(w.Results, f.Result) &&
		(w.Title == "" || rank(f.Title) >= rank(w.Title)) &&
		(w.Place == 0 || f.Place > 0 && f.Place <= w.Place) &&
		f.Entrants >= w.Entrants
}

func allows(list []string, value string) bool { return len(list) == 0 || slices.Contains(list, value) }

// family is what a game's variants have in common: what stands before the dash
// of their names.
func family(game string) string {
	name, _, _ := strings.Cut(game, "-")
	return name
}

// rank orders titles, the lowest 0; -1 for what is no title.
func rank(id string) int {
	return slices.IndexFunc(titles.All(), func(t titles.Title) bool { return t.ID == id })
}
