package record

import (
	"bufio"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// portable is a game as a PGN or PDN file has it: tags, then moves.
type portable struct {
	line     int
	tags     []Tag
	moves    []word
	comments []Comment
	// end is the result that ends the moves; empty where there is none.
	end string
	// err is the first thing that can't be read.
	err *Error
	// ruled: a rule ended the moves; what stands below it is about the program.
	ruled bool
}

// portableReader cuts a PGN or PDN file into its games.
type portableReader struct {
	scanner scanner
	options Options
	// ahead is the tag with which the next game begins.
	ahead *token
	draft func(p *portable, o Options) (*draft, error)
}

func openPortable(r *bufio.Reader, o Options, draft func(*portable, Options) (*draft, error)) reader {
	return &portableReader{scanner: scanner{r: r, line: 1}, options: o, draft: draft}
}

func (r *portableReader) next() (*Record, error) {
	p, err := r.game()
	switch {
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case err != nil:
		return nil, broken(r.scanner.line, err)
	case p.err != nil:
		return nil, p.err
	}
	d, err := r.draft(p, r.options)
	if err != nil {
		return nil, asError(err, p.line)
	}
	d.line = p.line
	return d.record()
}

// asError is an error that names a place.
func asError(err error, line int) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	return &Error{Line: line, Err: err}
}

// game reads up to the end of the next game, passing over results without one.
func (r *portableReader) game() (*portable, error) {
	p := &portable{}
	r.scanner.size = 0
	if r.ahead != nil {
		p.add(*r.ahead)
		r.ahead = nil
	}
	for {
		t, err := r.scanner.next()
		switch {
		case errors.Is(err, io.EOF) && p.empty():
			return nil, io.EOF
		case errors.Is(err, io.EOF):
			return p, nil
		case err != nil:
			return nil, err
		case t.kind == tagToken && len(p.moves) > 0:
			r.ahead = &t
			return p, nil
		case t.kind != wordToken || !isResult(t.text):
			p.add(t)
		case !p.empty() && !p.ruled:
			p.end = t.text
			return p, nil
		}
	}
}

// isRule reports whether a word is a line drawn through the text.
func isRule(text string) bool {
	const shortest = 3
	return len(text) >= shortest && strings.ContainsAny(text[:1], "=-_*~") && strings.Trim(text, text[:1]) == ""
}

func isResult(text string) bool {
	_, ok := figures[text]
	return ok
}

// empty reports whether nothing of a game has been read.
func (p *portable) empty() bool { return len(p.tags) == 0 && len(p.moves) == 0 && p.err == nil }

func (p *portable) add(t token) {
	if p.empty() {
		p.line = t.line
	}
	switch {
	case p.ruled && t.kind != tagToken:
		return
	case t.kind == wordToken && isRule(t.text):
		p.ruled = len(p.moves) > 0 || len(p.tags) == 0
		return
	}
	switch t.kind {
	case tagToken:
		p.ruled = false
		p.tags = append(p.tags, Tag{Name: t.name, Value: t.text})
	case commentToken:
		p.comments = append(p.comments, Comment{Ply: len(p.moves), Text: t.text})
	case wordToken:
		p.addMove(t)
	case faultToken:
		if p.err == nil {
			p.err = faulty(t.line, "%s", t.text)
		}
	}
}

// number is what may stand before a move: "12.", "12...", "…".
var number = regexp.MustCompile(`^\d*(\.+|…)`)

// addMove adds a word of the moves without its number and its marks. Some
// programs put spaces around the dash or the cross.
func (p *portable) addMove(t token) {
	text := narrow(t.text)
	if rest := number.ReplaceAllString(text, ""); strings.ContainsFunc(rest, notDigit) || rest == "" {
		text = rest
	}
	text = strings.TrimRight(text, "!?,;*+#")
	last := len(p.moves) - 1
	switch {
	case text == "":
	case last >= 0 && goesOn(p.moves[last].text, text):
		p.moves[last].text += text
	case len(p.moves) <= MaxPlies:
		p.moves = append(p.moves, word{text: text, line: t.line})
	}
}

func notDigit(r rune) bool { return !unicode.IsDigit(r) }

// goesOn reports whether a word belongs to the move before it.
func goesOn(move, text string) bool {
	const longest = 64
	return len(move) < longest && (separates(text) || separates(move[len(move)-1:]))
}

func separates(text string) bool { return text == "-" || text == "x" || text == ":" }

// narrow turns the wide letters, digits and signs of Chinese texts into ASCII.
func narrow(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' {
			return r - '！' + '!'
		}
		return r
	}, text)
}

// take removes a tag, whose name programs spell in capitals or not, and returns
// its value.
func (p *portable) take(name string) string {
	same := func(t Tag) bool { return strings.EqualFold(t.Name, name) }
	at := slices.IndexFunc(p.tags, same)
	if at < 0 {
		return ""
	}
	value := p.tags[at].Value
	p.tags = slices.DeleteFunc(p.tags, same)
	return strings.TrimSpace(value)
}

// result takes the outcome from the tags and the end of the moves.
func (p *portable) result(d *draft) {
	tag, termination := p.take("Result"), p.take("Termination")
	var contradicted bool
	d.result, contradicted = resultOf(p.end, tag, termination)
	if contradicted {
		d.note("the moves end with %s, but the tag Result has %.20q and is believed", p.end, tag)
	}
	if termination != "" && d.result.Reason == "" { // words of others
		p.tags = append(p.tags, Tag{Name: "Termination", Value: termination})
	}
}
