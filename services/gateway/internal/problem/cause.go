package problem

import "context"

// Cause remembers the error that a request ended with, for its log line.
type Cause struct{ Err error }

type causeKey struct{}

// WithCause returns a context in which Write notes the error it writes.
func WithCause(ctx context.Context, c *Cause) context.Context {
	return context.WithValue(ctx, causeKey{}, c)
}

func note(ctx context.Context, err error) {
	if c, ok := ctx.Value(causeKey{}).(*Cause); ok {
		c.Err = err
	}
}
