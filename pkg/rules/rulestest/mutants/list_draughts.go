package main

// draughtsMutants break games.md §5.
var draughtsMutants = []mutant{
	{
		"capturing is not compulsory", "draughts/moves.go",
		`return v.captures(b, takers, free, out)`, `out = v.captures(b, takers, free, out)`,
	},
	{
		"the capture of the most pieces is no duty", "draughts/capture.go",
		`if h.most {`, `if h.most && h.flying != h.most {`,
	},
	{
		"only the first capture of the most pieces is legal", "draughts/capture.go",
		`if n < h.best {`, `if n <= h.best {`,
	},
	{
		"a piece is jumped twice", "draughts/capture.go",
		`over &= h.prey &^ l.taken`, `over &= h.prey`,
	},
	{
		"captured pieces are lifted at once", "draughts/capture.go",
		`land: shift(over, step) & h.free, dir: dir`, `land: shift(over, step) & (h.free | l.taken), dir: dir`,
	},
	{
		"the start square counts as taken", "draughts/capture.go",
		`h.from, h.free, h.crown = from, free|from, 0`, `h.from, h.free, h.crown = from, free, 0`,
	},
	{
		"a man that ends a capture on the far row stays a man", "draughts/capture.go",
		`crowned: !h.king() && (l.king || to&h.crown != 0),`, `crowned: !h.king() && l.king,`,
	},
	{
		"a man that steps to the far row stays a man", "draughts/moves.go",
		`crowned: far>>to&1 != 0})`, `crowned: far>>to&1 > 1})`,
	},
	{
		"a man does not capture backward where it may", "draughts/capture.go",
		`if king || h.backward {`, `if king {`,
	},
	{
		"a capture may stop before its end", "draughts/capture.go",
		"complete = false\n", "_ = complete\n",
	},
	{
		"a man of checkers that is crowned captures on", "draughts/capture.go",
		`return h.crowning == crownAndStop && l.land&h.crown != 0`, `return h.crowning == crownAndStop && l.land&h.crown == 0 && l.land == 0`,
	},
	{
		"a man of Russian draughts goes on as a man", "draughts/capture.go",
		`if h.crowning == crownAndGo && next.land&h.crown != 0 {`, `if h.crowning == crownAndGo && next.land&h.crown != 0 && next.king {`,
	},
	{
		"two routes of a capture are two moves", "draughts/capture.go",
		`if other == m {`, `if other == m && m.taken == 0 {`,
	},
	{
		"a king lands only right behind the piece", "draughts/capture.go",
		"if flies {\n\t\tfor p := next.land", "if flies && l.taken == 0 {\n\t\tfor p := next.land",
	},
	{
		"kings step to the next square only", "draughts/moves.go",
		`if v.flying {`, `if v.flying && v.size > 8 {`,
	},
	{
		"kings of checkers fly", "draughts/moves.go",
		`if v.flying {`, `if v.flying || !v.most {`,
	},
	{
		"Brazilian men do not capture backward", "draughts/draughts.go",
		`layout: small, name: "draughts-brazilian", letters: blackFirst,
		backward: true,`,
		`layout: small, name: "draughts-brazilian", letters: blackFirst,
		backward: false,`,
	},
	{
		"Russian draughts demands the most", "draughts/draughts.go",
		`backward: true, flying: true, crowning: crownAndGo`, `backward: true, flying: true, most: true, crowning: crownAndGo`,
	},
	{
		"in international draughts a man is crowned in passing", "draughts/draughts.go",
		`most: true, crowning: crownAtEnd, drawPlies: 50`, `most: true, crowning: crownAndGo, drawPlies: 50`,
	},
	{
		"in Brazilian draughts a man is crowned in passing", "draughts/draughts.go",
		`most: true, crowning: crownAtEnd, drawPlies: 80`, `most: true, crowning: crownAndGo, drawPlies: 80`,
	},
	{
		"white begins Brazilian draughts", "draughts/draughts.go",
		`name: "draughts-brazilian", letters: blackFirst`, `name: "draughts-brazilian", letters: whiteFirst`,
	},
	{
		"checkers draws a ply late", "draughts/draughts.go",
		`crowning: crownAndStop, drawPlies: 80`, `crowning: crownAndStop, drawPlies: 81`,
	},
	{
		"international draughts draws as late as the others", "draughts/draughts.go",
		`drawPlies: 50, kingPlies: true`, `drawPlies: 80, kingPlies: true`,
	},
	{
		"moves of men count in international draughts", "draughts/position.go",
		`|| p.variant.kingPlies && !p.kingOn(m.from) {`, `{`,
	},
	{
		"a promotion does not set the counter back", "draughts/position.go",
		`if m.taken != 0 || m.crowned ||`, `if m.taken != 0 ||`,
	},
	{
		"moves of kings can't be undone", "draughts/position.go",
		`Irreversible: m.taken != 0 || !p.kingOn(m.from),`, `Irreversible: m.taken != 0 || p.kingOn(m.from) || !p.kingOn(m.from),`,
	},
	{
		"steps of men can be undone", "draughts/position.go",
		`Irreversible: m.taken != 0 || !p.kingOn(m.from),`, `Irreversible: m.taken != 0,`,
	},
	{
		"four occurrences make a draw, in draughts", "draughts/draughts.go",
		`Repetitions() int { return 3 }`, `Repetitions() int { return 4 }`,
	},
	{
		"no move goes before no piece", "draughts/position.go",
		`case b.own == 0:`, `case b.own == 0 && b.opp == 0:`,
	},
	{
		"the last piece taken wins nothing, in draughts", "draughts/position.go",
		`case b.opp == 0:`, `case b.opp == 0 && b.own == 0:`,
	},
	{
		"a capture may be written short of its end", "draughts/spelling.go",
		`if legs < len(a.route)-1 || h.goesOn(l) {`, `if legs < len(a.route)-1 {`,
	},
	{
		"a capture may be written by start and end", "draughts/spelling.go",
		"want.taken = l.taken\n\t}\n",
		`want.taken = l.taken
	}
	for _, m := range p.legal() {
		if len(a.route) == 2 && m.from == want.from && m.to == want.to {
			return m, true
		}
	}
`,
	},
	{
		"the route that sorts last is printed", "draughts/spelling.go",
		`if next.land&lowest(land) == 0 {`, `if next.land&lowest(land) == 0 || land&(land-1) != 0 && m.taken&(m.taken-1) != 0 {`,
	},
	{
		"a capture that must go on is called one of too few", "draughts/refusal.go",
		`case h.goesOn(l):`, `case h.goesOn(l) && !h.most:`,
	},
	{
		"a thirteenth man may be set up", "draughts/setup.go",
		`case n > most:`, `case n > most+1:`,
	},
	{
		"a man may be set up on its promotion row", "draughts/setup.go",
		`pieces &^ p.board.kings & p.variant.far[s]; men != 0`, `pieces &^ p.board.kings & p.variant.far[s]; men > p.board.own`,
	},
	{
		"captured kings stay kings", "draughts/board.go",
		`kings: b.kings &^ m.taken,`, `kings: b.kings,`,
	},
}
