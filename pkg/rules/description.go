package rules

// Description is a game as data: what a client needs to draw its board and to
// name its pieces without knowing the rules. The geometry in it is that of the
// move generator.
type Description struct {
	Board Board
	// Colours are those of the first and of the second side.
	Colours [2]Colour
	// Kinds are the kinds of pieces that positions can hold, in the order in
	// which they are shown.
	Kinds []Kind
	// Endings are the reasons for which a game may end on the board, or by a flag.
	Endings []Reason
}

// Colour is how a side is shown (games.md §1: colours are presentation).
type Colour struct {
	// Name is one lower-case English word: "red".
	Name string
	// Letter stands for the side to move in a position string.
	Letter string
}

// Kind is one kind of piece.
type Kind struct {
	// Name is the word of Piece.Kind.
	Name string
	// Letters stand for the piece of each side in a position string. In
	// draughts, where lists name the side, they are what precedes the square:
	// nothing for a man.
	Letters [2]string
	// Count is how many a side begins with, on the board or in hand.
	Count int
	// Rank orders kinds by strength where captures go by it (§2); 0 elsewhere.
	Rank int
	// Becomes is the kind into which it is promoted; empty where it never is.
	Becomes string
}

// The kinds of boards.
const (
	// OnPoints: pieces stand where lines meet.
	OnPoints = "points"
	// OnSquares: pieces stand in squares.
	OnSquares = "squares"
)

// Board is a board as data. The first side sits at the bottom.
type Board struct {
	// Kind is OnPoints or OnSquares.
	Kind string
	// Files are the names of the columns from left to right, Ranks those of the
	// rows from bottom to top. A square's name is that of its file and its rank.
	Files, Ranks []string
	// Points are the points or squares on which pieces may stand, sorted by file,
	// then by rank.
	Points []Point
	Areas  []Area
	// Lines join neighbouring points, on boards with lines.
	Lines []Segment
	// Mills are the lines on which three stones are a mill (§4), along the line.
	Mills [][3]string
	// Jumps cross squares in one move (§2); each is good both ways.
	Jumps []Jump
}

// Point is a point or a square on which a piece may stand.
type Point struct {
	Name string
	// X counts files from the left, Y ranks from the bottom, both from 0.
	X, Y int
}

// The roles of areas.
const (
	AreaPalace         = "palace"          // xiangqi: the general and the advisors stay in it
	AreaHome           = "home"            // xiangqi: the side's half; draughts: where its men begin
	AreaRiver          = "river"           // jungle: water
	AreaRiverBank      = "river_bank"      // next to the river
	AreaAdvisorPoints  = "advisor_points"  // xiangqi: where advisors can stand
	AreaElephantPoints = "elephant_points" // xiangqi: where elephants can stand
	AreaSoldierPoints  = "soldier_points"  // xiangqi: where soldiers can stand
	AreaTrap           = "trap"            // jungle
	AreaDen            = "den"             // jungle
	AreaPromotion      = "promotion_row"   // draughts: where the owner's men become kings
)

// Area is the squares that have a role.
type Area struct {
	Role string
	// Owner is "first" or "second"; empty for an area of both.
	Owner string
	// Squares are sorted as the board's points.
	Squares []string
}

// The kinds of lines.
const (
	// LineGrid is a line of the board's grid.
	LineGrid = "grid"
	// LineRiver leads over the river, where no line is drawn.
	LineRiver = "river"
	// LineDiagonal is a diagonal of a palace.
	LineDiagonal = "diagonal"
)

// Segment is the piece of a line between two neighbouring points, given once.
type Segment struct {
	From, To string
	// Kind is LineGrid, LineRiver or LineDiagonal.
	Kind string
}

// Jump is a way over squares that a piece on any of them may block.
type Jump struct {
	From, To string
	// Over are the squares crossed, in order.
	Over []string
}
