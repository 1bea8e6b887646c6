package ws

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
)

func TestFramesThatAreRead(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		message string
		usual   bool
		want    request
	}{
		"a move": {
			message: `{"id":7,"op":"move","game":"7Kq2","ply":13,"move":"h2e2","afterSeq":30,"offerDraw":true}`, usual: true,
			want: request{id: []byte("7"), op: "move", game: "7Kq2", ply: 13, move: "h2e2", afterSeq: 30, offerDraw: true},
		},
		"spread out": {
			message: " {\n\t\"op\" : \"ping\" , \"id\" : \"a b\" } ", usual: true,
			want: request{id: []byte(`"a b"`), op: "ping"},
		},
		"an id that is escaped": {
			message: `{"id":"\u00e9","op":"ping"}`,
			want:    request{id: []byte(`"\u00e9"`), op: "ping"},
		},
		"a large id": {
			message: `{"id":1234567890123,"op":"ping"}`,
			want:    request{id: []byte("1234567890123"), op: "ping"},
		},
		"nulls are not given": {
			message: `{"id":1,"op":"subscribe","stream":"game:x","afterSeq":null,"ply":null}`,
			want:    request{id: []byte("1"), op: "subscribe", stream: "game:x"},
		},
		"from the first event": {
			message: `{"id":1,"op":"subscribe","stream":"game:x","afterSeq":0}`, usual: true,
			want: request{id: []byte("1"), op: "subscribe", stream: "game:x"},
		},
	}
	for name, tt := range tests {
		_, usual := readUsual([]byte(tt.message))
		require.Equal(t, tt.usual, usual, name)
		r, err := parse([]byte(tt.message))
		require.NoError(t, err, name)
		r.has = 0
		require.Equal(t, tt.want, r, name)
	}
}

func TestFramesThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ message, reason, field, id string }{
		"no JSON":               {message: `hello`, reason: "BAD_JSON"},
		"nothing":               {message: ``, reason: "BAD_JSON"},
		"a list":                {message: `[]`, reason: "BAD_JSON"},
		"null":                  {message: `null`, reason: "BAD_JSON"},
		"broken off":            {message: `{"id":1,"op":"ping"`, reason: "BAD_JSON", id: "1"},
		"two objects":           {message: `{"id":1,"op":"ping"}{}`, reason: "BAD_JSON", id: "1"},
		"a field twice":         {message: `{"id":1,"id":2,"op":"ping"}`, reason: "BAD_JSON", id: "1"},
		"not UTF-8":             {message: "{\"id\":1,\"op\":\"\xff\"}", reason: "BAD_JSON"},
		"no id":                 {message: `{"op":"ping"}`, reason: "INVALID_ARGUMENT", field: "id"},
		"an id of null":         {message: `{"id":null,"op":"ping"}`, reason: "INVALID_ARGUMENT", field: "id"},
		"an id that is a list":  {message: `{"id":[],"op":"ping"}`, reason: "INVALID_ARGUMENT", field: "id"},
		"an id with a fraction": {message: `{"id":1.5,"op":"ping"}`, reason: "INVALID_ARGUMENT", field: "id"},
		"a long id":             {message: `{"id":"` + strings.Repeat("x", 64) + `","op":"ping"}`, reason: "INVALID_ARGUMENT", field: "id"},
		"no operation":          {message: `{"id":1}`, reason: "UNKNOWN_OP", id: "1"},
		"unknown operation":     {message: `{"id":1,"op":"<script>"}`, reason: "UNKNOWN_OP", id: "1"},
		"unknown field":         {message: `{"colour":"red","op":"ping","id":1}`, reason: "UNKNOWN_FIELD", field: "colour", id: "1"},
		"another's field":       {message: `{"id":1,"op":"ping","ply":1}`, reason: "UNKNOWN_FIELD", field: "ply", id: "1"},
		"a number as text":      {message: `{"id":1,"op":"move","game":"x","ply":"1","move":"y"}`, reason: "INVALID_ARGUMENT", field: "ply", id: "1"},
		"a number too large":    {message: `{"id":1,"op":"move","game":"x","ply":2147483648,"move":"y"}`, reason: "INVALID_ARGUMENT", field: "ply", id: "1"},
		"a fraction":            {message: `{"id":1,"op":"move","game":"x","ply":1.0,"move":"y"}`, reason: "INVALID_ARGUMENT", field: "ply", id: "1"},
		"text as an object":     {message: `{"id":1,"op":"move","game":{},"ply":1,"move":"y"}`, reason: "INVALID_ARGUMENT", field: "game", id: "1"},
		"nothing to play":       {message: `{"id":1,"op":"move","game":"x","ply":1}`, reason: "INVALID_ARGUMENT", field: "move", id: "1"},
		"no stream":             {message: `{"id":1,"op":"subscribe"}`, reason: "INVALID_ARGUMENT", field: "stream", id: "1"},
	}
	for name, tt := range tests {
		r, err := parse([]byte(tt.message))
		var e *errs.Error
		require.ErrorAs(t, err, &e, name)
		require.Equal(t, tt.reason, e.Reason, name)
		require.Equal(t, tt.id, string(r.id), name)
		if tt.field != "" {
			require.Len(t, e.Violations, 1, name)
			require.Equal(t, tt.field, e.Violations[0].Field, name)
		}
	}
}

func TestReadingAMoveAllocatesItsTexts(t *testing.T) { //nolint:paralleltest // AllocsPerRun counts for the whole process
	message := []byte(`{"id":7,"op":"move","game":"7Kq2abcdefgh","ply":13,"move":"h2e2","afterSeq":30}`)
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = parse(message) }), 2.0)
}

func FuzzFrame(f *testing.F) {
	for _, seed := range []string{
		`{"id":7,"op":"move","game":"7Kq2","ply":13,"move":"h2e2","afterSeq":30,"offerDraw":false}`,
		`{"id":"a","op":"subscribe","stream":"game:x","afterSeq":0}`, `{"id":1,"op":"auth","token":"a.b.c"}`,
		`{"id":1,"op":"ping"} `, `{"id":01,"op":"ping"}`, `{"id":1,"id":1}`, `{"op":"\u0070ing","id":-1}`,
		`{"id":1e3,"op":"ping"}`, `{"ply":null}`, "{\"id\":\"\x7f\"}", `{`, `{}`, `{"":1}`, `[{"id":1}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		quick, usual := readUsual(message)
		slow, err := decode(message)
		if usual { // what plain code reads, it reads as encoding/json does
			require.NoError(t, err)
			require.Equal(t, slow, quick)
		}
		if err != nil {
			return
		}
		var tree map[string]any
		require.NoError(t, json.Unmarshal(message, &tree))
		require.LessOrEqual(t, len(slow.id), maxID)
		if slow.has&fieldID != 0 {
			require.True(t, json.Valid(slow.id))
			require.True(t, bytes.Contains(message, slow.id))
		}
		for name, field := range fieldOf {
			require.Equal(t, tree[name] != nil, slow.has&field != 0, name)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	message := []byte(`{"id":7,"op":"move","game":"7Kq2abcdefgh","ply":13,"move":"h2e2","afterSeq":30}`)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = parse(message)
	}
}
