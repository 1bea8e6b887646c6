package record

import (
	"strings"

	"kydai.dev/pkg/rules"
)

// The reasons off the board (games.md §1) that package rules has no name for.
const (
	aborted          rules.Reason = "aborted"
	firstMoveTimeout rules.Reason = "first_move_timeout"
	void             rules.Reason = "void"
	forfeit          rules.Reason = "forfeit"
	resignation      rules.Reason = "resignation"
	agreement        rules.Reason = "agreement"
	adjudication     rules.Reason = "adjudication"
)

// boardReasons are those that the board alone decides.
var boardReasons = map[rules.Reason]bool{
	rules.Checkmate: true, rules.Stalemate: true, rules.PerpetualCheck: true, rules.PerpetualChase: true,
	rules.NoAttackers: true, rules.Den: true, rules.FewStones: true, rules.NoPieces: true,
	rules.NoMoves: true, rules.Repetition: true, rules.MoveCount: true,
}

// offBoard are the others; those that are true leave a game without a score.
var offBoard = map[rules.Reason]bool{
	rules.Timeout: false, rules.TimeoutNoAttackers: false, resignation: false, agreement: false,
	adjudication: false,
	aborted:      true, firstMoveTimeout: true, void: true, forfeit: true,
}

func knownReason(r rules.Reason) bool {
	_, off := offBoard[r]
	return off || boardReasons[r]
}

// score is a result as files write it. The first figure belongs to the side
// that starts the usual game, whatever its colour: red in xiangqi, black in
// American draughts, white in the Russian and the international game.
type score struct {
	first, second, draw string
}

var (
	chessScore         = score{first: "1-0", second: "0-1", draw: "1/2-1/2"}
	internationalScore = score{first: "2-0", second: "0-2", draw: "1-1"}
)

// unscored is written where nobody won and nothing was drawn.
const unscored = "*"

// text is a result in figures.
func (s score) text(v rules.Verdict) string {
	switch {
	case v.Winner == rules.WinnerFirst:
		return s.first
	case v.Winner == rules.WinnerSecond:
		return s.second
	case v.Winner == rules.WinnerNone && !offBoard[v.Reason]:
		return s.draw
	default:
		return unscored
	}
}

// figures are the results that end the moves of a game, by their winner.
var figures = map[string]rules.Winner{
	"1-0": rules.WinnerFirst, "0-1": rules.WinnerSecond, "1/2-1/2": rules.WinnerNone,
	"2-0": rules.WinnerFirst, "0-2": rules.WinnerSecond, "1-1": rules.WinnerNone, "½-½": rules.WinnerNone,
	"0-0": rules.WinnerNone, unscored: "",
}

// resultOf brings the end of the moves and the tags Result and Termination
// together. Programs end the moves of a finished game with "*", too.
func resultOf(end, tag, termination string) (v rules.Verdict, contradicted bool) {
	tag = strings.ReplaceAll(tag, " ", "")
	v.Winner = figures[tag]
	switch said := figures[end]; {
	case v.Winner == "":
		v.Winner, tag = said, end
	case said != "" && said != v.Winner:
		contradicted = true
	}
	if tag == "0-0" { // both have lost
		v.Reason = forfeit
	}
	reason, ok := reasonOf(termination, v.Winner)
	if ok {
		v.Reason = reason
	}
	if v.Winner == "" && offBoard[v.Reason] {
		v.Winner = rules.WinnerNone
	}
	return v, contradicted
}

// reasonOf reads the tag Termination, which has our words in it, or one of the
// few of the PGN standard that say as much.
func reasonOf(termination string, winner rules.Winner) (rules.Reason, bool) {
	reason := rules.Reason(termination)
	switch {
	case strings.EqualFold(termination, "time forfeit") && winner == rules.WinnerNone:
		reason = rules.TimeoutNoAttackers
	case strings.EqualFold(termination, "time forfeit"):
		reason = rules.Timeout
	}
	unscored := offBoard[reason]
	return reason, knownReason(reason) && (winner != "" || unscored)
}
