package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/propagation"
)

// Headers of kydai's messages.
const (
	// TypeHeader is the full name of the protobuf message in the payload.
	TypeHeader = "Kydai-Type"
	// ReplicaHeader names the relay that published, NumberHeader counts its
	// messages in one lane from 1: a number missed is a message missed.
	ReplicaHeader = "Kydai-Replica"
	NumberHeader  = "Kydai-Number"
)

// ErrRefused says that NATS will never take a message, however often it is
// sent: it is too large, or its subject is malformed.
var ErrRefused = errors.New("message can never be published")

// Msg is a message, on its way out or come in.
type Msg struct {
	// ID lets JetStream drop a repeat within two minutes.
	ID      string
	Subject string
	Type    string
	Header  map[string]string
	Payload []byte
}

// Publish stores a message in the stream that has its subject, and delivers it
// to core subscribers. It returns when JetStream has acknowledged, when the
// connection breaks, or after 2 s. ErrRefused is final; after any other error the message may have
// got through or not.
func (b *Bus) Publish(ctx context.Context, m Msg) error {
	ctx, cancel := context.WithTimeout(ctx, publishLimit)
	defer cancel()
	ctx, done := b.flying.begin(ctx)
	defer done()
	out := encode(ctx, m)
	if m.ID != "" {
		out.Header.Set(jetstream.MsgIDHeader, m.ID)
	}
	// One try: whoever publishes retries in his own way.
	if _, err := b.js.PublishMsg(ctx, out, jetstream.WithRetryAttempts(0)); err != nil {
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			b.remake()
		}
		return fmt.Errorf("publish to %s: %w", m.Subject, refusal(err))
	}
	return nil
}

// PublishCore sends a message to whoever listens now. It is gone where nobody
// does, and fails at once while NATS is away.
func (b *Bus) PublishCore(ctx context.Context, m Msg) error {
	if err := b.conn.PublishMsg(encode(ctx, m)); err != nil {
		return fmt.Errorf("send to %s: %w", m.Subject, refusal(err))
	}
	return nil
}

// refusal marks the errors that trying again cannot mend.
func refusal(err error) error {
	for _, final := range []error{
		nats.ErrMaxPayload, nats.ErrBadSubject, jetstream.ErrInvalidSubject, jetstream.ErrStreamMessageExceedsMaximum,
	} {
		if errors.Is(err, final) {
			return fmt.Errorf("%w: %w", ErrRefused, err)
		}
	}
	return err
}

// encode makes the message of the wire. A message without a trace of its own
// continues the trace of ctx.
func encode(ctx context.Context, m Msg) *nats.Msg {
	out := nats.NewMsg(m.Subject)
	out.Data = m.Payload
	for key, value := range m.Header {
		out.Header[key] = []string{value}
	}
	if m.Type != "" {
		out.Header[TypeHeader] = []string{m.Type}
	}
	if carrier := (headers{out.Header}); carrier.Get("traceparent") == "" {
		propagation.TraceContext{}.Inject(ctx, carrier)
	}
	return out
}

func decode(subject string, header nats.Header, payload []byte) Msg {
	m := Msg{Subject: subject, Payload: payload, Header: make(map[string]string, len(header))}
	for key, values := range header {
		m.Header[key] = values[0]
	}
	m.ID = m.Header[jetstream.MsgIDHeader]
	m.Type = m.Header[TypeHeader]
	return m
}

// headers carries a trace in the headers of NATS, whose names keep their case.
type headers struct{ nats.Header }

// Keys lists the names, as a propagator's carrier must.
func (h headers) Keys() []string {
	keys := make([]string, 0, len(h.Header))
	for key := range h.Header {
		keys = append(keys, key)
	}
	return keys
}
