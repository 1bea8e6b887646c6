package bus_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/testkit"
)

// Not parallel: the tracer provider is the process's own.
func TestConsumeLinksToThePublishersTrace(t *testing.T) {
	spans := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans))
	old := otel.GetTracerProvider()
	otel.SetTracerProvider(provider)
	t.Cleanup(func() { otel.SetTracerProvider(old) })

	b := testkit.NATS(t)
	ensured(t, b, events())
	ctx, sender := provider.Tracer("test").Start(t.Context(), "send")
	require.NoError(t, b.Publish(ctx, bus.Msg{Subject: "kydai.test.x"}))
	sender.End()

	seen := make(chan trace.SpanContext, 1)
	stop := run(t, b, bus.ConsumerSpec{Stream: "events", Durable: "c"}, func(ctx context.Context, _ bus.Msg) error {
		seen <- trace.SpanContextFromContext(ctx)
		return nil
	})
	handled := <-seen
	stop()
	for _, span := range spans.GetSpans() {
		if span.SpanContext.SpanID() == handled.SpanID() {
			require.Equal(t, "consume c", span.Name)
			require.Len(t, span.Links, 1)
			require.Equal(t, sender.SpanContext().TraceID(), span.Links[0].SpanContext.TraceID())
			require.NotEqual(t, sender.SpanContext().TraceID(), handled.TraceID())
			return
		}
	}
	require.Fail(t, "no span of the consumer")
}
