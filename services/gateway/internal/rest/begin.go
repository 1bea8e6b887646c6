package rest

import (
	"context"
	"encoding/hex"
	"math/rand/v2"
	"net/http"
	"strings"
	"unicode/utf8"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/metadata"

	"kydai.dev/pkg/rpc"
	"kydai.dev/services/gateway/internal/problem"
)

const (
	headerKey = "Idempotency-Key"
	maxKey    = 200
	maxAgent  = 200
)

// tracer makes the span of each request; only the trace's own header is taken
// from clients, not their baggage.
var (
	tracer  = otel.Tracer("kydai.dev/services/gateway")
	parents = propagation.TraceContext{}
)

// Header values that every answer carries, shared between answers.
var (
	noSniff    = []string{"nosniff"}
	noReferrer = []string{"no-referrer"}
	noContent  = []string{"default-src 'none'; frame-ancestors 'none'"}
	noStore    = []string{"no-store"}
)

// begin opens the books of a request: the trace, what goes on to the services
// as its origin, and the headers of every answer.
func (s *Server) begin(x *exchange, r *http.Request) *http.Request {
	ctx := parents.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, x.span = tracer.Start(ctx, "HTTP "+r.Method, trace.WithSpanKind(trace.SpanKindServer))
	ctx = identified(ctx)
	ctx = problem.WithCause(ctx, &x.cause)
	x.who.Address = s.Address(r)
	x.ifNoneMatch = r.Header.Get("If-None-Match")
	o := rpc.Origin{Arrival: x.arrival, UserAgent: plain(r.UserAgent()), Address: x.who.Address}
	if keys := r.Header[headerKey]; len(keys) == 1 && validKey(keys[0]) {
		o.IdempotencyKey = keys[0]
	}
	h := x.Header()
	h["X-Content-Type-Options"] = noSniff
	h["Referrer-Policy"] = noReferrer
	h["Content-Security-Policy"] = noContent
	h["Cache-Control"] = noStore
	h["Traceparent"] = []string{traceparent(trace.SpanContextFromContext(ctx))}
	return r.WithContext(rpc.WithOrigin(ctx, o))
}

// identified makes sure that there is a trace id, so that every problem can
// name one.
func identified(ctx context.Context) context.Context {
	if trace.SpanContextFromContext(ctx).IsValid() {
		return ctx
	}
	var c trace.SpanContextConfig
	for i := range c.TraceID {
		c.TraceID[i] = byte(rand.Uint32()) //nolint:gosec // an id, not a secret
	}
	c.SpanID = trace.SpanID(c.TraceID[:8])
	return trace.ContextWithSpanContext(ctx, trace.NewSpanContext(c))
}

// traceparent prints a span's context as W3C Trace Context does.
func traceparent(s trace.SpanContext) string {
	b := make([]byte, 0, 55)
	id, span := s.TraceID(), s.SpanID()
	b = hex.AppendEncode(append(b, "00-"...), id[:])
	b = hex.AppendEncode(append(b, '-'), span[:])
	b = hex.AppendEncode(append(b, '-'), []byte{byte(s.TraceFlags())})
	return string(b)
}

// origin is the metadata that begin prepared, for calls made by the mux.
func origin(ctx context.Context, _ *http.Request) metadata.MD {
	md, _ := metadata.FromOutgoingContext(ctx)
	return md
}

// check refuses requests that no route could read.
func (x *exchange) check(r *http.Request) error {
	size := len(r.RequestURI)
	for name, values := range r.Header {
		for _, v := range values {
			size += len(name) + len(v)
		}
	}
	if size > maxHeaders {
		return ErrHeaderSize
	}
	if keys := r.Header[headerKey]; len(keys) > 1 || len(keys) == 1 && !validKey(keys[0]) {
		return ErrHeader.With("header", headerKey).At(headerKey, "must be 1 to 200 printable ASCII characters")
	}
	if !utf8.ValidString(r.URL.Path) || strings.ContainsFunc(r.URL.Path, isControl) {
		return ErrNotFound
	}
	return nil
}

func validKey(key string) bool {
	return key != "" && len(key) <= maxKey && !strings.ContainsFunc(key, notPlain)
}

// plain keeps of a text what gRPC metadata may carry.
func plain(text string) string {
	if len(text) > maxAgent {
		text = text[:maxAgent]
	}
	return strings.Map(func(c rune) rune {
		if notPlain(c) {
			return -1
		}
		return c
	}, text)
}

func notPlain(c rune) bool  { return c < ' ' || c > '~' }
func isControl(c rune) bool { return c < ' ' || c == 0x7f }
