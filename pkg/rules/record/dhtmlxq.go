package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
)

// dhtmlxqReader cuts a text with DhtmlXQ games in it, a forum's or a page's,
// into the games.
type dhtmlxqReader struct {
	games *bufio.Scanner
	line  int
}

func openDhtmlXQ(r *bufio.Reader, _ Options) reader {
	s := bufio.NewScanner(r)
	s.Buffer(nil, MaxBytes)
	s.Split(splitDhtmlXQ(r))
	return &dhtmlxqReader{games: s, line: 1}
}

// dhtmlxqEnd is the end of a game. It has other names where a page or a frame
// is made from the game.
var dhtmlxqEnd = regexp.MustCompile(`(?i)\[/DhtmlXQ(HTML|iFrame)?\]`)

// splitDhtmlXQ cuts behind the end of each game.
func splitDhtmlXQ(r *bufio.Reader) bufio.SplitFunc {
	const longest = len("[/DhtmlXQiFrame]")
	searched := 0 // in vain, from the beginning of the game
	return func(data []byte, atEOF bool) (int, []byte, error) {
		from := max(0, min(searched, len(data))-longest)
		if end := dhtmlxqEnd.FindIndex(data[from:]); end != nil {
			searched = 0
			return from + end[1], data[:from+end[1]], nil
		}
		searched = len(data)
		return remainder(r, data, atEOF)
	}
}

func (r *dhtmlxqReader) next() (*Record, error) {
	for r.games.Scan() {
		text, line := r.games.Text(), r.line
		r.line += bytes.Count(r.games.Bytes(), []byte("\n"))
		fields := dhtmlxqFields(text, line)
		if fields == nil {
			continue // what stands around games
		}
		d, err := draftDhtmlXQ(fields)
		if err != nil {
			return nil, asError(err, line)
		}
		d.line = line
		return d.record()
	}
	switch err := r.games.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, broken(r.line, errTooLong)
	case err != nil:
		return nil, broken(r.line, err)
	}
	return nil, io.EOF
}

// field is one tag of a game: [DhtmlXQ_name]text[/DhtmlXQ_name].
type field struct {
	name string
	word
}

var (
	dhtmlxqTag  = regexp.MustCompile(`(?i)\[DhtmlXQ_([^][\s]+)\]`)
	dhtmlxqStop = regexp.MustCompile(`(?i)\[/?DhtmlXQ`)
	bareMoves   = regexp.MustCompile(`^\s*\d{4}[\d\s]*$`)
)

// dhtmlxqFields are the tags of a game; nil where there are none. Moves alone
// are a game, too. A field ends where another tag opens or closes, since the
// programs of old forget or confuse closing tags.
func dhtmlxqFields(text string, line int) []field {
	if bareMoves.MatchString(text) {
		return []field{{name: "movelist", word: word{text: text, line: line}}}
	}
	var fields []field
	counted := 0
	for _, at := range dhtmlxqTag.FindAllStringSubmatchIndex(text, -1) {
		line += strings.Count(text[counted:at[0]], "\n")
		counted = at[0]
		value := text[at[1]:]
		if stop := dhtmlxqStop.FindStringIndex(value); stop != nil {
			value = value[:stop[0]]
		}
		fields = append(fields, field{name: text[at[2]:at[3]], word: word{
			text: strings.TrimSpace(value), line: line,
		}})
	}
	return fields
}

// dhtmlxqGame is what the fields of a game say beside its tags.
type dhtmlxqGame struct {
	draft        draft
	board, moves word
	first        int
	end          portable // its result, as tags
}

func draftDhtmlXQ(fields []field) (*draft, error) {
	game, _ := games.Find(xiangqi)
	g := dhtmlxqGame{draft: draft{game: game, spell: canonical}}
	for _, f := range fields {
		g.read(f)
	}
	squares, err := readBinit(g.board.text)
	if err != nil {
		return nil, &Error{Line: g.board.line, Err: fmt.Errorf("binit: %w", err)}
	}
	if err := g.readMoves(); err != nil {
		return nil, &Error{Line: g.moves.line, Err: fmt.Errorf("movelist: %w", err)}
	}
	g.draft.start, err = setup(game, squares.position(g.begins(squares)))
	if err != nil {
		return nil, &Error{Line: g.board.line, Err: fmt.Errorf("binit: %w", err)}
	}
	g.end.result(&g.draft)
	g.draft.tags = append(g.draft.tags, g.end.tags...)
	return &g.draft, nil
}

func (g *dhtmlxqGame) read(f field) {
	key := strings.ToLower(f.name)
	comment, isComment := strings.CutPrefix(key, "comment")
	switch {
	case f.text == "" || dhtmlxqDropped[key] || strings.HasPrefix(key, "move_"):
	case key == "binit":
		g.board = f.word
	case key == "movelist":
		g.moves = f.word
	case key == "firstnum":
		g.first, _ = strconv.Atoi(f.text)
	case key == "result":
		g.end.end = chineseResult(f.text)
	case key == "endtype":
		g.end.tags = append(g.end.tags, Tag{Name: "Termination", Value: endtype(f.text)})
	case isComment:
		g.readComment(strings.TrimPrefix(comment, "0_"), f.text)
	default:
		g.draft.tags = append(g.draft.tags, Tag{Name: dhtmlxqName(f.name), Value: f.text})
	}
}

// readComment reads the comment of a ply of the main line, without the marks that we
// wrote there; those of variations have two numbers.
func (g *dhtmlxqGame) readComment(ply, text string) {
	n, err := strconv.Atoi(ply)
	if err != nil || n < 0 {
		return
	}
	lines := strings.Split(strings.NewReplacer("||", "\n", "<br>", "\n", "<br/>", "\n").Replace(text), "\n")
	for i, l := range lines {
		lines[i] = strings.Trim(l, "| \t\r")
	}
	if lines = slices.DeleteFunc(lines, inWords.MatchString); len(lines) == 0 {
		return
	}
	g.draft.comments = append(g.draft.comments, Comment{Ply: n, Text: strings.Join(lines, "\n")})
}

// readMoves reads the moves, four digits each: file and row from, file and row
// to, rows counted from black's side.
func (g *dhtmlxqGame) readMoves() error {
	text, err := digits(mainLine(g.moves.text))
	if err != nil {
		return err
	}
	for ; len(text) >= 4; text = text[4:] {
		move := word{text: square(text[:2]) + square(text[2:4]), line: g.moves.line}
		g.draft.moves = append(g.draft.moves, move)
	}
	if text != "" {
		return fmt.Errorf("the digits %s after ply %d are no move", text, len(g.draft.moves))
	}
	return nil
}

// begins is the side that makes the first move. Without a move, an odd number
// of the first one means that it would be black's.
func (g *dhtmlxqGame) begins(squares placement) rules.Side {
	if len(g.draft.moves) == 0 {
		return rules.Side(g.first & 1)
	}
	if piece := squares[g.draft.moves[0].text[:2]]; piece >= 'a' && piece <= 'z' {
		return rules.Second
	}
	return rules.First
}

var mainSegment = regexp.MustCompile(`\[0_1_0\]([^[]*)`)

// mainLine is the main line of a move list of the old kind, in which it stands
// beside its variations.
func mainLine(text string) string {
	if found := mainSegment.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return text
}

// digits is a text of digits without its spaces.
func digits(text string) (string, error) {
	text = strings.Join(strings.Fields(text), "")
	if at := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' }); at >= 0 {
		return "", fmt.Errorf("%.10q is no digit", text[at:])
	}
	return text, nil
}
