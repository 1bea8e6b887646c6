package rules

import "slices"

// Rule is a rule that an illegal move breaks, in the words of the API.
//
// A move that breaks several is refused with the first of them in this order:
// what moves (NO_PIECE, NOT_YOUR_PIECE); what stands on the target (OWN_PIECE,
// OCCUPIED); where the piece may never be (OWN_DEN, PALACE, RIVER,
// ONLY_RAT_SWIMS); how it moves (BACKWARD, NOT_ADJACENT, AMBIGUOUS); what is in
// the way (HORSE_LEG, ELEPHANT_EYE, PATH_BLOCKED, CANNON_SCREEN, JUMP_BLOCKED);
// what it takes (WATER_EDGE, STRONGER_PIECE, NO_MILL, REMOVAL_DUE, IN_MILL); and
// what the whole position demands (MUST_CAPTURE, CHAIN_GOES_ON,
// MUST_CAPTURE_MOST, GENERALS_FACE, LEAVES_CHECK).
type Rule string

// The rules that can forbid a move. Every illegal move breaks one of them.
const (
	// NoPiece: there is nothing to move on the square, nothing left in hand to
	// place, or nothing to take where the move takes something.
	NoPiece Rule = "NO_PIECE"
	// NotYourPiece: the piece to move is the other side's.
	NotYourPiece Rule = "NOT_YOUR_PIECE"
	// OwnPiece: a piece of one's own stands on the target, be it the moving one,
	// or is to be taken.
	OwnPiece Rule = "OWN_PIECE"
	// LeavesCheck: the move leaves one's own general attacked (xiangqi).
	LeavesCheck Rule = "LEAVES_CHECK"
	// GeneralsFace: the generals would face each other on an open file (xiangqi).
	GeneralsFace Rule = "GENERALS_FACE"
	// HorseLeg: a piece beside the horse blocks its leap (xiangqi).
	HorseLeg Rule = "HORSE_LEG"
	// ElephantEye: a piece in the elephant's eye blocks its way (xiangqi).
	ElephantEye Rule = "ELEPHANT_EYE"
	// River: an elephant does not cross the river, and a soldier steps sideways
	// only beyond it (xiangqi).
	River Rule = "RIVER"
	// Palace: generals and advisors stay in their palace (xiangqi).
	Palace Rule = "PALACE"
	// PathBlocked: a piece stands between, where none may (xiangqi, draughts).
	PathBlocked Rule = "PATH_BLOCKED"
	// CannonScreen: a cannon captures over exactly one piece (xiangqi).
	CannonScreen Rule = "CANNON_SCREEN"
	// JumpBlocked: a rat in the river blocks the jump (jungle).
	JumpBlocked Rule = "JUMP_BLOCKED"
	// WaterEdge: nothing captures across the water's edge (jungle).
	WaterEdge Rule = "WATER_EDGE"
	// OnlyRatSwims: no piece but the rat enters the river (jungle).
	OnlyRatSwims Rule = "ONLY_RAT_SWIMS"
	// StrongerPiece: the piece on the target is not to be taken by this one
	// (jungle).
	StrongerPiece Rule = "STRONGER_PIECE"
	// OwnDen: no piece enters its own den (jungle).
	OwnDen Rule = "OWN_DEN"
	// NotAdjacent: the piece does not get there in one move, whatever stands on
	// the board; in morris also any step while stones are in hand.
	NotAdjacent Rule = "NOT_ADJACENT"
	// Occupied: a piece stands on the target that can't be taken so.
	Occupied Rule = "OCCUPIED"
	// RemovalDue: a mill removes an enemy stone in the same ply (morris).
	RemovalDue Rule = "REMOVAL_DUE"
	// NoMill: a move that makes no mill removes nothing (morris).
	NoMill Rule = "NO_MILL"
	// InMill: the stone to remove is in a mill and others are not (morris).
	InMill Rule = "IN_MILL"
	// MustCapture: the move would be legal, were there no capture (draughts).
	MustCapture Rule = "MUST_CAPTURE"
	// MustCaptureMost: another capture takes more pieces (draughts).
	MustCaptureMost Rule = "MUST_CAPTURE_MOST"
	// ChainGoesOn: the capture is not completed, or not every landing square of
	// it is named (draughts).
	ChainGoesOn Rule = "CHAIN_GOES_ON"
	// Ambiguous: several legal moves are written so (draughts, notations).
	Ambiguous Rule = "AMBIGUOUS"
	// Backward: a man or a soldier does not go back (draughts, xiangqi).
	Backward Rule = "BACKWARD"
)

var moveRules = []Rule{
	NoPiece, NotYourPiece, OwnPiece, LeavesCheck, GeneralsFace, HorseLeg, ElephantEye, River, Palace,
	PathBlocked, CannonScreen, JumpBlocked, WaterEdge, OnlyRatSwims, StrongerPiece, OwnDen, NotAdjacent,
	Occupied, RemovalDue, NoMill, InMill, MustCapture, MustCaptureMost, ChainGoesOn, Ambiguous, Backward,
}

// MoveRules lists every [Rule]. The slice is the caller's own.
func MoveRules() []Rule { return slices.Clone(moveRules) }
