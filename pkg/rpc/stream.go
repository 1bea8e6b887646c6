package rpc

import (
	"context"
	"fmt"
	"strings"

	"buf.build/go/protovalidate"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// Streaming makes an interceptor of calls that answer with a stream out of the
// one of the others: callers are admitted, time is limited and errors become
// statuses in the same way. The one request is validated when it comes in.
func Streaming(unary grpc.UnaryServerInterceptor) (grpc.StreamServerInterceptor, error) {
	validator, err := protovalidate.New()
	if err != nil {
		return nil, fmt.Errorf("make validator: %w", err)
	}
	return func(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
		if !strings.HasPrefix(info.FullMethod, "/kydai.") { // health and reflection last as long as they like
			return next(srv, ss)
		}
		called := &grpc.UnaryServerInfo{Server: srv, FullMethod: info.FullMethod}
		_, err := unary(ss.Context(), nil, called, func(ctx context.Context, _ any) (any, error) {
			return nil, next(srv, &admitted{ServerStream: ss, ctx: ctx, validator: validator})
		})
		return err
	}, nil
}

// admitted is a stream whose caller is known.
type admitted struct {
	grpc.ServerStream
	ctx       context.Context //nolint:containedctx // a stream has its call's
	validator protovalidate.Validator
}

// Context carries the caller and the call's deadline.
func (a *admitted) Context() context.Context { return a.ctx }

// RecvMsg refuses a request that breaks the limits of its contract.
func (a *admitted) RecvMsg(m any) error {
	if err := a.ServerStream.RecvMsg(m); err != nil {
		return err
	}
	if msg, ok := m.(proto.Message); ok {
		if err := a.validator.Validate(msg); err != nil {
			return invalid(err)
		}
	}
	return nil
}
