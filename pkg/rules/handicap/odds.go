package handicap

import (
	"slices"

	"kydai.dev/pkg/rules"
)

// Odds are what is given in a game: the pieces of a preset, others named one by
// one, or both. The zero Odds are none.
type Odds struct {
	// Preset is a preset's ID; empty where there is none.
	Preset string
	// Side gives the preset's pieces, "first" or "second"; the first where it is
	// empty.
	Side string
	// Remove are the squares of further pieces, of either side.
	Remove []string
}

// Error says which part of odds can't be given. Its text is English and for
// developers.
type Error struct {
	// Field is the part at fault: preset or side.
	Field string
	// Message is the reason, in a clause without the field's name.
	Message string
}

func (e *Error) Error() string { return e.Field + " " + e.Message }

// Given reports whether anything is missing from the board.
func (o Odds) Given() bool { return o.Preset != "" || len(o.Remove) > 0 }

// Give returns the odds with the side of a preset filled in, and the position in
// which a game begins that has them. The error is an *[Error] about preset and
// side, and that of [Remove] about the squares.
func (o Odds) Give(g rules.Game) (Odds, rules.Position, error) {
	o, squares, err := o.ofPreset(g)
	if err != nil {
		return o, nil, err
	}
	p, err := Remove(g.Start(), slices.Concat(squares, o.Remove))
	return o, p, err
}

// ofPreset fills in the side of a preset and returns the squares of its pieces.
func (o Odds) ofPreset(g rules.Game) (Odds, []string, error) {
	switch {
	case o.Preset == "" && o.Side == "":
		return o, nil, nil
	case !o.Given():
		return o, nil, &Error{"side", "gives nothing: there is neither a preset nor a piece to take off"}
	case o.Preset == "": // whose pieces the squares name is no choice, so a side would be dropped or wrong
		return o, nil, &Error{"side", "gives the pieces of a preset, and there is none: the squares to take off say whose pieces they are"}
	}
	preset, ok := Find(g, o.Preset)
	if !ok {
		return o, nil, &Error{"preset", "the game has no such preset"}
	}
	side := rules.First
	if o.Side == rules.Second.String() {
		side = rules.Second
	}
	o.Side = side.String()
	return o, preset.Of(side), nil
}
