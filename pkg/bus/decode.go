package bus

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"
)

// Decoding is a handler of messages that are protobufs of one type. What can't be
// read is parked at once.
func Decoding[T any, P interface {
	*T
	proto.Message
}](handle func(context.Context, P) error) func(context.Context, Msg) error {
	return func(ctx context.Context, m Msg) error {
		p := P(new(T))
		if err := proto.Unmarshal(m.Payload, p); err != nil {
			return fmt.Errorf("decode %s: %w: %w", p.ProtoReflect().Descriptor().FullName(), ErrPoison, err)
		}
		return handle(ctx, p)
	}
}
