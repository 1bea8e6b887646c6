package rpc

import (
	"context"
	"fmt"
	"strings"
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

// WithOrigin returns a context for outgoing calls that tells the origin, and
// nothing else that the context may have said of it before.
func WithOrigin(ctx context.Context, o Origin) context.Context {
	arrival := ""
	if !o.Arrival.IsZero() {
		arrival = o.Arrival.UTC().Format(time.RFC3339Nano)
	}
	return metadata.AppendToOutgoingContext(ctx, headerArrival, arrival, headerIdempotency, printable(o.IdempotencyKey),
		headerUserAgent, printable(o.UserAgent), headerAddress, printable(o.Address))
}

// WithToken returns a context for outgoing calls in a player's name. While a
// call is served, that call's own token travels on instead.
func WithToken(ctx context.Context, token string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, headerAuthorization, "Bearer "+printable(token))
}

// InOwnName leaves whoever calls behind: the calls made with it are the service's own,
// and a player's token that ends at this moment does not stop them.
func InOwnName(ctx context.Context) context.Context { return metadata.NewIncomingContext(ctx, nil) }

// printable writes what metadata can't carry as %XX. gRPC would fail the whole
// call for it, and these values are whatever a stranger sent. Different values
// stay different.
func printable(s string) string {
	strange := func(r rune) bool { return r < ' ' || r > '~' || r == '%' }
	if strings.IndexFunc(s, strange) < 0 {
		return s
	}
	var out []byte
	for _, b := range []byte(s) {
		if strange(rune(b)) {
			out = fmt.Appendf(out, "%%%02X", b)
		} else {
			out = append(out, b)
		}
	}
	return string(out)
}

// OriginOf returns the origin of a call. What the gateway says counts only from
// the gateway; the key counts from everybody, being the caller's own.
func OriginOf(ctx context.Context) Origin {
	o := Origin{IdempotencyKey: incoming(ctx, headerIdempotency)}
	if authn.FromContext(ctx).Service != gateway {
		return o
	}
	o.UserAgent, o.Address = incoming(ctx, headerUserAgent), incoming(ctx, headerAddress)
	if at, err := time.Parse(time.RFC3339Nano, incoming(ctx, headerArrival)); err == nil {
		o.Arrival = at
	}
	return o
}

// incoming returns the value of a key that came with the call. Of several the
// last counts: what was there before may be a stranger's, and each hop of ours
// appends its own.
func incoming(ctx context.Context, key string) string {
	if v := metadata.ValueFromIncomingContext(ctx, key); len(v) > 0 {
		return v[len(v)-1]
	}
	return ""
}
