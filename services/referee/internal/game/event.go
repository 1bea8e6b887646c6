package game

import (
	"time"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
	"kydai.dev/pkg/timecontrol"
)

// Event is one entry of a game's log.
type Event struct {
	// Seq counts the game's events from 1.
	Seq int
	// At is when it happened; never before the event before it.
	At time.Time
	// Clock is the clock after it.
	Clock timecontrol.Clock
	// Kind is what happened: one of the types below.
	Kind any
}

// The kinds of events.
type (
	// Created fixes the settings.
	Created struct {
		Settings Settings
		Creator  string
		// Key is the creator's key. A player's is nobody else's business: it is
		// kept beside the log and not in it.
		Key      string
		ByPlayer bool
	}
	// Started begins play.
	Started struct{ Side rules.Side }
	// Played is a move and what it brought about.
	Played struct {
		Side     rules.Side
		Ply      int
		Move     string
		Position string
		Warnings []rules.Warning
		// Texts are the move in every notation of the game.
		Texts notation.Texts
		// Arrival is when the request came, before it was fitted in.
		Arrival time.Time
		// Result is how the move ended the game; the zero Result otherwise.
		Result Result

		judged *rules.Ply // what the rules said when it was decided
	}
	// Offered is an offer; its id is the event's seq.
	Offered struct {
		Kind string
		Side rules.Side
	}
	// Answered closes an offer.
	Answered struct {
		Offer   int
		Kind    string
		Answer  string
		Side    rules.Side
		Rematch string
	}
	// Rewound takes moves back.
	Rewound struct {
		ToPly    int
		Position string
		Side     rules.Side
	}
	// Hinted counts a hint about the move of a ply.
	Hinted struct {
		Side  rules.Side
		Ply   int
		Hints int
	}
	// Adjusted gives the running side time. With CausePause it ends a pause, with
	// CauseDirector it changes the bank of Side under a Key; both are somebody's Act.
	Adjusted struct {
		Cause string
		By    time.Duration
		Act   Act
		Side  rules.Side
		Key   string
	}
	// Paused stops both clocks.
	Paused struct{ Act Act }
	// Finished ends a game without a move; Act is who decided it where the reason
	// is Adjudication.
	Finished struct {
		Result Result
		Act    Act
	}
	// Voided annuls a game.
	Voided struct {
		Reason string
		// By is who did it, which the players are not told: it is kept beside the
		// log and not in it.
		By Moderator
	}
)

// Result is how a game ended.
type Result struct {
	Winner rules.Winner
	Reason string
	// Status is StatusFinished, StatusAborted or StatusVoid.
	Status string
	// Evidence proves a result by repetition, by a counter or for want of
	// attackers; nil otherwise.
	Evidence *rules.Evidence
}

// Ended reports whether there is a result.
func (r Result) Ended() bool { return r.Status != "" }

// The states of a game.
const (
	StatusRunning  = "running"
	StatusFinished = "finished"
	StatusAborted  = "aborted"
	StatusVoid     = "void"
)

// The reasons off the board (games.md §1).
const (
	Resignation      = "resignation"
	Agreement        = "agreement"
	FirstMoveTimeout = "first_move_timeout"
	Aborted          = "aborted"
	Forfeited        = "forfeit"
	Adjudication     = "adjudication"
	Annulled         = "void"
)

// The kinds of offers and of answers.
const (
	DrawOffer     = "draw"
	TakebackOffer = "takeback"
	RematchOffer  = "rematch"

	Accepted  = "accepted"
	Declined  = "declined"
	Withdrawn = "withdrawn"
)

// CauseDowntime is an adjustment for time in which no referee could answer.
const CauseDowntime = "downtime"

func verdictResult(v rules.Verdict, proof *rules.Evidence) Result {
	if !v.Over() {
		return Result{}
	}
	return Result{Winner: v.Winner, Reason: string(v.Reason), Status: StatusFinished, Evidence: proof}
}

func abortedResult(reason string) Result {
	return Result{Winner: rules.WinnerNone, Reason: reason, Status: StatusAborted}
}

// VoidResult is the result of an annulled game.
func VoidResult() Result {
	return Result{Winner: rules.WinnerNone, Reason: Annulled, Status: StatusVoid}
}
