package rpc

import (
	"context"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// Local is a connection inside one process. A call runs the registered handler
// behind the same interceptors on the caller's goroutine; both messages are
// copied, and metadata, deadline and status cross as they would on the wire,
// but nothing else of the context does. Streams need the wire, and so would
// headers of an answer, of which kydai has none.
type Local struct {
	intercept grpc.UnaryServerInterceptor
	client    stats.Handler
	server    stats.Handler

	mu      sync.RWMutex
	methods map[string]localMethod
}

type localMethod struct {
	desc grpc.MethodDesc
	impl any
}

// NewLocal returns a connection whose handlers run behind intercept; the
// telemetry handlers may be nil.
func NewLocal(intercept grpc.UnaryServerInterceptor, client, server stats.Handler) *Local {
	return &Local{intercept: intercept, client: client, server: server, methods: map[string]localMethod{}}
}

// RegisterService adds a service, as on a gRPC server.
func (l *Local) RegisterService(desc *grpc.ServiceDesc, impl any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, m := range desc.Methods {
		l.methods["/"+desc.ServiceName+"/"+m.MethodName] = localMethod{desc: m, impl: impl}
	}
}

// Serves reports whether a service (the second word of its package, such as
// "referee") has been registered.
func (l *Local) Serves(service string) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for name := range l.methods {
		if strings.HasPrefix(name, "/kydai."+service+".") {
			return true
		}
	}
	return false
}

// Invoke makes a call.
func (l *Local) Invoke(ctx context.Context, method string, args, reply any, _ ...grpc.CallOption) error {
	l.mu.RLock()
	m, ok := l.methods[method]
	l.mu.RUnlock()
	if !ok {
		return status.Errorf(codes.Unimplemented, "unknown method %s", method)
	}
	if err := ctx.Err(); err != nil {
		return status.FromContextError(err).Err()
	}
	traced := trace.SpanContextFromContext(ctx)
	client, server := l.client, l.server
	if !traced.IsSampled() {
		client, server = nil, nil
	}
	ctx, endClient := observe(ctx, client, method, true)
	arrived, leave := arrive(ctx, traced)
	defer leave()
	arrived, endServer := observe(arrived, server, method, false)
	resp, err := m.desc.Handler(m.impl, arrived, func(into any) error { return copyMessage(into, args) }, l.intercept)
	if err == nil {
		err = copyMessage(reply, resp)
	}
	endServer(err)
	endClient(err)
	return err
}

// NewStream refuses: streams need the wire.
func (l *Local) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, status.Error(codes.Unimplemented, "streams are not served inside a process")
}

func copyMessage(into, from any) error {
	dst, ok1 := into.(proto.Message)
	src, ok2 := from.(proto.Message)
	if !ok1 || !ok2 || dst.ProtoReflect().Descriptor() != src.ProtoReflect().Descriptor() {
		return status.Errorf(codes.Internal, "copy %T into %T: not the same protobuf message", from, into)
	}
	proto.Reset(dst)
	proto.Merge(dst, src)
	return nil
}

// bare keeps a context's end and deadline and hides its values.
type bare struct{ context.Context }

// Value returns nothing: no value crosses a connection.
func (bare) Value(any) any { return nil }

// AfterFunc spares contexts made from this one a goroutine each: without its
// values they would not know how it ends.
func (b bare) AfterFunc(f func()) (stop func() bool) { return context.AfterFunc(b.Context, f) }

// arrive is the context as the handler's side sees it. It ends with the
// caller's, or when the handler has answered. The ids of a trace cross over
// also where nobody records it, for the log.
func arrive(ctx context.Context, traced trace.SpanContext) (context.Context, context.CancelFunc) {
	out, _ := metadata.FromOutgoingContext(ctx)
	server, leave := context.WithCancel(bare{ctx})
	if traced.IsValid() {
		server = trace.ContextWithRemoteSpanContext(server, traced)
	}
	return metadata.NewIncomingContext(server, out), leave
}

// observe tells a telemetry handler of a call's begin and end.
func observe(ctx context.Context, h stats.Handler, method string, client bool) (context.Context, func(error)) {
	if h == nil {
		return ctx, func(error) {}
	}
	ctx = h.TagRPC(ctx, &stats.RPCTagInfo{FullMethodName: method, FailFast: true})
	begin := time.Now()
	h.HandleRPC(ctx, &stats.Begin{Client: client, BeginTime: begin})
	return ctx, func(err error) {
		h.HandleRPC(ctx, &stats.End{Client: client, BeginTime: begin, EndTime: time.Now(), Error: err})
	}
}
