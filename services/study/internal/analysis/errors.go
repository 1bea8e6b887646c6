package analysis

import "kydai.dev/pkg/errs"

// The refusals of analyses.
var (
	ErrNoSuchAnalysis  = errs.New(errs.NotFound, "NO_SUCH_ANALYSIS", "there is no such analysis")
	ErrNoSuchOperation = errs.New(errs.NotFound, "NO_SUCH_OPERATION", "there is no such operation")
	ErrGameRunning     = errs.New(errs.State, "GAME_NOT_OVER", "the game goes on, and nobody helps while it does")
	ErrNothing         = errs.New(errs.State, "NOTHING_TO_ANALYZE", "no move was made in the game")
	ErrTooLong         = errs.New(errs.State, "GAME_TOO_LONG", "the game has more moves than are looked at")
	ErrNotYours        = errs.New(errs.Denied, "NOT_YOUR_ANALYSIS", "you have not asked for this analysis")
	ErrEnded           = errs.New(errs.State, "ANALYSIS_ENDED", "the analysis has ended")

	ErrUnknownGame     = errs.New(errs.Invalid, "UNKNOWN_GAME", "there is no such game among those played here")
	ErrUnknownFormat   = errs.New(errs.Invalid, "UNKNOWN_FORMAT", "the game has no record format of this name")
	ErrUnknownNotation = errs.New(errs.Invalid, "UNKNOWN_NOTATION", "the game has no notation of this name")
	ErrBadRecord       = errs.New(errs.Invalid, "BAD_RECORD", "the record can't be read")
	ErrSeveral         = errs.New(errs.Invalid, "SEVERAL_RECORDS", "the text has more than one game; say which one is meant")
	ErrNoRecord        = errs.New(errs.Invalid, "NO_SUCH_RECORD", "the text has no game of this number")

	ErrTooMany   = errs.New(errs.Limited, "TOO_MANY_ANALYSES", "as many analyses of yours are under way as may be")
	ErrUsedUp    = errs.New(errs.Limited, "ANALYSES_USED_UP", "you have begun as many analyses as a day has")
	ErrQueueFull = errs.New(errs.Limited, "ANALYSIS_QUEUE_FULL", "as many analyses wait as may")
	ErrKeyReused = errs.New(errs.Invalid, "IDEMPOTENCY_KEY_REUSED", "the same key has been used for another request")
)

// The reasons for which an analysis fails.
const (
	// FailedSearch is a position that search will not look at.
	FailedSearch = "search_refused"
	// FailedLate is work that nobody found time for.
	FailedLate = "too_late"
)
