package rest

import (
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// readMove reads the usual form of a move: an object of the four fields with
// plain values. It reports false for anything else, valid or not, which the
// strict decoder then reads or refuses; what it accepts, it reads as that one
// does.
func readMove(raw []byte, into *refereev1.PlayMoveRequest) bool {
	p := scanner{rest: raw}
	if !p.take('{') {
		return false
	}
	for seen := uint8(0); ; {
		name, ok := p.text()
		if !ok || !p.take(':') {
			return false
		}
		bit, ok := p.field(name, into)
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
		if p.take(',') {
			continue
		}
		return p.take('}') && p.done()
	}
}

// field reads the value of a field; the bit says which one it was.
func (p *scanner) field(name []byte, into *refereev1.PlayMoveRequest) (bit uint8, ok bool) {
	switch string(name) {
	case "ply":
		into.Ply, ok = p.number()
		return 1, ok
	case "move":
		text, ok := p.text()
		into.Move = string(text)
		return 2, ok
	case "afterSeq":
		into.AfterSeq, ok = p.number()
		return 4, ok
	case "offerDraw":
		into.OfferDraw, ok = p.flag()
		return 8, ok
	default:
		return 0, false
	}
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
