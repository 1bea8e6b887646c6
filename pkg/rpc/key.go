package rpc

import (
	"context"
	"crypto/sha256"
	"fmt"

	"google.golang.org/protobuf/proto"
)

// keyLimit is the length of an Idempotency-Key.
const keyLimit = 200

// IdempotencyKey is the client's key of a creating call, empty where there is none,
// with a hash of the request.
func IdempotencyKey(ctx context.Context, req proto.Message) (key string, body []byte, err error) {
	key = OriginOf(ctx).IdempotencyKey
	if len(key) > keyLimit {
		return "", nil, ErrInvalid.At("Idempotency-Key", fmt.Sprintf("must have at most %d characters", keyLimit))
	}
	encoded, err := proto.MarshalOptions{Deterministic: true}.Marshal(req)
	if err != nil {
		return "", nil, fmt.Errorf("encode request: %w", err)
	}
	hash := sha256.Sum256(append([]byte(req.ProtoReflect().Descriptor().FullName()+" "), encoded...))
	return key, hash[:], nil
}
