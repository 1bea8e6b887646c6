package rest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/errs"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func TestMove(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	answer := &refereev1.PlayMoveResponse{Seq: 31, Ply: 13, Move: "h2e2", Position: "p", LastSeq: 31}
	h.on("PlayMove", saying(answer))
	r := h.send("POST", "/v1/games/7Kq2abcdefgh/moves", `{"ply":13,"move":"h2e2","afterSeq":30,"offerDraw":true}`, h.as(ann))

	require.Equal(t, http.StatusOK, r.StatusCode, "%s", r.body)
	require.Equal(t, "application/json", r.Header.Get("Content-Type"))
	require.JSONEq(t, `{"seq":31,"ply":13,"move":"h2e2","position":"p","clock":null,"texts":null,"result":null,"warnings":[],"lastSeq":31}`, string(r.body))
	want, err := protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(answer)
	require.NoError(t, err)
	require.JSONEq(t, string(want), string(r.body))

	asked := h.last("PlayMove")
	require.True(t, proto.Equal(&refereev1.PlayMoveRequest{GameId: "7Kq2abcdefgh", Ply: 13, Move: "h2e2", AfterSeq: 30, OfferDraw: true}, asked.req))
	require.Equal(t, ann, asked.caller.Account)
	require.Equal(t, h.now, asked.origin.Arrival)
	require.Equal(t, "127.0.0.1", asked.origin.Address)
}

// The hand-written route refuses what every other route refuses, in the same
// words.
func TestMoveRefusesAsOthersDo(t *testing.T) {
	t.Parallel()
	const path = "/v1/games/g/moves"
	h := newHall(t)
	as := h.as(ann)
	tests := map[string]struct {
		path, body string
		headers    header
		status     int
		reason     string
	}{
		"unknown field":     {path, `{"ply":1,"move":"h2e2","speed":"fast"}`, as, 400, "UNKNOWN_FIELD"},
		"a field twice":     {path, `{"ply":1,"ply":1,"move":"h2e2"}`, as, 400, "BAD_JSON"},
		"the path's field":  {path, `{"gameId":"x","ply":1,"move":"h2e2"}`, as, 400, "UNKNOWN_FIELD"},
		"wrong type":        {path, `{"ply":"one","move":"h2e2"}`, as, 400, "INVALID_ARGUMENT"},
		"no ply":            {path, `{"move":"h2e2"}`, as, 400, "INVALID_ARGUMENT"},
		"negative ply":      {path, `{"ply":-1,"move":"h2e2"}`, as, 400, "INVALID_ARGUMENT"},
		"no body":           {path, ``, as, 400, "INVALID_ARGUMENT"},
		"a query":           {path + "?ply=1", `{"ply":1,"move":"h2e2"}`, as, 400, "UNKNOWN_FIELD"},
		"a form":            {path, `ply=1`, header{"Authorization": as["Authorization"], "Content-Type": "application/x-www-form-urlencoded"}, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"nobody":            {path, `{"ply":1,"move":"h2e2"}`, nil, 401, "NO_TOKEN"},
		"a bad token":       {path, `{"ply":1,"move":"h2e2"}`, header{"Authorization": "Bearer x"}, 401, "BAD_TOKEN"},
		"another scope":     {path, `{"ply":1,"move":"h2e2"}`, header{"Authorization": "Bearer " + h.token(ann, "chat")}, 403, "SCOPE_MISSING"},
		"a long id":         {"/v1/games/123456789012345678901234567890123/moves", `{"ply":1,"move":"h2e2"}`, as, 400, "INVALID_ARGUMENT"},
		"an empty id":       {"/v1/games//moves", `{"ply":1,"move":"h2e2"}`, as, 404, "NOT_FOUND"},
		"NUL":               {path, `{"ply":1,"move":"\u0000"}`, as, 400, "INVALID_ARGUMENT"},
		"SQL is just text":  {path, `{"ply":1,"move":"'; DROP TABLE games; --"}`, as, 200, ""},
		"snake case":        {path, `{"ply":1,"move":"h2e2","after_seq":3}`, as, 200, ""},
		"a number as text":  {path, `{"ply":"1","move":"h2e2"}`, as, 200, ""},
		"escapes and nulls": {path, `{"ply":1,"move":"h2\u0065\u0032","offerDraw":null}`, as, 200, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := h.send("POST", tt.path, tt.body, tt.headers)
			if tt.reason == "" {
				require.Equal(t, tt.status, r.StatusCode, "%s", r.body)
				return
			}
			r.refused(t, tt.status, tt.reason)
		})
	}
}

func TestMoveCarriesTheRefereesRefusal(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("PlayMove", refusing(errs.New(errs.Invalid, "ILLEGAL_MOVE", "x").With("rule", "GENERALS_FACE")))
	r := h.send("POST", "/v1/games/g/moves", `{"ply":1,"move":"e1a1"}`, h.as(ann), header{"Accept-Language": "en"})
	p := r.refused(t, 422, "ILLEGAL_MOVE")
	require.Equal(t, "GENERALS_FACE", p.Metadata["rule"])
	require.Contains(t, p.Detail, "face each other")
}
