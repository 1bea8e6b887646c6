// Package events hears how rated games end, and tells of changed ratings.
package events

import (
	"context"
	"errors"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/rating/internal/elo"
	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/standing"
)

// durable is the consumer that all replicas share.
const durable = "rating"

// Consume returns the loop that takes in the games that end.
func Consume(b *bus.Bus, s *scorer.Scorer) func(context.Context) error {
	spec := bus.ConsumerSpec{Stream: bus.GameStream, Durable: durable, Filter: bus.GameLifecycle("*")}
	return func(ctx context.Context) error {
		return b.Consume(ctx, spec, bus.Decoding(func(ctx context.Context, news *refereev1.GameSummaries) error {
			return s.Take(ctx, GamesFromProto(news.GetSummaries()))
		}))
	}
}

// ConsumeLinks returns the loop that hears which players are guests no more.
func ConsumeLinks(b *bus.Bus, s *scorer.Scorer) func(context.Context) error {
	spec := bus.ConsumerSpec{Stream: bus.AccountStream, Durable: durable + "-linked", Filter: bus.AccountLinked("*")}
	return func(ctx context.Context) error {
		return b.Consume(ctx, spec, bus.Decoding(func(ctx context.Context, news *accountv1.Linked) error {
			return s.Link(ctx, news.GetPlayerId())
		}))
	}
}

// Names are kept of players; rpc.Names keeps them.
type Names interface {
	// Renamed says what a player is called from now on.
	Renamed(player, name string)
}

// ListenNames returns the loop that hears how players are called.
func ListenNames(b *bus.Bus, names Names) func(context.Context) error {
	return func(ctx context.Context) error {
		renamed, err := b.Subscribe(bus.AccountRenamed("*"), func(m bus.Msg) {
			var news accountv1.Renamed
			if proto.Unmarshal(m.Payload, &news) == nil { // names are asked for again soon
				names.Renamed(news.GetPlayerId(), news.GetName())
			}
		})
		if err != nil {
			return err
		}
		linked, err := b.Subscribe(bus.AccountLinked("*"), func(m bus.Msg) {
			var news accountv1.Linked
			if proto.Unmarshal(m.Payload, &news) == nil {
				names.Renamed(news.GetPlayerId(), news.GetName())
			}
		})
		if err != nil {
			return errors.Join(err, renamed.Close())
		}
		<-ctx.Done()
		return errors.Join(renamed.Close(), linked.Close())
	}
}

// GamesFromProto converts what the referee tells of games.
func GamesFromProto(summaries []*refereev1.GameSummary) []standing.Game {
	games := make([]standing.Game, len(summaries))
	for i, p := range summaries {
		games[i] = gameFromProto(p)
	}
	return games
}

// The referee's words that matter here.
const (
	rated          = "rated"
	voided         = "voided"
	statusFinished = "finished"
)

func gameFromProto(p *refereev1.GameSummary) standing.Game {
	return standing.Game{
		ID: p.GetGameId(), Board: standing.Board{Game: p.GetGame(), Category: p.GetCategory()},
		Seats: [2]standing.Seat{seatFromProto(p.GetSeats().GetFirst()), seatFromProto(p.GetSeats().GetSecond())},
		Rated: p.GetMode() == rated, Visibility: p.GetVisibility(),
		Finished: p.GetResult().GetStatus() == statusFinished, Void: p.GetChange() == voided,
		Score: scoreFromProto(p.GetResult()), At: p.GetAt().AsTime(),
	}
}

func seatFromProto(p *refereev1.Seat) standing.Seat {
	return standing.Seat{Account: p.GetPlayer().GetAccountId(), Guest: p.GetPlayer().GetGuest()}
}

// scoreFromProto is the first side's.
func scoreFromProto(p *refereev1.Result) elo.Score {
	switch p.GetWinner() {
	case "first":
		return elo.Win
	case "second":
		return elo.Loss
	default:
		return elo.Draw
	}
}
