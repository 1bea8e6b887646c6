package room

import (
	"errors"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
)

// The refusals of matchmaking. Those of a wish have the reasons that the
// referee would give for the same game.
var (
	ErrUnknownGame    = errs.New(errs.Invalid, "UNKNOWN_GAME", "there is no such game among those played here")
	ErrBadPosition    = errs.New(errs.Invalid, "BAD_POSITION", "the position is refused")
	ErrBadHandicap    = errs.New(errs.Invalid, "BAD_HANDICAP", "the odds can't be given")
	ErrBadTimeControl = errs.New(errs.Invalid, "BAD_TIME_CONTROL", "the time control is not offered for this game")
	ErrRatedSettings  = errs.New(errs.Invalid, "RATED_NOT_ALLOWED", "a rated game has a time control and the usual start position")
	ErrUnusedSetting  = errs.New(errs.Invalid, "UNUSED_SETTING", "the game would do without a setting that was asked for")
	ErrKeyReused      = errs.New(errs.Invalid, "IDEMPOTENCY_KEY_REUSED", "the same key has been used for another request")
	ErrTooManyRooms   = errs.New(errs.Limited, "TOO_MANY_ROOMS", "you have as many open rooms as you may have")

	ErrBadAccess = errs.New(errs.Invalid, "INVALID_ARGUMENT", "a room is open to those with its code, or to the other player who is invited")

	ErrNoSuchPlayer = errs.New(errs.NotFound, "NO_SUCH_PLAYER", "there is no such player")
	ErrKeptApart    = errs.New(errs.Denied, "KEPT_APART", "one of the two players has blocked the other")
	ErrNotInvited   = errs.New(errs.Denied, "NOT_INVITED", "only who is invited may decline")
	ErrNoSuchRoom   = errs.New(errs.NotFound, "NO_SUCH_ROOM", "there is no such room")
	ErrNotYourRoom  = errs.New(errs.Denied, "NOT_YOUR_ROOM", "only its owner may close a room")
	ErrOwnRoom      = errs.New(errs.State, "OWN_ROOM", "you can't join your own room")
	ErrClosed       = errs.New(errs.State, "ROOM_CLOSED", "the room is taken or has been closed")
	ErrUnplayable   = errs.New(errs.State, "ROOM_UNPLAYABLE", "the referee refuses the game of this room, which is closed now")
	ErrWrongCode    = errs.New(errs.NotFound, "WRONG_CODE", "no open room has this code")
	ErrTooManyTries = errs.New(errs.Limited, "TOO_MANY_TRIES", "you have tried too many wrong codes")
)

// refusedControl turns the word of the clocks into ours.
func refusedControl(err error) error {
	var c *timecontrol.Error
	if !errors.As(err, &c) {
		return err
	}
	return ErrBadTimeControl.Saying(c.Error()).At("time_control."+c.Field, c.Message)
}

// refusedPosition turns the word of the rules into ours.
func refusedPosition(err error, field string) error {
	var p *rules.PositionError
	if !errors.As(err, &p) {
		return err
	}
	e := ErrBadPosition.Saying(p.Error()).With("field", p.Field)
	if p.Rule != "" {
		e = e.With("rule", string(p.Rule))
	}
	if p.Square != "" {
		e = e.With("square", p.Square)
	}
	return e.At(field, p.Error())
}
