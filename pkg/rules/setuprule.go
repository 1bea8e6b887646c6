package rules

import "slices"

// SetupRule is a rule that a position breaks, or what is to be taken off it, so
// that no game may start there, in the words of the API. It goes with the square where it is
// broken; a rule about what is not on the board has none.
type SetupRule string

// The validity rules. Every position that is refused as a set-up, and not
// because its line is malformed, breaks one of them.
const (
	// TooManyPieces: a side has more pieces, or more of a kind, than a game
	// begins with. The square is that of one of those too many, none where the
	// hand alone is too full (morris).
	TooManyPieces SetupRule = "TOO_MANY_PIECES"
	// NoPiecesLeft: a side has no piece (jungle, draughts). There is no square.
	NoPiecesLeft SetupRule = "NO_PIECES_LEFT"
	// TooFewPieces: a side has fewer than three stones, those in hand included
	// (morris). There is no square.
	TooFewPieces SetupRule = "TOO_FEW_PIECES"
	// OneGeneral: a side has no general or several (xiangqi). The square is that
	// of one too many. Such a line can't even be read, since nothing holds of it.
	OneGeneral SetupRule = "ONE_GENERAL"
	// WrongPoint: a general, advisor, elephant or soldier stands where it never
	// can (xiangqi).
	WrongPoint SetupRule = "WRONG_POINT"
	// SetupGeneralsFace: the generals face each other (xiangqi). The square is
	// that of the waiting side's.
	SetupGeneralsFace SetupRule = "GENERALS_FACE"
	// WaitingSideInCheck: the side that is not to move is in check (xiangqi). The
	// square is that of its general.
	WaitingSideInCheck SetupRule = "WAITING_SIDE_IN_CHECK"
	// NoLegalMove: the side to move has no legal move. The square is that of one
	// of its pieces, in xiangqi of its general.
	NoLegalMove SetupRule = "NO_LEGAL_MOVE"
	// HandsDiffer: the stones in hand do not go with the side to move (morris).
	// There is no square.
	HandsDiffer SetupRule = "HANDS_DIFFER"
	// NotInRiver: a piece other than a rat stands in the river (jungle).
	NotInRiver SetupRule = "NOT_IN_RIVER"
	// DenTaken: a piece stands in a den (jungle).
	DenTaken SetupRule = "DEN_TAKEN"
	// PromotionRow: a man stands where it would have become a king (draughts).
	PromotionRow SetupRule = "PROMOTION_ROW"
	// NothingToRemove: no piece stands where one is to be taken off the board.
	NothingToRemove SetupRule = "NOTHING_TO_REMOVE"
	// GeneralStays: a general is never taken off the board (xiangqi).
	GeneralStays SetupRule = "GENERAL_STAYS"
)

var setupRules = []SetupRule{
	TooManyPieces, NoPiecesLeft, TooFewPieces, OneGeneral, WrongPoint, SetupGeneralsFace, WaitingSideInCheck,
	NoLegalMove, HandsDiffer, NotInRiver, DenTaken, PromotionRow,
	NothingToRemove, GeneralStays,
}

// SetupRules lists every [SetupRule]. The slice is the caller's own.
func SetupRules() []SetupRule { return slices.Clone(setupRules) }
