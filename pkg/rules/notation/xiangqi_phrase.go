package notation

import (
	"slices"

	"kydai.dev/pkg/rules"
)

const (
	files = 9
	ranks = 10
)

// figure is the kind of a xiangqi piece. Every notation has its names for them
// in a table.
type figure uint8

// The figures; the zero figure is none.
const (
	general figure = iota + 1
	advisor
	elephant
	horse
	chariot
	cannon
	soldier

	figures
)

// figureWords are the kinds as rules.Piece names them.
var figureWords = [figures]string{"", "general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier"}

func figureOf(kind string) figure { return figure(max(0, slices.Index(figureWords[:], kind))) }

// leaps says that the number behind the direction is always the file that the
// piece goes to. The other figures count steps forward and back.
func (f figure) leaps() bool { return f == horse || f == elephant || f == advisor }

// spot is a square as the mover sees it: files from 1 at the right hand, ranks
// from 0 at its own edge.
type spot struct{ file, rank int }

func spotOf(square string, mover rules.Side) spot {
	file, rank := int(square[0]-'a'), int(square[1]-'0')
	if mover == rules.First {
		return spot{files - file, rank}
	}
	return spot{file + 1, ranks - 1 - rank}
}

func (s spot) onBoard() bool { return s.file >= 1 && s.file <= files && s.rank >= 0 && s.rank < ranks }

// square is the opposite of spotOf.
func (s spot) square(mover rules.Side) string {
	file, rank := files-s.file, s.rank
	if mover == rules.Second {
		file, rank = s.file-1, ranks-1-s.rank
	}
	return string([]byte{'a' + byte(file), '0' + byte(rank)})
}

// way is the direction of a move.
type way uint8

// The directions, as indexes of the tables of words.
const (
	forward way = iota
	back
	sideways
)

// stand is how a piece stands among the like pieces of its side, those of its
// kind.
type stand struct {
	spot
	figure  figure
	place   int  // among the like pieces on its file, from the front, from 1
	like    int  // like pieces on its file, itself among them
	crowded int  // files with several like pieces
	apart   bool // two of a kind of which one can only go forward, the other only back
}

// standOf finds how the piece on a spot stands among all pieces on the board.
func standOf(pieces []rules.Piece, piece rules.Piece) stand {
	s := stand{spot: spotOf(piece.Square, piece.Side), figure: figureOf(piece.Kind), place: 1}
	var onFile [files + 1]int
	var taken [ranks]bool // ranks of the like pieces on the file
	for i := range pieces {
		if pieces[i].Side != piece.Side || pieces[i].Kind != piece.Kind {
			continue
		}
		other := spotOf(pieces[i].Square, piece.Side)
		onFile[other.file]++
		if onFile[other.file] == 2 {
			s.crowded++
		}
		if other.file != s.file {
			continue
		}
		taken[other.rank] = true
		if other.rank > s.rank {
			s.place++
		}
	}
	s.like = onFile[s.file]
	s.apart = s.like == 2 && taken[0] && (s.figure == advisor && taken[2] || s.figure == elephant && taken[4])
	return s
}

// mark is how a piece is told from like pieces on its file.
type mark uint8

// The marks. A piece alone on its file has none, a numbered one is counted from
// the front.
const (
	alone mark = iota
	front
	middle
	rear
	numbered
)

// mark returns how Vietnamese and Chinese tell the piece from the like ones on
// its file. They have words for three soldiers, and for two of any other kind:
// more of those come from no game, only from a position that was made up.
func (s stand) mark() mark {
	words := 2
	if s.figure == soldier {
		words = 3
	}
	switch {
	case s.like == 1:
		return alone
	case s.like > words:
		return numbered
	case s.place == 1:
		return front
	case s.place == s.like:
		return rear
	default:
		return middle
	}
}

// phrase is a move as its mover sees it.
type phrase struct {
	stand
	side   rules.Side
	way    way
	number int // of steps, or of the file gone to
}

// phraseOf puts a legal move of a position into a phrase.
func phraseOf(p rules.Position, move string) phrase {
	pieces := p.Pieces()
	at := slices.IndexFunc(pieces, func(piece rules.Piece) bool { return piece.Square == move[:2] })
	said := phrase{stand: standOf(pieces, pieces[at]), side: pieces[at].Side}
	to := spotOf(move[2:], said.side)
	steps := to.rank - said.rank
	said.number = to.file
	switch {
	case steps == 0:
		said.way = sideways
	case steps < 0:
		said.way, steps = back, -steps
	}
	if steps != 0 && !said.figure.leaps() {
		said.number = steps
	}
	return said
}
