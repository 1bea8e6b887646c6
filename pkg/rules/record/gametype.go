package record

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/notation"
)

// gameType is a type of PDN 3.0 and the game that it is here.
type gameType struct {
	number int
	game   string
	size   int
	// begins is the colour that begins, by the standard.
	begins byte
	// numeric: the standard writes squares as numbers, from the corner.
	numeric bool
	// corner is where number 1 lies as the side that begins sees it, also where
	// the standard has no numbers.
	corner notation.Corner
	score  score
}

var gameTypes = []gameType{
	{20, "draughts-international", 10, 'W', true, notation.TopLeft, internationalScore},
	{21, "draughts-american", 8, 'B', true, notation.BottomRight, chessScore},
	{25, "draughts-russian", 8, 'W', false, notation.TopLeft, chessScore},
	{26, "draughts-brazilian", 8, 'W', false, notation.TopLeft, chessScore},
}

func typeOf(g rules.Game) gameType {
	for _, t := range gameTypes {
		if t.game == g.Name() {
			return t
		}
	}
	return gameType{}
}

func draughtsNames() []string {
	var names []string
	for _, t := range gameTypes {
		names = append(names, t.game)
	}
	return names
}

// foreign reports whether the colours of PDN are the other ones here: white
// begins Brazilian draughts in PDN and black by games.md §5. A record keeps the
// colours of games.md, a file has those that its readers know.
func (t gameType) foreign() bool { return t.game == "draughts-brazilian" }

// text is the tag GameType for moves in numbers or in names of squares: the
// number alone where the standard's notation of the type is that.
func (t gameType) text(numeric bool) string {
	switch {
	case numeric == t.numeric:
		return strconv.Itoa(t.number)
	case numeric:
		return fmt.Sprintf("%d,%c,%[3]d,%[3]d,N%[4]d,0", t.number, t.begins, t.size, t.corner)
	default:
		return fmt.Sprintf("%d,%c,%[3]d,%[3]d,A0,0", t.number, t.begins, t.size)
	}
}

var gameTypeTag = regexp.MustCompile(`^(\d+)(?:,([WB])(?:,\d+,\d+(?:,([ANS])([0-3]))?)?)?`)

// readGameType reads the tag GameType, of which only the number is sure. begun
// is the colour that begins if the tag names it, else 0.
func readGameType(text string, game rules.Game) (t gameType, begun byte, err error) {
	if text == "" {
		if game == nil {
			return t, 0, errors.New("the tag GameType is missing: which game is it?")
		}
		return typeOf(game), 0, nil
	}
	parts := gameTypeTag.FindStringSubmatch(strings.ReplaceAll(text, " ", ""))
	if parts == nil {
		return t, 0, fmt.Errorf("GameType %.40q is not readable", text)
	}
	for _, known := range gameTypes {
		if strconv.Itoa(known.number) == parts[1] {
			t = known
		}
	}
	named, ok := games.Find(t.game)
	if !ok {
		return t, 0, fmt.Errorf("GameType %s is none of 20, 21, 25 and 26", parts[1])
	}
	if err := sameGame(&game, named); err != nil {
		return t, 0, err
	}
	if parts[2] != "" {
		begun = parts[2][0]
	}
	if parts[3] == "N" {
		t.corner = notation.Corner(parts[4][0] - '0')
	}
	return t, begun, nil
}

// square is the name of the square with a number, counted from a corner.
func (t gameType) square(number int, corner notation.Corner) (string, bool) {
	game, _ := games.Find(t.game)
	half := t.size / 2
	if number < 1 || number > t.size*half {
		return "", false
	}
	row, column := (number-1)/half, (number-1)%half
	usual := typeOf(game).corner
	if (usual^corner)&2 != 0 { // counted from the other end of the board
		row = t.size - 1 - row
	}
	if (usual^corner)&1 != 0 { // from the other end of the row
		column = half - 1 - column
	}
	return notation.Square(game, row*half+column+1)
}
