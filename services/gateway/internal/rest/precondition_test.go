package rest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

func TestConditionsOfAChange(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		header string
		want   []string
	}{
		"none":         {header: ""},
		"any":          {header: "*"},
		"one":          {header: `"7"`, want: []string{"7"}},
		"several":      {header: `"7", "8" ,"a b"`, want: []string{"7", "8", "a b"}},
		"a weak one":   {header: `W/"7"`, want: []string{`W/"7"`}},
		"an empty one": {header: `""`, want: []string{""}},
	}
	h := newHall(t)
	h.on("UpdateMe", saying(&accountv1.UpdateMeResponse{Me: &accountv1.PlayerProfile{PlayerId: ann, Name: "Ánh"}, Etag: "8"}))
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := h.send("PATCH", "/v1/me", `{"name":"Ánh","country":""}`, h.as(ann), header{"If-Match": tt.header, "If-None-Match": "*"})
			require.Equal(t, http.StatusOK, r.StatusCode, "%s", r.body)
			require.Equal(t, `"8"`, r.Header.Get("ETag"))
			require.Contains(t, string(r.body), "Ánh")
			asked := h.last("UpdateMe").req.(*accountv1.UpdateMeRequest)
			require.Equal(t, tt.want, asked.GetIfMatch())
			require.Equal(t, "Ánh", asked.GetName())
			require.NotNil(t, asked.Country, "said to be nothing")
			require.Nil(t, asked.Language, "not said")
		})
	}
}

func TestMalformedConditions(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	for _, header := range []string{`7`, `"7`, `7"`, `"7", *`, `"7",`, `w/"7"`, "\"\u00e9\"", `"a"b"`} {
		r := h.send("PATCH", "/v1/me", `{"name":"Ánh"}`, h.as(ann), map[string]string{"If-Match": header})
		require.Equal(t, "BAD_HEADER", r.problem(t).Reason, header)
	}
	require.Empty(t, h.asked())
	h.send("PATCH", "/v1/me", `{"ifMatch":["7"]}`, h.as(ann)).refused(t, 400, "UNKNOWN_FIELD")
}

func TestUnmetCondition(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.on("UpdateMe", refusing(errs.New(errs.Conflict, "PROFILE_CHANGED", "x")))
	h.send("PATCH", "/v1/me", `{"name":"Ánh"}`, h.as(ann), header{"If-Match": `"6"`}).refused(t, 412, "PROFILE_CHANGED")
}
