package tourney

import "time"

// Join lets somebody in, or back in. Where all places are taken they wait for one.
func (t *Tournament) Join(c Candidate, by Act) (Decision, error) {
	old := t.entrant(c.Player)
	if old != nil && (old.State == Playing || old.State == Waiting) {
		return Decision{}, nil
	}
	if err := t.mayJoin(c, old, by.Now); err != nil {
		return Decision{}, err
	}
	joined := Joined{FromRound: t.nextRound(), Back: old != nil}
	joined.Entrant = Entrant{Candidate: c, State: Playing, JoinedAt: by.Now}
	switch playing, _ := t.Players(); {
	case old != nil && old.Number > 0:
		// Who was numbered keeps the number, and with it the rating it came from.
		joined.Entrant.Candidate, joined.Entrant.Number, joined.Entrant.Byes = old.Candidate, old.Number, old.Byes
	case playing >= t.settings.Registration.MostPlayers:
		joined.Entrant.State = Waiting
	}
	d := t.draft(by)
	d.act(joined)
	return d.decision, nil
}

func (t *Tournament) mayJoin(c Candidate, old *Entrant, now time.Time) error {
	r := t.settings.Registration
	switch {
	case old != nil && old.State == Expelled:
		return ErrExpelled
	case old != nil && old.barred:
		return ErrWithdrawn
	}
	if err := t.registering(old, now); err != nil {
		return err
	}
	switch {
	case c.Guest && !r.Guests:
		return ErrNoGuests
	case old != nil && old.Number > 0:
		return nil
	case c.Rating < r.LeastRating:
		return ErrRatingTooLow
	case r.MostRating > 0 && c.Rating > r.MostRating:
		return ErrRatingTooHigh
	}
	return nil
}

// registering refuses at the wrong time. A Swiss that has begun can be joined until
// a round, and those who left come back until the last one is paired (C.04.2 2.4).
func (t *Tournament) registering(old *Entrant, now time.Time) error {
	r := t.settings.Registration
	switch t.status {
	case Scheduled:
		return ErrNotOpen.With("open_time", r.Open.UTC().Format(time.RFC3339))
	case Open:
		if !now.Before(t.settings.Start) || !r.Close.IsZero() && !now.Before(r.Close) {
			return ErrClosed
		}
		return nil
	case Running:
		back := old != nil && old.Number > 0
		if t.settings.Format == SwissSystem && t.nextRound() <= t.planned && (back || t.late()) {
			return nil
		}
	}
	return ErrClosed
}

// late tells whether the round to be paired next can still be joined for.
func (t *Tournament) late() bool {
	return t.nextRound() <= min(t.settings.Registration.LateUntilRound, t.planned)
}

// nextRound is the round to be paired next.
func (t *Tournament) nextRound() int { return len(t.rounds) + 1 }

// admit gives free places to those who wait for one, in the order they came. Once
// nobody comes in any more, they wait no longer.
func (d *draft) admit() {
	playing, _ := d.Players()
	open := d.status == Scheduled || d.status == Open || d.status == Running && d.late()
	for _, p := range d.entrants {
		switch {
		case p.State != Waiting:
		case !open:
			d.follow(Withdrawn{Player: p.Player})
		case playing < d.settings.Registration.MostPlayers:
			d.follow(Admitted{Player: p.Player})
			playing++
		}
	}
}

// RequestBye lets a player sit out a round that is not paired yet.
func (t *Tournament) RequestBye(player string, round int, kind ByeKind, by Act) (Decision, error) {
	p, err := t.mayHaveBye(player, round)
	if err != nil {
		return Decision{}, err
	}
	half := 0
	for _, b := range p.Byes {
		if b == (RequestedBye{round, kind}) {
			return Decision{}, nil
		}
		if b.Kind == ByeHalf && b.Round != round {
			half++
		}
	}
	if kind == ByeHalf && half >= t.settings.Swiss.HalfByes {
		return Decision{}, ErrTooManyHalfByes
	}
	d := t.draft(by)
	d.act(ByeChanged{Player: player, Round: round, Kind: kind})
	return d.decision, nil
}

// CancelBye lets a player play such a round after all.
func (t *Tournament) CancelBye(player string, round int, by Act) (Decision, error) {
	p, err := t.mayHaveBye(player, round)
	if err != nil {
		return Decision{}, err
	}
	if p.bye(round) == "" {
		return Decision{}, nil
	}
	d := t.draft(by)
	d.act(ByeChanged{Player: player, Round: round})
	return d.decision, nil
}

func (t *Tournament) mayHaveBye(player string, round int) (*Entrant, error) {
	p := t.entrant(player)
	switch {
	case t.over() || t.status == Review:
		return nil, ErrOver
	case p == nil || p.State != Playing && p.State != Waiting:
		return nil, ErrNotIn
	case t.settings.Format != SwissSystem:
		return nil, ErrNoByes
	case round < 1 || round > t.Rounds():
		return nil, ErrNoRound
	case round <= len(t.rounds):
		return nil, ErrRoundPaired
	}
	return p, nil
}

// bye is what a player has asked for in a round, empty for nothing.
func (p *Entrant) bye(round int) ByeKind {
	for _, b := range p.Byes {
		if b.Round == round {
			return b.Kind
		}
	}
	return ""
}
