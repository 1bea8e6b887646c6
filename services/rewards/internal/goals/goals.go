// Package goals holds what players can work towards, as data: quests of a day
// and of a week, and achievements that are earned once. goals.json declares
// them; the code knows ways of counting and no goal. What goals are called is in
// package texts.
//
// # Adding a goal
//
// Add one line to goals.json and one entry to the table of goals in package
// texts; the tests hold both against each other. A goal is written in one way,
// its fields in the order of [Goal] and [When], empty ones left out:
//
//	{"id":"daily_win_2","kind":"daily","slot":"win","target":2,"coins":35,"count":"facts",
//	 "when":{"fact":"game","results":["win"],"plies":20}}
//
// The kind says how long it is open, the way of counting what makes the count
// grow, the conditions which facts are looked at. Quests take turns within their
// slot: on every day one of each daily slot is on offer, in every week one of
// each weekly slot. Changing a slot changes what is on offer at once, so add
// quests in a release and not by the hour; never give an id another meaning,
// since progress is stored under it.
package goals

import (
	_ "embed" // the goals
	"slices"
	"time"
)

// The kinds of goals.
const (
	Daily       = "daily"
	Weekly      = "weekly"
	Achievement = "achievement" // open for ever, earned once
)

// The ways of counting.
const (
	CountFacts  = "facts"  // every fact that meets the conditions
	CountStreak = "streak" // games in a row, in the order in which they are applied
	CountGames  = "games"  // different games; the variants of draughts are one
	CountSides  = "sides"  // different sides of the board
	CountDays   = "days"   // different days of the player
)

// Goal is something to reach and what it earns.
type Goal struct {
	// ID names the goal in the API and in what is stored, for ever.
	ID string `json:"id"`
	// Kind is one of the kinds of goals.
	Kind string `json:"kind"`
	// Slot is the rotation that a quest belongs to; empty for an achievement.
	Slot string `json:"slot,omitempty"`
	// Target is the count at which the goal is done.
	Target int `json:"target"`
	// Coins is what it earns.
	Coins int64 `json:"coins"`
	// Count is one of the ways of counting.
	Count string `json:"count"`
	// Draws says whether a draw breaks a streak or lets it hold; empty where
	// nothing else than a streak is counted, or draws count themselves.
	Draws string `json:"draws,omitempty"`
	// When is what a fact must be to count.
	When When `json:"when"`
}

// What draws do to a streak.
const (
	DrawsBreak = "break"
	DrawsHold  = "hold"
)

// The kinds of facts.
const (
	GameFact       = "game"
	TitleFact      = "title"
	TournamentFact = "tournament"
)

// Results, opponents and sides of games.
const (
	Win    = "win"
	Draw   = "draw"
	Loss   = "loss"
	Person = "person"
	Bot    = "bot"
	First  = "first"
	Second = "second"
)

// Fact is what happened to one player: a game that ended with a result, a title
// reached, a tournament finished. A game against oneself, one that did not begin
// from the usual position, an aborted and an annulled one are no facts.
type Fact struct {
	// Kind is one of the kinds of facts.
	Kind string
	// Time is when it happened, in the player's time zone: its location says to
	// which day it belongs.
	Time time.Time
	// Game is the game's name in the API, Category the class of its time control,
	// empty without a clock.
	Game, Category string

	// Rated to Plies are of a game: Opponent is a person or a bot, Level the
	// bot's, Side the player's.
	Rated    bool
	Result   string
	Opponent string
	Level    string
	Side     string
	Plies    int

	// Title is the title reached.
	Title string

	// Place is the player's in a tournament of so many entrants; 0 without one.
	Place, Entrants int
}

//go:embed goals.json
var file []byte

// all are the committed goals, in the order of the file. A test holds that the
// file can be parsed, so no program that was tested panics here.
var all = mustParse(file)

func mustParse(file []byte) []Goal {
	parsed, err := Parse(file)
	if err != nil {
		panic("goals.json: " + err.Error())
	}
	return parsed
}

// All lists the goals in the order in which they are shown.
func All() []Goal { return slices.Clone(all) }

// Find looks a goal up by its id.
func Find(id string) (Goal, bool) {
	for _, g := range all {
		if g.ID == id {
			return g, true
		}
	}
	return Goal{}, false
}

// Quest reports whether the goal is open for a day or a week only.
func (g Goal) Quest() bool { return g.Kind == Daily || g.Kind == Weekly }
