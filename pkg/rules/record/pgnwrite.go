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
	moves, err := movesIn(rec, name)
	if err != nil {
		return "", err
	}
	tags := append([]Tag{{"Game", "Chinese Chess"}}, freeTags(rec)...)
	tags = append(tags, resultTags(rec, chessScore)...)
	if rec.Start != nil {
		tags = append(tags, Tag{"FEN", rec.Start.String()})
	}
	tags = append(tags, Tag{"Format", formatTags[name]})
	return encodePortable(rec, tags, moves, chessScore), nil
}

// movesIn is the moves of a record in a notation of its game.
func movesIn(rec *Record, name string) ([]string, error) {
	n, ok := notation.Find(rec.Game, name)
	if !ok {
		return nil, fmt.Errorf("%s has no notation %q", rec.Game.Name(), name)
	}
	p := rec.start()
	texts := make([]string, len(rec.Moves))
	for i, move := range rec.Moves {
		step, err := p.Play(move)
		if err != nil {
			return nil, &Error{Ply: i + 1, Move: move, Err: err}
		}
		texts[i], p = n.Write(p, step.Move), step.Next
	}
	return texts, nil
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

// encodePortable writes tags and moves as PGN and PDN have them.
func encodePortable(rec *Record, tags []Tag, moves []string, s score) string {
	var b strings.Builder
	for _, t := range tags {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, escape(t.Value))
	}
	b.WriteByte('\n')
	column := 0
	put := func(text string) {
		switch {
		case column > 0 && column+1+len(text) > lineLength:
			b.WriteByte('\n')
			column = 0
		case column > 0:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(text)
		column += len(text)
	}
	comment := func(ply int) bool {
		text := rec.comment(ply)
		if text != "" {
			put("{" + strings.ReplaceAll(text, "}", ")") + "}")
		}
		return text != ""
	}
	numbered := comment(0)
	for i, move := range moves {
		if mark := moveNumber(rec, i); rec.toMove(i) == rules.First || i == 0 || numbered {
			put(mark)
		}
		put(move)
		numbered = comment(i + 1)
	}
	put(s.text(rec.Result))
	b.WriteByte('\n')
	return b.String()
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
