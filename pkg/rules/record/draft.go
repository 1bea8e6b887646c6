package record

import (
	"fmt"
	"slices"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

// draft is a game as a file has it, before the rules have looked at it.
type draft struct {
	game  rules.Game
	tags  []Tag
	start rules.Position // nil for the usual start
	moves []word
	// spell finds the canonical spelling of a move of the file.
	spell func(p rules.Position, text string) (string, error)
	// result is the outcome by the file; its winner is empty where unknown.
	result   rules.Verdict
	comments []Comment
	notes    []string
	line     int
}

// word is a piece of the text and the line where it stands.
type word struct {
	text string
	line int
}

// note adds what the reader of the record should know.
func (d *draft) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

// record plays the draft through.
func (d *draft) record() (*Record, error) {
	if len(d.moves) > MaxPlies {
		return nil, faulty(d.line, "the game has more than %d plies", MaxPlies)
	}
	rec := &Record{Game: d.game, Start: d.start}
	line := rules.NewLine(d.game, rec.start())
	for i, m := range d.moves {
		if line.Verdict().Over() {
			rec.Cut = len(d.moves) - i
			d.note("the game ended by %s after ply %d: %d more plies are left out", line.Verdict().Reason, i, rec.Cut)
			break
		}
		if err := d.play(line, m.text); err != nil {
			return nil, &Error{Line: m.line, Ply: i + 1, Move: fmt.Sprintf("%.40s", m.text), Err: err}
		}
	}
	rec.Moves = slices.Clone(line.Moves())
	rec.Result = d.settle(line.Verdict())
	rec.Tags = d.cleanTags(rec.Result)
	rec.Comments = gather(d.comments, len(rec.Moves))
	rec.Notes = d.notes
	return rec, nil
}

func (d *draft) play(line *rules.Line, text string) error {
	move, err := d.spell(line.Position(), text)
	if err != nil {
		return err
	}
	_, err = line.Play(move)
	return err
}

// canonical is the spell of a format that has canonical moves.
func canonical(_ rules.Position, text string) (string, error) { return text, nil }

// settle brings the result of the file and the verdict of the board together:
// where they differ the board is right.
func (d *draft) settle(board rules.Verdict) rules.Verdict {
	said := d.result
	switch {
	case board.Over():
		if said.Winner != "" && said.Winner != board.Winner || said.Reason != "" && said.Reason != board.Reason {
			d.note("the record says %s, the board says %s", outcome(said), outcome(board))
		}
		return board
	case boardReasons[said.Reason]:
		d.note("the record says %s, the board does not", outcome(said))
		said.Reason = ""
	}
	return said
}

func outcome(v rules.Verdict) string {
	return strings.TrimSpace(string(v.Winner) + " " + string(v.Reason))
}

// cleanTags keeps every name once. Names that other formats could not carry are
// left out, and tags that say nothing or what fields say.
func (d *draft) cleanTags(result rules.Verdict) []Tag {
	seen := map[string]bool{}
	var tags []Tag
	for _, t := range d.tags {
		t.Value = strings.TrimSpace(oneLine(t.Value))
		switch {
		case t.Value == "":
		case !validTagName(t.Name) || taken(t.Name, result):
			d.note("the tag %.40q is left out", t.Name)
		case seen[t.Name]:
			d.note("the tag %s stands twice: the first one is kept", t.Name)
		default:
			seen[t.Name] = true
			tags = append(tags, t)
		}
	}
	return tags
}

// reserved are the tags that hold the fields of a record.
var reserved = []string{"game", "gametype", "result", "fen", "setup", "format"}

// taken reports whether a field of a record says what a tag of that name would.
func taken(name string, result rules.Verdict) bool {
	name = strings.ToLower(name)
	return slices.Contains(reserved, name) || name == "termination" && result.Reason != ""
}

// gather joins the comments of a ply and leaves out those after the last.
func gather(list []Comment, last int) []Comment {
	slices.SortStableFunc(list, func(a, b Comment) int { return a.Ply - b.Ply })
	var joined []Comment
	for len(list) > 0 && list[0].Ply <= last {
		ply := list[0].Ply
		var texts []string
		for ; len(list) > 0 && list[0].Ply == ply; list = list[1:] {
			if text := tidy(list[0].Text); text != "" {
				texts = append(texts, text)
			}
		}
		if texts != nil {
			joined = append(joined, Comment{Ply: ply, Text: strings.Join(texts, "\n")})
		}
	}
	return joined
}

// tidy is a comment without spaces around its lines and empty lines around it.
func tidy(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(oneLine(l))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// setup reads the start of a game. It is nil for the usual one, however the
// file writes it.
func setup(g rules.Game, position string) (rules.Position, error) {
	p, err := games.Setup(g, position)
	if err != nil {
		return nil, err
	}
	if p.String() == g.Start().String() {
		return nil, nil //nolint:nilnil // no position is the usual start
	}
	return p, nil
}
