package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// Last is the newest message that a stream keeps of each subject. A subject of which
// it keeps none is left out; that of a work queue is none that was acknowledged.
func (b *Bus) Last(ctx context.Context, stream string, subjects ...string) (map[string]Msg, error) {
	s, err := b.js.Stream(ctx, stream)
	if err != nil {
		return nil, fmt.Errorf("look at stream %s: %w", stream, err)
	}
	last := make(map[string]Msg, len(subjects))
	for _, subject := range subjects {
		raw, err := s.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("last message on %s: %w", subject, err)
		}
		last[subject] = Msg{Subject: subject, Payload: raw.Data}
	}
	return last, nil
}
