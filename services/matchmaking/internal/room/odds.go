package room

import (
	"errors"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/handicap"
)

// checkedOdds returns odds with the side filled in, and refuses those with which no
// game can begin.
func checkedOdds(o handicap.Odds, g rules.Game) (handicap.Odds, error) {
	full, _, err := o.Give(g)
	var e *handicap.Error
	switch {
	case err == nil:
		return full, nil
	case errors.As(err, &e):
		return o, ErrBadHandicap.At("handicap."+e.Field, e.Message)
	default:
		return o, refusedPosition(err, "handicap.remove")
	}
}
