package analysis

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
)

// Format finds a format that serves the game of an analysis and knows a notation;
// an empty name is JSON.
func (a Analysis) Format(name, notation string) (record.Format, error) {
	if name == "" {
		name = record.JSON
	}
	f, ok := record.Find(name)
	switch {
	case !ok || !f.Serves(a.Subject.Game):
		return f, ErrUnknownFormat.At("format", fmt.Sprintf("%.20q holds no records of %s", name, a.Subject.Game.Name()))
	case notation != "" && !slices.Contains(f.Notations, notation):
		return f, ErrUnknownNotation.At("notation", fmt.Sprintf("%s is not written in %.40q", f.Name, notation))
	}
	return f, nil
}

// Record is the game of an analysis written down.
func (a Analysis) Record() (*record.Record, error) {
	s := a.Subject
	rec := &record.Record{Game: s.Game, Tags: slices.Clone(a.Tags), Comments: slices.Clone(a.Comments), Moves: s.Moves, Result: s.Result}
	if s.Start != s.Game.Start().String() {
		start, err := games.Setup(s.Game, s.Start)
		if err != nil {
			return nil, fmt.Errorf("read start position: %w", err)
		}
		rec.Start = start
	}
	return rec, nil
}

// Annotate adds to the record of the game what is to be said of the plies that are
// done.
func (a Analysis) Annotate(rec *record.Record) error {
	plies, err := a.Review(1)
	if err != nil {
		return err
	}
	rec.Comments = withoutEvaluations(rec.Comments)
	for i := range plies {
		rec.Marks = append(rec.Marks, plies[i].mark())
	}
	add := func(name, value string) {
		rec.Tags = append(slices.DeleteFunc(rec.Tags, func(t record.Tag) bool { return t.Name == name }), record.Tag{Name: name, Value: value})
	}
	if a.State == Done {
		for side, colour := range a.Subject.Game.Describe().Colours {
			add(strings.ToUpper(colour.Name[:1])+colour.Name[1:]+"Accuracy", fmt.Sprintf("%.1f", a.Report[side].Accuracy))
		}
	}
	add("Annotator", fmt.Sprintf("kydai, %d positions a ply", a.Budget.Nodes))
	return nil
}

// foreignScore is how programs write what a position is worth into comments.
var foreignScore = regexp.MustCompile(`\s*\[%eval [^\]]*\]`)

// withoutEvaluations are comments without what another analysis thought of the
// positions, next to which ours would be taken for its own.
func withoutEvaluations(list []record.Comment) []record.Comment {
	var kept []record.Comment
	for _, c := range list {
		if c.Text = strings.TrimSpace(foreignScore.ReplaceAllString(c.Text, "")); c.Text != "" {
			kept = append(kept, c)
		}
	}
	return kept
}

// mark is what a record says of a ply: a better line only where the move gave
// something away.
func (p *Ply) mark() record.Mark {
	m := record.Mark{Ply: p.Number, Class: string(p.Class), Score: p.After.Score, Mate: p.After.Mate}
	if p.Class == Best || len(p.Lines) == 0 {
		return m
	}
	for _, move := range p.Lines[0].Moves {
		m.Better = append(m.Better, move.Move)
	}
	return m
}
