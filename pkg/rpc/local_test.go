package rpc_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	otelcodes "go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

func TestLocalKnowsWhatItServes(t *testing.T) {
	t.Parallel()
	_, intercept := newHall(t)
	l := rpc.NewLocal(intercept, nil, nil)
	require.False(t, l.Serves("account"))
	register(t, l, nil)
	require.True(t, l.Serves("account"))
	require.True(t, l.Serves("referee"))
	require.False(t, l.Serves("ref"))
	require.False(t, l.Serves("clock"))
}

func TestLocalRefusesForeignMessages(t *testing.T) {
	t.Parallel()
	_, intercept := newHall(t)
	l := rpc.NewLocal(intercept, nil, nil)
	register(t, l, func(context.Context, string, proto.Message) (proto.Message, error) { return nil, nil })
	tests := map[string]struct{ req, resp any }{
		"request":       {&accountv1.GetMeRequest{}, &accountv1.CreateGuestSessionResponse{}},
		"answer":        {&accountv1.CreateGuestSessionRequest{}, &accountv1.GetMeResponse{}},
		"not a message": {"text", &accountv1.CreateGuestSessionResponse{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, codes.Internal, status.Code(l.Invoke(t.Context(), createGuest, tt.req, tt.resp)))
		})
	}
}

func TestLocalHasNoStreams(t *testing.T) {
	t.Parallel()
	l := rpc.NewLocal(nil, nil, nil)
	_, err := l.NewStream(t.Context(), nil, "/grpc.health.v1.Health/Watch")
	require.Equal(t, codes.Unimplemented, status.Code(err))
}

// A trace goes on inside the process as it does over the wire, and the outcome
// of the call is in it.
func TestLocalTellsTheTelemetry(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans))
	opts := []otelgrpc.Option{
		otelgrpc.WithTracerProvider(provider),
		otelgrpc.WithPropagators(propagation.TraceContext{}),
	}
	_, intercept := newHall(t)
	l := rpc.NewLocal(intercept, otelgrpc.NewClientHandler(opts...), otelgrpc.NewServerHandler(opts...))
	register(t, l, func(context.Context, string, proto.Message) (proto.Message, error) { return nil, errors.New("oops") })
	call := func(ctx context.Context) {
		require.Error(t, l.Invoke(ctx, createGuest, guest(""), &accountv1.CreateGuestSessionResponse{}))
	}
	call(t.Context())
	require.Empty(t, spans.Ended(), "nobody follows this call")
	ctx, root := provider.Tracer("test").Start(t.Context(), "root")
	call(ctx)
	root.End()

	ended := spans.Ended()
	require.Len(t, ended, 3)
	server, client := ended[0], ended[1]
	require.Equal(t, client.SpanContext().TraceID(), server.SpanContext().TraceID())
	require.Equal(t, client.SpanContext().SpanID(), server.Parent().SpanID())
	require.Equal(t, otelcodes.Error, server.Status().Code)
	require.Equal(t, otelcodes.Error, client.Status().Code)
}
