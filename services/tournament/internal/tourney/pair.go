package tourney

import (
	"cmp"
	"errors"
	"math/bits"
	"slices"
	"time"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/roundrobin"
	"kydai.dev/services/tournament/internal/swiss"
)

var errNoLegal = errors.New("no legal pairing")

// roundsOf is how many rounds there are with so many players.
func (s Settings) roundsOf(players int) int {
	switch s.Format {
	case RoundRobin:
		return meetings(players)
	case DoubleRoundRobin:
		return 2 * meetings(players)
	case KnockoutSystem:
		return bits.Len(uint(players - 1))
	}
	return min(s.Rounds, meetings(players))
}

// ranked is the initial order: by rating, then by name (C.04.2 2.2).
func ranked(players []*Entrant) []string {
	players = slices.Clone(players)
	slices.SortFunc(players, func(a, b *Entrant) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Player, b.Player))
	})
	order := make([]string, len(players))
	for i, p := range players {
		order[i] = p.Player
	}
	return order
}

// lastRenumbering is the last round before which late entries still get the numbers
// of their ratings (C.04.2 2.3).
const lastRenumbering = 4

// number gives numbers to late entries.
func (d *draft) renumber() {
	var late, all []*Entrant
	for _, p := range d.entrants {
		switch {
		case p.Number > 0:
			all = append(all, p)
		case p.State == Playing:
			late, all = append(late, p), append(all, p)
		}
	}
	switch {
	case len(late) == 0:
	case d.nextRound() <= lastRenumbering:
		d.follow(Numbered{Players: ranked(all)})
	default:
		d.follow(Numbered{Players: slices.Concat(d.order, ranked(late))})
	}
}

// pair pairs the next round by the rules.
func (d *draft) pair(start time.Time, acted bool) error {
	if d.settings.Format == SwissSystem {
		d.renumber()
	}
	r, err := d.byRules()
	if err != nil {
		return err
	}
	r.Number, r.State, r.Start = d.nextRound(), RoundPaired, start
	for i := range r.Pairings {
		r.Pairings[i].ID = PairingID{r.Number, i + 1}
	}
	if acted {
		d.act(Paired{Round: r})
	} else {
		d.follow(Paired{Round: r})
	}
	d.admit()
	return nil
}

// byRules are the pairings and byes of the next round.
func (t *Tournament) byRules() (Round, error) {
	switch t.settings.Format {
	case SwissSystem:
		return t.swissRound()
	case KnockoutSystem:
		return t.knockoutRound()
	}
	return t.berger()
}

func (t *Tournament) swissRound() (Round, error) {
	table := t.Table()
	r := Round{Byes: t.requestedByes()}
	asked := map[string]bool{}
	for _, b := range r.Byes {
		asked[b.Player] = true
	}
	for i, player := range t.order {
		if !t.active(player) || asked[player] {
			table.Byes = append(table.Byes, crosstable.Bye{Round: t.nextRound(), Player: i + 1, Result: crosstable.Absent})
		}
	}
	paired, err := swiss.Pair(table)
	if errors.Is(err, swiss.ErrNoPairing) {
		return Round{}, errNoLegal
	}
	if err != nil {
		return Round{}, err
	}
	for _, b := range paired.Boards {
		r.Pairings = append(r.Pairings, Pairing{First: t.order[b.First-1], Second: t.order[b.Second-1]})
	}
	if paired.Bye != 0 {
		r.Byes = append(r.Byes, t.newBye(t.order[paired.Bye-1], ByeAllocated))
	}
	return r, nil
}

// requestedByes are those of the next round.
func (t *Tournament) requestedByes() []Bye {
	var byes []Bye
	for _, p := range t.entrants {
		if kind := p.bye(t.nextRound()); p.State == Playing && kind != "" {
			byes = append(byes, t.newBye(p.Player, kind))
		}
	}
	return byes
}

func (t *Tournament) newBye(player string, kind ByeKind) Bye {
	return Bye{Player: player, Kind: kind, Points: t.settings.scoring().Of(kind.code(t.settings.Format))}
}

// berger is the next round of a round robin. Games with who has left are lost by
// forfeit before they begin (C.05 Annex 1).
func (t *Tournament) berger() (Round, error) {
	next, err := roundrobin.Pair(t.Table(), t.settings.Format == DoubleRoundRobin)
	if err != nil {
		return Round{}, err
	}
	var r Round
	for _, g := range next.Games {
		p := Pairing{First: t.order[g.First-1], Second: t.order[g.Second-1]}
		switch first, second := t.active(p.First), t.active(p.Second); {
		case !first && !second:
			p.Result = BothForfeit
		case !first:
			p.Result = SecondForfeit
		case !second:
			p.Result = FirstForfeit
		}
		r.Pairings = append(r.Pairings, p)
	}
	if next.Bye != 0 {
		r.Byes = []Bye{t.newBye(t.order[next.Bye-1], ByeAllocated)}
	}
	return r, nil
}

// knockoutRound has the matches of the tree's next row.
func (t *Tournament) knockoutRound() (Round, error) {
	var r Round
	b := t.Bracket()
	for _, m := range b.Matches() {
		first, second := min(m.Players[0], m.Players[1]), max(m.Players[0], m.Players[1])
		switch {
		case m.Round != t.nextRound() || second == 0:
		case first == 0:
			r.Byes = append(r.Byes, t.newBye(t.order[second-1], ByeAllocated))
		default:
			p := Pairing{First: t.order[first-1], Second: t.order[second-1], Third: m.Third}
			if !t.active(p.First) || !t.active(p.Second) {
				p.Result, p.Decided = won(&p, t.walkover(&p)), ByWalkover
			}
			r.Pairings = append(r.Pairings, p)
		}
	}
	return r, nil
}
