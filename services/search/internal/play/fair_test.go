package play_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/search/internal/play"
)

// TestEvaluationIsFair turns positions round: sides and colours change places, so
// the side to move has what the other one had.
func TestEvaluationIsFair(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, g play.Game) {
		compared := 0
		for seed := range uint64(80) {
			p := stroll(g, seed, int(seed)*2).Position()
			if p.Standing().Over() {
				continue
			}
			other, err := g.Rules.Parse(turned(g.Rules.Name(), p.String()))
			require.NoError(t, err)
			require.NotEqual(t, p.Side(), other.Side())
			one, err := g.Board(p, nil)
			require.NoError(t, err)
			two, err := g.Board(other, nil)
			require.NoError(t, err)
			require.Equal(t, one.Evaluate(), two.Evaluate(), "%s and %s", p, other)
			compared++
		}
		require.Greater(t, compared, 20)
	})
}

// turned is the position seen from the other side.
func turned(game, position string) string {
	if strings.HasPrefix(game, "draughts") {
		return turnedLists(game, position)
	}
	fields := strings.Fields(position)
	board := []rune(fields[0])
	if game != "morris" { // whose board has no direction
		slices.Reverse(board)
	}
	for i, c := range board {
		switch {
		case game == "morris" && unicode.IsLetter(c):
			board[i] = 'W' + 'B' - c
		case unicode.IsUpper(c):
			board[i] = unicode.ToLower(c)
		default:
			board[i] = unicode.ToUpper(c)
		}
	}
	fields[0] = string(board)
	second := map[string]string{"xiangqi": "wb", "jungle": "rb", "morris": "wb"}[game]
	fields[1] = strings.Trim(second, fields[1])
	if game == "morris" {
		fields[2], fields[3] = fields[3], fields[2]
	}
	return strings.Join(fields, " ")
}

// turnedLists turns a position of draughts.
func turnedLists(game, position string) string {
	size := 8
	if game == "draughts-international" {
		size = 10
	}
	fields := strings.Split(position, ":")
	fields[0] = strings.Trim("BW", fields[0])
	fields[1], fields[2] = "B"+turnedList(fields[2][1:], size), "W"+turnedList(fields[1][1:], size)
	return strings.Join(fields, ":")
}

func turnedList(list string, size int) string {
	var squares []string
	for _, square := range strings.FieldsFunc(list, func(c rune) bool { return c == ',' }) {
		king := ""
		if square[0] == 'K' {
			king, square = "K", square[1:]
		}
		rank, _ := strconv.Atoi(square[1:])
		squares = append(squares, king+string(rune('a'+size-1-int(square[0]-'a')))+strconv.Itoa(size+1-rank))
	}
	slices.SortFunc(squares, func(a, b string) int {
		a, b = strings.TrimPrefix(a, "K"), strings.TrimPrefix(b, "K")
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		i, _ := strconv.Atoi(a[1:])
		j, _ := strconv.Atoi(b[1:])
		return i - j
	})
	return strings.Join(squares, ",")
}
