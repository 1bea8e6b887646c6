package ws

import "kydai.dev/services/gateway/internal/scan"

// readUsual reads the usual form of a frame: an object whose strings are plain
// ASCII and whose numbers are small. It reports false for anything else, right
// or wrong, which decode then reads. The request's id lies in the message.
func readUsual(message []byte) (r request, usual bool) {
	p := scanner{scan.Scanner{Rest: message}}
	if !p.Take('{') {
		return r, false
	}
	for {
		name, ok := p.Text()
		if !ok || !p.Take(':') {
			return request{}, false
		}
		field := fieldOf[string(name)]
		if field == 0 || r.has&field != 0 || !p.value(&r, field) {
			return request{}, false
		}
		r.has |= field
		if p.Take(',') {
			continue
		}
		return r, p.Take('}') && p.Done()
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
		r.afterSeq, ok = p.Number()
	case fieldPly:
		r.ply, ok = p.Number()
	case fieldOfferDraw:
		r.offerDraw, ok = p.Flag()
	}
	return ok
}

// scanner reads the values of a frame.
type scanner struct{ scan.Scanner }

func (p *scanner) string() (string, bool) {
	text, ok := p.Text()
	return string(text), ok
}

// word reads the name of an operation, without a copy for those that exist.
func (p *scanner) word() (string, bool) {
	text, ok := p.Text()
	if string(text) == opMove {
		return opMove, ok
	}
	return string(text), ok
}

// id reads a number or a string, as it is written.
func (p *scanner) id() ([]byte, bool) {
	p.Space()
	from := p.Rest
	_, ok := p.Number()
	if !ok {
		p.Rest = from
		_, ok = p.Text()
	}
	id := from[:len(from)-len(p.Rest)]
	return id, ok && len(id) <= maxID
}
