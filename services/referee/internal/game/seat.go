// Package game is the referee's domain: what a game is, who may do what in it,
// and what happens when they do. It is pure: every decision is a function of
// the game's log and of a time that is passed in, and returns events that
// change nothing until they are stored and applied.
package game

import (
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
)

// Seat is who plays a side: a person or, where Bot is set, an engine's level.
type Seat struct {
	Account string
	Guest   bool
	Bot     string
}

// The closed sets of a game's settings, in the words of the API.
const (
	Rated  = "rated"
	Casual = "casual"

	Public  = "public"
	Link    = "link"
	Private = "private"

	Abort   = "abort"
	Forfeit = "forfeit"
	NoLimit = "none"
)

// Spectators says who may watch and how late.
type Spectators struct {
	Allowed bool
	Delay   time.Duration
}

// FirstMove is the limit of a timed game's first move and what then happens:
// Abort, Forfeit, or NoLimit where the clock runs from the start.
type FirstMove struct {
	Limit time.Duration
	Then  string
}

// Settings are all that is fixed when a game is created.
type Settings struct {
	Game       rules.Game
	Seats      [2]Seat
	Mode       string
	Visibility string
	Spectators Spectators
	Controls   [2]timecontrol.Control
	Category   timecontrol.Category
	FirstMove  FirstMove
	// Start is the position in which the game begins.
	Start   rules.Position
	HandSet bool
	// Handicap is the odds given, which Start shows already.
	Handicap handicap.Odds
	// Takebacks is how many take-backs a person has against an engine.
	Takebacks int
	// Tournament is what the game is played for.
	Tournament Tournament
}

// HotSeat reports whether one account plays both sides.
func (s Settings) HotSeat() bool {
	return s.Seats[0].Account != "" && s.Seats[0].Account == s.Seats[1].Account
}

// Timed reports whether a side of the game has a clock.
func (s Settings) Timed() bool { return s.Controls[0].Timed() || s.Controls[1].Timed() }

// limit is the first-move limit for the clock; 0 when there is none.
func (s Settings) limit() time.Duration {
	if s.FirstMove.Then == NoLimit {
		return 0
	}
	return s.FirstMove.Limit
}

// people reports whether two different persons play.
func (s Settings) people() bool {
	return s.Seats[0].Account != "" && s.Seats[1].Account != "" && !s.HotSeat()
}
