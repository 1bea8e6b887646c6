package match

import (
	"fmt"
	"strconv"
	"strings"
)

// dialect is how an engine writes moves and is told the game.
type dialect struct {
	// theirs writes a ply of ours as the actions that it is there.
	theirs func(ply string) []string
	// ours reads the actions of a ply, or the first of them.
	ours func(actions []string) string
	// options are set before the first game.
	options func(game string) []string
}

// dialects are those that are known, by the name of the flag.
var dialects = map[string]dialect{
	"kydai": shiftedBy(0, func(string) []string { return nil }),
	// Fairy-Stockfish counts the ranks of xiangqi from 1 and has to be told the game.
	"fairy": shiftedBy(1, func(game string) []string { return []string{"UCI_Variant=" + game} }),
	// Sanmill plays nothing but morris, where it lets a game go on for longer than we
	// do, and takes a stone in an action of its own.
	"sanmill": {
		theirs:  actionsOf,
		ours:    func(actions []string) string { return strings.ReplaceAll(strings.Join(actions, ""), "-", "") },
		options: func(string) []string { return []string{"NMoveRule=50", "EndgameNMoveRule=50"} },
	},
}

// Dialects are the names of the dialects.
func Dialects() []string { return []string{"kydai", "fairy", "sanmill"} }

// shiftedBy is the dialect of an engine whose ranks are higher than ours.
func shiftedBy(ranks int, options func(game string) []string) dialect {
	return dialect{
		theirs:  func(ply string) []string { return []string{shifted(ply, ranks)} },
		ours:    func(actions []string) string { return shifted(strings.Join(actions, ""), -ranks) },
		options: options,
	}
}

// actionsOf is a ply of morris in actions: d6d7xa1 is d6-d7, then xa1.
func actionsOf(ply string) []string {
	const point = 2 // letters
	step, taken, takes := strings.Cut(ply, "x")
	if len(step) > point {
		step = step[:point] + "-" + step[point:]
	}
	if !takes {
		return []string{step}
	}
	return []string{step, "x" + taken}
}

// begun tells whether a ply lacks what it takes to be one of the legal ones.
func begun(ply string, legal []string) (lacks bool) {
	for _, whole := range legal {
		if whole == ply {
			return false
		}
		lacks = lacks || strings.HasPrefix(whole, ply+"x")
	}
	return lacks
}

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
