package tourney

import (
	"cmp"
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/standings"
)

// Standings are the ranks after a round.
type Standings struct {
	Round     int // 0 before the first one ended
	Seq       int // of the event that they were made after
	TieBreaks []string
	Places    []Place // in the order of the ranks
}

// Place is a player's rank; who was disqualified has none.
type Place struct {
	Rank   int
	Player string
	Name   string
	Number int
	State  State
	Points crosstable.Points
	Values []TieBreak
}

// TieBreak is a tie-break of a player.
type TieBreak struct {
	Code  string
	Value standings.Value // opponents by number
	// Opponents are the accounts of the items' opponents, in their order; empty
	// where there is none.
	Opponents []string
}

// Standings are the ranks after a round, as the results are now.
func (t *Tournament) Standings(round int) (Standings, error) {
	if round < 0 || round > t.finished() {
		return Standings{}, ErrNoRound
	}
	s := Standings{Round: round, Seq: t.seq, TieBreaks: t.settings.TieBreaks, Places: t.ranks(round)}
	if t.settings.Format == KnockoutSystem || len(t.order) == 0 {
		return s, nil
	}
	table, err := t.counted(round)
	if err != nil {
		return Standings{}, err
	}
	sheet := standings.New(table, standings.Edition2026)
	for i := range s.Places {
		if err := t.values(&s.Places[i], sheet); err != nil {
			return Standings{}, err
		}
	}
	return s, nil
}

// values computes the tie-breaks of a player.
func (t *Tournament) values(p *Place, sheet *standings.Sheet) error {
	for _, code := range t.settings.TieBreaks {
		v, err := sheet.Value(code, p.Number)
		if err != nil {
			return err
		}
		tie := TieBreak{Code: code, Value: v}
		for _, item := range v.Items {
			opponent := ""
			if item.Opponent > 0 {
				opponent = t.order[item.Opponent-1]
			}
			tie.Opponents = append(tie.Opponents, opponent)
		}
		p.Values = append(p.Values, tie)
	}
	return nil
}

// ranks are the players in the order of their ranks. Who was disqualified comes last
// and leaves the rank to the next.
func (t *Tournament) ranks(rounds int) []Place {
	if len(t.order) == 0 {
		return nil
	}
	table, order := t.ordered(rounds)
	var places, out []Place
	for _, o := range order {
		player := t.entrant(t.order[o.Player-1])
		p := Place{
			Player: player.Player, Name: player.Name, Number: player.Number, State: player.State,
			Points: table.Player(player.Number).Points(),
		}
		if player.State == Expelled {
			out = append(out, p)
			continue
		}
		p.Rank = o.Rank
		places = append(places, p)
	}
	return append(closed(places), out...)
}

// closed are places whose ranks have no gaps where somebody was taken out.
func closed(places []Place) []Place {
	closed := slices.Clone(places)
	for i := range places {
		closed[i].Rank = i + 1
		if i > 0 && places[i].Rank == places[i-1].Rank {
			closed[i].Rank = closed[i-1].Rank
		}
	}
	return closed
}

// ordered are all players by rank, those with equal ranks by number.
func (t *Tournament) ordered(rounds int) (*crosstable.Table, []standings.Place) {
	table, err := t.counted(rounds)
	if err != nil {
		return t.table(rounds), nil
	}
	if t.settings.Format == KnockoutSystem {
		return table, t.reached(rounds)
	}
	order, err := standings.New(table, standings.Edition2026).Rank(t.settings.TieBreaks)
	if err != nil {
		return table, nil
	}
	return table, order
}

// reached are the places of a knockout. Those who are still in it share the first
// one, but for who plays for the third.
func (t *Tournament) reached(rounds int) []standings.Place {
	b := t.bracket(rounds)
	places := b.Places()
	matches := b.Matches()
	if m := matches[len(matches)-1]; m.Third && m.Winner == 0 {
		for _, player := range m.Players {
			if player != 0 {
				places[player] = 3
			}
		}
	}
	order := make([]standings.Place, len(t.order))
	for i := range order {
		order[i] = standings.Place{Player: i + 1, Rank: max(1, places[i+1])}
	}
	slices.SortStableFunc(order, func(a, b standings.Place) int { return cmp.Compare(a.Rank, b.Rank) })
	return order
}
