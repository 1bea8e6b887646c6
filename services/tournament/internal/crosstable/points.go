package crosstable

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Points are counted in tenths, so that sums are exact.
type Points int

// Whole is one point.
const Whole Points = 10

// String writes them as report files do: 3.5.
func (p Points) String() string {
	sign := ""
	if p < 0 {
		sign, p = "-", -p
	}
	return sign + strconv.Itoa(int(p/Whole)) + "." + strconv.Itoa(int(p%Whole))
}

// MarshalJSON writes them as a number.
func (p Points) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalJSON reads a number.
func (p *Points) UnmarshalJSON(number []byte) error {
	points, err := ParsePoints(string(number))
	if err != nil {
		return fmt.Errorf("points %s: %w", number, err)
	}
	*p = points
	return nil
}

var errPoints = errors.New("points are written as 3.5, with one decimal at most")

const maxPoints = 1_000_000

// ParsePoints reads them.
func ParsePoints(s string) (Points, error) {
	rest, negative := strings.CutPrefix(s, "-")
	whole, tenth, dotted := strings.Cut(rest, ".")
	if dotted && len(tenth) > 1 {
		tenth = strings.TrimRight(tenth, "0")
	}
	if len(tenth) > 1 || whole == "" && tenth == "" || !digits(whole) || !digits(tenth) {
		return 0, errPoints
	}
	n, err := strconv.Atoi("0" + whole)
	if err != nil || n > maxPoints {
		return 0, errPoints
	}
	p := Points(n) * Whole
	if tenth != "" {
		p += Points(tenth[0] - '0')
	}
	if negative {
		p = -p
	}
	return p, nil
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// Result is the code of a round's outcome in report files.
type Result byte

// The results; the short games had no move or one.
const (
	Win         Result = '1'
	Draw        Result = '='
	Loss        Result = '0'
	ShortWin    Result = 'W'
	ShortDraw   Result = 'D'
	ShortLoss   Result = 'L'
	ForfeitWin  Result = '+'
	ForfeitLoss Result = '-'
	Allocated   Result = 'U' // the bye of an odd number
	HalfBye     Result = 'H'
	FullBye     Result = 'F'
	Absent      Result = 'Z'
)

// MarshalText writes the code.
func (r Result) MarshalText() ([]byte, error) { return []byte{byte(r)}, nil }

// UnmarshalText reads it.
func (r *Result) UnmarshalText(code []byte) error {
	if len(code) != 1 || !Result(code[0]).Valid() {
		return fmt.Errorf("there is no result %q", code)
	}
	*r = Result(code[0])
	return nil
}

// Played tells whether it is the outcome of a game.
func (r Result) Played() bool { return strings.IndexByte("1=0WDL", byte(r)) >= 0 }

// Valid tells whether the code exists.
func (r Result) Valid() bool { return strings.IndexByte("1=0WDL+-UHFZ", byte(r)) >= 0 }

// Bye tells whether it is an absence that a player can ask for.
func (r Result) Bye() bool { return r == HalfBye || r == FullBye || r == Absent }

// Agrees tells whether the opponent's result can be this one.
func (r Result) Agrees(other Result) bool {
	switch r {
	case Win:
		return other == Loss
	case Draw:
		return other == Draw || other == Loss
	case Loss: // an arbiter may let both lose, or take a draw from one
		return other == Win || other == Draw || other == Loss
	case ShortWin:
		return other == ShortLoss
	case ShortDraw:
		return other == ShortDraw
	case ShortLoss:
		return other == ShortWin || other == ShortLoss
	case ForfeitWin:
		return other == ForfeitLoss
	case ForfeitLoss:
		return other == ForfeitWin || other == ForfeitLoss
	}
	return false
}

// Scoring is what results are worth.
type Scoring struct {
	Win       Points `json:"win"`
	Draw      Points `json:"draw"`
	Loss      Points `json:"loss"`
	Absent    Points `json:"absent"`    // a zero-point bye
	Forfeited Points `json:"forfeited"` // a game lost by forfeit
	Allocated Points `json:"allocated"` // the bye of an odd number
	Unknown   Points `json:"unknown"`   // a game whose result is not known yet
}

// Usual is 1, ½, 0 with a full point for the bye.
func Usual() Scoring {
	return Scoring{Win: Whole, Draw: Whole / 2, Allocated: Whole, Unknown: Whole / 2}
}

// Of is what a result is worth.
func (s Scoring) Of(r Result) Points {
	switch r {
	case Win, ShortWin, ForfeitWin, FullBye:
		return s.Win
	case Draw, ShortDraw, HalfBye:
		return s.Draw
	case Loss, ShortLoss:
		return s.Loss
	case ForfeitLoss:
		return s.Forfeited
	case Allocated:
		return s.Allocated
	}
	return s.Absent
}
