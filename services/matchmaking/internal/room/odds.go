package room

import (
	"slices"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/handicap"
)

// Odds are the pieces that a side gives, in the words of the API.
type Odds struct {
	// Preset is a name from the catalogue, Side who gives its pieces: First or
	// Second.
	Preset, Side string
	// Remove are the squares of further pieces, with a space between them.
	Remove string
}

// Given reports whether there are odds.
func (o Odds) Given() bool { return o.Preset != "" || o.Remove != "" }

// checked returns the odds with the side filled in, and refuses those with
// which no game can begin.
func (o Odds) checked(g rules.Game) (Odds, error) {
	switch {
	case o.Side != "" && !o.Given():
		return o, ErrBadHandicap.At("handicap.side", "gives nothing: there is neither a preset nor a piece to take off")
	case !o.Given():
		return o, nil
	case o.Preset == "":
		o.Side = ""
	default:
		o.Side = orElse(o.Side, First)
	}
	squares, err := o.squares(g)
	if err != nil {
		return o, err
	}
	if _, err := handicap.Remove(g.Start(), squares); err != nil {
		return o, refusedPosition(err, "handicap.remove")
	}
	return o, nil
}

// squares are those whose pieces are missing.
func (o Odds) squares(g rules.Game) ([]string, error) {
	more := strings.Fields(o.Remove)
	if o.Preset == "" {
		return more, nil
	}
	preset, ok := handicap.Find(g, o.Preset)
	if !ok {
		return nil, ErrBadHandicap.At("handicap.preset", "the game has no such preset")
	}
	side := rules.First
	if o.Side == Second {
		side = rules.Second
	}
	return slices.Concat(preset.Of(side), more), nil
}
