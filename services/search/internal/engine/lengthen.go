package engine

import "slices"

// lineLength is how many moves of a line are worth telling where the table knows them.
const lineLength = 6

// lengthen continues a line by the table. A move of which the search has only shown
// that it is at least so good comes alone or with one answer, and what would be played
// then is known all the same. Lines that decide the game are told as they were proved.
func (j *job) lengthen(root Board, l *Line) {
	if l.Score.Decided() || l.Depth <= len(l.Moves) {
		return
	}
	b := root.Clone()
	for _, m := range l.Moves {
		b.Make(m)
	}
	for len(l.Moves) < min(lineLength, l.Depth) && !ends(b) {
		e, known := j.table.probe(b.Key(), j.Fresh)
		if !known || e.tag == 0 {
			return
		}
		moves := b.Moves(nil)
		i := slices.IndexFunc(moves, func(m Move) bool { return m.tag() == e.tag })
		if i < 0 {
			return
		}
		l.Moves = append(l.Moves, moves[i])
		b.Make(moves[i])
	}
}

// ends reports whether nothing needs to follow: the game is over, or a position stands
// again.
func ends(b Board) bool {
	past := b.Past()
	last := len(past) - 1
	return b.Lost() || b.Drawn() || last > 0 && slices.Contains(past[:last], past[last])
}
