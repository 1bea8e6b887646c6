package main

// textMutants break what notations and records say.
var textMutants = []mutant{
	{
		"WXF takes the front piece for the rear one", "notation/wxf.go",
		`if said.place == 2 {`, `if said.place == 1 {`,
	},
	{
		"a crowd on two files needs no file", "notation/vietnamese.go",
		`return m == alone || m == numbered || s.crowded > 1`, `return m == alone || m == numbered`,
	},
	{
		"an advisor counts steps", "notation/xiangqi_phrase.go",
		`return f == horse || f == elephant || f == advisor`, `return f == horse || f == elephant`,
	},
	{
		"black counts files from red's side", "notation/xiangqi_phrase.go",
		`return spot{file + 1, ranks - 1 - rank}`, `return spot{files - file, ranks - 1 - rank}`,
	},
	{
		"forward is back", "notation/vietnamese.go",
		`[...]byte{forward: '.', back: '/', sideways: '-'}`, `[...]byte{forward: '/', back: '.', sideways: '-'}`,
	},
	{
		"the front is the rear in Chinese", "notation/chinese.go",
		`marks: [numbered]string{front: "前", middle: "中", rear: "后"}`, `marks: [numbered]string{front: "后", middle: "中", rear: "前"}`,
	},
	{
		"black's numbers are Chinese numerals", "notation/chinese.go",
		`if s == rules.Second {`, `if s == rules.Second && n > 9 {`,
	},
	{
		"square 1 of checkers is on the left", "notation/numbering.go",
		`corner: BottomRight, mark: "x"`, `corner: BottomLeft, mark: "x"`,
	},
	{
		"a capture is short though another is written so", "notation/draughts.go",
		`if len(draughts.Through(p, ends)) == 1 {`, `if len(draughts.Through(p, ends)) >= 1 {`,
	},
	{
		"a doubtful text is read as the first that fits", "notation/draughts.go",
		"case 1:\n\t\treturn fit[0], nil", "case 1, 2, 3, 4:\n\t\treturn fit[0], nil",
	},
	{
		"the result of the file goes before the board's", "record/draft.go",
		`case board.Over():`, `case board.Over() && said.Winner == "":`,
	},
	{
		"a record claims a result that the board does not show", "record/draft.go",
		`case boardReasons[said.Reason]:`, `case boardReasons[said.Reason] && said.Winner == "":`,
	},
	{
		"a record goes on after the end", "record/draft.go",
		"if line.Verdict().Over() {\n\t\t\trec.Cut", "if line.Verdict().Over() && line.Evidence() == nil {\n\t\t\trec.Cut",
	},
	{
		"an aborted game is a draw", "record/result.go",
		`case v.Winner == rules.WinnerNone && !offBoard[v.Reason]:`, `case v.Winner == rules.WinnerNone:`,
	},
	{
		"white begins Brazilian draughts in PDN as here", "record/gametype.go",
		`return t.game == "draughts-brazilian"`, `return t.game == "draughts-none"`,
	},
	{
		"international draughts is written with chess scores", "record/gametype.go",
		`{20, "draughts-international", 10, 'W', true, notation.TopLeft, internationalScore}`,
		`{20, "draughts-international", 10, 'W', true, notation.TopLeft, chessScore}`,
	},
	{
		"odds need not leave a position to start from", "handicap/handicap.go",
		`if err := p.CheckSetup(); err != nil {`, `if err := p.CheckSetup(); err != nil && len(squares) > 8 {`,
	},
	{
		"squares that are taken off have a side", "handicap/odds.go",
		`case o.Preset == "": //`, `case o.Preset == "" && o.Side == "": //`,
	},
}
