// Package rules is the one implementation of the rules of kydai's games. The
// referee judges with it and the engine searches with it, so both always agree.
//
// A game is a [Game]; its positions are immutable [Position] values with a
// text of one line; a [Line] is a game under way, which knows the past that
// repetition needs. Everything here is pure: no I/O, no clock, no globals that
// change. The rule book is games.md; comments cite its sections.
package rules

// Side is one of the two players of a game. First is the side that starts.
type Side uint8

// The two sides.
const (
	First Side = iota
	Second
)

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }

// String returns "first" or "second", the words of the API.
func (s Side) String() string {
	if s == First {
		return "first"
	}
	return "second"
}

// MarshalText is how JSON writes a side.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Winner says who won a finished game.
type Winner string

// The possible winners; a draw and an aborted game have none.
const (
	WinnerFirst  Winner = "first"
	WinnerSecond Winner = "second"
	WinnerNone   Winner = "none"
)

// Wins returns s as the winner of a game.
func (s Side) Wins() Winner { return Winner(s.String()) }

// Reason is why a game ended on the board, in the words of games.md §1.
type Reason string

// The reasons on the board, and the two that a flag can give (§1).
const (
	Checkmate          Reason = "checkmate"
	Stalemate          Reason = "stalemate"
	PerpetualCheck     Reason = "perpetual_check"
	PerpetualChase     Reason = "perpetual_chase"
	NoAttackers        Reason = "no_attackers"
	Den                Reason = "den"
	FewStones          Reason = "few_stones"
	NoPieces           Reason = "no_pieces"
	NoMoves            Reason = "no_moves"
	Repetition         Reason = "repetition"
	MoveCount          Reason = "move_count"
	Timeout            Reason = "timeout"
	TimeoutNoAttackers Reason = "timeout_no_attackers"
)

// Verdict is the outcome of a game. The zero Verdict means that it goes on.
type Verdict struct {
	Winner Winner
	Reason Reason
}

// Over reports whether the game has ended.
func (v Verdict) Over() bool { return v.Reason != "" }

// Win returns the verdict that s has won for reason r.
func Win(s Side, r Reason) Verdict { return Verdict{Winner: s.Wins(), Reason: r} }

// Draw returns the verdict of a draw for reason r.
func Draw(r Reason) Verdict { return Verdict{Winner: WinnerNone, Reason: r} }

// Piece is a piece on the board.
type Piece struct {
	// Square is where it stands, as moves name it: "h2".
	Square string `json:"square"`
	// Kind is what it is, one lower-case English word: "horse", "rat", "stone",
	// "man".
	Kind string `json:"kind"`
	Side Side   `json:"side"`
}

// Game is the rules of one game or variant. Its methods are safe for
// concurrent use and give the same answers for ever.
type Game interface {
	// Name is the game's name in the API: "xiangqi", "draughts-russian", …
	Name() string
	// Start is the position in which a game begins.
	Start() Position
	// Parse reads a position string. It refuses malformed lines only, with a
	// *PositionError; whether a game may start from it is Position.CheckSetup.
	Parse(line string) (Position, error)
	// Repetitions is how often a position must stand for a draw, the first
	// occurrence counted.
	Repetitions() int
	// Describe returns the game as data. The description is the caller's own.
	Describe() Description
}

// Position is one immutable position of a game: the board, the side to move,
// and the counters of its position string.
type Position interface {
	// Side is the side to move.
	Side() Side
	// String prints the canonical position string; Parse reads it back.
	String() string
	// Hash is equal for positions that are the same for repetition (§1).
	Hash() uint64
	// Same reports whether q is the same position for repetition: board and
	// side to move (and what else the game counts), not the counters.
	Same(q Position) bool
	// Moves lists the legal moves in canonical spelling, sorted as text. It is
	// empty when the position is won or lost as it stands.
	Moves() []string
	// Play reads one move text, checks it against the rules and makes it. The
	// error is a *MoveError. It does not look at history: draws are Line's.
	Play(text string) (Step, error)
	// Standing is the win or loss of the position as it stands, whatever led
	// to it; the zero Verdict otherwise. A draw is never found here.
	Standing() Verdict
	// Pieces lists what stands on the board, sorted by file, then by rank.
	Pieces() []Piece
	// Counter is the counter that draws when it is full; the zero Counter in a
	// game without one.
	Counter() Counter
	// MaterialDraw reports whether neither side can win any more.
	MaterialDraw() bool
	// CanWin reports whether s has the material to win if the other side's
	// time runs out (§3: an attacking piece); true in all games but xiangqi.
	CanWin(s Side) bool
	// CheckSetup says whether a game may start here; the error is a
	// *PositionError that names the field.
	CheckSetup() error
	// Fresh returns the position with counters at zero and move number 1, as
	// a game from a hand-set position starts.
	Fresh() Position
	// Without returns the position without the piece on a square, which need not
	// be one from which a game may start. The error is a *PositionError that
	// names the square: nothing stands there, or it is a general.
	Without(square string) (Position, error)
	// Perft counts the move sequences of the given length. A position that is
	// won or lost at the depth counts 1, earlier it contributes nothing; draws
	// are not applied. Perft(0) is 1.
	Perft(depth int) uint64
}

// Step is a legal move made.
type Step struct {
	// Move is the canonical spelling of the move.
	Move string
	// Next is the position after it.
	Next Position
	// Irreversible says that no position before this move can ever stand
	// again (a capture, a placement, a promotion).
	Irreversible bool
}
