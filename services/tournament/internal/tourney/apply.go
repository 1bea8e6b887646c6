package tourney

import (
	"slices"
	"time"
)

// Apply adds an event. It never fails on what a Decision gave.
func (t *Tournament) Apply(e Event) {
	t.seq, t.changed = e.Seq, e.At
	if !t.applySettings(e) && !t.applyPlayers(e) && !t.applyRounds(e) {
		t.applyEnd(e)
	}
}

func (t *Tournament) applySettings(e Event) bool {
	switch k := e.Kind.(type) {
	case Created:
		t.status, t.settings, t.category, t.series = Scheduled, k.Settings, k.Category, k.Series
		t.director, t.createdAt = e.Actor, e.At
	case Edited:
		if t.status == Running && k.Settings.Rounds != t.settings.Rounds {
			t.planned = k.Settings.Rounds
		}
		t.settings, t.category, t.trouble = k.Settings, k.Category, 0
	case Opened:
		t.status = Open
	case PairingForbidden:
		t.trouble = 0
		t.forbidden = slices.DeleteFunc(slices.Clone(t.forbidden), func(f Forbidden) bool { return f == k.Pair })
		if !k.Lifted {
			t.forbidden = append(t.forbidden, k.Pair)
		}
	case Paused:
		t.paused = true
	case Resumed:
		t.paused = false
	default:
		return false
	}
	return true
}

func (t *Tournament) applyPlayers(e Event) bool {
	switch k := e.Kind.(type) {
	case Joined:
		t.join(k)
	case Admitted:
		t.change(k.Player, func(p *Entrant) {
			p.State = Playing
			p.From = t.nextRound()
		})
	case Withdrawn:
		barred := e.Actor != "" && e.Actor != k.Player
		t.change(k.Player, func(p *Entrant) { p.State, p.After, p.barred = Left, k.AfterRound, barred })
	case Disqualified:
		t.change(k.Player, func(p *Entrant) { p.State, p.After = Expelled, k.AfterRound })
	case ByeChanged:
		t.change(k.Player, func(p *Entrant) { p.Byes = changed(p.Byes, k) })
	case Started:
		t.status, t.planned, t.initial, t.next = Running, k.Rounds, k.Initial, t.settings.Start
		t.number(k.Players)
	case Numbered:
		t.number(k.Players)
	default:
		return false
	}
	t.trouble = 0
	return true
}

// join puts a player at the end of the list. Who has a number keeps the place.
func (t *Tournament) join(k Joined) {
	joined := k.Entrant
	joined.From = k.FromRound
	if t.entrant(joined.Player) != nil && joined.Number > 0 {
		t.change(joined.Player, func(p *Entrant) { *p = joined })
		return
	}
	t.entrants = slices.DeleteFunc(slices.Clone(t.entrants), func(p *Entrant) bool { return p.Player == joined.Player })
	t.entrants = append(t.entrants, &joined)
}

// change replaces a player by a changed copy.
func (t *Tournament) change(player string, how func(*Entrant)) {
	i := slices.IndexFunc(t.entrants, func(p *Entrant) bool { return p.Player == player })
	if i < 0 {
		return
	}
	p := *t.entrants[i]
	how(&p)
	t.entrants = slices.Clone(t.entrants)
	t.entrants[i] = &p
}

// changed are the byes after one was asked for or given up.
func changed(byes []RequestedBye, k ByeChanged) []RequestedBye {
	byes = slices.DeleteFunc(slices.Clone(byes), func(b RequestedBye) bool { return b.Round == k.Round })
	if k.Kind != "" {
		byes = append(byes, RequestedBye{Round: k.Round, Kind: k.Kind})
	}
	return byes
}

// number gives the numbers from 1.
func (t *Tournament) number(players []string) {
	t.order = players
	numbers := make(map[string]int, len(players))
	for i, p := range players {
		numbers[p] = i + 1
	}
	t.entrants = slices.Clone(t.entrants)
	for i, p := range t.entrants {
		numbered := *p
		numbered.Number = numbers[p.Player]
		t.entrants[i] = &numbered
	}
}

func (t *Tournament) applyEnd(e Event) {
	switch k := e.Kind.(type) {
	case PairingFailed:
		t.trouble, t.troubled = k.Round, e.At
	case Played:
		t.status, t.trouble, t.next = Review, 0, time.Time{}
	case Finished:
		t.status, t.endedAt, t.awards = Ended, e.At, k.Awards
	case Cancelled:
		t.status, t.endedAt, t.cancelReason, t.paused = CalledOff, e.At, k.Cause, false
		if k.Cause == ByDirector {
			t.cancelReason = e.Reason
		}
	case Refused:
		t.refused = append(slices.Clip(t.refused), k)
	case PrizePaid:
		t.paid = append(slices.Clip(t.paid), k.Player)
	}
}
