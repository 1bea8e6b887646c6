package record

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// The reasons why a file can't be read on.
var (
	errEncoding = errors.New("the text is not UTF-8; convert it first if it is in GB18030, Big5 or another encoding")
	errTooLong  = errors.New("the game is too long to read")
)

// source is a file of valid UTF-8, read without its byte order mark. The first
// faulty byte is an error.
type source struct {
	r io.Reader
	// chunk holds what was read last; ready is the part of it that is checked
	// and not given away yet, rest a rune whose end has not been read.
	chunk       [4096]byte
	ready, rest []byte
	begun       bool
	err         error
}

// Read implements [io.Reader].
func (s *source) Read(p []byte) (int, error) {
	for len(s.ready) == 0 && s.err == nil {
		s.fill()
	}
	n := copy(p, s.ready)
	s.ready = s.ready[n:]
	if n == 0 && len(p) > 0 {
		return 0, s.err
	}
	return n, nil
}

// fill reads the next chunk.
func (s *source) fill() {
	kept := copy(s.chunk[:], s.rest)
	n, err := s.r.Read(s.chunk[kept:])
	text := s.chunk[:kept+n]
	whole := wholeRunes(text)
	s.ready, s.rest, s.err = text[:whole], text[whole:], err
	if err != nil && len(s.rest) > 0 || !utf8.Valid(s.ready) {
		s.ready, s.rest, s.err = s.ready[:validLength(s.ready)], nil, errEncoding
	}
	if !s.begun && len(s.ready) > 0 {
		s.begun = true
		s.ready = bytes.TrimPrefix(s.ready, []byte("\uFEFF"))
	}
}

// wholeRunes is the length of a text without a rune cut off at its end.
func wholeRunes(text []byte) int {
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if start := len(text) - back; utf8.RuneStart(text[start]) {
			if !utf8.FullRune(text[start:]) {
				return start
			}
			break
		}
	}
	return len(text)
}

// validLength is the length of a text before its first faulty byte.
func validLength(text []byte) int {
	for n := 0; n < len(text); {
		r, size := utf8.DecodeRune(text[n:])
		if r == utf8.RuneError && size == 1 {
			return n
		}
		n += size
	}
	return len(text)
}

// remainder is the last token of a scanner: what the end of the file leaves over.
// There is none where the file could not be read to its end.
func remainder(r *bufio.Reader, data []byte, atEOF bool) (int, []byte, error) {
	if !atEOF || len(data) == 0 {
		return 0, nil, nil
	}
	if _, err := r.Peek(1); err != nil && !errors.Is(err, io.EOF) {
		return 0, nil, err
	}
	return len(data), data, nil
}
