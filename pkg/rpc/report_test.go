package rpc_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/errs"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

func TestLogSaysToOperatorsWhatIsOurs(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err  error
		want string // the level, or nothing
	}{
		"ours":        {err: errors.New("disk full"), want: "level=ERROR"},
		"unavailable": {err: errs.New(errs.Unavailable, "BUSY", "busy"), want: "level=WARN"},
		"too slow":    {err: context.DeadlineExceeded, want: "level=WARN"},
		"theirs":      {err: errs.New(errs.Invalid, "BAD_NAME", "bad"), want: "level=DEBUG"},
		"good":        {},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fn := func(context.Context, string, proto.Message) (proto.Message, error) { return nil, tt.err }
			overBoth(t, fn, func(t *testing.T, h *hall) {
				err := h.conn.Invoke(t.Context(), createGuest, guest("Nguyễn"), &accountv1.CreateGuestSessionResponse{})
				require.Equal(t, tt.err == nil, err == nil)
				if tt.want == "" {
					require.Empty(t, h.log.String())
					return
				}
				require.Contains(t, h.log.String(), tt.want)
				require.Contains(t, h.log.String(), createGuest)
				require.Contains(t, h.log.String(), tt.err.Error())
				require.NotContains(t, h.log.String(), "Nguyễn")
			})
		})
	}
}

func TestCallsAreCounted(t *testing.T) {
	t.Parallel()
	fn := func(_ context.Context, _ string, req proto.Message) (proto.Message, error) {
		if req.(*accountv1.CreateGuestSessionRequest).GetName() == "bad" {
			return nil, errs.New(errs.Invalid, "BAD_NAME", "bad")
		}
		return nil, nil
	}
	overBoth(t, fn, func(t *testing.T, h *hall) {
		for _, name := range []string{"good", "bad", "good"} {
			_ = h.conn.Invoke(t.Context(), createGuest, guest(name), &accountv1.CreateGuestSessionResponse{})
		}
		require.Equal(t, map[string]float64{"OK": 2, "InvalidArgument": 1}, counted(t, h))
	})
}

// counted is how many calls ended with each code.
func counted(t *testing.T, h *hall) map[string]float64 {
	t.Helper()
	families, err := h.metrics.Gather()
	require.NoError(t, err)
	require.Len(t, families, 1)
	require.Equal(t, "kydai_rpc_calls_total", families[0].GetName())
	by := map[string]float64{}
	for _, m := range families[0].GetMetric() {
		for _, label := range m.GetLabel() {
			if label.GetName() == "code" {
				by[label.GetValue()] += m.GetCounter().GetValue()
			}
		}
	}
	return by
}
