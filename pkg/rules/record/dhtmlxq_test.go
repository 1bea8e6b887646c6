package record_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/record"
)

func TestDhtmlXQDialects(t *testing.T) {
	t.Parallel()
	const usual = "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]"
	const mirrored = "[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]"
	const moves = "[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]"
	tests := map[string]string{
		"plain":             "[DhtmlXQ]" + usual + moves + "[/DhtmlXQ]",
		"lines":             "[DhtmlXQ]\r\n[DhtmlXQ_ver]x[/DhtmlXQ_ver]\r\n" + moves + "\r\n" + usual + "\r\n[/DhtmlXQ]\r\n",
		"other order":       "[DhtmlXQ]" + mirrored + moves + "[/DhtmlXQ]",
		"no start":          "[DhtmlXQ]" + moves + "[/DhtmlXQ]",
		"empty start":       "[DhtmlXQ][DhtmlXQ_binit][/DhtmlXQ_binit]" + moves + "[/DhtmlXQ]",
		"page":              "<html><div>\n[DhtmlXQHTML]<br>\n" + usual + "<br>\n" + moves + "<br>\n[/DhtmlXQHTML]</div></html>",
		"frame":             "<iframe name='[DhtmlXQiFrame]" + usual + moves + "[/DhtmlXQiFrame]'></iframe>",
		"no end":            "[DhtmlXQ]\n" + usual + "\n" + moves + "\n",
		"wrong closing tag": "[DhtmlXQ][DhtmlXQ_red]A[/DhtmlXQ_rot][DhtmlXQ_black]" + moves + "[/DhtmlXQ]",
		"variations":        "[DhtmlXQ]" + moves + "[DhtmlXQ_move_0_2_1]7967[/DhtmlXQ_move_0_2_1][/DhtmlXQ]",
		"old list":          "[DhtmlXQ][DhtmlXQ_movelist][0_1_0]7747706279678070[/0_1_0][0_2_1]1022[/0_2_1][/DhtmlXQ_movelist][/DhtmlXQ]",
		"bare":              "7747706279678070\n",
		"bare, in lines":    "7747 7062\n7967 8070",
		"capitals":          "[DHTMLXQ][DHTMLXQ_MOVELIST]7747706279678070[/DHTMLXQ_MOVELIST][/DHTMLXQ]",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			recs := readAll(t, text, record.Options{})
			require.Len(t, recs, 1)
			require.Equal(t, []string{"h2e2", "h9g7", "h0g2", "i9h9"}, recs[0].Moves)
			require.Nil(t, recs[0].Start)
		})
	}
}

func TestDhtmlXQFields(t *testing.T) {
	t.Parallel()
	recs := readAll(t, `[DhtmlXQ]
[DhtmlXQ_title]Ván 1[/DhtmlXQ_title]
[DhtmlXQ_event]Cúp[/DhtmlXQ_event]
[DhtmlXQ_place]Huế[/DhtmlXQ_place]
[DhtmlXQ_red]红方[/DhtmlXQ_red]
[DhtmlXQ_black]黑方[/DhtmlXQ_black]
[DhtmlXQ_redteam][/DhtmlXQ_redteam]
[DhtmlXQ_owner]chủ[/DhtmlXQ_owner]
[DhtmlXQ_hits]12[/DhtmlXQ_hits]
[DhtmlXQ_result]红先负[/DhtmlXQ_result]
[DhtmlXQ_endtype]认负[/DhtmlXQ_endtype]
[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]
[DhtmlXQ_comment1]a|| b |||c[/DhtmlXQ_comment1]
[DhtmlXQ_comment0]first[/DhtmlXQ_comment0]
[DhtmlXQ_comment2_1]of a variation[/DhtmlXQ_comment2_1]
[DhtmlXQ_comment0_1]d[/DhtmlXQ_comment0_1]
[/DhtmlXQ]
and then
[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_result]和局[/DhtmlXQ_result][/DhtmlXQ]
`, record.Options{})
	require.Len(t, recs, 2)
	require.Equal(t, []record.Tag{
		{Name: "Title", Value: "Ván 1"},
		{Name: "Event", Value: "Cúp"},
		{Name: "Site", Value: "Huế"},
		{Name: "Red", Value: "红方"},
		{Name: "Black", Value: "黑方"},
		{Name: "Owner", Value: "chủ"},
		{Name: "hits", Value: "12"},
	}, recs[0].Tags)
	require.Equal(t, rules.Verdict{Winner: rules.WinnerSecond, Reason: "resignation"}, recs[0].Result)
	require.Equal(t, []record.Comment{{Ply: 0, Text: "first"}, {Ply: 1, Text: "a\nb\nc\nd"}}, recs[0].Comments)
	require.Equal(t, rules.Verdict{Winner: rules.WinnerNone}, recs[1].Result)
}

func TestDhtmlXQStarts(t *testing.T) {
	t.Parallel()
	none := strings.Repeat("99", 31)
	pieces := func(at map[int]string) string { // piece by its place in the list
		list := strings.Split(none[:62]+"99", "")
		for i, square := range at {
			list[2*i], list[2*i+1] = square[:1], square[1:]
		}
		return strings.Join(list, "")
	}
	game := func(binit, rest string) string {
		return "[DhtmlXQ][DhtmlXQ_binit]" + binit + "[/DhtmlXQ_binit]" + rest + "[/DhtmlXQ]"
	}
	const usual = "8979695949392919097717866646260600102030405060708012720323436383"
	endgame := pieces(map[int]string{0: "08", 4: "49", 20: "30", 27: "46"})
	tests := map[string]struct{ text, want string }{
		"red begins":          {game(endgame, "[DhtmlXQ_movelist]0800[/DhtmlXQ_movelist]"), "3k5/9/9/9/9/9/4p4/9/R8/4K4 w - - 0 1"},
		"black begins":        {game(endgame, "[DhtmlXQ_movelist]4647[/DhtmlXQ_movelist]"), "3k5/9/9/9/9/9/4p4/9/R8/4K4 b - - 0 1"},
		"red would begin":     {game(endgame, ""), "3k5/9/9/9/9/9/4p4/9/R8/4K4 w - - 0 1"},
		"black would begin":   {game(endgame, "[DhtmlXQ_firstnum]1[/DhtmlXQ_firstnum]"), "3k5/9/9/9/9/9/4p4/9/R8/4K4 b - - 0 1"},
		"a horse as handicap": {game(strings.Replace(usual, "79", "99", 1), "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1"},
		"the move as handicap": {
			"[DhtmlXQ][DhtmlXQ_movelist]7062[/DhtmlXQ_movelist][/DhtmlXQ]",
			"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tt.want, readAll(t, tt.text, record.Options{})[0].Start.String())
		})
	}
}

func TestDhtmlXQFaults(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		"illegal":       {"[DhtmlXQ]\n[DhtmlXQ_movelist]77477747[/DhtmlXQ_movelist][/DhtmlXQ]", "game 1, line 2, ply 2, move h2e2: "},
		"half a move":   {"[DhtmlXQ]\n[DhtmlXQ_movelist]774770[/DhtmlXQ_movelist][/DhtmlXQ]", "line 2: movelist: the digits 70 after ply 1"},
		"no digit":      {"[DhtmlXQ][DhtmlXQ_movelist]7747h9g7[/DhtmlXQ_movelist][/DhtmlXQ]", `movelist: "h9g7" is no digit`},
		"off the board": {"[DhtmlXQ][DhtmlXQ_movelist]7797[/DhtmlXQ_movelist][/DhtmlXQ]", "move h2j2: "},
		"short start":   {"[DhtmlXQ]\n[DhtmlXQ_binit]8979[/DhtmlXQ_binit][/DhtmlXQ]", "line 2: binit: 4 digits in place of 64"},
		"two on one":    {"[DhtmlXQ][DhtmlXQ_binit]" + strings.Repeat("89", 32) + "[/DhtmlXQ_binit][/DhtmlXQ]", "binit: two pieces on i0"},
		"no square":     {"[DhtmlXQ][DhtmlXQ_binit]" + strings.Repeat("95", 32) + "[/DhtmlXQ_binit][/DhtmlXQ]", "binit: 95 is no square"},
		"no general":    {"[DhtmlXQ][DhtmlXQ_binit]" + strings.Repeat("99", 32) + "[/DhtmlXQ_binit][/DhtmlXQ]", "binit: board: "},
		"too long":      {"[DhtmlXQ][DhtmlXQ_comment0]" + strings.Repeat("x", record.MaxBytes), "too long"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.ErrorContains(t, readFault(t, tt.text, record.Options{}), tt.want)
		})
	}
}

func TestWriteDhtmlXQ(t *testing.T) {
	t.Parallel()
	rec := readAll(t, `{"game":"xiangqi","moves":["h2e2","h9g7"],"tags":{"Red":"A","Site":"[DhtmlXQ]","movelist":"x"},`+
		`"result":{"winner":"first","reason":"timeout"},"comments":[{"ply":1,"text":"a\nb"}]}`, record.Options{})[0]
	require.Equal(t, `[DhtmlXQ]
[DhtmlXQ_red]A[/DhtmlXQ_red]
[DhtmlXQ_place](DhtmlXQ][/DhtmlXQ_place]
[DhtmlXQ_result]红胜[/DhtmlXQ_result]
[DhtmlXQ_endtype]timeout[/DhtmlXQ_endtype]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_firstnum]0[/DhtmlXQ_firstnum]
[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]
[DhtmlXQ_comment1]a||b[/DhtmlXQ_comment1]
[/DhtmlXQ]
`, write(t, "dhtmlxq", "", rec))
}
