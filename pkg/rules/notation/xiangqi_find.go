package notation

import (
	"errors"

	"kydai.dev/pkg/rules"
)

// The places that a text can name other than by a number from the front.
const (
	placeUnsaid = 0
	placeFront  = 1
	placeRear   = -1
	placeMiddle = -2
)

// asked is what a text says of a move. It may fit several pieces.
type asked struct {
	figures figureSet
	file    int // 0 if not said
	place   int // among like pieces on a file, from the front
	way     way
	number  int
}

// figureSet is a set of figures, one bit for each.
type figureSet uint16

func figuresOf(list ...figure) (set figureSet) {
	for _, f := range list {
		set |= 1 << f
	}
	return set
}

func (set figureSet) has(f figure) bool { return set>>f&1 == 1 }

// find returns the one legal move that was asked for.
func (a asked) find(p rules.Position, text string) (string, error) {
	var legal []string
	var refusal error
	pieces := p.Pieces()
	for _, piece := range pieces {
		if piece.Side != p.Side() || !a.figures.has(figureOf(piece.Kind)) {
			continue
		}
		s := standOf(pieces, piece)
		if !a.names(s) {
			continue
		}
		move, err := a.try(p, s)
		if err == nil {
			legal = append(legal, move)
		} else {
			refusal = nearer(refusal, err)
		}
	}
	switch {
	case len(legal) == 1:
		return legal[0], nil
	case len(legal) > 1:
		return "", rules.Illegal(rules.Ambiguous, "%.30q may be %s or %s", text, legal[0], legal[1])
	case refusal != nil:
		return "", refusal
	default:
		return "", rules.Illegal(rules.NoPiece, "you have no piece that %.30q names", text)
	}
}

// names reports whether the text names a piece that stands so. A file alone is
// enough even where several like pieces stand on it: often one of them moves so.
func (a asked) names(s stand) bool {
	if a.file != 0 && a.file != s.file {
		return false
	}
	switch a.place {
	case placeUnsaid:
		return true
	case placeRear:
		return s.like > 1 && s.place == s.like
	case placeMiddle:
		return s.like == 3 && s.place == 2
	default:
		return s.like > 1 && s.place == a.place
	}
}

// try plays the move asked for with one piece.
func (a asked) try(p rules.Position, s stand) (string, error) {
	to, ok := a.target(s)
	if !ok {
		return "", rules.Illegal(rules.NotAdjacent, "the %s on %s makes no such move",
			figureWords[s.figure], s.square(p.Side()))
	}
	step, err := p.Play(s.square(p.Side()) + to.square(p.Side()))
	return step.Move, err
}

// target is where the move leads, by the numbers alone.
func (a asked) target(s stand) (spot, bool) {
	to := spot{a.number, s.rank}
	switch {
	case s.figure.leaps():
		to.rank += a.climb(leapRanks(s.figure, a.number-s.file))
	case a.way != sideways:
		to = spot{s.file, s.rank + a.climb(a.number)}
	}
	return to, to.onBoard() && (to.rank != s.rank) == (a.way != sideways)
}

// climb is the change of rank when a piece goes so many ranks in the way asked.
func (a asked) climb(ranks int) int {
	if a.way == back {
		return -ranks
	}
	return ranks
}

// leapRanks is how many ranks a figure crosses that crosses so many files; 0 if
// it never does.
func leapRanks(f figure, files int) int {
	files = max(files, -files)
	switch {
	case f == horse && (files == 1 || files == 2):
		return 3 - files
	case f == advisor && files == 1, f == elephant && files == 2:
		return files
	default:
		return 0
	}
}

// nearer picks, of the refusals of two pieces that one text names, the one that
// the writer more likely had in mind: that of the piece which could move so if
// only the others stood elsewhere.
func nearer(first, second error) error {
	if nearness(second) > nearness(first) {
		return second
	}
	return first
}

func nearness(err error) int {
	var refusal *rules.MoveError
	if !errors.As(err, &refusal) {
		return -1 // no refusal yet
	}
	switch refusal.Rule {
	case rules.NotAdjacent, rules.Backward, rules.Palace, rules.River:
		return 0 // whatever stands on the board
	case rules.OwnPiece:
		return 1 // which is looked at before the way there
	default:
		return 2
	}
}
