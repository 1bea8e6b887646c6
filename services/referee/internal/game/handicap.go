package game

import (
	"slices"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/handicap"
)

// Handicap is the pieces that a side gives: those of a preset, others named one
// by one, or both.
type Handicap struct {
	Preset string
	// Side gives the preset's odds.
	Side rules.Side
	// Remove are the squares of further pieces.
	Remove []string
}

// Given reports whether there are odds.
func (h Handicap) Given() bool { return h.Preset != "" || len(h.Remove) > 0 }

// start is the usual start position without the pieces.
func (h Handicap) start(g rules.Game) (rules.Position, error) {
	var squares []string
	if h.Preset != "" {
		preset, ok := handicap.Find(g, h.Preset)
		if !ok {
			return nil, ErrBadHandicap.At("handicap.preset", "the game has no such preset")
		}
		squares = preset.Of(h.Side)
	}
	p, err := handicap.Remove(g.Start(), slices.Concat(squares, h.Remove))
	if err != nil {
		return nil, refusedPosition(err, "handicap.remove")
	}
	return p, nil
}
