package events

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/outbox"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/ticket"
	"kydai.dev/services/matchmaking/internal/wire"
)

// News makes messages for the stream of matchmaking and hands them to its relay.
type News struct {
	relay *outbox.Relay
}

// NewNews returns the news of a relay.
func NewNews(relay *outbox.Relay) News { return News{relay: relay} }

// Hand sends messages that are stored.
func (n News) Hand(msgs ...outbox.Message) { n.relay.Hand(msgs...) }

// Matched tells of tickets that have become games, a message for each kind of
// game.
func (News) Matched(ctx context.Context, tickets []ticket.Ticket) ([]outbox.Message, error) {
	var kinds []string
	byGame := map[string][]ticket.Ticket{}
	for _, t := range tickets {
		if byGame[t.Game] == nil {
			kinds = append(kinds, t.Game)
		}
		byGame[t.Game] = append(byGame[t.Game], t)
	}
	messages := make([]outbox.Message, len(kinds))
	for i, kind := range kinds {
		var err error
		matched := &matchmakingv1.TicketsMatched{Tickets: wire.PlayerTicketsToProto(byGame[kind])}
		if messages[i], err = message(ctx, bus.TicketsMatched(kind), matched); err != nil {
			return nil, err
		}
	}
	return messages, nil
}

// Invitation tells that a player is invited, or is so no longer.
func (News) Invitation(ctx context.Context, r room.Room) (outbox.Message, error) {
	return message(ctx, bus.InvitationChanged(r.ID), &matchmakingv1.InvitationChanged{Room: wire.RoomToProto(r, "")})
}

// message makes a message. All go in one lane, so that an invitation comes
// before its end.
func message(ctx context.Context, subject string, m proto.Message) (outbox.Message, error) {
	payload, err := proto.Marshal(m)
	if err != nil {
		return outbox.Message{}, fmt.Errorf("encode %s: %w", m.ProtoReflect().Descriptor().FullName(), err)
	}
	return outbox.New(ctx, subject, string(m.ProtoReflect().Descriptor().FullName()), 0, payload), nil
}

// Stream returns the loop that makes the stream once NATS is there.
func Stream(b *bus.Bus, age time.Duration, size int64) func(context.Context) error {
	spec := bus.StreamSpec{
		Name: bus.MatchmakingStream, Subjects: []string{bus.TicketsMatched("*"), bus.InvitationChanged("*")}, MaxAge: age, MaxBytes: size,
	}
	return func(ctx context.Context) error {
		err := b.WhenConnected(ctx, func(ctx context.Context) error { return b.EnsureStream(ctx, spec) })
		if ctx.Err() != nil {
			return nil // the way to stop it
		}
		return err
	}
}
