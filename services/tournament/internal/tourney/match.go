package tourney

import (
	"kydai.dev/services/tournament/internal/knockout"
)

// match is how a match of a knockout stands.
type match struct {
	decided DecisionBy
	winner  string
	first   string // who has the first side of the next game
	step    int    // of the next game, from 1
	kind    StepKind
}

// match adds up the games of a pairing that count.
func (t *Tournament) match(p *Pairing) match {
	b, err := knockout.New(2, t.settings.Knockout.rules(false))
	if err != nil {
		return match{}
	}
	for _, g := range p.Games {
		if g.Result != "" && !g.Annulled {
			if err := b.Enter(0, gameResult(g.Result)); err != nil {
				break // decided earlier than it was played
			}
		}
	}
	m := b.Matches()[0]
	if m.Winner != 0 {
		return match{decided: DecisionBy(m.Reason), winner: p.players()[m.Winner-1]}
	}
	game, step, err := b.Next(0)
	if err != nil {
		return match{}
	}
	return match{first: p.players()[game.First-1], step: game.Step + 1, kind: StepKind(step.Kind)}
}

// rules are the settings as the bracket takes them.
func (k Knockout) rules(third bool) knockout.Settings {
	s := knockout.Settings{ThirdPlace: third}
	for _, step := range k.Steps {
		s.Steps = append(s.Steps, knockout.Step{Kind: knockout.Kind(step.Kind), Games: step.Games})
	}
	return s
}

// gameResult is a result as the bracket takes it. Nobody who lost both ways is
// entered there.
func gameResult(r Result) knockout.Result {
	switch r {
	case FirstWins, FirstForfeit:
		return knockout.First
	case SecondWins, SecondForfeit:
		return knockout.Second
	}
	return knockout.Draw
}

// outcome is the pairing's result once a game of it has one: of a match, empty
// while it goes on.
func (t *Tournament) outcome(p *Pairing, g BoardGame) (Result, DecisionBy) {
	if t.settings.Format != KnockoutSystem {
		return g.Result, ""
	}
	after := *p
	after.Games = nil
	replaced := false
	for _, old := range p.Games {
		if old.Number == g.Number {
			old, replaced = g, true
		}
		after.Games = append(after.Games, old)
	}
	if !replaced {
		after.Games = append(after.Games, g)
	}
	m := t.match(&after)
	switch {
	case m.winner != "":
		return won(p, m.winner), m.decided
	case t.active(p.First) && t.active(p.Second):
		return "", ""
	}
	return won(p, t.walkover(p)), ByWalkover
}

// won is the result of a match that a player has won.
func won(p *Pairing, player string) Result {
	if player == p.First {
		return FirstWins
	}
	return SecondWins
}

// walkover is who goes on where somebody doesn't play any more: the other one, or
// the higher seed where both don't, to lose the next match the same way.
func (t *Tournament) walkover(p *Pairing) string {
	if t.active(p.Second) && !t.active(p.First) {
		return p.Second
	}
	return p.First
}
