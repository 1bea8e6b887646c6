package record_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/record"
)

func TestPGNDialects(t *testing.T) {
	t.Parallel()
	opening := []string{"h2e2", "h9g7", "h0g2", "i9h9"}
	tests := map[string]string{
		"ICCS":                 "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7\n2. H0-G2 I9-H9 *",
		"ICCS in small":        "1. h2e2 h9g7 2. h0g2 i9h9",
		"no space":             "1.h2e2 h9g7 2.h0g2 i9h9 *",
		"numbers of both":      "1. h2e2 1... h9g7 2. h0g2 2... i9h9 *",
		"no numbers":           "h2e2 h9g7 h0g2 i9h9",
		"WXF":                  "[Game \"Chinese Chess\"]\r\n\r\n1. C2=5 H8+7\r\n2. H2+3 R9=8\r\n*\r\n",
		"WXF with dots":        "[Red \"x\"]\n1. C2.5 h8+7 2. N2+3 r9.8 *",
		"simplified":           "\uFEFF[Game \"Chinese Chess\"]\n1. 炮二平五 马8进7 2. 马二进三 车9平8 *",
		"traditional, wide":    "[Game \"Chinese Chess\"]\n１．炮二平五　馬８進７\n２．馬二進三　車９平８ *",
		"marks":                "[Red \"x\"]\n1. h2e2! h9g7?! $14 2. h0g2!! (2. b2e2 h7e7 (2... b7e7) {a ) b}) 2... i9h9 *",
		"lines of tags":        "[Game \"Chinese Chess\"][Format \"WXF\"]\n1. C2=5 H8+7 2. H2+3 R9=8",
		"escaped lines":        "% made by hand\n[Red \"x\"]\n%1. a0a1\n1. h2e2 h9g7 2. h0g2 i9h9 *",
		"several notations":    "[Red \"x\"]\n1. h2e2 馬8進7 2. H2+3 I9-H9 *",
		"Vietnamese":           "[Game \"Chinese Chess\"]\n[Format \"Vietnamese\"]\n1. P2-5 M8.7 2. M2.3 X9-8 *",
		"Vietnamese, not said": "1. P2-5 M8.7 2. M2.3 X9-8",
		"start written as it":  "[Game \"Chinese Chess\"]\n[FEN \"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r\"]\n1. h2e2 h9g7 2. h0g2 i9h9",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			recs := readAll(t, text, record.Options{})
			require.Len(t, recs, 1)
			require.Equal(t, opening, recs[0].Moves)
			require.Nil(t, recs[0].Start)
			require.Empty(t, recs[0].Notes)
		})
	}
}

// A cannon's P alone is a pawn's in WXF, which is what is said to be written.
func TestWhatIsNotVietnamese(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"[Game \"Chinese Chess\"]\n1. P2-5 P8-5", "[Format \"WXF\"]\n1. P2-5 M8.7"} {
		require.Equal(t, "P2-5", readFault(t, text, record.Options{}).Move)
	}
}

func TestPGNTags(t *testing.T) {
	t.Parallel()
	rec := readAll(t, `[Game "Chinese Chess"]
[Event "Cúp "Phương Trang" \\ \"2024\""]
[White "Hồ"]
[Black "Lý"]
[Result "0-1"]
[Termination "Resignation by text"]
[Event "again"]
[Odd-name "x"]
[Fen "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 12 34"]

1. a0a5 *
`, record.Options{})[0]
	require.Equal(t, []record.Tag{
		{Name: "Event", Value: `Cúp "Phương Trang" \ "2024"`},
		{Name: "Red", Value: "Hồ"},
		{Name: "Black", Value: "Lý"},
		{Name: "Termination", Value: "Resignation by text"},
	}, rec.Tags)
	require.Equal(t, "Lý", rec.Tag("Black"))
	require.Empty(t, rec.Tag("White"))
	require.Equal(t, rules.Verdict{Winner: rules.WinnerSecond}, rec.Result)
	require.Equal(t, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", rec.Start.String())
	require.Len(t, rec.Notes, 2)
}

func TestTextBelowARuleIsNoGame(t *testing.T) {
	t.Parallel()
	const footer = "\n==========\nwww.example.com: {read} our (games)! 1-0\n"
	text := "[Red \"A\"]\n-----\n1. h2e2 *" + footer + "[Red \"B\"]\n1. h2e2 h9g7" + footer
	recs := readAll(t, text, record.Options{})
	require.Len(t, recs, 2)
	require.Equal(t, []string{"h2e2"}, recs[0].Moves)
	require.Equal(t, []string{"h2e2", "h9g7"}, recs[1].Moves)
	for _, rec := range recs {
		require.Empty(t, rec.Comments)
		require.Empty(t, rec.Result.Winner)
	}
}

func TestPGNComments(t *testing.T) {
	t.Parallel()
	rec := readAll(t, "[Red \"x\"]\n{before} ; and\n1. h2e2 {one\r\n  two } {three} h9g7 ; four } five\n2. h0g2 { } *", record.Options{})[0]
	require.Equal(t, []record.Comment{
		{Ply: 0, Text: "before\nand"}, {Ply: 1, Text: "one\ntwo\nthree"}, {Ply: 2, Text: "four ) five"},
	}, rec.Comments)
}

func TestPGNResults(t *testing.T) {
	t.Parallel()
	first, second, none := rules.WinnerFirst, rules.WinnerSecond, rules.WinnerNone
	tests := map[string]struct {
		tags, end string
		want      rules.Verdict
	}{
		"end alone":        {"", "1-0", rules.Verdict{Winner: first}},
		"tag alone":        {`[Result "0-1"]`, "", rules.Verdict{Winner: second}},
		"star after tag":   {`[Result "1/2-1/2"]`, "*", rules.Verdict{Winner: none}},
		"star in tag":      {`[Result "*"]`, "0-1", rules.Verdict{Winner: second}},
		"tag is believed":  {`[Result "1-0"]`, "0-1", rules.Verdict{Winner: first}},
		"our reason":       {`[Result "1-0"][Termination "resignation"]`, "1-0", rules.Verdict{Winner: first, Reason: "resignation"}},
		"time":             {`[Result "1-0"][Termination "time forfeit"]`, "1-0", rules.Verdict{Winner: first, Reason: rules.Timeout}},
		"time, drawn":      {`[Termination "Time forfeit"]`, "1/2-1/2", rules.Verdict{Winner: none, Reason: rules.TimeoutNoAttackers}},
		"aborted":          {`[Termination "aborted"]`, "*", rules.Verdict{Winner: none, Reason: "aborted"}},
		"reason of nobody": {`[Termination "resignation"]`, "*", rules.Verdict{}},
		"other words":      {`[Result "1-0"][Termination "normal"]`, "1-0", rules.Verdict{Winner: first}},
		"both lost":        {"", "0-0", rules.Verdict{Winner: none, Reason: "forfeit"}},
		"no mate there":    {`[Result "1-0"][Termination "checkmate"]`, "1-0", rules.Verdict{Winner: first}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := tt.tags + "[Red \"x\"]\n1. h2e2 " + tt.end
			require.Equal(t, tt.want, readAll(t, text, record.Options{Format: "pgn"})[0].Result)
		})
	}
}

func TestTheBoardDecidesTheResult(t *testing.T) {
	t.Parallel()
	const mate = `[FEN "3k5/9/9/9/9/9/9/9/4K4/R7R w"]` + "\n1. a0a8 0-1"
	rec := readAll(t, mate, record.Options{Format: "pgn"})[0]
	require.Equal(t, rules.Win(rules.First, rules.Stalemate), rec.Result)
	require.Equal(t, []string{"the record says second, the board says first stalemate"}, rec.Notes)
}

func TestMovesAfterTheEndAreCut(t *testing.T) {
	t.Parallel()
	cycle := "h2h4 h7h5 h4h2 h5h7 "
	rec := readAll(t, "[Red \"x\"]\n"+strings.Repeat(cycle, 3)+"b2b4 {late} 1-0", record.Options{Format: "pgn"})[0]
	require.Len(t, rec.Moves, 8)
	require.Equal(t, 5, rec.Cut)
	require.Equal(t, rules.Repetition, rec.Result.Reason)
	require.Empty(t, rec.Comments)
	require.Len(t, rec.Notes, 2)
}

func TestPGNFaults(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text, want string
	}{
		"illegal":           {"[Red \"x\"]\n1. h2e2 h9g7\n2. H2+4 *", "game 1, line 3, ply 3, move H2+4: "},
		"second game":       {"[Red \"x\"]\n1. h2e2 *\n[Red \"y\"]\n1. h2h2 *", "game 2, line 4, ply 1, move h2h2: "},
		"no move":           {"[Red \"x\"]\n1. hello *", "line 2, ply 1, move hello: "},
		"bad FEN":           {"[Red \"x\"]\n[FEN \"9/9 w\"]\n*", "line 1: FEN: board: "},
		"set-up":            {"[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 w\"]\n*", "line 1: FEN: board: "},
		"other game":        {"[Game \"Chess\"]\n1. e4 *", `the game is "Chess", not Chinese Chess`},
		"open tag":          {"[Red \"x\"\n1. h2e2 *", "line 1: a tag without its end"},
		"open comment":      {"[Red \"x\"]\n1. h2e2 {oh", "line 2: a comment without its end"},
		"open variation":    {"[Red \"x\"]\n1. h2e2 (1. b2e2 *", "line 2: a variation without its end"},
		"stray bracket":     {"[Red \"x\"]\n1. h2e2 } *", "line 2: a bracket } that nothing opens"},
		"another encoding":  {"[Red \"\xba\xfa\xc8\xd9\xbb\xaa\"]\n1. h2e2 *", "GB18030"},
		"cut off in a rune": {"[Red \"x\"]\n1. h2e2 {\xe7\x82", "GB18030"},
		"too long a game":   {"[Red \"x\"]\n{" + strings.Repeat("x", record.MaxBytes) + "}", "too long"},
		"too many moves":    {"[Red \"x\"]\n" + strings.Repeat("h2e2 ", record.MaxPlies+1), "more than 20000 plies"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.ErrorContains(t, readFault(t, tt.text, record.Options{Format: "pgn"}), tt.want)
		})
	}
}

func TestWritePGN(t *testing.T) {
	t.Parallel()
	rec := readAll(t, `{"game":"xiangqi","start":"3k5/9/9/9/9/9/9/9/4p4/R4K3 b - - 7 9","moves":["e1d1","a0a5","d1d0"],`+
		`"tags":{"Event":"Thử \"một\"","Result":"none of ours"},"result":{"winner":"first","reason":"resignation"},`+
		`"comments":[{"ply":1,"text":"a } b"}]}`, record.Options{})[0]
	require.Equal(t, `[Game "Chinese Chess"]
[Event "Thử \"một\""]
[Result "1-0"]
[Termination "resignation"]
[FEN "3k5/9/9/9/9/9/9/9/4p4/R4K3 b - - 0 1"]
[Format "WXF"]

1... P5=4 {a ) b} 2. R9+5 P4+1 1-0
`, write(t, "pgn", "wxf", rec))
	require.Error(t, record.Write(&strings.Builder{}, "pgn", "pdn", rec))
	require.Error(t, record.Write(&strings.Builder{}, "sgf", "", rec))
}

func TestLinesOfMovesAreBroken(t *testing.T) {
	t.Parallel()
	cycle := `"h2h4","h7h5","h4h2","h5h7","b2b4","b7b5","b4b2","b5b7","h2h4","h7h5"`
	rec := readAll(t, `{"game":"xiangqi","moves":[`+cycle+`]}`, record.Options{})[0]
	_, moves, _ := strings.Cut(write(t, "pgn", "chinese", rec), "\n\n")
	require.Equal(t, 2, strings.Count(moves, "\n"), moves)
	for line := range strings.Lines(moves) {
		require.LessOrEqual(t, len(line), 80, line)
	}
}
