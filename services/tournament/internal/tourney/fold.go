package tourney

import (
	"slices"
	"time"

	"kydai.dev/services/tournament/internal/crosstable"
)

func (t *Tournament) applyRounds(e Event) bool {
	switch k := e.Kind.(type) {
	case Paired:
		t.paired(k, e.Seq)
	case Unpaired:
		t.unpaired(k.Round)
	case RoundStarted:
		t.started(k.Round, e.At)
	case RoundTimed:
		t.timed(k)
	case GameMade:
		t.changeBoard(k.Pairing, func(p *Pairing) {
			if i := p.game(k.Game.Number); i >= 0 {
				p.Games[i].GameID = k.Game.GameID
			}
		})
	case ResultEntered:
		t.entered(k, e.Actor != "")
	case ResultAnnulled:
		t.annulled(k)
	case RoundFinished:
		t.changeRound(k.Round, func(r *round) { r.state, r.end = RoundOver, e.At })
		t.next = k.NextStart
	default:
		return false
	}
	return true
}

func (t *Tournament) paired(k Paired, seq int) {
	r := &round{number: k.Round.Number, state: RoundPaired, start: k.Round.Start, byes: k.Round.Byes, paired: seq}
	for i := range k.Round.Pairings {
		p := k.Round.Pairings[i]
		r.boards = append(r.boards, &p)
	}
	t.rounds = append(slices.Clip(t.rounds), r)
	t.trouble, t.next = 0, time.Time{}
}

// unpaired takes the last round back. When it is paired again is the director's to
// say, or the same pairing would be made at once.
func (t *Tournament) unpaired(number int) {
	r := t.rounds[number-1]
	high := t.floor(number)
	for _, p := range r.boards {
		for _, g := range p.Games {
			high = max(high, g.Number)
		}
	}
	t.floors = append(slices.Clip(t.floors), floor{number, high})
	t.rounds = t.rounds[:number-1]
	t.next, t.trouble = time.Time{}, 0
}

// floor is what undone pairings of a round have used up.
func (t *Tournament) floor(round int) int {
	high := 0
	for _, f := range t.floors {
		if f.round == round {
			high = f.number
		}
	}
	return high
}

func (t *Tournament) started(number int, at time.Time) {
	t.changeRound(number, func(r *round) {
		r.state, r.start = RoundRunning, at
		for i, p := range r.boards {
			if p.Result == "" {
				board := *p
				t.nextGame(&board)
				r.boards[i] = &board
			}
		}
	})
}

func (t *Tournament) timed(k RoundTimed) {
	switch last := t.last(); {
	case t.status == Scheduled || t.status == Open:
		t.settings.Start = k.Start
		if t.settings.Registration.Close.After(k.Start) {
			t.settings.Registration.Close = time.Time{} // with the start
		}
	case last != nil && last.number == k.Round:
		t.changeRound(k.Round, func(r *round) { r.start = k.Start })
	default:
		t.postponed = append(slices.Clip(t.postponed), postponed{k.Round, k.Start})
		if t.settled() {
			t.next = k.Start
		}
	}
}

func (t *Tournament) entered(k ResultEntered, directed bool) {
	t.changeBoard(k.Pairing, func(p *Pairing) {
		g := k.Game
		g.directed = directed
		if i := p.game(g.Number); i >= 0 {
			p.Games[i] = g
		} else if g.Number > 0 {
			p.Games = append(p.Games, g)
		}
		p.Result, p.Decided = k.Result, k.Decided
		p.Points = pointsOf(p)
		if p.Result == "" {
			t.nextGame(p)
		}
	})
}

// annulled takes a game out, and what was played of the match after it.
func (t *Tournament) annulled(k ResultAnnulled) {
	t.changeBoard(k.Pairing, func(p *Pairing) {
		for i := range p.Games {
			if p.Games[i].Number >= k.Number {
				p.Games[i].Annulled = true
			}
		}
		p.Result, p.Decided = "", ""
		p.Points = pointsOf(p)
		if k.Replay {
			t.nextGame(p)
		}
	})
}

// nextGame adds the game that a pairing needs next. It is there, without an id,
// from the moment it is to be made.
func (t *Tournament) nextGame(p *Pairing) {
	number := t.floor(p.ID.Round) + 1
	if n := len(p.Games); n > 0 {
		number = p.Games[n-1].Number + 1
	}
	g := BoardGame{Number: number, First: p.First}
	if t.settings.Format == KnockoutSystem {
		m := t.match(p)
		g.First, g.Step = m.first, m.step
	}
	p.Games = append(slices.Clip(p.Games), g)
}

// pointsOf are what the games that count have given.
func pointsOf(p *Pairing) (points [2]crosstable.Points) {
	for _, g := range p.Games {
		if g.Annulled {
			continue
		}
		first := 0
		if g.First != p.First {
			first = 1
		}
		switch g.Result {
		case FirstWins, FirstForfeit:
			points[first] += crosstable.Whole
		case SecondWins, SecondForfeit:
			points[1-first] += crosstable.Whole
		case Drawn:
			points[0] += crosstable.Whole / 2
			points[1] += crosstable.Whole / 2
		}
	}
	return points
}

// changeRound replaces a round by a changed copy.
func (t *Tournament) changeRound(number int, how func(*round)) {
	r := *t.rounds[number-1]
	r.boards = slices.Clone(r.boards)
	how(&r)
	t.rounds = slices.Clone(t.rounds)
	t.rounds[number-1] = &r
}

// changeBoard replaces a pairing by a changed copy.
func (t *Tournament) changeBoard(id PairingID, how func(*Pairing)) {
	t.changeRound(id.Round, func(r *round) {
		p := *r.boards[id.Board-1]
		p.Games = slices.Clone(p.Games)
		how(&p)
		r.boards[id.Board-1] = &p
	})
}
