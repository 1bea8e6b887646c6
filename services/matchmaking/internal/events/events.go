// Package events hears how the games of rooms end.
package events

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
)

const (
	// durable is the consumer that all replicas share.
	durable = "matchmaking"
	// creator is what the referee calls the service that created a game.
	creator = "matchmaking"
	// started is the change of a game that has only begun.
	started = "started"
)

// Consume returns the loop that tells the lobby of the games that end.
func Consume(b *bus.Bus, l *lobby.Lobby) func(context.Context) error {
	spec := bus.ConsumerSpec{Stream: bus.GameStream, Durable: durable, Filter: bus.GameLifecycle("*")}
	return func(ctx context.Context) error {
		return b.Consume(ctx, spec, func(ctx context.Context, m bus.Msg) error {
			var news refereev1.GameSummaries
			if err := proto.Unmarshal(m.Payload, &news); err != nil {
				return fmt.Errorf("decode summaries of games: %w", err)
			}
			return l.GamesEnded(ctx, endsOf(&news))
		})
	}
}

// endsOf are the ends of games that came of rooms.
func endsOf(news *refereev1.GameSummaries) []lobby.End {
	var ends []lobby.End
	for _, s := range news.GetSummaries() {
		if s.GetCreator() != creator || s.GetChange() == started {
			continue
		}
		if id, ok := room.OfGame(s.GetCreationKey()); ok {
			ends = append(ends, lobby.End{RoomID: id, GameID: s.GetGameId(), Seq: int(s.GetSeq())})
		}
	}
	return ends
}
