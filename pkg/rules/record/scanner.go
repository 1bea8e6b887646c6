package record

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what a token of a PGN or PDN file is.
type kind uint8

const (
	wordToken kind = iota
	tagToken
	commentToken
	// faultToken is something unreadable; its text says why.
	faultToken
)

type token struct {
	kind       kind
	name, text string
	line       int
}

// scanner cuts a PGN or PDN file into tokens. Variations and annotation glyphs
// are passed over.
type scanner struct {
	r    *bufio.Reader
	line int
	// size counts the bytes of the game.
	size int
	// last is the rune that was read last and prev the one before; a line
	// begins after '\n' or 0.
	last, prev rune
}

// next returns the next token, or io.EOF.
func (s *scanner) next() (token, error) {
	for {
		before := s.last
		c, err := s.rune()
		if err != nil {
			return token{}, err
		}
		t := token{line: s.line}
		switch {
		case unicode.IsSpace(c) || c == '\u200b':
			continue
		case c == '[':
			err = s.tag(&t)
		case c == '{':
			t.kind = commentToken
			err = s.until(&t, '}')
		case c == ';':
			t.kind = commentToken
			err = s.restOfLine(&t)
		case c == '%' && (before == '\n' || before == 0):
			if err = s.restOfLine(&t); err == nil {
				continue
			}
		case c == '(':
			if err = s.variation(&t); err == nil && t.kind != faultToken {
				continue
			}
		case c == ')' || c == '}' || c == ']':
			t.kind, t.text = faultToken, "a bracket "+string(c)+" that nothing opens"
		default:
			s.unread()
			if err = s.word(&t); err == nil && strings.HasPrefix(t.text, "$") {
				continue
			}
		}
		return t, err
	}
}

// rune reads a rune.
func (s *scanner) rune() (rune, error) {
	c, n, err := s.r.ReadRune()
	if err != nil {
		return 0, err
	}
	if s.size += n; s.size > MaxBytes {
		return 0, errTooLong
	}
	if c == '\n' {
		s.line++
	}
	s.prev, s.last = s.last, c
	return c, nil
}

// unread puts the rune back that was read last.
func (s *scanner) unread() {
	_ = s.r.UnreadRune()
	s.size -= utf8.RuneLen(s.last)
	if s.last == '\n' {
		s.line--
	}
	s.last = s.prev
}

// word reads up to a space or a bracket.
func (s *scanner) word(t *token) error {
	var b strings.Builder
	for {
		c, err := s.rune()
		end := unicode.IsSpace(c) || strings.ContainsRune("[]{}();", c) || c == '$' && b.Len() > 0
		switch {
		case errors.Is(err, io.EOF) && b.Len() > 0 || err == nil && end:
			if err == nil {
				s.unread()
			}
			t.text = b.String()
			return nil
		case err != nil:
			return err
		}
		b.WriteRune(c)
	}
}

// until reads a comment up to its end.
func (s *scanner) until(t *token, end rune) error {
	var b strings.Builder
	for {
		c, err := s.rune()
		switch {
		case errors.Is(err, io.EOF):
			t.kind, t.text = faultToken, "a comment without its end"
			return nil
		case err != nil:
			return err
		case c == end:
			t.text = b.String()
			return nil
		}
		b.WriteRune(c)
	}
}

// restOfLine reads a comment that ends with its line. A brace in it could not
// be written back.
func (s *scanner) restOfLine(t *token) error {
	var b strings.Builder
	for {
		c, err := s.rune()
		switch {
		case errors.Is(err, io.EOF) || err == nil && c == '\n':
			t.text = strings.ReplaceAll(b.String(), "}", ")")
			return nil
		case err != nil:
			return err
		}
		b.WriteRune(c)
	}
}

// variation passes over other moves in brackets and what is in them.
func (s *scanner) variation(t *token) error {
	for depth := 1; depth > 0; {
		c, err := s.rune()
		switch {
		case errors.Is(err, io.EOF):
			t.kind, t.text = faultToken, "a variation without its end"
			return nil
		case err != nil:
			return err
		case c == '{':
			if err := s.until(&token{}, '}'); err != nil {
				return err
			}
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
	}
	return nil
}
