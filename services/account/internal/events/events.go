// Package events tells other services of accounts.
package events

import (
	"context"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/outbox"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
)

// News makes messages for the account stream and hands them to its relay.
type News struct {
	relay *outbox.Relay
}

// NewNews returns the news of a relay.
func NewNews(relay *outbox.Relay) News { return News{relay: relay} }

// Hand sends messages that are stored.
func (n News) Hand(msgs ...outbox.Message) { n.relay.Hand(msgs...) }

// Linked tells that an account is no guest's any more.
func (News) Linked(ctx context.Context, l profile.Linked) outbox.Message {
	return message(ctx, bus.AccountLinked, l.Player.ID, &accountv1.Linked{
		PlayerId: l.Player.ID, Name: l.Player.Name, Time: timestamppb.New(l.At),
	})
}

// Renamed tells of another name.
func (News) Renamed(ctx context.Context, r profile.Renamed) outbox.Message {
	return message(ctx, bus.AccountRenamed, r.Player.ID, &accountv1.Renamed{
		PlayerId: r.Player.ID, Name: r.Player.Name, Guest: r.Player.Guest, Time: timestamppb.New(r.At),
	})
}

// SignedOut tells that a session is closed.
func (News) SignedOut(ctx context.Context, e session.Ending) outbox.Message {
	return message(ctx, bus.AccountSignedOut, e.PlayerID, &accountv1.SignedOut{
		PlayerId: e.PlayerID, SessionId: e.ID, Time: timestamppb.New(e.At), Until: timestamppb.New(e.Until),
	})
}

// message tells something of an account. All go in one lane: there are few of
// them, and so they keep their order.
func message(ctx context.Context, subject func(string) string, player string, m proto.Message) outbox.Message {
	payload, err := proto.Marshal(m)
	if err != nil {
		panic("events: " + err.Error()) // only for text that is not UTF-8, which no account has
	}
	return outbox.New(ctx, subject(player), string(m.ProtoReflect().Descriptor().FullName()), 0, payload)
}

// Stream returns the loop that makes the account stream once NATS is there.
func Stream(b *bus.Bus, age time.Duration, size int64) func(context.Context) error {
	spec := bus.StreamSpec{
		Name: bus.AccountStream, Subjects: []string{bus.AccountLinked("*"), bus.AccountRenamed("*"), bus.AccountSignedOut("*")},
		MaxAge: age, MaxBytes: size,
	}
	return func(ctx context.Context) error {
		return b.WhenConnected(ctx, func(ctx context.Context) error { return b.EnsureStream(ctx, spec) })
	}
}
