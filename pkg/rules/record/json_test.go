package record_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/rules/record"
)

const startOfXiangqi = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

func TestJSONFields(t *testing.T) {
	t.Parallel()
	game, _ := games.Find("xiangqi")
	rec := &record.Record{
		Game: game, Tags: []record.Tag{{Name: "Red", Value: "<A & B>"}, {Name: "Event", Value: "x"}},
		Moves: []string{"h2e2"}, Result: rules.Verdict{Winner: rules.WinnerSecond, Reason: rules.Timeout},
		Comments: []record.Comment{{Ply: 1, Text: "hay"}},
	}
	const text = `{"game":"xiangqi","start":"` + startOfXiangqi + `","moves":["h2e2"],` +
		`"tags":{"Red":"<A & B>","Event":"x"},"result":{"winner":"second","reason":"timeout"},` +
		`"comments":[{"ply":1,"text":"hay"}]}`
	require.Equal(t, // the order of the fields matters, too
		[]string{text + "\n", text + "\n", "[\n" + text + ",\n" + text + "\n]\n", "[]\n"},
		[]string{write(t, "json", "", rec), write(t, "ndjson", "", rec), write(t, "json", "", rec, rec), write(t, "json", "")})
	require.Equal(t, []*record.Record{rec}, readAll(t, " \n"+text, record.Options{}))
	require.Empty(t, readAll(t, "[]", record.Options{}))
}

func TestJSONLeavesOutWhatIsUsual(t *testing.T) {
	t.Parallel()
	game, _ := games.Find("jungle")
	recs := readAll(t, `{"moves":["a3a4"],"result":null}`, record.Options{Format: "json", Game: game})
	require.Equal(t, []*record.Record{{Game: game, Moves: []string{"a3a4"}}}, recs)
}

func TestJSONIsStrict(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text, want string
	}{
		"unknown field":      {`{"game":"jungle","move":[]}`, "move: there is no such field"},
		"other capitals":     {`{"Game":"jungle"}`, "Game: there is no such field"},
		"twice":              {`{"game":"jungle","game":"jungle"}`, "game: the field stands twice"},
		"no game":            {`{"moves":[]}`, `the field "game" is missing`},
		"unknown game":       {`{"game":"chess"}`, `there is no game "chess"`},
		"moves are text":     {`{"game":"jungle","moves":"a3a4"}`, "moves: "},
		"bad start":          {`{"game":"jungle","start":"x"}`, "start: line: "},
		"start without move": {`{"game":"morris","start":"3/3/3/6/3/3/3 w 0 0 0 1"}`, "start: board: "},
		"tag is no text":     {`{"game":"jungle","tags":{"Red":1}}`, "tags: Red: "},
		"tag's name":         {`{"game":"jungle","tags":{"Red ":"x"}}`, "tags: Red : a tag's name"},
		"control character":  {`{"game":"jungle","tags":{"Red":"a\nb"}}`, "tags: Red: there is a control character"},
		"unknown winner":     {`{"game":"jungle","result":{"winner":"red"}}`, `the winner "red"`},
		"unknown reason":     {`{"game":"jungle","result":{"winner":"first","reason":"luck"}}`, `no reason "luck"`},
		"field of result":    {`{"game":"jungle","result":{"winner":"first","by":"luck"}}`, "result: by: there is no such field"},
		"field of comment":   {`{"game":"jungle","comments":[{"ply":0,"txt":""}]}`, `unknown field "txt"`},
		"ply of comment":     {`{"game":"jungle","moves":[],"comments":[{"ply":1,"text":"x"}]}`, "there is no ply 1"},
		"no object":          {`[7]`, "7 in place of an object"},
		"two documents":      {`{"game":"jungle"} {"game":"jungle"}`, "one game a line as ndjson"},
		"not ended":          {`[{"game":"jungle"}`, "EOF"},
		"illegal move":       {`{"game":"jungle","moves":["a3a4","a3a4"]}`, "ply 2, move a3a4: "},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.ErrorContains(t, readFault(t, tt.text, record.Options{Format: "json"}), tt.want)
		})
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	t.Parallel()
	text := strings.Repeat(`{"game":"xiangqi","moves":["h2e2"]}`+"\n\n", 2) + `{"game":"xiangqi","moves":["h2e2","h9g7","e2e9"]}` + "\n"
	bad := readFault(t, text, record.Options{File: "cup.ndjson"})
	require.Equal(t, "cup.ndjson", bad.File)
	require.Equal(t, 3, bad.Game)
	require.Equal(t, 5, bad.Line)
	require.Equal(t, 3, bad.Ply)
	require.Equal(t, "e2e9", bad.Move)
	var refused *rules.MoveError
	require.ErrorAs(t, bad, &refused)
	require.NotEmpty(t, refused.Rule)
	require.Equal(t, "cup.ndjson: game 3, line 5, ply 3, move e2e9: "+refused.Message, bad.Error())
}

func TestReadingGoesOnAfterAFaultyGame(t *testing.T) {
	t.Parallel()
	texts := map[string]string{
		"ndjson": `{"game":"xiangqi","moves":["h2e2"]}` + "\nx\n" + `{"game":"xiangqi","moves":["h2e2"]}`,
		"json":   `[{"game":"xiangqi","moves":["h2e2"]},{"game":"chess"},{"game":"xiangqi","moves":["h2e2"]}]`,
		"pgn":    "[Red \"A\"]\n\n1. h2e2 *\n1. h2h2 *\n[Red \"B\n1. h2e2 *\n1. h2e2 *",
	}
	for format, text := range texts {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			good, bad := 0, 0
			for _, err := range record.Read(strings.NewReader(text), record.Options{Format: format}) {
				if err != nil {
					bad++
				} else {
					good++
				}
			}
			require.Equal(t, 2, good)
			require.Positive(t, bad)
		})
	}
}

func TestAnotherGameIsRefused(t *testing.T) {
	t.Parallel()
	jungle, _ := games.Find("jungle")
	bad := readFault(t, `{"game":"xiangqi"}`, record.Options{Game: jungle})
	require.ErrorContains(t, bad, "the record is of xiangqi, not of jungle")
	bad = readFault(t, "1. h2e2 *", record.Options{Format: "pgn", Game: jungle})
	require.ErrorContains(t, bad, "the format pgn has no records of jungle")
}

func TestARecordThatCannotBeWrittenIsLeftOut(t *testing.T) {
	t.Parallel()
	recs := readAll(t, `[{"game":"jungle"},{"game":"xiangqi","moves":["h2e2"]},{"game":"xiangqi","moves":["h2e2","h9g7"]}]`, record.Options{})
	var b strings.Builder
	out, err := record.NewWriter(&b, "pgn", "wxf")
	require.NoError(t, err)
	err = out.Write(recs[0])
	var bad *record.Error
	require.ErrorAs(t, err, &bad)
	require.ErrorContains(t, bad, "game 1: the format pgn has no records of jungle")
	illegal := *recs[1]
	illegal.Moves = []string{"h2e2", "h2e2"}
	require.ErrorContains(t, out.Write(&illegal), "game 1, ply 2, move h2e2: ")
	require.NoError(t, out.Write(recs[1]))
	require.NoError(t, out.Write(recs[2]))
	require.NoError(t, out.Close())
	require.Equal(t, recs[1:], readAll(t, b.String(), record.Options{}))
}

func TestAFaultyEncodingLosesOnlyTheGameAtFault(t *testing.T) {
	t.Parallel()
	const dhtmlxq = "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"
	tests := map[string]struct{ format, text string }{
		"ndjson":            {"ndjson", `{"game":"jungle"}` + "\n" + `{"game":"jungle"}` + "\xff\n"},
		"ndjson, cut off":   {"ndjson", `{"game":"jungle"}` + "\n" + `{"game":"jungle"}` + "\xe7\x82"},
		"dhtmlxq":           {"dhtmlxq", dhtmlxq + "[/DhtmlXQ]" + dhtmlxq + "\xff[/DhtmlXQ]"},
		"pgn":               {"pgn", "[Red \"A\"]\n1. h2e2 *\n[Red \"B\"]\n1. h2e2 \xff *"},
		"far into the file": {"pgn", "[Red \"A\"]\n1. h2e2 {" + strings.Repeat("é", 5000) + "} *\n1. \xff *"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			games := 0
			for rec, err := range record.Read(strings.NewReader(tt.text), record.Options{Format: tt.format}) {
				if games++; games == 1 {
					require.NoError(t, err)
					require.NotNil(t, rec)
					continue
				}
				require.ErrorContains(t, err, "not UTF-8")
			}
			require.Equal(t, 2, games)
		})
	}
}
