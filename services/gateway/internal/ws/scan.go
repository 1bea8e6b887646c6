package ws

// scan reads the usual form of a frame: an object whose strings are plain
// ASCII and whose numbers are small. It reports false for anything else, right
// or wrong, which decode then reads. The request's id lies in the message.
func scan(message []byte) (r request, usual bool) {
	p := scanner{rest: message}
	if !p.take('{') {
		return r, false
	}
	for {
		name, ok := p.text()
		if !ok || !p.take(':') {
			return request{}, false
		}
		field := fieldOf[string(name)]
		if field == 0 || r.has&field != 0 || !p.value(&r, field) {
			return request{}, false
		}
		r.has |= field
		if p.take(',') {
			continue
		}
		return r, p.take('}') && p.done()
	}
}

// value reads the value of a field.
func (p *scanner) value(r *request, field fields) (ok bool) {
	switch field {
	case fieldID:
		r.id, ok = p.id()
	case fieldOp:
		r.op, ok = p.word()
	case fieldStream:
		r.stream, ok = p.string()
	case fieldToken:
		r.token, ok = p.string()
	case fieldGame:
		r.game, ok = p.string()
	case fieldMove:
		r.move, ok = p.string()
	case fieldAfterSeq:
		r.afterSeq, ok = p.number()
	case fieldPly:
		r.ply, ok = p.number()
	case fieldOfferDraw:
		r.offerDraw, ok = p.flag()
	}
	return ok
}

// scanner reads JSON from the front.
type scanner struct{ rest []byte }

func (p *scanner) space() {
	for len(p.rest) > 0 && (p.rest[0] == ' ' || p.rest[0] == '\n' || p.rest[0] == '\r' || p.rest[0] == '\t') {
		p.rest = p.rest[1:]
	}
}

func (p *scanner) take(c byte) bool {
	p.space()
	if len(p.rest) == 0 || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *scanner) done() bool {
	p.space()
	return len(p.rest) == 0
}

// text reads a string of printable ASCII without escapes.
func (p *scanner) text() ([]byte, bool) {
	if !p.take('"') {
		return nil, false
	}
	for i, c := range p.rest {
		switch {
		case c == '"':
			text := p.rest[:i]
			p.rest = p.rest[i+1:]
			return text, true
		case c == '\\' || c < ' ' || c > '~':
			return nil, false
		}
	}
	return nil, false
}

func (p *scanner) string() (string, bool) {
	text, ok := p.text()
	return string(text), ok
}

// word reads the name of an operation, without a copy for those that exist.
func (p *scanner) word() (string, bool) {
	text, ok := p.text()
	if string(text) == opMove {
		return opMove, ok
	}
	return string(text), ok
}

// id reads a number or a string, as it is written.
func (p *scanner) id() ([]byte, bool) {
	p.space()
	from := p.rest
	_, ok := p.number()
	if !ok {
		p.rest = from
		_, ok = p.text()
	}
	id := from[:len(from)-len(p.rest)]
	return id, ok && len(id) <= maxID
}

// number reads a whole number of up to nine digits, without sign.
func (p *scanner) number() (int32, bool) {
	p.space()
	n, digits := int32(0), 0
	for len(p.rest) > 0 && '0' <= p.rest[0] && p.rest[0] <= '9' {
		if digits == 9 || digits == 1 && n == 0 {
			return 0, false
		}
		n = n*10 + int32(p.rest[0]-'0')
		digits++
		p.rest = p.rest[1:]
	}
	return n, digits > 0
}

func (p *scanner) flag() (value, ok bool) {
	p.space()
	for _, word := range []string{"true", "false"} {
		if len(p.rest) >= len(word) && string(p.rest[:len(word)]) == word {
			p.rest = p.rest[len(word):]
			return word == "true", true
		}
	}
	return false, false
}
