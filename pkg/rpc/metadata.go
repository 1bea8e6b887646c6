package rpc

import (
	"context"
	"time"

	"google.golang.org/grpc/metadata"

	"kydai.dev/pkg/authn"
)

// The metadata that calls carry.
const (
	headerAuthorization = "authorization"
	headerService       = "x-kydai-service"
	headerArrival       = "x-kydai-arrival"
	headerIdempotency   = "idempotency-key"
	headerUserAgent     = "x-kydai-user-agent"
	headerAddress       = "x-kydai-address"
)

// gateway is the one service whose word on a request's origin counts.
const gateway = "gateway"

// Origin is what the gateway knows of the request behind a call.
type Origin struct {
	// Arrival is when the request came in; zero when it is not known.
	Arrival time.Time
	// IdempotencyKey is the client's key for a creating call.
	IdempotencyKey string
	// UserAgent is what the client says it is.
	UserAgent string
	// Address is the client's address.
	Address string
}

// WithOrigin returns a context for outgoing calls that tells the origin.
func WithOrigin(ctx context.Context, o Origin) context.Context {
	pairs := make([]string, 0, 8)
	add := func(key, value string) {
		if value != "" {
			pairs = append(pairs, key, value)
		}
	}
	if !o.Arrival.IsZero() {
		add(headerArrival, o.Arrival.UTC().Format(time.RFC3339Nano))
	}
	add(headerIdempotency, o.IdempotencyKey)
	add(headerUserAgent, o.UserAgent)
	add(headerAddress, o.Address)
	return metadata.AppendToOutgoingContext(ctx, pairs...)
}

// WithToken returns a context for outgoing calls in a player's name.
func WithToken(ctx context.Context, token string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, headerAuthorization, "Bearer "+token)
}

// OriginOf returns the origin of a call. The arrival counts only from the
// gateway; the key counts from everybody, being the caller's own.
func OriginOf(ctx context.Context) Origin {
	md, _ := metadata.FromIncomingContext(ctx)
	o := Origin{IdempotencyKey: first(md, headerIdempotency)}
	if authn.FromContext(ctx).Service != gateway {
		return o
	}
	o.UserAgent, o.Address = first(md, headerUserAgent), first(md, headerAddress)
	if at, err := time.Parse(time.RFC3339Nano, first(md, headerArrival)); err == nil {
		o.Arrival = at
	}
	return o
}

func first(md metadata.MD, key string) string {
	if v := md[key]; len(v) > 0 {
		return v[0]
	}
	return ""
}
