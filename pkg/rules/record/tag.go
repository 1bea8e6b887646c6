package record

import (
	"errors"
	"io"
	"strings"
	"unicode"
)

// tag reads a tag after its opening bracket: a name, and a value in quotation
// marks. Programs forget to escape quotation marks inside of a value, so one
// ends it only where the closing bracket follows.
func (s *scanner) tag(t *token) error {
	var name, value strings.Builder
	t.kind = tagToken
	for quoted := false; ; {
		c, err := s.rune()
		switch {
		case errors.Is(err, io.EOF) || err == nil && c == '\n':
			t.kind, t.text = faultToken, "a tag without its end"
			return nil
		case err != nil:
			return err
		case quoted && c == '\\':
			value.WriteRune(s.escaped())
		case quoted && c == '"' && s.closes():
			quoted = false
		case quoted:
			value.WriteRune(c)
		case c == ']':
			t.name, t.text = name.String(), value.String()
			return nil
		case c == '"':
			quoted = true
		case !unicode.IsSpace(c):
			name.WriteRune(c)
		}
	}
}

// escaped is the rune that a backslash stands before; the backslash itself
// where it escapes nothing.
func (s *scanner) escaped() rune {
	next, _ := s.r.Peek(1)
	if len(next) == 0 || next[0] != '"' && next[0] != '\\' {
		return '\\'
	}
	c, _ := s.rune()
	return c
}

// closes reports whether the closing bracket of the tag follows.
func (s *scanner) closes() bool {
	for n := 1; n < 64; n++ {
		next, err := s.r.Peek(n)
		if err != nil {
			return true // the file ends here: let it be the tag that is wrong
		}
		if c := next[n-1]; c != ' ' && c != '\t' {
			return c == ']' || c == '\r' || c == '\n'
		}
	}
	return false
}

// escape is the value of a tag as it stands between quotation marks.
func escape(value string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(value))
}
