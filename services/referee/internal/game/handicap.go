package game

import (
	"errors"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/handicap"
)

// begin returns the odds in full and the position in which the game begins: the
// usual one, one set by hand, or one with odds.
func (o Order) begin(g rules.Game) (handicap.Odds, rules.Position, error) {
	odds, start, err := o.Handicap.Give(g)
	switch {
	case err != nil:
		return odds, nil, refusedOdds(err)
	case odds.Given() && o.Start != "":
		return odds, nil, ErrBadHandicap.At("start_position", "odds are given from the usual start position")
	case odds.Given():
		return odds, start, nil
	}
	start, err = games.Setup(g, o.Start)
	if err != nil {
		return odds, nil, refusedPosition(err, "start_position")
	}
	return odds, start, nil
}

// refusedOdds turns the word of the odds into ours.
func refusedOdds(err error) error {
	var e *handicap.Error
	if errors.As(err, &e) {
		return ErrBadHandicap.At("handicap."+e.Field, e.Message)
	}
	return refusedPosition(err, "handicap.remove")
}
