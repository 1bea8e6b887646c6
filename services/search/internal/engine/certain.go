package engine

// Certain is what is known of a position without a search.
type Certain struct {
	// Outcome is the result for the side to move when both play best: 1, 0 or −1.
	Outcome int
	// Plies is how long the way is on which the winner gets on, at most Farthest:
	// who makes it shorter with every move wins.
	Plies int
	// Leaning is the result, in a draw, if the counter did not save a side: people
	// err, and then it is not for nothing to have tried.
	Leaning int
}

// Farthest is the longest way that the engine can tell from a longer one.
const Farthest = 400

// certain is the score of a position below the root that the options know. At the
// root it must find a move.
func (w *worker) certain(ply int) (score int, known bool) {
	if w.job.Certain == nil || ply == 0 {
		return 0, false
	}
	c, known := w.job.Certain(w.board)
	if !known || c.Outcome == 0 {
		return drawScore + c.Leaning, known
	}
	return c.Outcome * (certainScore - ply - min(c.Plies, Farthest)), true
}
