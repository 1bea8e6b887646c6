// Package events hears of the games that begin and end, and of who is connected
// to the gateways; and tells of matches and invitations.
package events

import (
	"context"
	"log/slog"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/matchmaking/internal/crowd"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/queue"
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

// Consume returns the loop that tells of the games that begin and end.
func Consume(b *bus.Bus, l *lobby.Lobby, c *crowd.Crowd) func(context.Context) error {
	spec := bus.ConsumerSpec{Stream: bus.GameStream, Durable: durable, Filter: bus.GameLifecycle("*")}
	return func(ctx context.Context) error {
		return b.Consume(ctx, spec, bus.Decoding(func(ctx context.Context, news *refereev1.GameSummaries) error {
			if err := c.Note(ctx, changesOf(news)); err != nil {
				return err
			}
			return l.GamesEnded(ctx, endsOf(news))
		}))
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

// changesOf are the beginnings and ends of all games.
func changesOf(news *refereev1.GameSummaries) []crowd.Change {
	changes := make([]crowd.Change, 0, len(news.GetSummaries()))
	for _, s := range news.GetSummaries() {
		changes = append(changes, crowd.Change{
			GameID: s.GetGameId(), Game: s.GetGame(), People: people(s), Over: s.GetChange() != started, At: s.GetCreateTime().AsTime(),
		})
	}
	return changes
}

// people counts the accounts at the seats of a game; one may have both.
func people(s *refereev1.GameSummary) int {
	accounts := map[string]bool{}
	for _, seat := range []*refereev1.Seat{s.GetSeats().GetFirst(), s.GetSeats().GetSecond()} {
		if p := seat.GetPlayer(); p != nil {
			accounts[p.GetAccountId()] = true
		}
	}
	return len(accounts)
}

// ConsumeLinks returns the loop that hears who is a guest no more.
func ConsumeLinks(b *bus.Bus, q *queue.Queue) func(context.Context) error {
	spec := bus.ConsumerSpec{Stream: bus.AccountStream, Durable: durable, Filter: bus.AccountLinked("*")}
	return func(ctx context.Context) error {
		return b.Consume(ctx, spec, bus.Decoding(func(ctx context.Context, news *accountv1.Linked) error {
			return q.Linked(ctx, news.GetPlayerId())
		}))
	}
}

// Listen returns the loop that hears who is connected to the gateways.
func Listen(b *bus.Bus, c *crowd.Crowd, log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		sub, err := b.Subscribe(bus.Presence, func(m bus.Msg) {
			var p matchmakingv1.Presence
			if err := proto.Unmarshal(m.Payload, &p); err != nil {
				log.WarnContext(ctx, "read presence", "error", err)
				return
			}
			c.Hear(presenceFromProto(&p))
		})
		if err != nil {
			return err
		}
		<-ctx.Done()
		_ = sub.Close() // the process ends
		return nil
	}
}

func presenceFromProto(p *matchmakingv1.Presence) crowd.Presence {
	watching := map[string]crowd.Watchers{}
	for game, n := range p.GetWatching() {
		accounts := sampleFromProto(p.GetWatchers()[game])
		watching[game] = crowd.Watchers{Accounts: accounts, Strangers: max(0, int(n)-accounts.Of)}
	}
	online := sampleFromProto(p.GetAccounts())
	online.Of = int(p.GetOnline())
	return crowd.Presence{Replica: p.GetReplica(), Online: online, Watching: watching}
}

func sampleFromProto(p *matchmakingv1.Sample) crowd.Sample {
	return crowd.Sample{Of: int(p.GetOf()), Hashes: p.GetHashes()}
}
