package tourney

import (
	"slices"
)

// Card is what a player did.
func (t *Tournament) Card(player string) (Card, error) {
	p, err := t.Entrant(player)
	if err != nil {
		return Card{}, err
	}
	card := Card{Entrant: p, Points: t.Points()[player]}
	if t.finished() > 0 {
		places := t.ranks(t.finished())
		if i := slices.IndexFunc(places, func(q Place) bool { return q.Player == player }); i >= 0 {
			card.Rank = places[i].Rank
		}
	}
	for _, r := range t.rounds {
		card.Rounds = append(card.Rounds, t.cardRound(r, player))
	}
	return card, nil
}

// cardRound is a round as it was played, whatever of it counts.
func (t *Tournament) cardRound(r *round, player string) CardRound {
	c := CardRound{Round: r.number}
	for _, b := range r.byes {
		if b.Player == player {
			c.Result, c.Points = string(rune(b.Kind.code(t.settings.Format))), b.Points
			return c
		}
	}
	for _, p := range r.boards {
		if !p.has(player) {
			continue
		}
		c.Opponent, c.Side, c.Pairing = p.other(player), FirstSide, p.ID
		mine, second := p.codes()
		if p.Second == player {
			c.Side, mine = SecondSide, second
		}
		if p.Result != "" {
			c.Result, c.Points = string(rune(mine)), t.settings.scoring().Of(mine)
		}
		return c
	}
	c.Result = "Z"
	return c
}
