package engine

// Move is a move as the search sees it: where to, where from, what moves and what
// it takes, and above that what else a game needs to make it. It is unique among
// the legal moves of a position; the zero Move is none.
type Move uint64

// The parts of a Move, from the lowest bit on.
const (
	squareBits = 7
	pieceBits  = 3
	victimBits = 4

	fromShift   = squareBits
	pieceShift  = 2 * squareBits
	victimShift = pieceShift + pieceBits
	extraShift  = victimShift + victimBits

	wayMask    = 1<<pieceShift - 1
	squareMask = 1<<squareBits - 1
	pieceMask  = 1<<pieceBits - 1
	victimMask = 1<<victimBits - 1

	// ways and arrivals are how many different from–to and piece–to there are.
	ways     = 1 << pieceShift
	arrivals = 1 << (squareBits + pieceBits)
	victims  = 1 << victimBits
)

// NewMove puts a move together. Squares are below 128, pieces below 8, victims
// below 16 with 0 for a quiet move; extra has at most 43 bits.
func NewMove(from, to, piece, victim int, extra uint64) Move {
	return Move(to | from<<fromShift | piece<<pieceShift | victim<<victimShift | int(extra<<extraShift))
}

// To is the square where the move ends.
func (m Move) To() int { return int(m & squareMask) }

// From is the square where the move begins.
func (m Move) From() int { return int(m >> fromShift & squareMask) }

// Piece is what moves, in the game's own numbers.
func (m Move) Piece() int { return int(m >> pieceShift & pieceMask) }

// Victim is what the move takes, in the game's own numbers; 0 for nothing.
func (m Move) Victim() int { return int(m >> victimShift & victimMask) }

// Extra is what the game has put above the rest.
func (m Move) Extra() uint64 { return uint64(m >> extraShift) }

// quiet reports whether the move takes nothing.
func (m Move) quiet() bool { return m>>victimShift&victimMask == 0 }

// way numbers from and to, arrival numbers piece and to.
func (m Move) way() int     { return int(m & wayMask) }
func (m Move) arrival() int { return m.Piece()<<squareBits | m.To() }

// tag is what the table keeps of a move: enough to know it among the legal ones
// of a position, but for very rare pairs of captures.
func (m Move) tag() uint16 {
	const spread = 0x9e3779b97f4a7c15
	return uint16(m&wayMask) ^ uint16(m.Extra()*spread>>48)
}
