package record_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
)

func TestPDNDialects(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text, game string
		want       []string
	}{
		"international":             {"[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 *", "draughts-international", []string{"d4e5", "g7f6", "e5xg7", "h8xf6"}},
		"no space after the number": {"[GameType \"20\"]\n 1.32-28 19-23  2.28x19 14x23 2-0", "draughts-international", []string{"d4e5", "g7f6", "e5xg7", "h8xf6"}},
		"spaces in moves":           {"[GameType \"20\"]\n1. 32 - 28 19 - 23 2. 28 x 19 14 x 23 *", "draughts-international", []string{"d4e5", "g7f6", "e5xg7", "h8xf6"}},
		"leading zeros":             {"[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 09-14", "draughts-international", []string{"d4e5", "g7f6", "e5xg7", "h8xf6", "c3d4", "g9h8"}},
		"names on ten by ten":       {"[GameType \"20,W,10,10,A0,0\"]\n1. d4-e5 g7-f6 2. e5xg7 h8xf6 *", "draughts-international", []string{"d4e5", "g7f6", "e5xg7", "h8xf6"}},
		"American":                  {"[GameType \"21\"]\n1. 11-15 22-18 2. 15x22 25x18 *", "draughts-american", []string{"c3d4", "f6e5", "d4xf6", "g7xe5"}},
		"American by corner":        {"[GameType \"21,B,8,8,N1,0\"]\n1. 11-15 22-18 2. 15x22 25x18 *", "draughts-american", []string{"c3d4", "f6e5", "d4xf6", "g7xe5"}},
		"American in names":         {"[GameType \"21\"]\n1. C3-D4 F6-E5 2. D4xF6 g7:e5 *", "draughts-american", []string{"c3d4", "f6e5", "d4xf6", "g7xe5"}},
		"Russian":                   {"[GameType \"25\"]\n1. c3-d4 f6-g5 2. b2-c3 g5-f4?! (2... c7-b6 (4. x) {)}) 3. g3xe5 d6xf4 *", "draughts-russian", []string{"c3d4", "f6g5", "b2c3", "g5f4", "g3xe5", "d6xf4"}},
		"Russian with colons":       {"[GameType \"25\"]\n1. c3-d4 f6-g5 2. b2-c3 g5-f4 3. g3:e5 d6:f4 *", "draughts-russian", []string{"c3d4", "f6g5", "b2c3", "g5f4", "g3xe5", "d6xf4"}},
		"Russian without marks":     {"[GameType \"25\"]\n1. c3d4 f6g5 2. b2c3 g5f4 3. g3xe5 d6xf4 *", "draughts-russian", []string{"c3d4", "f6g5", "b2c3", "g5f4", "g3xe5", "d6xf4"}},
		"Russian in numbers":        {"[GameType \"25\"]\n1. 22-18 11-16 *", "draughts-russian", []string{"c3d4", "f6g5"}},
		"corner counted otherwise":  {"[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 19-23 *", "draughts-international", []string{"d4e5", "g7f6"}},
		"glyphs and strengths":      {"[GameType \"20\"]\n1. 32-28! $1 19-23(?) 2. 28x19* 14x23?! *", "draughts-international", []string{"d4e5", "g7f6", "e5xg7", "h8xf6"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			recs := readAll(t, tt.text, record.Options{})
			require.Len(t, recs, 1)
			require.Equal(t, tt.game, recs[0].Game.Name())
			require.Equal(t, tt.want, recs[0].Moves)
		})
	}
}

// TestBrazilianColours: white begins at the bottom in files, black does here.
func TestBrazilianColours(t *testing.T) {
	t.Parallel()
	const players = "[White \"W\"][Black \"B\"][WhiteElo \"1\"]"
	const opening = "c3d4"
	tests := map[string]struct {
		text   string
		start  string
		first  string // who plays the side that begins here
		odd    bool
		winner rules.Winner
	}{
		"white begins": {
			text: "[GameType \"26\"]" + players + "\n1. c3-d4 d6-e5 1-0", first: "W", winner: rules.WinnerFirst,
		},
		"white begins, in numbers": {
			text: "[GameType \"26\"]" + players + "\n1. 22-18 11-15 1-0", first: "W", winner: rules.WinnerFirst,
		},
		"black begins, says the type": {
			text: "[GameType \"26,B,8,8,A0,0\"]" + players + "\n1. c3-d4 d6-e5 0-1", first: "B", winner: rules.WinnerSecond,
		},
		"black begins from the top": {
			text: "[GameType \"26\"]" + players + "\n1. f6-e5 e3-d4 *", first: "B", odd: true,
		},
		"black begins from the top, in numbers": {
			text: "[GameType \"26\"]" + players + "\n1. 11-15 22-18 *", first: "B", odd: true,
		},
		"usual start with white at the bottom": {
			text: "[GameType \"26\"]" + players + "[FEN \"W:W21-32:B1-12\"]\n1. c3-d4 d6-e5 *", first: "W",
		},
		"usual start by our rules": {
			text:  "[GameType \"26\"]" + players + "[FEN \"B:Ba1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Wa7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8:H0:F1\"]\n1. c3-d4 d6-e5 *",
			first: "B", odd: true,
		},
		"set up": {
			text: "[GameType \"26\"]" + players + "[FEN \"W:W22,K32:B11,K1\"]\n1. c3-d4 f6-e5 *", first: "W",
			start: "B:Bc3,Kg1:WKb8,f6:H0:F1",
		},
		"set up, black to move": {
			text: "[GameType \"26\"]" + players + "[FEN \"B:W22:B11\"]\n1... f6-e5 2. c3-d4 *", first: "W",
			start: "W:Bc3:Wf6:H0:F1",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := readAll(t, tt.text, record.Options{})[0]
			require.Equal(t, tt.first, rec.Tag("Black"))
			require.Equal(t, tt.first == "W", rec.Tag("BlackElo") == "1")
			require.Equal(t, tt.odd, len(rec.Notes) > 0, rec.Notes)
			require.Equal(t, tt.winner, rec.Result.Winner)
			if tt.start != "" {
				require.Equal(t, tt.start, rec.Start.String())
				return
			}
			require.Nil(t, rec.Start)
			require.Equal(t, opening, rec.Moves[0])
		})
	}
}

func TestPDNStarts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ gameType, fen, want string }{
		"kings":           {"21", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "B:Ba3,a5,b4,Kf6,Kg7,Kh8:Wa7,b6,c7,Kd4,Ke3,e5:H0:F1"},
		"ranges":          {"20", "B:W31-50:B1-20", "B:Ba7,a9,b8,b10,c7,c9,d8,d10,e7,e9,f8,f10,g7,g9,h8,h10,i7,i9,j8,j10:Wa1,a3,b2,b4,c1,c3,d2,d4,e1,e3,f2,f4,g1,g3,h2,h4,i1,i3,j2,j4:H0:F1"},
		"usual":           {"20", "W:W31-50:B1-20", ""},
		"blacks first":    {"20", "W:B1-20:W31-50", ""},
		"dot at the end":  {"20", "W:W31-50:B1-20.", ""},
		"with counters":   {"20", "W:W31-50:B1-20:H3:F12", ""},
		"side unknown":    {"21", "?:W21-32:B1-12", ""},
		"names":           {"25", "W:WKd4,b2:Bf6,Kh8", "W:Bf6,Kh8:Wb2,Kd4:H0:F1"},
		"numbers":         {"25", "B:W18:B11", "B:Bf6:Wd4:H0:F1"},
		"spaces":          {"25", "B : W 18 : B 11", "B:Bf6:Wd4:H0:F1"},
		"corner by type":  {"25,W,8,8,N1,0", "B:B18:W11", "B:Be5:Wc3:H0:F1"},
		"list in pieces":  {"25", "B:W18:B11:W22", "B:Bf6:Wc3,d4:H0:F1"},
		"range of kings":  {"25", "B:WK31-32:B11", "B:Bf6:WKe1,Kg1:H0:F1"},
		"our own, ranked": {"21", "B:Ba1,Kb8:Wh8:H7:F3", "B:Ba1,Kb8:Wh8:H0:F1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := readAll(t, "[GameType \""+tt.gameType+"\"][FEN \""+tt.fen+"\"]\n*", record.Options{})[0]
			if tt.want == "" {
				require.Nil(t, rec.Start)
				return
			}
			require.Equal(t, tt.want, rec.Start.String())
		})
	}
}

func TestPDNResults(t *testing.T) {
	t.Parallel()
	tests := map[string]rules.Winner{
		"2-0": rules.WinnerFirst, "1-0": rules.WinnerFirst, "0-2": rules.WinnerSecond, "0-1": rules.WinnerSecond,
		"1-1": rules.WinnerNone, "1/2-1/2": rules.WinnerNone, "0-0": rules.WinnerNone, "*": "",
	}
	for text, want := range tests {
		recs := readAll(t, "[GameType \"20\"]\n[Result \""+text+"\"]\n1. 32-28 *\n\n[GameType \"20\"]\n1. 32-28 "+text+"\n", record.Options{})
		require.Len(t, recs, 2)
		require.Equal(t, want, recs[0].Result.Winner, text)
		require.Equal(t, recs[0].Result, recs[1].Result, text)
	}
}

func TestPDNWithoutGameType(t *testing.T) {
	t.Parallel()
	const text = "[White \"x\"]\n1. 11-15 22-18 *"
	american, _ := games.Find("draughts-american")
	require.Equal(t, american, readAll(t, text, record.Options{Game: american})[0].Game)
	require.ErrorContains(t, readFault(t, text, record.Options{}), "the tag GameType is missing")
}

func TestPDNFaults(t *testing.T) {
	t.Parallel()
	russian, _ := games.Find("draughts-russian")
	tests := map[string]struct{ text, want string }{
		"other game":     {"[GameType \"20\"]\n1. 32-28 *", "the record is of draughts-international, not of draughts-russian"},
		"unknown type":   {"[GameType \"40\"]\n*", "GameType 40 is none of 20, 21, 25 and 26"},
		"odd type":       {"[GameType \"x\"]\n*", `GameType "x" is not readable`},
		"side":           {"[GameType \"25\"]\n[FEN \"X:W1:B2\"]\n*", `line 1: FEN: side: "X" is neither W nor B`},
		"no list":        {"[GameType \"25\"]\n[FEN \"W:Z1:B2\"]\n*", `FEN: line: "Z1" is no list`},
		"no square":      {"[GameType \"25\"]\n[FEN \"W:W33:B2\"]\n*", `FEN: white: "33" is no square`},
		"no name":        {"[GameType \"25\"]\n[FEN \"W:Wc3:Bx9\"]\n*", `FEN: black: "x9" is no square`},
		"turned range":   {"[GameType \"25\"]\n[FEN \"W:W32-30:B2\"]\n*", `FEN: white: "32-30" is no square`},
		"endless range":  {"[GameType \"25\"]\n[FEN \"W:W1-999999999:B2\"]\n*", "FEN: white: "},
		"man promoted":   {"[GameType \"25\"]\n[FEN \"W:W1:B22\"]\n*", "FEN: white: the man on b8 "},
		"illegal":        {"[GameType \"25\"]\n1. c3-d4 d6-c5\n2. d4-d5 *", "line 3, ply 3, move d4-d5: "},
		"other position": {"[GameType \"25\"]\n1. c3-d4 /FEN \"W:Wc3:Bd6\"/ *", "another position"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.ErrorContains(t, readFault(t, tt.text, record.Options{Format: "pdn", Game: russian}), tt.want)
		})
	}
}

func TestWritePDN(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ json, notation, want string }{
		"international": {
			`{"game":"draughts-international","moves":["d4e5","g7f6","e5xg7","h8xf6"],"tags":{"White":"A"},"result":{"winner":"first"}}`, "",
			"[White \"A\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n",
		},
		"international by names": {
			`{"game":"draughts-international","moves":["d4e5"]}`, "algebraic",
			"[Result \"*\"]\n[GameType \"20,W,10,10,A0,0\"]\n\n1. d4-e5 *\n",
		},
		"American": {
			`{"game":"draughts-american","start":"W:Bc3:Wf6:H0:F1","moves":["f6e5"],"result":{"winner":"none"}}`, "",
			"[Result \"1/2-1/2\"]\n[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:B11:W22\"]\n\n1... 22-18 1/2-1/2\n",
		},
		"Russian": {
			`{"game":"draughts-russian","moves":["c3d4","f6g5","b2c3","g5f4","g3xe5"]}`, "",
			"[Result \"*\"]\n[GameType \"25\"]\n\n1. c3-d4 f6-g5 2. b2-c3 g5-f4 3. g3:e5 *\n",
		},
		"Russian in numbers": {
			`{"game":"draughts-russian","start":"W:Bd6:WKc3:H0:F1","moves":["c3a5"]}`, "pdn",
			"[Result \"*\"]\n[GameType \"25,W,8,8,N2,0\"]\n[SetUp \"1\"]\n[FEN \"W:WK22:B10\"]\n\n1. 22-13 *\n",
		},
		"Brazilian": {
			`{"game":"draughts-brazilian","start":"B:Bc3:Wf6:H0:F1","moves":["c3d4"],"tags":{"Black":"A","White":"B"},"result":{"winner":"first"}}`, "",
			"[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[GameType \"26\"]\n[SetUp \"1\"]\n[FEN \"W:Wc3:Bf6\"]\n\n1. c3-d4 1-0\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			recs := readAll(t, tt.json, record.Options{})
			require.Equal(t, tt.want, write(t, "pdn", tt.notation, recs...))
		})
	}
}
