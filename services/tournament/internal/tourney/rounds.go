package tourney

import (
	"errors"
	"slices"
	"time"
)

// mayPair refuses to pair a round that is not the next one.
func (t *Tournament) mayPair(round int) error {
	switch {
	case t.status == Scheduled || t.status == Open:
		return ErrNotStarted
	case t.status != Running:
		return ErrOver
	case round < 1 || round > t.planned:
		return ErrNoRound
	case round > t.nextRound():
		return ErrRoundOpen.Saying("a round before it is not paired")
	case round == t.nextRound() && !t.settled():
		return ErrRoundOpen
	}
	return nil
}

// soon is when a round begins that a director pairs: when it was to begin, or as
// long after the pairing as any.
func (t *Tournament) soon(now time.Time) time.Time {
	return later(t.next, now.Add(t.settings.lead()))
}

// Pair pairs the next round by the rules.
func (t *Tournament) Pair(round int, by Act) (Decision, error) {
	if err := t.mayPair(round); err != nil {
		return Decision{}, err
	}
	if round <= len(t.rounds) {
		return Decision{}, nil
	}
	d := t.draft(by)
	if err := d.pairByDirector(t.soon(by.Now)); err != nil {
		return Decision{}, err
	}
	return d.decision, nil
}

func (d *draft) pairByDirector(start time.Time) error {
	err := d.pair(start, true)
	if errors.Is(err, errNoLegal) {
		return ErrNoLegalPairing
	}
	return err
}

// StartRound begins a paired round, or pairs and begins the next one. The first one can
// begin before its time.
func (t *Tournament) StartRound(round int, by Act) (Decision, error) {
	if t.status == Open && round == 1 {
		return t.startEarly(by)
	}
	if err := t.mayPair(round); err != nil {
		return Decision{}, err
	}
	switch {
	case round <= len(t.rounds) && t.rounds[round-1].state != RoundPaired:
		return Decision{}, nil
	case t.paused:
		return Decision{}, ErrPaused
	}
	d := t.draft(by)
	if round == t.nextRound() {
		if err := d.pairByDirector(by.Now); err != nil {
			return Decision{}, err
		}
	}
	d.act(RoundStarted{Round: round})
	for _, p := range d.last().boards {
		d.makeGame(p)
	}
	d.finishRound()
	return d.decision, nil
}

// startEarly begins play before its time, if enough have come by now.
func (t *Tournament) startEarly(by Act) (Decision, error) {
	if t.playing() < t.settings.Registration.LeastPlayers {
		return Decision{}, ErrTooFew
	}
	d := t.draft(by)
	d.act(RoundTimed{Round: 1, Start: by.Now})
	if err := d.start(by.lots(t)); err != nil {
		return Decision{}, err
	}
	if d.trouble != 0 {
		return Decision{}, ErrNoLegalPairing
	}
	return d.decision, nil
}

// Undo undoes the pairing of the last round. Untouched are the games of it that are
// known to have no move. It is paired again when the director says so.
func (t *Tournament) Undo(round int, untouched []string, by Act) (Decision, error) {
	switch {
	case t.status == Scheduled || t.status == Open:
		return Decision{}, ErrNotStarted
	case t.status != Running:
		return Decision{}, ErrOver
	case round == t.nextRound() && t.next.IsZero():
		return Decision{}, nil
	case round < 1 || round > len(t.rounds):
		return Decision{}, ErrRoundNotPaired
	case round < len(t.rounds):
		return Decision{}, ErrNotLastRound
	case t.settled():
		return Decision{}, ErrRoundOver
	}
	var games []string
	for _, p := range t.last().boards {
		for _, g := range p.Games {
			switch {
			case g.GameID == "" || g.Annulled:
			case g.Result != "" || !slices.Contains(untouched, g.GameID):
				return Decision{}, ErrHasMoves.With("pairing", p.ID.String())
			default:
				games = append(games, g.GameID)
			}
		}
	}
	d := t.draft(by)
	d.act(Unpaired{Round: round})
	for _, id := range games {
		d.askGame("void", id, VoidGame{GameID: id, Actor: by.Actor, Reason: d.words("the pairing was undone")})
	}
	return d.decision, nil
}

// Postpone fixes when a round begins that has not begun.
func (t *Tournament) Postpone(round int, start time.Time, by Act) (Decision, error) {
	switch {
	case t.over() || t.status == Review:
		return Decision{}, ErrOver
	case !start.After(by.Now):
		return Decision{}, ErrTimePast.At("start_time", "has passed")
	}
	if same, err := t.mayPostpone(round, start); same || err != nil {
		return Decision{}, err
	}
	d := t.draft(by)
	d.act(RoundTimed{Round: round, Start: start})
	return d.decision, nil
}

// mayPostpone tells whether a round has this time already.
func (t *Tournament) mayPostpone(round int, start time.Time) (same bool, err error) {
	if t.status != Running {
		if round != 1 {
			return false, ErrNotStarted
		}
		if open := t.settings.Registration.Open; t.status == Scheduled && !open.Before(start) {
			return false, bad("registration.open_time", "must be before the start")
		}
		return t.settings.Start.Equal(start), nil
	}
	switch {
	case round < 1 || round > t.planned:
		return false, ErrNoRound
	case round < len(t.rounds) || round == len(t.rounds) && t.last().state != RoundPaired:
		return false, ErrRoundBegun
	case round == len(t.rounds):
		return t.last().start.Equal(start), nil
	case round == t.nextRound() && t.settled():
		return t.next.Equal(start), nil
	}
	for _, p := range slices.Backward(t.postponed) {
		if p.round == round {
			return p.at.Equal(start), nil
		}
	}
	return false, nil
}

// Pause stops all clocks.
func (t *Tournament) Pause(by Act) (Decision, error) {
	if t.paused {
		return Decision{}, nil
	}
	if err := t.inPlay(); err != nil {
		return Decision{}, err
	}
	d := t.draft(by)
	d.act(Paused{})
	for _, id := range t.OpenGames() {
		d.askGame("pause", id, PauseGame{GameID: id, Actor: by.Actor, Reason: d.words("the tournament is paused")})
	}
	return d.decision, nil
}

// Resume lets them run again.
func (t *Tournament) Resume(by Act) (Decision, error) {
	if err := t.inPlay(); err != nil {
		return Decision{}, err
	}
	if !t.paused {
		return Decision{}, nil
	}
	d := t.draft(by)
	d.act(Resumed{})
	d.resumeGames()
	return d.decision, nil
}

func (d *draft) resumeGames() {
	for _, id := range d.OpenGames() {
		d.askGame("resume", id, ResumeGame{GameID: id, Actor: d.by.Actor, Reason: d.words("the tournament goes on")})
	}
}

func (t *Tournament) inPlay() error {
	switch {
	case t.status == Scheduled || t.status == Open:
		return ErrNotStarted
	case t.status != Running:
		return ErrOver
	}
	return nil
}

// Forbid keeps two players apart, or lets them meet again.
func (t *Tournament) Forbid(pair Forbidden, lift bool, by Act) (Decision, error) {
	switch {
	case t.over() || t.status == Review:
		return Decision{}, ErrOver
	case t.settings.Format != SwissSystem:
		return Decision{}, ErrFixedPairing
	case t.entrant(pair.First) == nil || t.entrant(pair.Second) == nil:
		return Decision{}, ErrNotIn
	case pair.First == pair.Second:
		return Decision{}, ErrBadPairing.Saying("nobody meets themselves")
	case pair.First > pair.Second:
		pair.First, pair.Second = pair.Second, pair.First
	}
	if slices.Contains(t.forbidden, pair) != lift {
		return Decision{}, nil
	}
	d := t.draft(by)
	d.act(PairingForbidden{Pair: pair, Lifted: lift})
	return d.decision, nil
}
