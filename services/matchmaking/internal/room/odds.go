package room

import (
	"errors"
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
	full, _, err := handicap.Odds{Preset: o.Preset, Side: o.Side, Remove: strings.Fields(o.Remove)}.Give(g)
	if err != nil {
		return o, refusedOdds(err)
	}
	o.Side = full.Side
	return o, nil
}

// refusedOdds turns the word of the odds into ours.
func refusedOdds(err error) error {
	var e *handicap.Error
	if errors.As(err, &e) {
		return ErrBadHandicap.At("handicap."+e.Field, e.Message)
	}
	return refusedPosition(err, "handicap.remove")
}
