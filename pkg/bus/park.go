package bus

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// ParkedStream keeps the messages that consumers gave up, each under
	// kydai.parked.<consumer>, for an operator to look at.
	ParkedStream = "kydai_parked"

	// SubjectHeader says where a parked message was published.
	SubjectHeader = "Kydai-Subject"
	// ErrorHeader says why it was given up.
	ErrorHeader = "Kydai-Error"

	parkedPrefix = "kydai.parked."
	parkedAge    = 30 * 24 * time.Hour
	parkedBytes  = 256 << 20
)

func parkedStream() StreamSpec {
	return StreamSpec{Name: ParkedStream, Subjects: []string{parkedPrefix + ">"}, MaxAge: parkedAge, MaxBytes: parkedBytes}
}

// park puts a message aside. It leaves its stream only once it is safe there.
func (c *consumer) park(ctx context.Context, d delivery, cause error) error {
	c.bus.log.ErrorContext(ctx, "message parked", "consumer", c.spec.Durable, "subject", d.Subject(), "error", cause)
	parked := decode(parkedPrefix+c.spec.Durable, d.Headers(), d.Data())
	parked.ID = c.spec.Durable + ":" + strconv.FormatInt(d.ledger.made.UnixNano(), 36) + ":" + strconv.FormatUint(d.seq, 10)
	parked.Header[SubjectHeader] = d.Subject()
	parked.Header[ErrorHeader] = strings.Join(strings.Fields(cause.Error()), " ") // a header is one line
	if err := c.bus.Publish(ctx, parked); err != nil {
		return fmt.Errorf("park: %w", err)
	}
	d.ledger.done(d.seq)
	return d.Term()
}

// Parked counts the parked messages of each consumer.
func (b *Bus) Parked(ctx context.Context) (map[string]uint64, error) {
	stream, err := b.js.Stream(ctx, ParkedStream)
	if err != nil {
		return nil, fmt.Errorf("look at parked messages: %w", err)
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(parkedPrefix+">"))
	if err != nil {
		return nil, fmt.Errorf("count parked messages: %w", err)
	}
	counts := make(map[string]uint64, len(info.State.Subjects))
	for subject, n := range info.State.Subjects {
		counts[strings.TrimPrefix(subject, parkedPrefix)] = n
	}
	return counts, nil
}
