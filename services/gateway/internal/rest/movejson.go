package rest

import (
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/scan"
)

// readMove reads the usual form of a move: an object of the four fields with
// plain values. It reports false for anything else, valid or not, which the
// strict decoder then reads or refuses; what it accepts, it reads as that one
// does.
func readMove(raw []byte, into *refereev1.PlayMoveRequest) bool {
	p := scanner{scan.Scanner{Rest: raw}}
	if !p.Take('{') {
		return false
	}
	for seen := uint8(0); ; {
		name, ok := p.Text()
		if !ok || !p.Take(':') {
			return false
		}
		bit, ok := p.field(name, into)
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
		if p.Take(',') {
			continue
		}
		return p.Take('}') && p.Done()
	}
}

// field reads the value of a field; the bit says which one it was.
func (p *scanner) field(name []byte, into *refereev1.PlayMoveRequest) (bit uint8, ok bool) {
	switch string(name) {
	case "ply":
		into.Ply, ok = p.Number()
		return 1, ok
	case "move":
		text, ok := p.Text()
		into.Move = string(text)
		return 2, ok
	case "afterSeq":
		into.AfterSeq, ok = p.Number()
		return 4, ok
	case "offerDraw":
		into.OfferDraw, ok = p.Flag()
		return 8, ok
	default:
		return 0, false
	}
}

// scanner reads the values of a move.
type scanner struct{ scan.Scanner }
