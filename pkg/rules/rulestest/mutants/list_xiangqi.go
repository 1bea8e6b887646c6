package main

// xiangqiMutants break games.md §3 but for repetition.
var xiangqiMutants = []mutant{
	{
		"a horse leaps over its leg", "xiangqi/lame.go",
		`if index>>h.bit&1 == 0 {`, `if index>>h.bit&1 == 0 || len(h.to) == 2 {`,
	},
	{
		"an elephant leaps over its eye", "xiangqi/lame.go",
		`if index>>h.bit&1 == 0 {`, `if index>>h.bit&1 == 0 || len(h.to) == 1 {`,
	},
	{
		"an elephant crosses the river", "xiangqi/moves.go",
		`elephants[s].targets(occupied).And(homes[p.owner()])`, `elephants[s].targets(occupied)`,
	},
	{
		"a soldier steps sideways before the river", "xiangqi/tables.go",
		`if homes[side.Other()].Meets(one[s]) {`, `if bitboard.All90.Meets(one[s]) {`,
	},
	{
		"a soldier over the river steps only ahead", "xiangqi/tables.go",
		`if homes[side.Other()].Meets(one[s]) {`, `if homes[side].Meets(set{}) {`,
	},
	{
		"black's soldiers go up the board", "xiangqi/tables.go",
		`step{0, 1 - 2*int(side)}`, `step{0, 1 - 0*int(side)}`,
	},
	{
		"generals and advisors leave the palace", "xiangqi/tables.go",
		`return to.And(palaces[side])`, `return to.Or(palaces[side].And(set{}))`,
	},
	{
		"a cannon captures without a screen", "xiangqi/slide.go",
		`case taken && passed == k.screens():`, `case taken && passed <= k.screens():`,
	},
	{
		"a cannon moves on beyond its screen", "xiangqi/slide.go",
		`case passed == 0:`, `case passed <= k.screens():`,
	},
	{
		"the generals may face each other", "xiangqi/threats.go",
		`b.kinds[general].And(fileLines[at])`, `b.kinds[general].And(set{})`,
	},
	{
		"a soldier gives check from the wrong side", "xiangqi/threats.go",
		`b.kinds[soldier].And(soldiersTo[by][at])`, `b.kinds[soldier].And(soldiersTo[by.Other()][at])`,
	},
	{
		"a hobbled horse gives check", "xiangqi/paths.go",
		`addLeaps(&t, square(s), horseLegs)`, `addLeaps(&t, square(s), horseLegs[1:])`,
	},
	{
		"a piece may become the screen for a cannon", "xiangqi/threats.go",
		"case -1:\n\t\t\tg.open", "case -2:\n\t\t\tg.open",
	},
	{
		"a check need not be answered", "xiangqi/threats.go",
		`g.open = g.open.And(t.stop())`, `_ = t.stop()`,
	},
	{
		"a pinned piece moves as it likes", "xiangqi/threats.go",
		"case 1:\n\t\t\tg.tied", "case 2:\n\t\t\tg.tied",
	},
	{
		"a screen of a checking cannon may not leave the file", "xiangqi/threats.go",
		`case t.excess == -1, t.excess == 0 && screens:`, `case t.excess == -1:`,
	},
	{
		"a pinned piece may not take its pinner", "xiangqi/threats.go",
		`return t.path.Without(t.between).Or(t.from)`, `return t.path.Without(t.between)`,
	},
	{
		"a general steps back along the line of a check", "xiangqi/moves.go",
		`occupied := b.occupied().Without(one[at])`, `occupied := b.occupied()`,
	},
	{
		"a general can be captured", "xiangqi/moves.go",
		`closed := b.sides[b.side].Or(one[b.generals[b.side.Other()]])`, `closed := b.sides[b.side]`,
	},
	{
		"a move into check is let through when played", "xiangqi/position.go",
		`if err := next.refuseDanger(); err != nil {`, `if err := next.refuseDanger(); err != nil && len(text) == 0 {`,
	},
	{
		"stalemate is called checkmate", "xiangqi/position.go",
		`case p.InCheck():`, `case p.InCheck() || p.stuck():`,
	},
	{
		"a side without a move does not lose", "xiangqi/position.go",
		`case !p.stuck():`, `case !p.stuck() || !p.InCheck():`,
	},
	{
		"the draw comes a ply late", "xiangqi/position.go",
		`const plyLimit = 100`, `const plyLimit = 101`,
	},
	{
		"a capture does not set the counter back", "xiangqi/position.go",
		`if capture {`, `if capture && p.plies > 90 {`,
	},
	{
		"the move number grows with red's moves", "xiangqi/position.go",
		`number: p.number + int(p.side)`, `number: p.number + 1 - int(p.side)`,
	},
	{
		"a capture can be undone", "xiangqi/position.go",
		`Irreversible: capture}`, `Irreversible: false}`,
	},
	{
		"a soldier does not count as an attacker", "xiangqi/position.go",
		`.Or(p.kinds[cannon]).Or(p.kinds[soldier])`, `.Or(p.kinds[cannon])`,
	},
	{
		"one side without attackers is a draw", "xiangqi/position.go",
		`!p.CanWin(rules.First) && !p.CanWin(rules.Second)`, `!p.CanWin(rules.First) || !p.CanWin(rules.Second)`,
	},
	{
		"positions are the same whoever is to move, in xiangqi", "xiangqi/position.go",
		`return ok && p.side == other.side && p.squares`, `return ok && p.squares`,
	},
	{
		"captured pieces stay in the hash", "xiangqi/board.go",
		"b.hash ^= pieceKeys[victim][m.to]", "_ = pieceKeys[victim][m.to]",
	},
	{
		"the side to move is not in the hash", "xiangqi/board.go",
		"b.hash ^= sideKey", "b.hash ^= sideKey ^ sideKey",
	},
	{
		"a position is the end after two occurrences", "xiangqi/xiangqi.go",
		`const repetitions = 3`, `const repetitions = 2`,
	},
	{
		"a side may have a piece too many", "xiangqi/setup.go",
		`n > kindTable[k].most {`, `n > kindTable[k].most+1 {`,
	},
	{
		"the waiting side may be in check in a set-up", "xiangqi/setup.go",
		`case p.inCheck(waiting):`, `case p.inCheck(waiting) && p.stuck():`,
	},
	{
		"a game may start without a legal move", "xiangqi/setup.go",
		`case p.stuck():`, `case p.stuck() && p.InCheck():`,
	},
	{
		"generals that face each other are called check", "xiangqi/refuse.go",
		`case b.facing():`, `case b.facing() && b.stuck():`,
	},
	{
		"a hobbled horse is called too far", "xiangqi/refuse.go",
		`case kind == horse && horses[m.from].all().Meets(one[m.to]):`, `case kind == horse && horses[m.from].near.Meets(one[m.to]):`,
	},
	{
		"soldiers may stand between their files at home", "xiangqi/tables.go",
		`for file := 0; file < files; file += 2 {`, `for file := 0; file < files; file++ {`,
	},
}

// repetitionMutants break games.md §3 "Repetition in xiangqi".
var repetitionMutants = []mutant{
	{
		"a chase by a soldier counts", "xiangqi/chase.go",
		`return k != general && k != soldier`, `return k != general`,
	},
	{
		"a chase by the general counts", "xiangqi/chase.go",
		`return k != general && k != soldier`, `return k != soldier`,
	},
	{
		"a soldier at home can be chased", "xiangqi/chase.go",
		`.Without(one[b.generals[b.side]]).Without(atHome)`, `.Without(one[b.generals[b.side]]).Without(atHome.And(set{}))`,
	},
	{
		"a soldier over the river can't be chased", "xiangqi/chase.go",
		`b.own(b.side, soldier).And(homes[b.side])`, `b.own(b.side, soldier)`,
	},
	{
		"an attack that was there before is a chase", "xiangqi/chase.go",
		`rest := 0, targets.Without(p.reached(r.from))`, `rest := 0, targets`,
	},
	{
		"only the moved piece chases", "xiangqi/chase.go",
		`if !targets.Any() || !next.chaser(r.from) {`, `if !targets.Any() || !next.chaser(r.from) || r.from != p.move.to {`,
	},
	{
		"a capture that only a pin or a check forbade is new", "xiangqi/chase.go",
		`return p.before.way(from, p.before.occupied())`,
		`return p.before.way(from, p.before.occupied()).And(p.before.leash(from))`,
	},
	{
		"a pinned piece chases", "xiangqi/chase.go",
		`for _, r := range next.appendReaches(buffer[:0]) {
		targets :=`,
		`for _, r := range next.appendReaches(buffer[:0]) {
		r.to = next.way(r.from, next.occupied())
		targets :=`,
	},
	{
		"a horse attacking a protected chariot is no chase", "xiangqi/chase.go",
		`(attacker == horse || attacker == cannon)`, `(attacker == cannon)`,
	},
	{
		"a cannon attacking a protected chariot is no chase", "xiangqi/chase.go",
		`(attacker == horse || attacker == cannon)`, `(attacker == horse)`,
	},
	{
		"any like piece is an offer to exchange", "xiangqi/chase.go",
		`case target == attacker && b.allows(move{a.to, a.from}):`, `case target == attacker && b.allows(move{a.to, a.from}) || target == attacker:`,
	},
	{
		"an offer to exchange is a chase", "xiangqi/chase.go",
		`case target == attacker && b.allows(move{a.to, a.from}):`, `case target == noKind && b.allows(move{a.to, a.from}):`,
	},
	{
		"protection does not matter", "xiangqi/chase.go",
		`return b.protects(a)`, `return b.protects(a) && attacker == noKind`,
	},
	{
		"the general does not protect", "xiangqi/chase.go",
		`if r.to.Meets(one[a.to]) {`, `if r.from != taken.generals[taken.side] && r.to.Meets(one[a.to]) {`,
	},
	{
		"a pinned piece protects", "xiangqi/chase.go",
		`if r.to.Meets(one[a.to]) {`, `if taken.way(r.from, taken.occupied()).Meets(one[a.to]) {`,
	},
	{
		"checks and chases in turn are a chase", "xiangqi/repeat.go",
		"case 0:\n\t\tb.Rule", "default:\n\t\tb.Rule",
	},
	{
		"one check is a perpetual check", "xiangqi/repeat.go",
		`switch countChecks(own) {`, `switch min(1, countChecks(own)) * len(own) {`,
	},
	{
		"chasing different pieces in turn is a breach", "xiangqi/repeat.go",
		`chased = chased.And(own[i].targets(attacks[i]))`, `chased = chased.Or(own[i].targets(attacks[i]))`,
	},
	{
		"another piece on the square is the same target", "xiangqi/repeat.go",
		`p.origins[p.move.to] = p.origins[p.move.from]`, `p.origins[p.move.to] = p.move.to`,
	},
	{
		"the dearest target is the cheapest", "xiangqi/repeat.go",
		`return cmp.Or(dearer,`, `return cmp.Or(-dearer,`,
	},
	{
		"the first side loses where both break the rule", "judge.go",
		`if len(breaches) == 1 {`, `if len(breaches) > 0 {`,
	},
	{
		"only the last cycle is judged", "judge.go",
		`breaches := l.breaches(p, equal[0])`, `breaches := l.breaches(p, equal[len(equal)-2])`,
	},
	{
		"a side is warned again and again", "judge.go",
		`if !l.warned[b.Side] {`, `if !l.warned[b.Side] || p.Number > 0 {`,
	},
	{
		"a side is never warned", "judge.go",
		`if !l.warned[b.Side] {`, `if l.warned[b.Side] {`,
	},
	{
		"a warning of one side silences the other", "judge.go",
		`if l.warned == [2]bool{true, true} {`, `if l.warned != [2]bool{} {`,
	},
	{
		"a warning outlasts a capture", "line.go",
		`l.past, l.warned = l.past[:0], [2]bool{}`, `l.past = l.past[:0]`,
	},
	{
		"warnings come with the third occurrence", "judge.go",
		`const WarnedAt = 2`, `const WarnedAt = 3`,
	},
}
