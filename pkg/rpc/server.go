package rpc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"buf.build/go/protovalidate"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
)

// Server is what the interceptors of a process need.
type Server struct {
	Log      *slog.Logger
	Verifier *authn.Verifier
	Metrics  prometheus.Registerer
}

// ErrInvalid refuses a request that breaks the limits written in its contract.
var ErrInvalid = errs.New(errs.Invalid, "INVALID_ARGUMENT", "the request is not valid")

// Interceptor returns what stands before every handler, outermost first:
// statuses and the log line, recovery, admission, the deadline, validation.
func (s Server) Interceptor() (grpc.UnaryServerInterceptor, error) {
	validator, err := protovalidate.New()
	if err != nil {
		return nil, fmt.Errorf("make validator: %w", err)
	}
	calls := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "kydai_rpc_calls_total", Help: "Calls answered, by method and gRPC code.",
	}, []string{"method", "code"})
	if err := s.Metrics.Register(calls); err != nil {
		return nil, fmt.Errorf("register metrics: %w", err)
	}
	return chain(report(s.Log, calls), recovery, admit(s.Verifier), limitTime, validate(validator)), nil
}

func chain(all ...grpc.UnaryServerInterceptor) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		next := handler
		for i := len(all) - 1; i >= 0; i-- {
			outer, inner := all[i], next
			next = func(ctx context.Context, req any) (any, error) { return outer(ctx, req, info, inner) }
		}
		return next(ctx, req)
	}
}

// report makes the status of every error and writes the one line of each call.
func report(log *slog.Logger, calls *prometheus.CounterVec) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		resp, err := next(ctx, req)
		if err == nil {
			calls.WithLabelValues(info.FullMethod, codes.OK.String()).Inc()
			return resp, nil
		}
		st := toStatus(err, info.FullMethod)
		calls.WithLabelValues(info.FullMethod, st.Code().String()).Inc()
		log.LogAttrs(ctx, levelOf(st.Code()), "call failed",
			slog.String("method", info.FullMethod), slog.String("code", st.Code().String()), slog.Any("error", err))
		return nil, st.Err()
	}
}

// levelOf says who wants to know: operators of what went wrong with us,
// developers of what callers did wrong.
func levelOf(code codes.Code) slog.Level {
	switch code {
	case codes.Internal, codes.Unknown, codes.DataLoss:
		return slog.LevelError
	case codes.Unavailable, codes.DeadlineExceeded:
		return slog.LevelWarn
	default:
		return slog.LevelDebug
	}
}

func toStatus(err error, method string) *status.Status {
	m, lookup := MethodOf(method)
	if lookup != nil || m.Callers == nil { // health, reflection: they make their own statuses
		return status.Convert(err)
	}
	return errs.ToStatus(err, m.Service)
}

// errPanic wraps what a handler panicked with.
var errPanic = errors.New("panic")

func recovery(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (resp any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanic, p, debug.Stack())
		}
	}()
	return next(ctx, req)
}

func limitTime(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	m, err := MethodOf(info.FullMethod)
	if err != nil {
		return nil, err
	}
	if end, ok := ctx.Deadline(); !ok || time.Until(end) > m.Deadline { // kydai's own clients have set it
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, m.Deadline)
		defer cancel()
	}
	resp, err := next(ctx, req)
	if err != nil && ctx.Err() != nil { // drivers have words of their own for it, such as "interrupted"
		err = errors.Join(err, ctx.Err())
	}
	return resp, err
}

func validate(v protovalidate.Validator) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		if msg, ok := req.(proto.Message); ok {
			if err := v.Validate(msg); err != nil {
				return nil, invalid(err)
			}
		}
		return next(ctx, req)
	}
}

// invalid turns broken limits into field violations.
func invalid(err error) error {
	var broken *protovalidate.ValidationError
	if !errors.As(err, &broken) {
		return fmt.Errorf("validate request: %w", err)
	}
	e := ErrInvalid
	for _, v := range broken.Violations {
		e = e.At(atFault(v))
	}
	return e
}

// atFault names the field of a violation and says what is wrong. That none of some
// alternatives is given is the fault of the message that has them: nobody outside
// of the contract knows the alternatives by a name.
func atFault(v *protovalidate.Violation) (field, description string) {
	field = protovalidate.FieldPathString(v.Proto.GetField())
	elements := v.Proto.GetField().GetElements()
	if last := len(elements) - 1; last >= 0 && !elements[last].HasFieldNumber() {
		return field[:max(strings.LastIndexByte(field, '.'), 0)], "must have one of its fields"
	}
	return field, v.Proto.GetMessage()
}
