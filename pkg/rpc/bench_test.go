package rpc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// A call inside the process as the gateway makes it: a player's token, an
// origin, the gateway's own proof, all interceptors, an empty handler.
func BenchmarkLocalCall(b *testing.B) {
	h, intercept := newHall(b)
	l := rpc.NewLocal(intercept, nil, nil)
	answer := &accountv1.GetPlayerResponse{}
	register(b, l, func(context.Context, string, proto.Message) (proto.Message, error) { return answer, nil })
	conn := rpc.NewClient(l, "account", h.signer(b, "gateway", now))
	token := h.token(b, start, "play")
	req, resp := valid[getPlayer]()
	b.ReportAllocs()
	for b.Loop() {
		ctx := rpc.WithOrigin(b.Context(), rpc.Origin{Arrival: start, UserAgent: "bench", Address: "203.0.113.7"})
		require.NoError(b, conn.Invoke(rpc.WithToken(ctx, token), getPlayer, req, resp))
	}
}
