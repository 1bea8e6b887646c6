package rules

import "slices"

// WarnedAt is how often a position stands when the sides that break a rule of
// repetition are warned (games.md §3).
const WarnedAt = 2

// judge finds what a move brings about, in the order of checks of games.md §1:
// win on the board, repetition, move-count draw, material draw.
func (l *Line) judge(p *Ply) {
	earlier := l.earlier(p)
	p.Occurrences = len(earlier) + 1
	p.Verdict = p.Next.Standing()
	switch counter := p.Next.Counter(); {
	case p.Verdict.Over():
	case p.Occurrences >= l.game.Repetitions():
		l.rule(p, append(earlier, p.Number))
	case counter.Full():
		p.Verdict, p.Evidence = Draw(MoveCount), &Evidence{Rule: MoveCount, Counter: counter}
	case p.Next.MaterialDraw():
		p.Verdict, p.Evidence = Draw(NoAttackers), &Evidence{Rule: NoAttackers}
	}
	if p.Occurrences == WarnedAt {
		l.warn(p, earlier[0]) // repetition goes before the counter, which may end the game with this very ply
	}
}

// rule ends the game by repetition. Where exactly one side has broken a rule of
// repetition over the whole span that side has lost, else it is a draw (§3).
func (l *Line) rule(p *Ply, equal []int) {
	breaches := l.breaches(p, equal[0])
	p.Verdict = Draw(Repetition)
	if len(breaches) == 1 {
		b := breaches[0]
		p.Verdict = Win(b.Side.Other(), lossBy[b.Rule])
	}
	p.Evidence = &Evidence{Rule: p.Verdict.Reason, Equal: equal, Breaches: breaches}
}

// warn warns the sides that break a rule over the cycle just completed, once
// each until the next irreversible move.
func (l *Line) warn(p *Ply, since int) {
	if l.warned == [2]bool{true, true} {
		return
	}
	for _, b := range l.breaches(p, since) {
		if !l.warned[b.Side] {
			p.Warnings = append(p.Warnings, Warning{Ply: p.Number, Since: since, Breach: b})
		}
	}
}

// breaches asks the game's own judge about the span from the position after a
// ply to the one that p makes.
func (l *Line) breaches(p *Ply, since int) []Breach {
	judge, ok := l.game.(RepetitionJudge)
	if !ok {
		return nil
	}
	return judge.Breaches(Span{
		Positions: append(slices.Clone(l.past[since-l.horizon():]), p.Next),
		Moves:     append(slices.Clone(l.moves[since:]), p.Move),
		Ply:       since + 1,
	})
}

// minCycle is the shortest way back to a position: each side leaves and returns.
const minCycle = 4

// earlier lists the plies after which the position that p makes has stood since
// the last irreversible move, oldest first. Nearly always there is none, and
// then nothing is allocated.
func (l *Line) earlier(p *Ply) (plies []int) {
	if p.Irreversible {
		return nil
	}
	hash := p.Next.Hash()
	for i := len(l.past) - minCycle; i >= 0; i -= 2 { // the same side moves every second ply
		if q := l.past[i]; q.Hash() == hash && q.Same(p.Next) {
			plies = append(plies, l.horizon()+i)
		}
	}
	slices.Reverse(plies)
	return plies
}

// horizon is the ply after which the oldest position of the past stood.
func (l *Line) horizon() int { return len(l.moves) - l.Reversible() }

// lossBy is the reason of a loss by each breach.
var lossBy = map[string]Reason{BreachCheck: PerpetualCheck, BreachChase: PerpetualChase}
