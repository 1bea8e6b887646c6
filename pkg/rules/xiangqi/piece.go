package xiangqi

import "kydai.dev/pkg/rules"

// kind is what a piece is, whoever owns it.
type kind uint8

const (
	noKind kind = iota
	general
	advisor
	elephant
	horse
	chariot
	cannon
	soldier

	kinds
)

// kindData describes a kind.
type kindData struct {
	name   string
	letter byte // of the first side; the second side's is lower case
	most   int  // how many a side may have when a game starts
}

var kindTable = [kinds]kindData{
	general:  {"general", 'K', 1},
	advisor:  {"advisor", 'A', 2},
	elephant: {"elephant", 'B', 2},
	horse:    {"horse", 'N', 2},
	chariot:  {"chariot", 'R', 2},
	cannon:   {"cannon", 'C', 2},
	soldier:  {"soldier", 'P', 5},
}

func (k kind) String() string { return kindTable[k].name }

// screens is how many pieces stand between a piece of this kind and what it
// captures.
func (k kind) screens() int {
	if k == cannon {
		return 1
	}
	return 0
}

// piece is a kind with its owner; the zero piece is an empty square.
type piece uint8

const (
	noPiece   piece = 0
	ownerBit        = 3
	kindMask        = 1<<ownerBit - 1
	allPieces       = 2 << ownerBit
)

const lower = 'a' - 'A'

func pieceOf(k kind, s rules.Side) piece { return piece(k) | piece(s)<<ownerBit }

func (p piece) kind() kind { return kind(p & kindMask) }

func (p piece) owner() rules.Side { return rules.Side(p >> ownerBit) }

func (p piece) letter() byte {
	return kindTable[p.kind()].letter + byte(p.owner())*lower
}

// on is the piece as the surface shows it.
func (p piece) on(s square) rules.Piece {
	return rules.Piece{Square: squareNames[s], Kind: p.kind().String(), Side: p.owner()}
}

// pieceOfLetter reads the letter of a piece, noPiece if it is none.
func pieceOfLetter(c byte) piece {
	side := rules.First
	if c >= 'a' {
		side, c = rules.Second, c-lower
	}
	switch c {
	case 'H':
		c = 'N'
	case 'E':
		c = 'B'
	}
	for k := general; k < kinds; k++ {
		if kindTable[k].letter == c {
			return pieceOf(k, side)
		}
	}
	return noPiece
}
