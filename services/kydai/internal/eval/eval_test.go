package eval_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/kydai/internal/eval"
)

type reply struct {
	ID       json.RawMessage
	Position string
	Side     string
	Legal    []string
	Outcome  *struct{ Winner, Reason string }
	Evidence json.RawMessage
	Warnings []warning
	Texts    []map[string]string
	Error    *struct {
		Ply                                int
		Code, Field, Rule, Square, Message string
	}
}

type warning struct {
	Ply        int
	Side, Rule string
}

// ask runs the questions and returns the answers and what was complained of.
func ask(t *testing.T, input string) (answers []reply, complaints string) {
	t.Helper()
	var out, errs bytes.Buffer
	require.NoError(t, eval.Run(strings.NewReader(input), &out, &errs))
	for line := range strings.Lines(out.String()) {
		var r reply
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		require.NoError(t, decoder.Decode(&r), line)
		require.NotNil(t, r.Legal, line)
		require.NotNil(t, r.Warnings, line)
		require.NotNil(t, r.Texts, line)
		answers = append(answers, r)
	}
	return answers, errs.String()
}

func one(t *testing.T, question string) reply {
	t.Helper()
	answers, complaints := ask(t, question+"\n")
	require.Empty(t, complaints)
	require.Len(t, answers, 1)
	return answers[0]
}

func TestTheStart(t *testing.T) {
	t.Parallel()
	for _, question := range []string{
		`{"id":7,"game":"xiangqi"}`, `{"id":7,"game":"xiangqi","position":null,"moves":null}`,
		`{"id":7,"game":"xiangqi","moves":[],"setup":true}`,
	} {
		r := one(t, question)
		require.Equal(t, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", r.Position)
		require.Equal(t, "first", r.Side)
		require.Len(t, r.Legal, 44)
		require.IsIncreasing(t, r.Legal)
		require.Nil(t, r.Outcome)
		require.Nil(t, r.Error)
		require.Equal(t, "7", string(r.ID))
	}
}

func TestIDsComeBack(t *testing.T) {
	t.Parallel()
	for _, id := range []string{`1`, `-1.50e300`, `12345678901234567890`, `"a<b> é"`, `null`, `true`, `[1,{"a":"\n"}]`, `{"x":null}`} {
		require.Equal(t, id, string(one(t, `{"id":`+id+`,"game":"morris"}`).ID))
		answers, _ := ask(t, `{"id":`+id+`,"game":"morris","colour":1}`)
		require.Equal(t, id, string(answers[0].ID), "also with an unknown field")
	}
	require.Equal(t, "null", string(one(t, `{"game":"morris"}`).ID))
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	start := "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1"
	tests := map[string]struct {
		question string
		code     string
		ply      int
		field    string
		position string
	}{
		"illegal":          {question: `"game":"jungle","moves":["a1a9"]`, code: "NOT_ADJACENT", ply: 1, position: start},
		"malformed":        {question: `"game":"jungle","moves":["a1"]`, code: "MALFORMED_MOVE", ply: 1, position: start},
		"empty move":       {question: `"game":"jungle","moves":[""]`, code: "MALFORMED_MOVE", ply: 1, position: start},
		"bad board":        {question: `"game":"jungle","position":"8/7/7/7/7/7/7/7/7 r 0 1"`, code: "BAD_POSITION", field: "board"},
		"bad side":         {question: `"game":"jungle","position":"l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w 0 1"`, code: "BAD_POSITION", field: "side"},
		"empty position":   {question: `"game":"jungle","position":""`, code: "BAD_POSITION", field: "line"},
		"empty set-up":     {question: `"game":"jungle","position":"","setup":true`, code: "BAD_POSITION", field: "line"},
		"move after end":   {question: `"game":"jungle","position":"2E4/2c4/7/7/7/7/7/7/7 b 0 1","moves":["c8c9","c9c8"]`, code: "GAME_OVER", ply: 2, position: "2c4/7/7/7/7/7/7/7/7 r 0 2"},
		"finished as read": {question: `"game":"jungle","position":"7/7/7/7/7/7/7/7/2c4 r 0 1","moves":["c9c8"]`, code: "GAME_OVER", ply: 1, position: "7/7/7/7/7/7/7/7/2c4 r 0 1"},
		"unknown game":     {question: `"game":"chess"`, code: "UNKNOWN_GAME"},
		"no game":          {question: `"moves":[]`, code: "UNKNOWN_GAME"},
		"only as set-up":   {question: `"game":"jungle","position":"7/7/7/7/7/7/7/7/2c4 r 0 1","setup":true`, code: "BAD_POSITION", field: "board"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := one(t, `{`+tt.question+`}`)
			require.NotNil(t, r.Error)
			require.Equal(t, tt.code, r.Error.Code)
			require.Equal(t, tt.ply, r.Error.Ply)
			require.Equal(t, tt.field, r.Error.Field)
			require.NotEmpty(t, r.Error.Message)
			require.Equal(t, tt.position, r.Position)
			require.Equal(t, tt.position == "", r.Side == "")
		})
	}
}

func TestASetUpIsRefusedWithRuleAndSquare(t *testing.T) {
	t.Parallel()
	refused := one(t, `{"game":"xiangqi","position":"4k4/9/9/9/9/9/9/9/3A5/5K3 w - - 0 1","setup":true}`).Error
	require.NotNil(t, refused)
	require.Equal(t, []string{"BAD_POSITION", "board", "WRONG_POINT", "d1"}, []string{refused.Code, refused.Field, refused.Rule, refused.Square})
}

func TestAnErrorKeepsWhatHeldBefore(t *testing.T) {
	t.Parallel()
	r := one(t, `{"game":"xiangqi","moves":["h2e2","h7e7","e2e9","a0a1"]}`)
	require.Equal(t, 3, r.Error.Ply)
	before := one(t, `{"game":"xiangqi","moves":["h2e2","h7e7"]}`)
	require.Equal(t, before.Position, r.Position)
	require.Equal(t, before.Legal, r.Legal)
	require.Nil(t, r.Outcome)
}

func TestARulingComesWithItsEvidence(t *testing.T) {
	t.Parallel()
	r := one(t, `{"game":"xiangqi","position":"3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1","moves":["h0i0","i9h7","i0h0","h7i9","h0i0","i9h7","i0h0","h7i9"]}`)
	require.Equal(t, "perpetual_chase", r.Outcome.Reason)
	require.JSONEq(t, `{
		"rule":"perpetual_chase","equalPlies":[0,4,8],
		"breaches":[{"side":"first","rule":"chase","plies":[1,3,5,7],"target":{"kind":"horse","from":"i9","chases":[
			{"ply":1,"square":"i9","attackers":[{"square":"i0","kind":"chariot","side":"first"}]},
			{"ply":3,"square":"h7","attackers":[{"square":"h0","kind":"chariot","side":"first"}]},
			{"ply":5,"square":"i9","attackers":[{"square":"i0","kind":"chariot","side":"first"}]},
			{"ply":7,"square":"h7","attackers":[{"square":"h0","kind":"chariot","side":"first"}]}]}}],
		"sentence":{
			"vi":"Bên đỏ đuổi mãi quân mã (ban đầu ở i9) ở các nước 1, 3, 5, 7, thế cờ đã lặp lại đủ 3 lần (sau các nước 0, 4, 8) nên thua.",
			"en":"Red chased the horse that began on i9 with every move (plies 1, 3, 5, 7), the position stood for the third time (after plies 0, 4, 8), and loses."}}`,
		string(r.Evidence))
	require.Equal(t, "null", string(one(t, `{"game":"xiangqi","moves":["h2e2"]}`).Evidence))
	full := one(t, `{"game":"morris","position":"3/3/3/6/3/3/3 w 9 9 49 26","moves":["a1"]}`)
	require.JSONEq(t, `{"rule":"move_count","counter":{"kind":"plies_without_mill","plies":50,"limit":50},"sentence":{
		"vi":"Đã qua 50 nước của hai bên mà không cối nào được lập nên ván cờ hoà.",
		"en":"50 plies have passed without a mill, so the game is drawn."}}`, string(full.Evidence))
}

func TestSetUpBeginsAnew(t *testing.T) {
	t.Parallel()
	const line = `"game":"jungle","position":"l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 7 9"`
	require.Equal(t, "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 7 9", one(t, `{`+line+`}`).Position)
	require.Equal(t, "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1", one(t, `{`+line+`,"setup":true}`).Position)
}

func TestWhatIsNoQuestionIsAnsweredToo(t *testing.T) {
	t.Parallel()
	bad := []string{
		`{"id":1,"game":"jungle"`, `nonsense`, `null`, `[]`, `"text"`, `5`, `{"id":1} {"id":2}`, `{"id":1}x`,
		`{"id":1,"game":"jungle","depth":3}`, `{"id":1,"game":5}`, `{"id":1,"game":"jungle","moves":"a1a2"}`,
		`{"id":1,"game":"jungle","moves":[1]}`, `{"id":1,"game":"jungle","setup":"yes"}`, "\x00", "{\xff}",
	}
	for _, line := range bad {
		answers, complaints := ask(t, "{\"id\":\"before\",\"game\":\"jungle\"}\n\n  \n"+line+"\n{\"id\":\"after\",\"game\":\"jungle\"}")
		require.Len(t, answers, 3, line)
		require.Equal(t, "BAD_REQUEST", answers[1].Error.Code, line)
		require.Equal(t, `"after"`, string(answers[2].ID), line)
		require.Nil(t, answers[2].Error)
		require.Regexp(t, `^line 4: [^\n]+\n$`, complaints, line)
		require.NotContains(t, complaints, "eval.", "no names of our types")
	}
}

func TestOrderIsKeptAndLongLinesWork(t *testing.T) {
	t.Parallel()
	var input strings.Builder
	for i := range 500 {
		input.WriteString(`{"id":` + strconv.Itoa(i) + `,"game":"morris","moves":["d6"]}` + "\r\n")
	}
	shuffle := strings.Repeat(`"a1a2","a9a8","a2a1","a8a9",`, 40_000)
	input.WriteString(`{"id":"long","game":"jungle","moves":[` + strings.TrimSuffix(shuffle, ",") + `]}`)
	require.Greater(t, input.Len(), 1<<20)
	answers, complaints := ask(t, input.String())
	require.Empty(t, complaints)
	require.Len(t, answers, 501)
	for i, r := range answers[:500] {
		require.Equal(t, strconv.Itoa(i), string(r.ID))
		require.Nil(t, r.Error)
	}
	last := answers[500]
	require.Equal(t, "repetition", last.Outcome.Reason)
	require.Equal(t, "GAME_OVER", last.Error.Code)
	require.Equal(t, 17, last.Error.Ply)
}

func TestAnAnswerComesBeforeTheNextQuestion(t *testing.T) {
	t.Parallel()
	in, questions := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- eval.Run(in, out, io.Discard) }()
	read := bufio.NewScanner(answers)
	for _, id := range []string{"1", "2"} {
		_, err := questions.Write([]byte(`{"id":` + id + `,"game":"draughts-american"}` + "\n"))
		require.NoError(t, err)
		require.True(t, read.Scan())
		require.Contains(t, read.Text(), `"id":`+id)
	}
	require.NoError(t, questions.Close())
	require.NoError(t, <-done)
}

func TestRunSaysWhyItStopped(t *testing.T) {
	t.Parallel()
	gone, out := io.Pipe()
	require.NoError(t, gone.Close())
	require.ErrorIs(t, eval.Run(strings.NewReader(`{"game":"jungle"}`+"\n"), out, io.Discard), io.ErrClosedPipe)
}
