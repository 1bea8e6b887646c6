package tail

// remembered is how many events are known for sure to have been seen. The bus
// repeats what it sent shortly before, after a crash or an outage.
const remembered = 200_000

type key struct {
	game string
	seq  int32
}

// seen remembers events in two generations, of which the older one is
// forgotten when the younger one is full.
type seen struct{ young, old map[key]struct{} }

// add reports whether an event is new.
func (s *seen) add(game string, seq int32) bool {
	k := key{game, seq}
	if _, ok := s.young[k]; ok {
		return false
	}
	if _, ok := s.old[k]; ok {
		return false
	}
	if s.young == nil || len(s.young) >= remembered {
		s.old, s.young = s.young, map[key]struct{}{}
	}
	s.young[k] = struct{}{}
	return true
}
