package problem_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/texts"
	"kydai.dev/services/gateway/internal/problem"
)

func TestStatuses(t *testing.T) {
	t.Parallel()
	referee := func(kind errs.Kind, reason string) error {
		return errs.ToStatus(errs.New(kind, reason, "for developers"), "referee").Err()
	}
	tests := map[string]struct {
		err    error
		status int
		reason string
		domain string
	}{
		"a service's refusal":      {referee(errs.Conflict, "PLY_TAKEN"), 409, "PLY_TAKEN", "referee.kydai"},
		"its own status":           {referee(errs.Invalid, "ILLEGAL_MOVE"), 422, "ILLEGAL_MOVE", "referee.kydai"},
		"an unknown reason":        {referee(errs.Exists, "NEVER_HEARD_OF"), 409, "NEVER_HEARD_OF", "referee.kydai"},
		"the gateway's own":        {errs.New(errs.NotFound, "NOT_FOUND", "x"), 404, "NOT_FOUND", "gateway.kydai"},
		"wrapped":                  {fmt.Errorf("read: %w", errs.New(errs.NotFound, "NOT_FOUND", "x")), 404, "NOT_FOUND", "gateway.kydai"},
		"a failure":                {errors.New("secret"), 500, "INTERNAL", "gateway.kydai"},
		"a service's failure":      {errs.ToStatus(errors.New("secret"), "referee").Err(), 500, "INTERNAL", "referee.kydai"},
		"a service away":           {status.Error(codes.Unavailable, "no connection"), 503, "UNAVAILABLE", ""},
		"out of time":              {context.DeadlineExceeded, 504, "DEADLINE_EXCEEDED", "gateway.kydai"},
		"a service out of time":    {errs.ToStatus(context.DeadlineExceeded, "referee").Err(), 504, "DEADLINE_EXCEEDED", "referee.kydai"},
		"out of time on the wire":  {status.Error(codes.DeadlineExceeded, "context deadline exceeded"), 504, "DEADLINE_EXCEEDED", "gateway.kydai"},
		"gone":                     {status.Error(codes.Canceled, "gone"), 499, "CANCELED", "gateway.kydai"},
		"a service that is absent": {status.Error(codes.Unimplemented, "no"), 501, "UNIMPLEMENTED", "gateway.kydai"},
		"a status without reason":  {status.Error(codes.InvalidArgument, "type mismatch"), 400, "INVALID_ARGUMENT", "gateway.kydai"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := problem.New(t.Context(), texts.English, tt.err)
			require.Equal(t, tt.status, p.Status)
			require.Equal(t, tt.reason, p.Reason)
			require.Equal(t, tt.domain, p.Domain)
			require.Equal(t, "/docs#"+tt.reason, p.Type)
			require.NotEmpty(t, p.Title)
			require.NotContains(t, p.Title+p.Detail, "secret")
		})
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	err := errs.New(errs.Conflict, "PLY_TAKEN", "x").With("ply", "4").At("time_control.per_move", "was played")
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
	r.Header.Set("Accept-Language", "en-GB, vi;q=0.5")
	w := httptest.NewRecorder()
	problem.Write(w, r, errs.ToStatus(err, "referee").Err())

	require.Equal(t, http.StatusConflict, w.Code)
	require.Equal(t, "application/problem+json", w.Header().Get("Content-Type"))
	require.Equal(t, "en", w.Header().Get("Content-Language"))
	require.Empty(t, w.Header().Get("Retry-After"))
	require.JSONEq(t, `{"type":"/docs#PLY_TAKEN","title":"That ply has been played","status":409,
		"detail":"Another move was played for that ply. The game stands at ply 4.","instance":"","reason":"PLY_TAKEN",
		"domain":"referee.kydai","metadata":{"ply":"4"},"violations":[{"field":"timeControl.perMove","description":"was played"}],"retryAfter":null}`, w.Body.String())
}

func TestWriteInVietnameseByDefault(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	problem.Write(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), errs.New(errs.NotFound, "NOT_FOUND", "x"))
	var p problem.Problem
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &p))
	require.Equal(t, "Không có đường dẫn này", p.Title)
	require.Equal(t, "vi", w.Header().Get("Content-Language"))
	require.Contains(t, w.Body.String(), `"metadata":{},"violations":[]`)
}

func TestHeadersOfRefusals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err          error
		retry        string
		authenticate string
	}{
		"rounded up":  {errs.New(errs.Limited, "RATE_LIMITED", "x").After(1100 * time.Millisecond), "2", ""},
		"by default":  {errs.New(errs.Unavailable, "UNAVAILABLE", "x"), "1", ""},
		"no token":    {errs.New(errs.Unauthenticated, "NO_TOKEN", "x"), "", `Bearer realm="kydai"`},
		"a bad token": {errs.New(errs.Unauthenticated, "BAD_TOKEN", "x"), "", `Bearer realm="kydai", error="invalid_token"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			problem.Write(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), tt.err)
			require.Equal(t, tt.retry, w.Header().Get("Retry-After"))
			require.Equal(t, tt.authenticate, w.Header().Get("WWW-Authenticate"))
		})
	}
}

func TestCauseIsNoted(t *testing.T) {
	t.Parallel()
	var c problem.Cause
	r := httptest.NewRequestWithContext(problem.WithCause(t.Context(), &c), http.MethodGet, "/", nil)
	boom := errors.New("boom")
	problem.Write(httptest.NewRecorder(), r, boom)
	require.ErrorIs(t, c.Err, boom)
}
