package record

import (
	"fmt"
	"slices"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/notation"
)

// formatTags are the values of the tag Format by notation.
var formatTags = map[string]string{
	"iccs": "ICCS", "wxf": "WXF", "chinese": "Chinese", "chinese_traditional": "Chinese", "vietnamese": "Vietnamese",
}

// encodePGN writes a game of xiangqi.
func encodePGN(rec *Record, name string) (string, error) {
	if name == "" {
		name = "iccs"
	}
	text, err := scoreIn(rec, name)
	if err != nil {
		return "", err
	}
	tags := append([]Tag{{"Game", "Chinese Chess"}}, freeTags(rec)...)
	tags = append(tags, resultTags(rec, chessScore)...)
	if rec.Start != nil {
		tags = append(tags, Tag{"FEN", rec.Start.String()})
	}
	tags = append(tags, Tag{"Format", formatTags[name]})
	return encodePortable(rec, tags, text, chessScore), nil
}

// scoreText is the moves of a record in a notation, and the better lines by ply.
type scoreText struct {
	moves  []string
	better map[int][]string
}

// scoreIn is the moves of a record in a notation of its game.
func scoreIn(rec *Record, name string) (text scoreText, err error) {
	n, ok := notation.Find(rec.Game, name)
	if !ok {
		return text, fmt.Errorf("%s has no notation %q", rec.Game.Name(), name)
	}
	if text.moves, err = spelled(rec.start(), n, rec.Moves); err == nil && len(rec.Marks) > 0 {
		text.better, err = betterIn(rec, n)
	}
	return text, err
}

// resultTags are Result and, where the reason is known, Termination.
func resultTags(rec *Record, s score) []Tag {
	tags := []Tag{{"Result", s.text(rec.Result)}}
	if rec.Result.Reason != "" {
		tags = append(tags, Tag{"Termination", string(rec.Result.Reason)})
	}
	return tags
}

// freeTags are the tags of a record that say what its fields do not.
func freeTags(rec *Record) []Tag {
	return slices.DeleteFunc(slices.Clone(rec.Tags), func(t Tag) bool { return taken(t.Name, rec.Result) })
}

// lineLength is where lines of moves are broken.
const lineLength = 79

// lines writes words into lines that are not too long.
type lines struct {
	strings.Builder

	column int
}

func (l *lines) put(text string) {
	switch {
	case l.column > 0 && l.column+1+len(text) > lineLength:
		l.WriteByte('\n')
		l.column = 0
	case l.column > 0:
		l.WriteByte(' ')
		l.column++
	}
	l.WriteString(text)
	l.column += len(text)
}

// encodePortable writes tags and moves as PGN and PDN have them.
func encodePortable(rec *Record, tags []Tag, text scoreText, s score) string {
	var l lines
	for _, t := range tags {
		fmt.Fprintf(&l, "[%s \"%s\"]\n", t.Name, escape(t.Value))
	}
	l.WriteByte('\n')
	numbered := l.remark(rec, 0, nil)
	for i, move := range text.moves {
		if mark := moveNumber(rec, i); rec.toMove(i) == rules.First || i == 0 || numbered {
			l.put(mark)
		}
		l.put(move)
		numbered = l.remark(rec, i+1, text.better[i+1])
	}
	l.put(s.text(rec.Result))
	l.WriteByte('\n')
	return l.String()
}

// remark writes what is said of a ply: its glyph, its comment, and the better line
// as a variation. It reports whether a move after it needs its number again.
func (l *lines) remark(rec *Record, ply int, better []string) (said bool) {
	comment := rec.comment(ply)
	if m, ok := rec.mark(ply); ok {
		if glyph := glyphs[m.Class]; glyph != "" {
			l.put(glyph)
		}
		comment = strings.TrimSpace(m.evaluation() + " " + comment)
	}
	if comment != "" {
		l.put("{" + strings.ReplaceAll(comment, "}", ")") + "}")
	}
	opening := "("
	for i, move := range better {
		if at := ply - 1 + i; rec.toMove(at) == rules.First || i == 0 {
			l.put(opening + moveNumber(rec, at))
			opening = ""
		}
		if i == len(better)-1 {
			move += ")"
		}
		l.put(move)
	}
	return comment != "" || len(better) > 0
}

// toMove is the side that makes the move at an index.
func (r *Record) toMove(index int) rules.Side { return r.start().Side() ^ rules.Side(index&1) }

// moveNumber is the number before the move at an index: "3." for the side that
// begins games, "3..." for the other one.
func moveNumber(rec *Record, index int) string {
	begins := int(rec.start().Side()) // 1 where the second side has the first move
	dots := "."
	if rec.toMove(index) == rules.Second {
		dots = "..."
	}
	return fmt.Sprint((index+begins)/2+1) + dots
}
