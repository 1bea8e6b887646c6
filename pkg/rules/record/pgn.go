package record

import (
	"bufio"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/notation"
)

func openPGN(r *bufio.Reader, o Options) reader { return openPortable(r, o, draftPGN) }

// draftPGN makes a draft of a game of xiangqi. The moves tell their notation
// themselves; the tag Format is asked only where they can't.
func draftPGN(p *portable, _ Options) (*draft, error) {
	game, _ := games.Find(xiangqi)
	if name := p.take("Game"); name != "" && !chineseChess(name) {
		return nil, fmt.Errorf("the game is %.40q, not Chinese Chess", name)
	}
	d := &draft{game: game, moves: p.moves, comments: p.comments, spell: spellXiangqi}
	if isVietnamese(p.take("Format"), p.moves) {
		d.spell = spellBy("vietnamese")
	}
	var err error
	if d.start, err = readFEN(game, p.take("FEN")); err != nil {
		return nil, fmt.Errorf("FEN: %w", err)
	}
	p.take("SetUp")
	p.result(d)
	d.tags = renamed(p.tags, "White", "Red")
	return d, nil
}

// isVietnamese reports whether the moves are Vietnamese, by the tag Format or,
// where there is none, by a move that can't be anything else: the letters of
// horse, chariot, elephant and general are Vietnamese alone, while a cannon's P
// is a pawn's in WXF.
func isVietnamese(format string, moves []word) bool {
	return strings.HasPrefix(strings.ToLower(format), "vietnam") ||
		format == "" && slices.ContainsFunc(moves, func(m word) bool { return moveVietnamese.MatchString(m.text) })
}

func chineseChess(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "chinese") || strings.Contains(name, "xiangqi") || strings.Contains(name, "象棋")
}

// renamed gives a tag another name where no tag has that yet: programs that
// come from chess call red white.
func renamed(tags []Tag, from, to string) []Tag {
	var found *Tag
	for i := range tags {
		switch tags[i].Name {
		case to:
			return tags
		case from:
			found = &tags[i]
		}
	}
	if found != nil {
		found.Name = to
	}
	return tags
}

// readFEN reads the start of a game. Only board and side count; a side that is
// missing is red.
func readFEN(g rules.Game, text string) (rules.Position, error) {
	fields := strings.Fields(text)
	switch len(fields) {
	case 0:
		return nil, nil //nolint:nilnil // no position is the usual start
	case 1:
		fields = append(fields, "w")
	}
	return setup(g, fields[0]+" "+strings.ToLower(fields[1])+" - - 0 1")
}

// spellXiangqi reads a move in ICCS, WXF or Chinese of either script.
func spellXiangqi(p rules.Position, text string) (string, error) {
	switch {
	case iccs.MatchString(text):
		return spellBy("iccs")(p, text)
	case strings.ContainsFunc(text, isHan):
		return spellBy("chinese")(p, text)
	default:
		return spellBy("wxf")(p, text)
	}
}

var iccs = regexp.MustCompile(`^(?i)[a-i][0-9]-?[a-i][0-9]$`)

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// spellBy reads the moves of xiangqi in one notation.
func spellBy(name string) func(p rules.Position, text string) (string, error) {
	game, _ := games.Find(xiangqi)
	n, _ := notation.Find(game, name)
	return n.Read
}
