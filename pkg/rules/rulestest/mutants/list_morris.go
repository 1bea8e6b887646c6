package main

// morrisMutants break games.md §4.
var morrisMutants = []mutant{
	{
		"four stones fly", "morris/board.go",
		`if b.stones[b.side].size() <= lostBelow {`, `if b.stones[b.side].size() <= lostBelow+1 {`,
	},
	{
		"no stone flies", "morris/board.go",
		`if b.stones[b.side].size() <= lostBelow {`, `if b.stones[b.side].size() < lostBelow {`,
	},
	{
		"no stone flies while the other side places", "morris/board.go",
		`if b.stones[b.side].size() <= lostBelow {`, `if b.stones[b.side].size() <= lostBelow && b.hands[b.side.Other()] == 0 {`,
	},
	{
		"a stone in a mill may be removed", "morris/board.go",
		`if loose := enemy &^ enemy.inMills(); loose != 0 {`, `if loose := enemy &^ enemy.inMills(); loose&^everywhere != 0 {`,
	},
	{
		"nothing is removed where all stones are in mills", "morris/board.go",
		"return loose\n\t}\n\treturn enemy", "return loose\n\t}\n\treturn 0",
	},
	{
		"a stone makes a mill with the point that it leaves", "morris/moves.go",
		`b.reach(from), (own &^ from.set()).closing(), removable)`, `b.reach(from), own.closing(), removable)`,
	},
	{
		"stones move while some are in hand", "morris/board.go",
		`return b.hands[b.side] > 0`, `return b.hands[b.side] > 1`,
	},
	{
		"a mill needs no removal", "morris/moves.go",
		`if !m.mill || removable == 0 {`, `if !m.mill || removable == 0 || from == none {`,
	},
	{
		"two stones are enough", "morris/morris.go",
		"lostBelow = 3", "lostBelow = 2",
	},
	{
		"stones in hand do not count", "morris/board.go",
		`return b.stones[s].size() + int(b.hands[s])`, `return b.stones[s].size() + 0*int(b.hands[s])`,
	},
	{
		"fifty plies without a mill are one too few", "morris/morris.go",
		`quietPlies = 50`, `quietPlies = 51`,
	},
	{
		"a mill does not set the counter back", "morris/position.go",
		`if m.mill {`, `if m.mill && m.from != none {`,
	},
	{
		"a mill that takes nothing does not count", "morris/position.go",
		`if m.mill {`, `if m.taken != none {`,
	},
	{
		"four occurrences make a draw", "morris/morris.go",
		`repetitions = 3`, `repetitions = 4`,
	},
	{
		"corners of the three rings make a mill", "morris/points.go",
		`s.inward() & s.outward() & midSides`, `s.inward() & s.outward()`,
	},
	{
		"the cross lines make no mill", "morris/points.go",
		`s.inward() & s.outward() & midSides`, `s.inward() & s.outward() & midSides & 1`,
	},
	{
		"lines join the corners of the rings", "morris/points.go",
		`if !midSides.has(p) {`, `if everywhere.has(p) && ring > rings {`,
	},
	{
		"stones in hand are not part of the position", "morris/position.go",
		`return ok && p.board == other.board`, `return ok && p.board.stones == other.board.stones && p.board.side == other.board.side`,
	},
	{
		"a placing can be undone", "morris/position.go",
		`m.from == none || m.taken != none`, `m.taken != none`,
	},
	{
		"a side without a move plays on, in morris", "morris/position.go",
		`if p.board.count() == 0 {`, `if p.board.count() < 0 {`,
	},
	{
		"a removal without a mill is called one out of a mill", "morris/refusal.go",
		`case !mill:`, `case !mill && b.placing():`,
	},
	{
		"ten stones may be set up", "morris/setup.go",
		`case n > stones:`, `case n > stones+1:`,
	},
	{
		"hands may differ in a set-up when white is to move", "morris/setup.go",
		`case b.side == rules.First && white != black:`, `case b.side == rules.First && white > black:`,
	},
	{
		"black may have as many in hand when it is to move", "morris/setup.go",
		`black != white+1 && (white != 0 || black != 0)`, `black != white+1 && black != white`,
	},
}
