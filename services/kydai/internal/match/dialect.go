package match

import (
	"fmt"
	"strconv"
	"strings"
)

// dialect is how an engine writes the squares of moves.
type dialect struct {
	// shift is what its ranks are higher than ours.
	shift int
	// options are set before the first game.
	options func(game string) []string
}

// dialects are those that are known, by the name of the flag.
var dialects = map[string]dialect{
	"kydai": {options: func(string) []string { return nil }},
	// Fairy-Stockfish counts the ranks of xiangqi from 1 and has to be told the game.
	"fairy": {shift: 1, options: func(game string) []string { return []string{"UCI_Variant=" + game} }},
}

// Dialects are the names of the dialects.
func Dialects() []string { return []string{"kydai", "fairy"} }

// theirs writes a move of ours in the dialect.
func (d dialect) theirs(move string) string { return shifted(move, d.shift) }

// ours reads a move of the dialect.
func (d dialect) ours(move string) string { return shifted(move, -d.shift) }

// shifted moves the ranks of all squares in a text of a move.
func shifted(move string, by int) string {
	if by == 0 {
		return move
	}
	var text strings.Builder
	for rest := move; rest != ""; {
		digits := strings.IndexFunc(rest, func(c rune) bool { return c >= '0' && c <= '9' })
		if digits < 0 {
			text.WriteString(rest)
			break
		}
		text.WriteString(rest[:digits])
		rest = rest[digits:]
		end := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		rank, err := strconv.Atoi(rest[:end])
		if err != nil {
			return move
		}
		fmt.Fprint(&text, rank+by)
		rest = rest[end:]
	}
	return text.String()
}
