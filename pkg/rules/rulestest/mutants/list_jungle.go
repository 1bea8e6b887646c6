package main

// jungleMutants break games.md §2.
var jungleMutants = []mutant{
	{
		"the rat can't take the elephant", "jungle/moves.go",
		`prey[rat] = weaker | enemy&b.kinds[elephant]`, `prey[rat] = weaker`,
	},
	{
		"the elephant takes the rat", "jungle/moves.go",
		`prey[elephant] &^= b.kinds[rat] &^ ground.traps[b.side]`, `prey[elephant] &^= 0`,
	},
	{
		"the elephant can't take a rat in a trap", "jungle/moves.go",
		`prey[elephant] &^= b.kinds[rat] &^ ground.traps[b.side]`, `prey[elephant] &^= b.kinds[rat]`,
	},
	{
		"a trap takes no strength", "jungle/moves.go",
		`weaker := enemy & ground.traps[b.side]`, `weaker := enemy & 0`,
	},
	{
		"a piece is weak in its own trap", "jungle/moves.go",
		`weaker := enemy & ground.traps[b.side]`, `weaker := enemy & (ground.traps[0] | ground.traps[1])`,
	},
	{
		"a piece can't take its equal", "jungle/moves.go",
		"weaker |= enemy & b.kinds[k]\n\t\tprey[k] |= weaker", "prey[k] |= weaker\n\t\tweaker |= enemy & b.kinds[k]",
	},
	{
		"any piece takes any other", "jungle/moves.go",
		`weaker |= enemy & b.kinds[k]`, `weaker |= enemy`,
	},
	{
		"the rat does not swim", "jungle/moves.go",
		`return ground.swims[b.side][q]`, `return ground.walks[b.side][q]`,
	},
	{
		"the wolf swims", "jungle/moves.go",
		`case rat:`, `case rat, wolf:`,
	},
	{
		"the tiger does not jump", "jungle/moves.go",
		`case tiger, lion:`, `case lion:`,
	},
	{
		"the leopard jumps", "jungle/moves.go",
		`case tiger, lion:`, `case leopard, tiger, lion:`,
	},
	{
		"a rat does not block a jump", "jungle/moves.go",
		`if b.kinds[rat]&j.over == 0 {`, `if b.kinds[rat]&j.over&b.kinds[lion] == 0 {`,
	},
	{
		"one's own rat does not block a jump", "jungle/moves.go",
		`if b.kinds[rat]&j.over == 0 {`, `if b.kinds[rat]&b.sides[b.side^1]&j.over == 0 {`,
	},
	{
		"only a rat on the last water crossed blocks a jump", "jungle/ground.go",
		`over |= q.set()`, `over = q.set()`,
	},
	{
		"a piece on land takes a rat in the river", "jungle/ground.go",
		`a.medium[q] = ^a.river`, `a.medium[q] = ^set(0)`,
	},
	{
		"a rat in the river takes on land", "jungle/ground.go",
		`a.medium[q] = a.river`, `a.medium[q] = ^set(0)`,
	},
	{
		"a piece enters its own den", "jungle/ground.go",
		`a.walks[s][q] |= next.set() &^ a.dens[s] &^ a.river`, `a.walks[s][q] |= next.set() &^ a.river`,
	},
	{
		"a rat enters its own den", "jungle/ground.go",
		`a.swims[s][q] |= next.set() &^ a.dens[s]`, `a.swims[s][q] |= next.set()`,
	},
	{
		"the enemy's den is closed", "jungle/ground.go",
		`a.walks[s][q] |= next.set() &^ a.dens[s] &^ a.river`, `a.walks[s][q] |= next.set() &^ a.dens[0] &^ a.dens[1] &^ a.river`,
	},
	{
		"a den entered wins nothing", "jungle/board.go",
		`case b.sides[them]&ground.dens[us] != 0:`, `case b.sides[them]&ground.dens[us]&ground.river != 0:`,
	},
	{
		"the last piece taken wins nothing, in jungle", "jungle/board.go",
		`case b.sides[us] == 0:`, `case b.sides[us]|b.sides[them] == 0:`,
	},
	{
		"a side without a move plays on, in jungle", "jungle/position.go",
		`if p.board.count() == 0 {`, `if p.board.count() < 0 {`,
	},
	{
		"the fourth occurrence draws", "jungle/jungle.go",
		`const repetitions = 5`, `const repetitions = 4`,
	},
	{
		"the counter is not set back, in jungle", "jungle/position.go",
		`next.plies = 0`, `next.plies += 0`,
	},
	{
		"the move number grows with red's moves, in jungle", "jungle/position.go",
		`if p.board.side == rules.Second {`, `if p.board.side == rules.First {`,
	},
	{
		"a blocked jump is called too far", "jungle/refusal.go",
		`if k == lion || k == tiger {`, `if k == lion {`,
	},
	{
		"the water's edge is not told from strength", "jungle/refusal.go",
		`if ground.medium[from] != ground.medium[to] {`, `if ground.medium[from] == ground.medium[to] {`,
	},
	{
		"a lion may be set up in the river", "jungle/setup.go",
		`all & ground.river &^ b.kinds[rat]`, `all & ground.river &^ b.kinds[rat] &^ b.kinds[lion]`,
	},
	{
		"a side may be set up with two of a kind", "jungle/setup.go",
		`n := own.size(); n > 1`, `n := own.size(); n > 2`,
	},
	{
		"a den may be taken in a set-up", "jungle/setup.go",
		`all & (ground.dens[0] | ground.dens[1])`, `all & ground.dens[0]`,
	},
}
