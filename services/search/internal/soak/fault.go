package soak

import (
	"fmt"
	"strconv"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/record"
)

// Fault is a game in which the engine did what it must not.
type Fault struct {
	Row    Row
	Number int
	Seed   uint64
	// Line is the game up to there.
	Line *rules.Line
	Err  error
}

// String says what was wrong, and in which game.
func (f Fault) String() string {
	return fmt.Sprintf("%s, %s, seed %d, game %d: %v", f.Row.Game.Rules.Name(), f.Row.budget(), f.Seed, f.Number, f.Err)
}

// Record writes the game down.
func (f Fault) Record() *record.Record {
	return &record.Record{
		Game: f.Row.Game.Rules, Moves: f.Line.Moves(), Result: f.Line.Verdict(),
		Tags: []record.Tag{
			{Name: "Event", Value: "soak, " + f.Row.budget() + ", seed " + strconv.FormatUint(f.Seed, 10)},
			{Name: "Round", Value: strconv.Itoa(f.Number)},
		},
		Comments: []record.Comment{{Ply: f.Line.Plies(), Text: f.Err.Error()}},
	}
}
