package tourney

import "slices"

// PairByHand pairs the next round as given. Every player who takes part is in it
// once: in a pairing, or with a bye. Who has asked for a bye and is in no pairing
// has that one; one other at most has the bye of an odd number.
func (t *Tournament) PairByHand(round int, pairings []HandPairing, byes []string, by Act) (Decision, error) {
	if t.settings.Format != SwissSystem {
		return Decision{}, ErrFixedPairing
	}
	if t.handPaired(round, pairings) {
		return Decision{}, nil
	}
	if err := t.mayPair(round); err != nil {
		return Decision{}, err
	}
	if round <= len(t.rounds) {
		return Decision{}, ErrRoundPaired
	}
	d := t.draft(by)
	d.renumber()
	r, err := d.byHand(pairings, byes)
	if err != nil {
		return Decision{}, err
	}
	r.Number, r.State, r.Start = round, RoundPaired, t.soon(by.Now)
	for i := range r.Pairings {
		r.Pairings[i].ID = PairingID{round, i + 1}
	}
	d.act(Paired{Round: r, ByHand: true})
	d.admit()
	return d.decision, nil
}

// handPaired tells whether a round is paired just so.
func (t *Tournament) handPaired(round int, pairings []HandPairing) bool {
	if round < 1 || round > len(t.rounds) || len(t.rounds[round-1].boards) != len(pairings) {
		return false
	}
	for i, p := range t.rounds[round-1].boards {
		if pairings[i] != (HandPairing{p.First, p.Second}) {
			return false
		}
	}
	return true
}

func (t *Tournament) byHand(pairings []HandPairing, byes []string) (Round, error) {
	var r Round
	there := map[string]bool{}
	take := func(player string) error {
		switch {
		case !t.active(player):
			return ErrBadPairing.With("player", player).Saying("a player in the pairing does not take part")
		case there[player]:
			return ErrBadPairing.With("player", player).Saying("a player is in the pairing twice")
		}
		there[player] = true
		return nil
	}
	for _, h := range pairings {
		for _, player := range []string{h.First, h.Second} {
			if err := take(player); err != nil {
				return r, err
			}
		}
		r.Pairings = append(r.Pairings, Pairing{First: h.First, Second: h.Second})
	}
	for _, player := range byes {
		if err := take(player); err != nil {
			return r, err
		}
	}
	return t.handByes(r, byes, there)
}

func (t *Tournament) handByes(r Round, byes []string, there map[string]bool) (Round, error) {
	for _, b := range t.requestedByes() {
		if !there[b.Player] || slices.Contains(byes, b.Player) {
			r.Byes = append(r.Byes, b)
			there[b.Player] = true
		}
	}
	allocated := ""
	for _, player := range byes {
		switch {
		case slices.ContainsFunc(r.Byes, func(b Bye) bool { return b.Player == player }):
		case allocated != "":
			return r, ErrBadPairing.With("player", player).Saying("one player at most has a bye that was not asked for")
		default:
			allocated = player
			r.Byes = append(r.Byes, t.newBye(player, ByeAllocated))
		}
	}
	for _, p := range t.entrants {
		if p.State == Playing && !there[p.Player] {
			return r, ErrBadPairing.With("player", p.Player).Saying("a player who takes part is missing")
		}
	}
	return r, nil
}
