package telemetry

import (
	"context"
	"fmt"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"google.golang.org/grpc/stats"
)

// TraceConfig says where traces go and how many are taken.
type TraceConfig struct {
	Endpoint string  `name:"otlp-endpoint" help:"OTLP gRPC endpoint for traces (host:port); none are sent when empty."`
	Ratio    float64 `name:"trace-ratio" help:"Share of requests that are traced when the caller does not decide." default:"0.01"`
}

// StartTracing sets the process's tracer and propagator. The function returned
// sends what is left and stops.
func StartTracing(ctx context.Context, c TraceConfig, service, instance string) (stop func(context.Context) error, err error) {
	otel.SetTextMapPropagator(propagation.NewCompositeTextMapPropagator(propagation.TraceContext{}, propagation.Baggage{}))
	opts := []sdktrace.TracerProviderOption{
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(c.Ratio))),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "kydai-"+service), attribute.String("service.instance.id", instance))),
	}
	if c.Endpoint != "" {
		exporter, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpoint(c.Endpoint), otlptracegrpc.WithInsecure())
		if err != nil {
			return nil, fmt.Errorf("make trace exporter: %w", err)
		}
		opts = append(opts, sdktrace.WithBatcher(exporter))
	}
	provider := sdktrace.NewTracerProvider(opts...)
	otel.SetTracerProvider(provider)
	return provider.Shutdown, nil
}

// Handlers are the telemetry handlers of gRPC clients and servers: traces
// only, since calls are counted by the interceptors.
func Handlers() (client, server stats.Handler) {
	quiet := otelgrpc.WithMeterProvider(noop.NewMeterProvider())
	return otelgrpc.NewClientHandler(quiet), otelgrpc.NewServerHandler(quiet)
}
