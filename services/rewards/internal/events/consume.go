package events

import (
	"context"
	"time"

	"kydai.dev/pkg/bus"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/rewards/internal/steward"
)

// durable is the consumer that all replicas share, on each of the streams.
const durable = "rewards"

// Games returns the loop that counts the games that end.
func Games(b *bus.Bus, s *steward.Steward) func(context.Context) error {
	return consume(b, bus.GameStream, bus.GameLifecycle("*"), bus.Decoding(func(ctx context.Context, news *refereev1.GameSummaries) error {
		return s.Take(ctx, GamesFromProto(news.GetSummaries()))
	}))
}

// Titles returns the loop that counts the titles that are reached.
func Titles(b *bus.Bus, s *steward.Steward) func(context.Context) error {
	return consume(b, bus.RatingStream, bus.RatingChanged("*", "*"), bus.Decoding(func(ctx context.Context, news *ratingv1.RatingChanges) error {
		return s.Take(ctx, TitlesFromProto(news.GetChanges()))
	}))
}

// Tournaments returns the loop that counts the tournaments that end.
func Tournaments(b *bus.Bus, s *steward.Steward) func(context.Context) error {
	return consume(b, bus.TournamentStream, bus.TournamentEvents("*"), bus.Decoding(func(ctx context.Context, news *tournamentv1.TournamentEvents) error {
		return s.Take(ctx, TournamentsFromProto(news.GetEvents()))
	}))
}

// Links returns the loop that pays those who link an account.
func Links(b *bus.Bus, s *steward.Steward) func(context.Context) error {
	return consume(b, bus.AccountStream, bus.AccountLinked("*"), bus.Decoding(func(ctx context.Context, news *accountv1.Linked) error {
		return s.Linked(ctx, news.GetPlayerId())
	}))
}

func consume(b *bus.Bus, stream, filter string, hear func(context.Context, bus.Msg) error) func(context.Context) error {
	spec := bus.ConsumerSpec{Stream: stream, Durable: durable, Filter: filter}
	return func(ctx context.Context) error { return b.Consume(ctx, spec, hear) }
}

// Stream returns the loop that makes the rewards' own stream once NATS is there.
func Stream(b *bus.Bus, age time.Duration, size int64) func(context.Context) error {
	spec := bus.StreamSpec{Name: bus.RewardsStream, Subjects: []string{bus.RewardsChanged("*")}, MaxAge: age, MaxBytes: size}
	return func(ctx context.Context) error {
		err := b.WhenConnected(ctx, func(ctx context.Context) error { return b.EnsureStream(ctx, spec) })
		if ctx.Err() != nil {
			return nil // the way to stop it
		}
		return err
	}
}
