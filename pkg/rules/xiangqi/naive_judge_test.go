package xiangqi_test

import (
	"slices"
	"strings"

	"kydai.dev/pkg/rules"
)

// naiveLine is a second, slow reading of games.md §3 "Repetition in xiangqi" on
// the naive board: it keeps the whole past, numbers the pieces and tries every
// capture of every piece.
type naiveLine struct {
	boards []naive
	names  [][90]int // by ply and square: the number of the piece there
	moves  []string
	warned map[bool]bool // by side, black or not
}

func newNaiveLine(line string) *naiveLine {
	var names [90]int
	for s := range names {
		names[s] = s
	}
	return &naiveLine{boards: []naive{newNaive(line)}, names: [][90]int{names}, warned: map[bool]bool{}}
}

func squareNumber(name string) int { return int(name[0]-'a') + 9*int(name[1]-'0') }

func (n *naive) at(s int) byte { return n.grid[s/9][s%9] }

func (n *naive) after(from, to int) naive {
	next := *n
	next.grid[to/9][to%9], next.grid[from/9][from%9] = n.at(from), 0
	next.black = !n.black
	return next
}

// follows reports whether the piece goes so by its way.
func (n *naive) follows(from, to int) bool { return n.goes(from%9, from/9, to%9, to/9) }

// takes reports whether a piece may capture so, whoever is to move.
func (n *naive) takes(from, to int) bool {
	if n.at(to) == 0 || !n.follows(from, to) {
		return false
	}
	next := n.after(from, to)
	return next.safe(isBlack(n.at(from)))
}

func naiveSide(black bool) rules.Side {
	if black {
		return rules.Second
	}
	return rules.First
}

var naiveKinds = map[string]string{
	"R": "chariot", "C": "cannon", "N": "horse", "A": "advisor", "B": "elephant", "P": "soldier",
}

// naiveWorth lists the letters of targets, the dearest first.
const naiveWorth = "RCNABP"

func letter(c byte) string { return strings.ToUpper(string(c)) }

// chases reports whether the ply that ends in a board threatens anew that the
// piece on x takes the one on t, so that it counts as a chase.
func (l *naiveLine) chases(ply, x, t int) bool {
	before, after := &l.boards[ply-1], &l.boards[ply]
	attacker, target := letter(after.at(x)), letter(after.at(t))
	was := slices.Index(l.names[ply-1][:], l.names[ply][x])
	switch {
	case attacker == "K" || attacker == "P" || target == "K" || !after.takes(x, t) || before.follows(was, t):
		return false
	case target == "P" && atHome(isBlack(after.at(t)), t/9):
		return false
	case target == "R" && (attacker == "N" || attacker == "C"):
		return true
	case target == attacker && after.takes(t, x):
		return false
	}
	taken := after.after(x, t)
	for y := range 90 {
		if taken.at(y) != 0 && isBlack(taken.at(y)) == isBlack(after.at(t)) && taken.takes(y, t) {
			return false
		}
	}
	return true
}

// attackers lists the pieces that a ply sets on the piece on t.
func (l *naiveLine) attackers(ply, t int) (pieces []rules.Piece) {
	after := &l.boards[ply]
	if after.at(t) == 0 || isBlack(after.at(t)) != after.black {
		return nil
	}
	for file := range 9 {
		for rank := range 10 {
			if x := 9*rank + file; after.at(x) != 0 && isBlack(after.at(x)) != after.black && l.chases(ply, x, t) {
				pieces = append(pieces, rules.Piece{
					Square: squareName(x), Kind: naiveKinds[letter(after.at(x))], Side: naiveSide(!after.black),
				})
			}
		}
	}
	return pieces
}

// targets lists what every one of the plies chases, the dearest first.
func (l *naiveLine) targets(since int, plies []int) (targets []rules.Target) {
	for _, c := range naiveWorth {
		for file := range 9 {
			for rank := range 10 {
				from := 9*rank + file
				if letter(l.boards[since].at(from)) != string(c) {
					continue
				}
				if chases := l.chased(l.names[since][from], plies); len(chases) == len(plies) {
					targets = append(targets, rules.Target{Kind: naiveKinds[string(c)], From: squareName(from), Chases: chases})
				}
			}
		}
	}
	return targets
}

// chased lists the plies that chase a piece.
func (l *naiveLine) chased(name int, plies []int) (chases []rules.Chase) {
	for _, ply := range plies {
		t := slices.Index(l.names[ply][:], name)
		if attackers := l.attackers(ply, t); len(attackers) > 0 {
			chases = append(chases, rules.Chase{Ply: ply, Square: squareName(t), Attackers: attackers})
		}
	}
	return chases
}

// pliesOf lists the plies of a side since another one, and how many check.
func (l *naiveLine) pliesOf(black bool, since int) (plies []int, checks int) {
	for ply := since + 1; ply < len(l.boards); ply++ {
		after := &l.boards[ply]
		if after.black == black {
			continue
		}
		plies = append(plies, ply)
		if !after.safe(after.black) {
			checks++
		}
	}
	return plies, checks
}

// breaches judges all plies since one.
func (l *naiveLine) breaches(since int) (breaches []rules.Breach) {
	for _, black := range []bool{false, true} {
		plies, checks := l.pliesOf(black, since)
		b := rules.Breach{Side: naiveSide(black), Plies: plies}
		if len(plies) > 0 && checks == len(plies) {
			b.Rule = "check"
			breaches = append(breaches, b)
			continue
		}
		// a ply that checks chases nothing, whatever else it attacks
		if targets := l.targets(since, plies); checks == 0 && len(targets) > 0 {
			b.Rule, b.Target = "chase", targets[0]
			breaches = append(breaches, b)
		}
	}
	return breaches
}

// play makes a move and says what repetition makes of it.
func (l *naiveLine) play(m string) (warnings []rules.Warning, verdict rules.Verdict, evidence *rules.Evidence) {
	from, to := squareNumber(m[:2]), squareNumber(m[2:])
	last := len(l.boards) - 1
	if l.boards[last].at(to) != 0 {
		l.warned = map[bool]bool{}
	}
	names := l.names[last]
	names[to], names[from] = names[from], -1
	l.boards, l.names, l.moves = append(l.boards, l.boards[last].after(from, to)), append(l.names, names), append(l.moves, m)
	switch equal := l.equal(); len(equal) {
	case 1:
		return nil, rules.Verdict{}, nil
	case 2:
		return l.warn(equal[0]), rules.Verdict{}, nil
	default:
		evidence := &rules.Evidence{Equal: equal, Breaches: l.breaches(equal[0])}
		verdict = naiveVerdict(evidence.Breaches)
		evidence.Rule = verdict.Reason
		return nil, verdict, evidence
	}
}

// equal lists the plies after which the position now stood.
func (l *naiveLine) equal() (plies []int) {
	for ply, b := range l.boards {
		if b == l.boards[len(l.boards)-1] {
			plies = append(plies, ply)
		}
	}
	return plies
}

func (l *naiveLine) warn(since int) (warnings []rules.Warning) {
	for _, b := range l.breaches(since) {
		if black := b.Side == rules.Second; !l.warned[black] {
			l.warned[black] = true
			warnings = append(warnings, rules.Warning{Ply: len(l.moves), Since: since, Breach: b})
		}
	}
	return warnings
}

func naiveVerdict(breaches []rules.Breach) rules.Verdict {
	if len(breaches) != 1 {
		return rules.Verdict{Winner: "none", Reason: "repetition"}
	}
	winner := rules.WinnerFirst
	if breaches[0].Side == rules.First {
		winner = rules.WinnerSecond
	}
	return rules.Verdict{Winner: winner, Reason: rules.Reason("perpetual_" + breaches[0].Rule)}
}
