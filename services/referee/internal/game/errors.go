package game

import (
	"errors"
	"strconv"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/timecontrol"
)

// The refusals of the referee.
var (
	ErrUnknownGame     = errs.New(errs.Invalid, "UNKNOWN_GAME", "there is no such game among those played here")
	ErrBadPosition     = errs.New(errs.Invalid, "BAD_POSITION", "the position is refused")
	ErrUnknownNotation = errs.New(errs.Invalid, "UNKNOWN_NOTATION", "the game has no notation of this name")
	ErrUnknownFormat   = errs.New(errs.Invalid, "UNKNOWN_FORMAT", "the game has no record format of this name")
	ErrBadHandicap     = errs.New(errs.Invalid, "BAD_HANDICAP", "the odds can't be given")
	ErrIllegalMove     = errs.New(errs.Invalid, "ILLEGAL_MOVE", "the rules forbid the move")
	ErrMalformedMove   = errs.New(errs.Invalid, "MALFORMED_MOVE", "the text is no move of this game")
	ErrBadTimeControl  = errs.New(errs.Invalid, "BAD_TIME_CONTROL", "the time control is not offered for this game")
	ErrRatedSettings   = errs.New(errs.Invalid, "RATED_NOT_ALLOWED", "a rated game has two people, equal time controls and the usual start position")
	ErrUnusedSetting   = errs.New(errs.Invalid, "UNUSED_SETTING", "the game would do without a setting that was asked for")
	ErrSeatsNotYours   = errs.New(errs.Denied, "SEATS_NOT_YOURS", "you can create only games in which every person's seat is your own")
	ErrNoSeats         = errs.New(errs.Invalid, "NO_SEATS", "a service must say who plays")
	ErrUnknownLevel    = errs.New(errs.Invalid, "UNKNOWN_LEVEL", "the engine does not play this game at such a level")
	ErrNobodyPlays     = errs.New(errs.Invalid, "NOBODY_PLAYS", "one seat at least must be a person's")
	ErrTournamentOnly  = errs.New(errs.Denied, "TOURNAMENT_ONLY", "games of a tournament are made by it alone")
	ErrKeyReused       = errs.New(errs.Invalid, "CREATION_KEY_REUSED", "the same key has been used for another request")

	ErrNoSuchGame  = errs.New(errs.NotFound, "NO_SUCH_GAME", "there is no such game")
	ErrNotYourGame = errs.New(errs.Denied, "NOT_YOUR_GAME", "you have no part in this game")

	ErrNotYourTurn = errs.New(errs.State, "NOT_YOUR_TURN", "it is the other side's turn")
	ErrOver        = errs.New(errs.State, "GAME_OVER", "the game is over")
	ErrPlyTaken    = errs.New(errs.Conflict, "PLY_TAKEN", "another move has been played for this ply")
	ErrPlyAhead    = errs.New(errs.Conflict, "PLY_AHEAD", "the game has not come to this ply")
	ErrRewound     = errs.New(errs.Conflict, "REWOUND", "moves were taken back after what you have seen")
	ErrTooLate     = errs.New(errs.State, "TOO_LATE_TO_ABORT", "you have made your first move")

	ErrPaused           = errs.New(errs.State, "GAME_PAUSED", "the game is paused: nobody moves until its director resumes it")
	ErrNoClock          = errs.New(errs.State, "NO_CLOCK", "the side has no clock")
	ErrTimeBounds       = errs.New(errs.State, "TIME_OUT_OF_BOUNDS", "an adjustment is at most an hour, leaves ten seconds at least and a day at most")
	ErrAdjustmentKey    = errs.New(errs.Invalid, "ADJUSTMENT_KEY_REUSED", "the same key has been used for another adjustment")
	ErrNoTournament     = errs.New(errs.State, "NO_TOURNAMENT_GAME", "the game is no tournament's, so nobody directs it")
	ErrTournamentGame   = errs.New(errs.State, "TOURNAMENT_GAME", "a tournament's games are not aborted, taken back or played again by their players")
	ErrNoSuchOffer      = errs.New(errs.NotFound, "NO_SUCH_OFFER", "there is no such offer")
	ErrOfferClosed      = errs.New(errs.State, "OFFER_CLOSED", "the offer is no longer open")
	ErrOfferTooSoon     = errs.New(errs.State, "OFFER_TOO_SOON", "you may offer again after your next move")
	ErrOfferNotAllowed  = errs.New(errs.State, "OFFER_NOT_ALLOWED", "such an offer has no place in this game now")
	ErrTakebackRated    = errs.New(errs.State, "TAKEBACK_RATED", "moves of rated games are not taken back")
	ErrNothingToRewind  = errs.New(errs.State, "NOTHING_TO_TAKE_BACK", "you have made no move yet")
	ErrNoTakebacks      = errs.New(errs.State, "NO_TAKEBACKS_LEFT", "you have used all take-backs of this game")
	ErrNoHints          = errs.New(errs.State, "HINTS_NOT_ALLOWED", "hints are given in games against the engine and of one person alone")
	ErrOfferOpen        = errs.New(errs.State, "OFFER_OPEN", "the draw that has been offered meanwhile is to be answered first")
	ErrOwnOffer         = errs.New(errs.State, "OWN_OFFER", "you can't accept your own offer")
	ErrStillRunning     = errs.New(errs.State, "GAME_RUNNING", "the game is not over yet")
	ErrNothingToVoid    = errs.New(errs.State, "NOTHING_TO_VOID", "an aborted game has no result that could be annulled")
	ErrOwnGame          = errs.New(errs.Denied, "OWN_GAME", "nobody annuls a game in which they play themselves")
	ErrSpectatorsBarred = errs.New(errs.Denied, "SPECTATORS_NOT_ALLOWED", "this game is not open to spectators")
)

// refusedMove turns the rules' word into ours.
func refusedMove(err error) error {
	var m *rules.MoveError
	if !errors.As(err, &m) {
		return err
	}
	switch m.Code {
	case rules.MalformedMove:
		return ErrMalformedMove.Saying(m.Message)
	case rules.GameOver:
		return ErrOver.Saying(m.Message)
	default:
		return ErrIllegalMove.Saying(m.Message).With("rule", string(m.Rule))
	}
}

// refusedControl turns the clocks' word into ours.
func refusedControl(err error, field string) error {
	var c *timecontrol.Error
	if !errors.As(err, &c) {
		return err
	}
	return ErrBadTimeControl.Saying(c.Error()).At(field+"."+c.Field, c.Message)
}

// refusedPosition turns the rules' word into ours.
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

// here adds the state of the game that a client needs to go on.
func (g *Game) here(e *errs.Error) error {
	p := g.line.Position()
	return e.With("seq", strconv.Itoa(g.Seq())).With("ply", strconv.Itoa(g.line.Plies())).
		With("side", p.Side().String()).With("position", p.String())
}

// over is ErrOver with the result.
func (g *Game) over() error {
	return ErrOver.With("winner", string(g.result.Winner)).With("reason", g.result.Reason).
		With("status", g.status).With("seq", strconv.Itoa(g.Seq()))
}

// stranger refuses the command of somebody who plays neither side. A private
// game is to others as if it did not exist.
func (g *Game) stranger() error {
	if g.settings.Visibility == Private {
		return ErrNoSuchGame
	}
	return ErrNotYourGame
}
