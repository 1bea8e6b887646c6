package rest

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/texts"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/route"
)

// createGame is the route with the richest body.
func createGame(t require.TestingT) *route.Route {
	routes, err := route.Of(refereev1.File_kydai_referee_v1_referee_proto.Services().ByName("RefereeService"))
	require.NoError(t, err)
	for _, r := range routes {
		if r.Method == "POST" && r.Pattern == "/v1/games" {
			return r
		}
	}
	require.Fail(t, "there is no such route")
	return nil
}

// refusedWell demands that an error is a refusal with a text.
func refusedWell(t require.TestingT, err error) {
	var e *errs.Error
	require.ErrorAs(t, err, &e)
	_, known := texts.Reason(e.Reason)
	require.True(t, known, e.Reason)
	for _, v := range e.Violations {
		require.True(t, v.Field != "" || e.Reason == ErrField.Reason, "%s names no field: %s", e.Reason, v.Description) // a client may call one ""
	}
}

func FuzzDecode(f *testing.F) {
	for _, body := range []string{
		`{"game":"xiangqi"}`, `{"seats":{"first":{"player":{"accountId":"x"}},"second":{"bot":{"level":"1"}}}}`,
		`{"seats":{"first":{"player":{},"bot":{}}}}`, `{"timeControl":{"bank":"1.5s"}}`, `{"creationKey":"x"}`, `{"x":1}`, `[]`, ``, `{`, `{"game":"\u0000"}`, `{"game":"\\u0000"}`, `{"handicap":{"remove":["\u0000"]}}`,
		`{"firstMove":{"limit":"9999999999999999s"}}`, `{"spectators":null}`, "{\"game\":\"\xff\"}",
	} {
		f.Add([]byte(body))
	}
	to := createGame(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		msg := &refereev1.CreateGameRequest{}
		if err := decode(to, body, msg); err != nil {
			refusedWell(t, err)
			return
		}
		require.Empty(t, msg.GetCreationKey(), "a client can't set it")
		require.Empty(t, nulIn(msg.ProtoReflect(), ""), "no database would keep it")
	})
}

func FuzzQuery(f *testing.F) {
	for _, query := range []string{"", "a=b", "game=x&pageSize=3", "%zz", "game=%00", "pageSize=99999999999", ";", "game=a&game=b", "=", "&&"} {
		f.Add(query)
	}
	routes, err := route.Of(refereev1.File_kydai_referee_v1_referee_proto.Services().ByName("RefereeService"))
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, query string) {
		for _, r := range routes {
			if err := checkQuery(r, query); err != nil {
				refusedWell(t, err)
			} else if query != "" {
				_, err := url.ParseQuery(query)
				require.NoError(t, err)
			}
		}
	})
}
