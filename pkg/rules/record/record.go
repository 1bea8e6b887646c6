// Package record reads and writes the records of finished and unfinished games
// in the formats that people exchange: PGN and DhtmlXQ for xiangqi, PDN for
// draughts, and JSON of our own for every game.
//
// A record that comes out of [Read] has been played through by the rules: its
// moves are legal, canonically spelled and end where the game ends. Files are
// read leniently, since every program writes its own dialect; what is written
// is what the formats' standards ask for. Both work game by game, so a file may
// be larger than memory; what a single game may cost is limited.
package record

import (
	"slices"
	"strings"
	"unicode"

	"kydai.dev/pkg/rules"
)

// Limits of one game, so that a hostile file costs little.
const (
	// MaxPlies is how many moves a game may have.
	MaxPlies = 20_000
	// MaxBytes is how long the text of a game may be, all comments and
	// variations included.
	MaxBytes = 1 << 20
)

// Record is one game written down.
type Record struct {
	Game rules.Game
	// Tags are what is known about the game beside the moves, in the order of
	// the file and each name once: Event, Site, Date, Round, the names of the
	// players under their colours of games.md (Red, Blue, White, Black), … What
	// the other fields say is in no tag.
	Tags []Tag
	// Start is where the game began; nil for the usual start.
	Start rules.Position
	// Moves are the moves in canonical spelling.
	Moves []string
	// Result is the outcome. Its winner is empty where it is unknown or the
	// game goes on, its reason where the record does not say.
	Result rules.Verdict
	// Comments are sorted by ply, one for a ply.
	Comments []Comment
	// Marks are sorted by ply, one for a ply.
	Marks []Mark
	// Cut is how many more plies the file had after the one with which our
	// rules end the game; they are left out. It is not written.
	Cut int
	// Notes say what was put right while reading, in English. They are not
	// written.
	Notes []string
}

// Tag is one fact about a game.
type Tag struct{ Name, Value string }

// Comment is a remark on the position after a ply; ply 0 is before the first.
type Comment struct {
	Ply  int    `json:"ply"`
	Text string `json:"text"`
}

// Tag returns the value of a tag, empty where the record has none.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// start is the position in which the record begins.
func (r *Record) start() rules.Position {
	if r.Start == nil {
		return r.Game.Start()
	}
	return r.Start
}

// comment returns what is said about a ply.
func (r *Record) comment(ply int) string {
	at, ok := slices.BinarySearchFunc(r.Comments, ply, func(c Comment, ply int) int { return c.Ply - ply })
	if !ok {
		return ""
	}
	return r.Comments[at].Text
}

// maxTagName bounds the names of tags.
const maxTagName = 64

// validTagName reports whether every format can carry a name: a letter, then
// letters, digits and underscores.
func validTagName(name string) bool {
	odd := func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return name != "" && len(name) <= maxTagName && !strings.ContainsFunc(name, odd) &&
		unicode.IsLetter([]rune(name)[0])
}

// oneLine is a text that has to stand on a line.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
