package errs_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"pgregory.net/rapid"

	"kydai.dev/pkg/errs"
)

var errTaken = errs.New(errs.Conflict, "PLY_TAKEN", "the ply is played")

func TestRefusalIsFoundByItsReason(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("play: %w", errTaken.With("ply", "13").Saying("ply 13 is played"))
	require.ErrorIs(t, err, errTaken)
	require.NotErrorIs(t, err, errs.New(errs.Conflict, "PLY_AHEAD", ""))
	require.NotErrorIs(t, errors.New("PLY_TAKEN"), errTaken)
	require.Equal(t, "PLY_TAKEN", errs.Reason(err))
	require.Empty(t, errs.Reason(errors.New("oops")))
}

func TestCopiesLeaveTheOriginalAlone(t *testing.T) {
	t.Parallel()
	base := errTaken.With("side", "first").At("ply", "played")
	a, b := base.With("seq", "1").At("a", ""), base.With("seq", "2").At("b", "")
	_ = base.Saying("else").After(time.Second)
	require.Equal(t, map[string]string{"side": "first"}, base.Metadata)
	require.Len(t, base.Violations, 1)
	require.Zero(t, base.RetryAfter)
	require.Equal(t, "the ply is played", base.Detail)
	require.Equal(t, "1", a.Metadata["seq"])
	require.Equal(t, "2", b.Metadata["seq"])
	require.Equal(t, "a", a.Violations[1].Field)
	require.Equal(t, "b", b.Violations[1].Field)
	require.Nil(t, errTaken.Metadata)
}

// Whatever a service refuses, its caller reads the same.
func TestRefusalsCrossWhole(t *testing.T) {
	t.Parallel()
	word := rapid.StringMatching(`[a-zà-ỹ ]{1,12}`)
	rapid.Check(t, func(t *rapid.T) {
		e := errs.New(errs.Kind(rapid.Uint8Range(uint8(errs.Invalid), uint8(errs.Unavailable)).Draw(t, "kind")),
			rapid.StringMatching(`[A-Z_]{1,12}`).Draw(t, "reason"), word.Draw(t, "detail"))
		for k, v := range rapid.MapOfN(word, word, 0, 3).Draw(t, "metadata") {
			e = e.With(k, v)
		}
		for _, f := range rapid.SliceOfN(word, 0, 3).Draw(t, "fields") {
			e = e.At(f, "wrong")
		}
		e = e.After(time.Duration(rapid.Int64Range(0, 1e12).Draw(t, "after")))

		got, ok := errs.FromStatus(fmt.Errorf("call: %w", errs.ToStatus(fmt.Errorf("do: %w", e), "referee").Err()))
		require.True(t, ok)
		require.Equal(t, "referee.kydai", got.Domain)
		got.Domain = ""
		require.Equal(t, e, got)
		require.Equal(t, errs.ToStatus(e, "referee").Code(), errs.ToStatus(errs.Remote(got), "matchmaking").Code())
	})
}

func TestTheFirstToRefuseIsNamed(t *testing.T) {
	t.Parallel()
	first := errs.ToStatus(errTaken, "referee").Err()
	second := errs.ToStatus(errs.Remote(first), "matchmaking").Err()
	e, ok := errs.FromStatus(second)
	require.True(t, ok)
	require.Equal(t, "referee.kydai", e.Domain)
}

func TestStatusesOfOtherErrors(t *testing.T) {
	t.Parallel()
	late := status.Error(codes.DeadlineExceeded, "context deadline exceeded")
	tests := map[string]struct {
		err    error
		code   codes.Code
		reason string
	}{
		"ours":                {err: errors.New("oops"), code: codes.Internal, reason: "INTERNAL"},
		"the caller left":     {err: fmt.Errorf("load: %w", context.Canceled), code: codes.Canceled},
		"too slow":            {err: fmt.Errorf("load: %w", context.DeadlineExceeded), code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED"},
		"a callee too slow":   {err: errs.Remote(fmt.Errorf("call: %w", late)), code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED"},
		"it said so itself":   {err: errs.Remote(errs.ToStatus(context.DeadlineExceeded, "clock").Err()), code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED"},
		"a callee cancelled":  {err: errs.Remote(status.Error(codes.Canceled, "")), code: codes.Canceled},
		"a callee is away":    {err: errs.Remote(status.Error(codes.Unavailable, "refused")), code: codes.Unavailable, reason: "UNAVAILABLE"},
		"a callee failed":     {err: errs.Remote(errs.ToStatus(errors.New("oops"), "clock").Err()), code: codes.Internal, reason: "INTERNAL"},
		"a status of no kind": {err: errs.Remote(status.Error(codes.NotFound, "no such row")), code: codes.Internal, reason: "INTERNAL"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := errs.ToStatus(tt.err, "referee")
			require.Equal(t, tt.code, st.Code())
			e, ok := errs.FromStatus(st.Err())
			require.Equal(t, tt.reason != "", ok)
			if ok {
				require.Equal(t, tt.reason, e.Reason)
			}
			require.NotContains(t, st.Message(), "oops")
		})
	}
	_, ok := errs.FromStatus(nil)
	require.False(t, ok)
}
