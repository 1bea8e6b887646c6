package tourney

import "kydai.dev/services/tournament/internal/knockout"

// Bracket is the tree of a knockout, nil in other formats and before the start.
// Players are their numbers there.
func (t *Tournament) Bracket() *knockout.Bracket { return t.bracket(len(t.rounds)) }

// bracket is the tree after some rounds.
func (t *Tournament) bracket(rounds int) *knockout.Bracket {
	if t.settings.Format != KnockoutSystem || len(t.order) == 0 {
		return nil
	}
	b, err := knockout.New(len(t.order), t.settings.Knockout.rules(t.settings.Knockout.ThirdPlace))
	if err != nil {
		return nil
	}
	numbers := t.numbers()
	for _, r := range t.rounds[:rounds] {
		board := 0
		for i, m := range b.Matches() {
			if m.Round != r.number || m.Players[0] == 0 || m.Players[1] == 0 {
				continue
			}
			play(b, i, r.boards[board], numbers)
			board++
		}
	}
	return b
}

// play enters what happened in a match.
func play(b *knockout.Bracket, match int, p *Pairing, numbers map[string]int) {
	for _, g := range p.Games {
		if g.Result == "" || g.Annulled || p.Decided == ByWalkover && g.Result.Forfeit() {
			continue
		}
		if err := b.Enter(match, gameResult(g.Result)); err != nil {
			break
		}
	}
	if p.Result != "" {
		b.WalkOver(match, numbers[p.winner()])
	}
}
