package record

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
)

// Mark is what an analysis says of a ply. Marks are written and not read: who reads
// a record judges it anew.
type Mark struct {
	Ply int `json:"ply"`
	// Class is how good the move was: "best", "good", "inaccuracy", "mistake" or
	// "blunder".
	Class string `json:"class"`
	// Score is what the position after the ply is worth, in hundredths of the
	// smallest piece, as the first side sees it; Mate is how many plies it takes
	// until the first side has won, negative until the second has, 0 where that is
	// not known.
	Score int `json:"score"`
	Mate  int `json:"mate"`
	// Better are the moves that would have been better, the ply's own instead;
	// none where it was as good.
	Better []string `json:"better,omitempty"`
}

// glyphs are the numeric annotation glyphs of the classes (PGN standard, 10).
var glyphs = map[string]string{"inaccuracy": "$6", "mistake": "$2", "blunder": "$4"}

// evaluation is a mark's score as programs write it in comments, "[%eval 0.35]", or
// "[%eval #-3]" where it is mate in so many moves.
func (m Mark) evaluation() string {
	const perPiece = 100
	if m.Mate != 0 {
		return fmt.Sprintf("[%%eval #%d]", (m.Mate+sign(m.Mate))/2)
	}
	return fmt.Sprintf("[%%eval %.2f]", float64(m.Score)/perPiece)
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// words are a mark in words, for formats without signs for it.
func (m Mark) words() string {
	text := strings.Trim(m.evaluation(), "[]%")
	if glyphs[m.Class] != "" {
		text = m.Class + ", " + text
	}
	if len(m.Better) > 0 {
		text += ", better " + strings.Join(m.Better, " ")
	}
	return text
}

// inWords finds out what words wrote.
var inWords = regexp.MustCompile(`^((inaccuracy|mistake|blunder), )?eval (#-?\d+|-?\d+\.\d\d)(, better( [a-i]\d[a-i]\d)+)?$`)

// mark returns what is said of a ply, if anything.
func (r *Record) mark(ply int) (Mark, bool) {
	at, ok := slices.BinarySearchFunc(r.Marks, ply, func(m Mark, ply int) int { return m.Ply - ply })
	if !ok {
		return Mark{}, false
	}
	return r.Marks[at], true
}

// remarks are the comments of a record with its marks in words.
func (r *Record) remarks() []Comment {
	list := slices.Clone(r.Comments)
	for _, m := range r.Marks {
		list = append(list, Comment{Ply: m.Ply, Text: m.words()})
	}
	return gather(list, len(r.Moves))
}

// spelled are moves from a position in a notation.
func spelled(p rules.Position, n notation.Notation, moves []string) ([]string, error) {
	texts := make([]string, len(moves))
	for i, move := range moves {
		step, err := p.Play(move)
		if err != nil {
			return nil, &Error{Ply: i + 1, Move: move, Err: err}
		}
		texts[i], p = n.Write(p, step.Move), step.Next
	}
	return texts, nil
}

// betterIn are the better lines of a record by ply, in a notation of its game.
func betterIn(rec *Record, n notation.Notation) (map[int][]string, error) {
	lines := map[int][]string{}
	p := rec.start()
	for i, move := range rec.Moves {
		step, err := p.Play(move)
		if err != nil {
			return nil, &Error{Ply: i + 1, Move: move, Err: err}
		}
		if m, ok := rec.mark(i + 1); ok && len(m.Better) > 0 {
			if lines[i+1], err = spelled(p, n, m.Better); err != nil {
				return nil, fmt.Errorf("the better line at ply %d: %w", i+1, err)
			}
		}
		p = step.Next
	}
	return lines, nil
}
