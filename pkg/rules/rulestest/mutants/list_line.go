package main

// lineMutants break games.md §1: what holds in all games.
var lineMutants = []mutant{
	{
		"a draw goes before a win on the board", "judge.go",
		`case p.Verdict.Over():`, `case p.Verdict.Over() && !counter.Full():`,
	},
	{
		"the move count goes before repetition", "judge.go",
		`case p.Occurrences >= l.game.Repetitions():`, `case !counter.Full() && p.Occurrences >= l.game.Repetitions():`,
	},
	{
		"want of attackers goes before the move count", "judge.go",
		`case counter.Full():`, `case counter.Full() && !p.Next.MaterialDraw():`,
	},
	{
		"want of attackers is no draw", "judge.go",
		`case p.Next.MaterialDraw():`, `case p.Next.MaterialDraw() && p.Occurrences > 1:`,
	},
	{
		"a full counter swallows a warning", "judge.go",
		`if p.Occurrences == WarnedAt {`, `if p.Occurrences == WarnedAt && !p.Verdict.Over() {`,
	},
	{
		"a position that stands again within four plies is missed", "judge.go",
		`const minCycle = 4`, `const minCycle = 6`,
	},
	{
		"the start does not count as an occurrence", "judge.go",
		`for i := len(l.past) - minCycle; i >= 0; i -= 2 {`, `for i := len(l.past) - minCycle; i > 0; i -= 2 {`,
	},
	{
		"the occurrences are told the wrong way round", "judge.go",
		`slices.Reverse(plies)`, `slices.Sort(plies[:0])`,
	},
	{
		"the counter has to be exceeded", "evidence.go",
		`c.Plies >= c.Limit`, `c.Plies > c.Limit`,
	},
	{
		"a game that is over has moves", "line.go",
		"if l.verdict.Over() {\n\t\treturn nil", "if l.verdict.Over() && l.evidence == nil {\n\t\treturn nil",
	},
	{
		"a game that is over goes on", "line.go",
		"if l.verdict.Over() {\n\t\treturn Ply{}", "if l.verdict.Over() && l.evidence == nil {\n\t\treturn Ply{}",
	},
	{
		"a game won as read goes on", "line.go",
		`verdict: start.Standing()}`, `verdict: Verdict{}}`,
	},
	{
		"one move too few is replayed", "line.go",
		`range l.moves[:n] {`, `range l.moves[:max(0, n-1)] {`,
	},
	{
		"the past outlasts a capture", "line.go",
		`l.past, l.warned = l.past[:0], [2]bool{}`, `l.warned = [2]bool{}`,
	},
	{
		"the wrong side must be able to win on time", "line.go",
		`if p.CanWin(s.Other()) {`, `if p.CanWin(s) {`,
	},
	{
		"a number may have leading zeros", "text.go",
		`strconv.Itoa(n) != text`, `strconv.Itoa(n) == ""`,
	},
}
