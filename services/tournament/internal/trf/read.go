// Package trf reads and writes tournament report files: TRF16, its extensions
// that are called TRF(x), and TRF26. Reading is strict: what contradicts itself
// or can't be understood is refused with line and reason.
package trf

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"kydai.dev/services/tournament/internal/crosstable"
)

// SyntaxError is a line that can't be accepted.
type SyntaxError struct {
	Line   int // from 1; 0 when no single line is to blame
	Reason string
}

// Error names line and reason.
func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
}

// What four columns and three can number.
const (
	MaxPlayers = crosstable.MaxPlayers
	maxRounds  = crosstable.MaxRounds
)

// reader collects what the lines say until all of them are known.
type reader struct {
	records map[string]func(*reader, columns) error

	table  *crosstable.Table
	line   int
	drafts map[int]*draft               // players as their lines have them
	single map[string]int               // lines of records that come once
	agreed map[[2]int]crosstable.Result // byes to come, by player and round
	plan   []func() error               // what needs the players and rounds
	ranked bool                         // XXC rank
}

// draft is a player's line.
type draft struct {
	crosstable.Player
	line   int
	points crosstable.Points
}

// Read reads a report file. Lines may end in CR, LF or both.
func Read(data []byte) (*crosstable.Table, error) {
	r := &reader{
		records: understood(),
		table:   &crosstable.Table{Scoring: crosstable.Usual()},
		drafts:  map[int]*draft{}, single: map[string]int{}, agreed: map[[2]int]crosstable.Result{},
	}
	for i, text := range splitLines(string(data)) {
		r.line = i + 1
		if err := r.record(text); err != nil {
			return nil, r.located(err)
		}
	}
	r.line = 0
	if err := r.finish(); err != nil {
		return nil, r.located(err)
	}
	return r.table, nil
}

func splitLines(s string) []string {
	s = strings.TrimPrefix(s, "\ufeff")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(s, "\r", "\n"), "\n")
}

// located gives an error the line that is being read.
func (r *reader) located(err error) error {
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		return err
	}
	return &SyntaxError{Line: r.line, Reason: err.Error()}
}

// record reads one line.
func (r *reader) record(text string) error {
	text = strings.TrimRight(text, " \t\x00\x1a")
	if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "###") {
		return nil
	}
	if len(text) < 3 {
		return fmt.Errorf("%q is no record", text)
	}
	code, rest := strings.ToUpper(text[:3]), text[3:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return fmt.Errorf("record %q must be followed by a blank", text[:3])
	}
	if read, ok := r.records[code]; ok {
		return read(r, newColumns(text))
	}
	if passed(code) {
		r.table.Headers = append(r.table.Headers, crosstable.Header{Code: code, Text: strings.TrimPrefix(rest, " ")})
		return nil
	}
	return fmt.Errorf("there is no record %q", code)
}

// passed tells whether a record may be kept without being understood: those of
// three digits, and the national ones by the code of a federation.
func passed(code string) bool {
	letters, digits := 0, 0
	for _, c := range code {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'A' && c <= 'Z':
			letters++
		}
	}
	return digits == 3 || letters == 3 && !strings.HasPrefix(code, "XX") && !strings.HasPrefix(code, "BB")
}

// columns are the characters of a line. Columns count from 1, as in the format's
// description.
type columns []rune

// newColumns takes every byte for a character where the text isn't UTF-8.
func newColumns(s string) columns {
	if utf8.ValidString(s) {
		return columns(s)
	}
	c := make(columns, len(s))
	for i := range len(s) {
		c[i] = rune(s[i])
	}
	return c
}

// field is the text of some columns without the blanks around it.
func (c columns) field(first, last int) string {
	if first > len(c) {
		return ""
	}
	return strings.TrimSpace(string(c[first-1 : min(last, len(c))]))
}

// at is the character of a column, a blank beyond the end.
func (c columns) at(column int) rune {
	if column > len(c) {
		return ' '
	}
	return c[column-1]
}

// words are the words from a column on.
func (c columns) words(first int) []string {
	if first > len(c) {
		return nil
	}
	return strings.Fields(string(c[first-1:]))
}

// number reads a number without a sign, at most limit.
func number(s, what string, limit int) (int, error) {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' || n > limit {
			return 0, fmt.Errorf("%s %q is no number up to %d", what, s, limit)
		}
		n = 10*n + int(c-'0')
	}
	if s == "" || n > limit {
		return 0, fmt.Errorf("%s %q is no number up to %d", what, s, limit)
	}
	return n, nil
}

func points(s, what string) (crosstable.Points, error) {
	p, err := crosstable.ParsePoints(s)
	if err != nil {
		return 0, fmt.Errorf("%s %q: %w", what, s, err)
	}
	return p, nil
}

// ids reads numbers of players.
func ids(words []string) ([]int, error) {
	var list []int
	for _, w := range words {
		id, err := number(w, "player", MaxPlayers)
		if err != nil {
			return nil, err
		}
		if id == 0 {
			return nil, errors.New("player 0 doesn't exist")
		}
		list = append(list, id)
	}
	return list, nil
}
