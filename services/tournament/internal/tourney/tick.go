package tourney

import (
	"errors"
	"math/rand/v2"
	"time"
)

// Due is when Tick has something to do next; zero for never.
func (t *Tournament) Due() time.Time {
	switch t.status {
	case Scheduled:
		if open := t.settings.Registration.Open; open.Before(t.settings.Start) {
			return later(open, t.changed)
		}
		return t.settings.Start
	case Open:
		return t.settings.Start
	case Running:
		if !t.paused {
			return t.dueInPlay()
		}
	}
	return time.Time{}
}

func (t *Tournament) dueInPlay() time.Time {
	last := t.last()
	switch {
	case last != nil && last.state == RoundPaired:
		return last.start
	case last != nil && last.state == RoundRunning:
		if t.lotToDraw() != nil {
			return t.changed
		}
		return time.Time{}
	case t.trouble != 0:
		return t.givenUp()
	case t.next.IsZero():
		return time.Time{}
	}
	return t.next.Add(-t.settings.lead())
}

// troubleLimit is how long a tournament without a legal pairing waits for its director.
const troubleLimit = 24 * time.Hour

// givenUp is when it ends as it stands, if anything was played.
func (t *Tournament) givenUp() time.Time {
	if len(t.rounds) == 0 {
		return time.Time{}
	}
	return t.troubled.Add(troubleLimit)
}

// later is the later one of two times, so that what is due is never no time at all.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// lotToDraw is a match of the round under way that a lot decides, nil without one.
func (t *Tournament) lotToDraw() *Pairing {
	for _, p := range t.last().boards {
		if g := p.open(); g != nil && t.lot(*g) {
			return p
		}
	}
	return nil
}

// Tick does what is due: opens, starts or cancels, pairs, begins rounds, draws
// lots. The lot is a number that nobody could foresee.
func (t *Tournament) Tick(now time.Time, lot uint64) (Decision, error) {
	by := Act{Now: now, Lot: lot}
	d, lots := t.draft(by), by.lots(t)
	for {
		due := d.Due()
		if due.IsZero() || due.After(now) {
			return d.decision, nil
		}
		if err := d.step(lots); err != nil {
			return Decision{}, err
		}
	}
}

// lots are drawn from what nobody could foresee, others at each event.
func (a Act) lots(t *Tournament) *rand.Rand { return rand.New(rand.NewPCG(a.Lot, uint64(t.seq))) }

// step does the next thing that is due.
func (d *draft) step(lots *rand.Rand) error {
	last := d.last()
	switch {
	case d.status == Scheduled:
		d.follow(Opened{})
	case d.status == Open:
		return d.start(lots)
	case last != nil && last.state == RoundPaired:
		d.startRound()
	case last != nil && last.state == RoundRunning:
		d.draw(d.lotToDraw(), lots)
	case d.trouble != 0:
		d.finish()
	default:
		return d.pairNext()
	}
	return nil
}

// start begins play, or cancels it where too few have come.
func (d *draft) start(lots *rand.Rand) error {
	var players []*Entrant
	for _, p := range d.entrants {
		if p.State == Playing {
			players = append(players, p)
		}
	}
	if len(players) < d.settings.Registration.LeastPlayers {
		d.follow(Cancelled{Cause: TooFewPlayers})
		return nil
	}
	initial := FirstSide
	if lots.IntN(2) == 1 {
		initial = SecondSide
	}
	d.follow(Started{Rounds: d.settings.roundsOf(len(players)), Players: ranked(players), Initial: initial})
	d.admit()
	if err := d.pairNext(); err != nil {
		return err
	}
	if last := d.last(); last != nil && last.state == RoundPaired {
		d.startRound()
	}
	return nil
}

// pairNext pairs the round that is due, or tells that this can't be done. Without
// two players there is nothing more to play.
func (d *draft) pairNext() error {
	if d.settings.Format == SwissSystem && d.playing() < 2 {
		d.finish()
		return nil
	}
	start := later(d.next, d.by.Now)
	err := d.pair(start, false)
	if errors.Is(err, errNoLegal) {
		d.follow(PairingFailed{Round: d.nextRound()})
		return nil
	}
	return err
}

func (t *Tournament) playing() int {
	playing, _ := t.Players()
	return playing
}

// startRound begins the round that is paired and has its games made.
func (d *draft) startRound() {
	d.follow(RoundStarted{Round: len(d.rounds)})
	for _, p := range d.last().boards {
		d.makeGame(p)
	}
	d.finishRound()
}

// draw draws a lot.
func (d *draft) draw(p *Pairing, lots *rand.Rand) {
	g := *p.open()
	g.Result, g.Reason = FirstWins, "lot"
	if lots.IntN(2) == 1 {
		g.Result = SecondWins
	}
	d.enter(p, g, false)
}

// finishRound ends the round under way once all its pairings have results.
func (d *draft) finishRound() {
	last := d.last()
	if last == nil || last.state != RoundRunning {
		return
	}
	for _, p := range last.boards {
		if p.Result == "" {
			return
		}
	}
	finished := RoundFinished{Round: last.number}
	if last.number < d.planned {
		finished.NextStart = d.startOf(last.number + 1)
	}
	d.follow(finished)
	if last.number < d.planned || !d.settings.Approval {
		d.keep(last.number)
	}
	d.end()
}

// startOf is when a round begins after the one before has ended now.
func (t *Tournament) startOf(round int) time.Time {
	var at time.Time
	if i := round - 2; i < len(t.settings.Pace.Times) {
		at = t.settings.Pace.Times[i]
	}
	for _, p := range t.postponed {
		if p.round == round {
			at = p.at
		}
	}
	if at.After(t.changed) {
		return at
	}
	return t.changed.Add(t.settings.Pace.Pause)
}
