package standings

import "kydai.dev/services/tournament/internal/crosstable"

// tally counts rounds.
func tally(p *crosstable.Player, what string, counts func(crosstable.Entry) bool) Value {
	var items []Item
	for r, e := range p.Rounds {
		if counts(e) {
			items = append(items, Item{Round: r + 1, Opponent: e.Opponent, What: what, Value: one, Amount: one})
		}
	}
	return sum(items)
}

// wins is 7.1: rounds with the points of a win, played or not.
func (s *Sheet) wins(p *crosstable.Player) Value {
	return tally(p, "points of a win", func(e crosstable.Entry) bool { return e.Points >= s.table.Scoring.Win })
}

// wonGame tells whether a game was won over the board. A forfeit isn't, not even
// in a round robin.
func wonGame(e crosstable.Entry) bool {
	return e.Result == crosstable.Win || e.Result == crosstable.ShortWin
}

// won is 7.2.
func (s *Sheet) won(p *crosstable.Player) Value { return tally(p, "game won", wonGame) }

// blackGames is 7.3.
func (s *Sheet) blackGames(p *crosstable.Player) Value {
	return tally(p, "game with black", func(e crosstable.Entry) bool {
		return e.Played() && e.Colour == crosstable.Black
	})
}

// blackWins is 7.4.
func (s *Sheet) blackWins(p *crosstable.Player) Value {
	return tally(p, "game won with black", func(e crosstable.Entry) bool {
		return wonGame(e) && e.Colour == crosstable.Black
	})
}

// elected is 7.6: rounds that the player did not choose to miss.
func (s *Sheet) elected(p *crosstable.Player) Value {
	return tally(p, "round", func(e crosstable.Entry) bool { return !absence(e) })
}

// opponentRating is 10.1: the average rating of opponents met, half up.
func (s *Sheet) opponentRating(p *crosstable.Player) Value {
	v := Value{}
	total, games := 0, 0
	for r, e := range p.Rounds {
		if !e.Played() {
			continue
		}
		rating := s.table.Player(e.Opponent).Rating
		total, games = total+rating, games+1
		v.Items = append(v.Items, Item{
			Round: r + 1, Opponent: e.Opponent, What: "rating", Value: Number(rating) * one, Amount: Number(rating) * one,
		})
	}
	if games > 0 {
		v.Number = Number((2*total+games)/(2*games)) * one
	}
	return v
}
