// Package scan reads the usual form of small JSON objects, fast and strictly:
// plain ASCII strings without escapes, small whole numbers, true and false.
// Whatever else is JSON it leaves to a decoder by saying no.
package scan

// Scanner reads JSON from the front.
type Scanner struct {
	// Rest is what has not been read yet.
	Rest []byte
}

// Space passes over white space.
func (p *Scanner) Space() {
	for len(p.Rest) > 0 && (p.Rest[0] == ' ' || p.Rest[0] == '\n' || p.Rest[0] == '\r' || p.Rest[0] == '\t') {
		p.Rest = p.Rest[1:]
	}
}

// Take passes over one character, if it comes next.
func (p *Scanner) Take(c byte) bool {
	p.Space()
	if len(p.Rest) == 0 || p.Rest[0] != c {
		return false
	}
	p.Rest = p.Rest[1:]
	return true
}

// Done reports whether nothing is left.
func (p *Scanner) Done() bool {
	p.Space()
	return len(p.Rest) == 0
}

// Text reads a string of printable ASCII without escapes.
func (p *Scanner) Text() ([]byte, bool) {
	if !p.Take('"') {
		return nil, false
	}
	for i, c := range p.Rest {
		switch {
		case c == '"':
			text := p.Rest[:i]
			p.Rest = p.Rest[i+1:]
			return text, true
		case c == '\\' || c < ' ' || c > '~':
			return nil, false
		}
	}
	return nil, false
}

// Number reads a whole number of up to nine digits, without sign.
func (p *Scanner) Number() (int32, bool) {
	p.Space()
	n, digits := int32(0), 0
	for len(p.Rest) > 0 && '0' <= p.Rest[0] && p.Rest[0] <= '9' {
		if digits == 9 || digits == 1 && n == 0 {
			return 0, false
		}
		n = n*10 + int32(p.Rest[0]-'0')
		digits++
		p.Rest = p.Rest[1:]
	}
	return n, digits > 0
}

// Flag reads true or false.
func (p *Scanner) Flag() (value, ok bool) {
	p.Space()
	for _, word := range []string{"true", "false"} {
		if len(p.Rest) >= len(word) && string(p.Rest[:len(word)]) == word {
			p.Rest = p.Rest[len(word):]
			return word == "true", true
		}
	}
	return false, false
}
