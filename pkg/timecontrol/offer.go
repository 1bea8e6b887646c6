package timecontrol

import (
	"fmt"
	"slices"
	"time"
)

// offer is what a game lets players choose from.
type offer struct {
	presets []Control
	custom  bool
}

var (
	common = offer{custom: true, presets: []Control{
		{Preset: "3+3", Bank: 3 * time.Minute, Increment: 3 * time.Second, PerMove: 30 * time.Second},
		{Preset: "10+5", Bank: 10 * time.Minute, Increment: 5 * time.Second, PerMove: time.Minute},
		{Preset: "60+30", Bank: time.Hour, Increment: 30 * time.Second, PerMove: 5 * time.Minute},
	}}
	jungle = offer{presets: []Control{ // games.md §2: 90 s a move, a total for the game
		{Preset: "10m", Bank: 10 * time.Minute, PerMove: 90 * time.Second},
		{Preset: "30m", Bank: 30 * time.Minute, PerMove: 90 * time.Second},
		{Preset: "60m", Bank: time.Hour, PerMove: 90 * time.Second},
	}}
)

var offers = map[string]offer{
	"xiangqi":                common,
	"jungle":                 jungle,
	"morris":                 common,
	"draughts-brazilian":     common,
	"draughts-american":      common,
	"draughts-russian":       common,
	"draughts-international": common,
}

// Presets returns the named controls of a game, the fastest first; none for a
// game that nobody knows.
func Presets(game string) []Control { return slices.Clone(offers[game].presets) }

// Preset returns the control that has the name in the game.
func Preset(game, name string) (Control, bool) {
	for _, c := range offers[game].presets {
		if c.Preset == name {
			return c, true
		}
	}
	return Control{}, false
}

// Error says why a control was refused.
type Error struct {
	// Field is the part at fault: preset, bank, increment, per_move or byo_yomi.
	Field string
	// Message is the reason in English, in a clause without the field's name.
	Message string
}

func (e *Error) Error() string { return e.Field + ": " + e.Message }

func refuse(field, format string, args ...any) error {
	return &Error{Field: field, Message: fmt.Sprintf(format, args...)}
}

// Check returns an *Error if the game does not offer the control. Untimed is
// always offered here; that rated games need a clock is the referee's rule.
func (c Control) Check(game string) error {
	switch {
	case !c.Timed():
		return nil
	case c.Preset != "":
		return c.checkPreset(game)
	case !offers[game].custom:
		return refuse("preset", "is needed, the game has no custom controls")
	default:
		return c.checkCustom()
	}
}

func (c Control) checkPreset(game string) error {
	want, ok := Preset(game, c.Preset)
	switch {
	case !ok:
		return refuse("preset", "%q is no preset of %s", c.Preset, game)
	case c.Bank != want.Bank:
		return refuse("bank", "is %v in preset %s", want.Bank, c.Preset)
	case c.Increment != want.Increment:
		return refuse("increment", "is %v in preset %s", want.Increment, c.Preset)
	case c.PerMove != want.PerMove:
		return refuse("per_move", "is %v in preset %s", want.PerMove, c.Preset)
	case c.ByoYomi != want.ByoYomi:
		return refuse("byo_yomi", "is %v in preset %s", want.ByoYomi, c.Preset)
	}
	return nil
}
