package tourney

import (
	"slices"
	"time"

	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/crosstable"
)

// ID names the tournament.
func (t *Tournament) ID() string { return t.id }

// Seq is the number of the last event.
func (t *Tournament) Seq() int { return t.seq }

// Status is how far it is.
func (t *Tournament) Status() Status { return t.status }

// Settings are what is fixed.
func (t *Tournament) Settings() Settings { return t.settings }

// Category is the class of its time control.
func (t *Tournament) Category() timecontrol.Category { return t.category }

// Director is the account that directs it.
func (t *Tournament) Director() string { return t.director }

// Series is the series that it belongs to; empty for one of its own.
func (t *Tournament) Series() string { return t.series }

// CreatedAt is when it was created.
func (t *Tournament) CreatedAt() time.Time { return t.createdAt }

// EndedAt is when it ended; zero before.
func (t *Tournament) EndedAt() time.Time { return t.endedAt }

// Rounds is how many rounds there are; 0 while not known.
func (t *Tournament) Rounds() int {
	if t.status == Scheduled || t.status == Open {
		return t.settings.Rounds
	}
	return t.planned
}

// LastRound is the number of the last round that was paired; 0 before.
func (t *Tournament) LastRound() int { return len(t.rounds) }

// FinishedRounds is how many rounds are over.
func (t *Tournament) FinishedRounds() int { return t.finished() }

// Round is a round that was paired.
func (t *Tournament) Round(n int) (Round, error) {
	if n < 1 || n > len(t.rounds) {
		return Round{}, ErrNoRound
	}
	r := t.rounds[n-1]
	view := Round{Number: n, State: r.state, Start: r.start, End: r.end, Byes: slices.Clone(r.byes), Paired: r.paired}
	for _, p := range r.boards {
		view.Pairings = append(view.Pairings, p.view())
	}
	return view, nil
}

// view is a copy with the points that forfeits before the round gave.
func (p *Pairing) view() Pairing {
	v := *p
	v.Games = slices.Clone(p.Games)
	if len(v.Games) == 0 && v.Result != "" {
		v.Points = pointsOf(&Pairing{First: v.First, Games: []BoardGame{{First: v.First, Result: v.Result}}})
	}
	return v
}

// NextStart is when the next round begins; zero where that is not known.
func (t *Tournament) NextStart() time.Time {
	switch last := t.last(); {
	case t.status == Scheduled || t.status == Open:
		return t.settings.Start
	case t.status != Running:
		return time.Time{}
	case last != nil && last.state == RoundPaired:
		return last.start
	}
	return t.next
}

// Paused tells whether the director has stopped all clocks.
func (t *Tournament) Paused() bool { return t.paused }

// CancelReason is why it was cancelled: TooFewPlayers, or the director's words.
func (t *Tournament) CancelReason() string { return t.cancelReason }

// Trouble is why no round can be paired as things stand: "no_legal_pairing"; empty
// otherwise.
func (t *Tournament) Trouble() string {
	if t.trouble == 0 {
		return ""
	}
	return "no_legal_pairing"
}

// Forbidden are the players who must not meet.
func (t *Tournament) Forbidden() []Forbidden { return slices.Clone(t.forbidden) }

// Awards are the prizes; none before the end.
func (t *Tournament) Awards() []Award { return slices.Clone(t.awards) }

// Entrants are all players: by number once there are numbers, before and without
// one by the time of joining.
func (t *Tournament) Entrants() []Entrant {
	list := make([]Entrant, 0, len(t.entrants))
	for _, p := range t.entrants {
		list = append(list, *p)
	}
	slices.SortStableFunc(list, func(a, b Entrant) int {
		switch {
		case a.Number == 0 || b.Number == 0:
			return b.Number - a.Number
		}
		return a.Number - b.Number
	})
	return list
}

// Entrant finds a player.
func (t *Tournament) Entrant(player string) (Entrant, error) {
	if p := t.entrant(player); p != nil {
		return *p, nil
	}
	return Entrant{}, ErrNotIn
}

// Players is how many take part, and how many wait for a place.
func (t *Tournament) Players() (playing, waiting int) {
	for _, p := range t.entrants {
		switch p.State {
		case Playing:
			playing++
		case Waiting:
			waiting++
		}
	}
	return playing, waiting
}

// Points are what the players have in the standings after the rounds that are over.
func (t *Tournament) Points() map[string]crosstable.Points {
	table, err := t.counted(t.finished())
	if err != nil {
		return nil
	}
	points := make(map[string]crosstable.Points, len(t.order))
	for i, player := range t.order {
		points[player] = table.Players[i].Points()
	}
	return points
}

// OpenGames are the games under way, as the referee names them.
func (t *Tournament) OpenGames() []string {
	if t.settled() {
		return nil
	}
	var games []string
	for _, p := range t.last().boards {
		if g := p.open(); g != nil && g.GameID != "" {
			games = append(games, g.GameID)
		}
	}
	return games
}

// NextGames are what the players of the round under way have to play, byes included.
func (t *Tournament) NextGames() []NextGame {
	if t.settled() || t.over() {
		return nil
	}
	r := t.last()
	var next []NextGame
	for _, b := range r.byes {
		next = append(next, NextGame{Player: b.Player, Round: r.number, Start: r.start})
	}
	for _, p := range r.boards {
		if p.Result != "" {
			continue
		}
		g := BoardGame{First: p.First}
		if open := p.open(); open != nil {
			g = *open
		}
		next = append(next,
			NextGame{Player: g.First, Round: r.number, Pairing: p.ID, Opponent: p.second(g), Side: FirstSide, Start: r.start, GameID: g.GameID},
			NextGame{Player: p.second(g), Round: r.number, Pairing: p.ID, Opponent: g.First, Side: SecondSide, Start: r.start, GameID: g.GameID})
	}
	return next
}
