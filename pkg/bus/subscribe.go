package bus

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
)

// A subscriber that falls further behind loses messages, and sees so by the
// numbers.
const (
	pendingMessages = 16384
	pendingBytes    = 64 << 20
)

// Subscription is a running core subscription.
type Subscription struct{ sub *nats.Subscription }

// Subscribe calls fn for each message on a subject, one at a time, from now on
// and at most once each. It lives through absences of NATS.
func (b *Bus) Subscribe(subject string, fn func(Msg)) (*Subscription, error) {
	sub, err := b.conn.Subscribe(subject, func(m *nats.Msg) { fn(decode(m.Subject, m.Header, m.Data)) })
	if err != nil {
		return nil, fmt.Errorf("subscribe to %s: %w", subject, err)
	}
	if err := sub.SetPendingLimits(pendingMessages, pendingBytes); err != nil {
		return nil, fmt.Errorf("bound subscription to %s: %w", subject, err)
	}
	return &Subscription{sub}, nil
}

// Flush returns once NATS has taken what this process has sent: from then on
// the subscriptions made before hear everything. The context needs a deadline.
func (b *Bus) Flush(ctx context.Context) error {
	if err := b.conn.FlushWithContext(ctx); err != nil {
		return fmt.Errorf("wait for NATS: %w", err)
	}
	return nil
}

// Close ends the subscription.
func (s *Subscription) Close() error { return s.sub.Unsubscribe() }
