package tourney

import (
	"time"

	"kydai.dev/pkg/timecontrol"
)

// Mode is whether the games count for ratings.
type Mode string

// The modes.
const (
	Rated  Mode = "rated"
	Casual Mode = "casual"
)

// Format is how opponents are found.
type Format string

// The formats.
const (
	SwissSystem      Format = "swiss"
	RoundRobin       Format = "round_robin"
	DoubleRoundRobin Format = "double_round_robin"
	KnockoutSystem   Format = "knockout"
)

// Settings are what a director fixes.
type Settings struct {
	Name         string
	Description  string
	Game         string
	Mode         Mode
	Control      timecontrol.Control // of both sides
	Spectators   Spectators
	Format       Format
	Rounds       int // of a Swiss; 0 in the other formats, whose players decide it
	Registration Registration
	Start        time.Time
	Pace         Pace
	NoShow       time.Duration // for the first move of a game, before it is lost as a forfeit
	Swiss        Swiss
	Knockout     Knockout
	TieBreaks    []string // codes of C.07, after the points
	Prizes       []Prize
	Approval     bool // whether the end waits for the director
}

// Spectators says who may watch the games, and how late.
type Spectators struct {
	Barred bool
	Delay  time.Duration
}

// Registration says who may come.
type Registration struct {
	Open           time.Time // zero: at once
	Close          time.Time // late entries aside; zero: until the start
	LeastPlayers   int
	MostPlayers    int
	LeastRating    int // 0 is no bound
	MostRating     int // 0 is no bound
	Guests         bool
	LateUntilRound int // of a Swiss; 0 for no late entries
}

// Pace says when the rounds after the first begin.
type Pace struct {
	Times []time.Time   // for the second round and on
	Pause time.Duration // after the end of a round, where no time is fixed
}

// DefaultPause is the pause where none was given. As no pause is one, too, it is
// for who reads the settings to fill it in.
const DefaultPause = 10 * time.Second

// Swiss is what only a Swiss has.
type Swiss struct {
	Baku     bool  // accelerated (C.04.7)
	Bye      Worth // of the bye of an odd number
	HalfByes int   // how many byes worth half a point a player may ask for
}

// Worth is what a bye is worth.
type Worth string

// The worths; a win is the usual one.
const (
	AsWin  Worth = "win"
	AsDraw Worth = "draw"
	AsLoss Worth = "loss"
)

// Knockout is what only a knockout has.
type Knockout struct {
	Steps      []Step
	ThirdPlace bool
}

// StepKind is how a step of a match decides.
type StepKind string

// The kinds of steps.
const (
	Games      StepKind = "games"
	Armageddon StepKind = "armageddon" // a draw wins for the second side
	Lot        StepKind = "lot"
)

// Step is a part of a match. The first one is the match itself, the others are
// played while it is drawn.
type Step struct {
	Kind    StepKind
	Games   int                 // 0 for the other kinds
	Control timecontrol.Control // of both sides; zero: the tournament's
	Second  timecontrol.Control // of the second side of an armageddon game, where it differs
}

// Prize is what places win.
type Prize struct {
	First, Last int // places, from 1
	Coins       int // for each
}
