package events

import (
	"context"
	"time"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/outbox"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

const (
	typeEvents = "kydai.tournament.v1.TournamentEvents"
	typeNews   = "kydai.tournament.v1.PlayerNews"
)

// Lanes are how many messages may be on their way at a time; those of one tournament,
// and those to one player, go one after the other.
const Lanes = 8

// mostBytes is how long a message may become before another one is begun: a round of
// thousands of pairings is long, and NATS takes 1 MiB.
const mostBytes = 256 << 10

// Messages are what an append tells: its events, and to each player the next game.
func (Codec) Messages(ctx context.Context, a record.Append) ([]outbox.Message, error) {
	msgs, err := eventMessages(ctx, a.ID, a.Events)
	if err != nil {
		return nil, err
	}
	for _, n := range a.News {
		payload, err := encode(&tournamentv1.PlayerNews{PlayerId: n.Player, NextGame: NextGameToProto(a.Summary, n)})
		if err != nil {
			return nil, err
		}
		msgs = append(msgs, outbox.New(ctx, bus.PlayerNews(n.Player), typeNews, bus.Shard(n.Player, Lanes), payload))
	}
	return msgs, nil
}

func eventMessages(ctx context.Context, id string, list []tourney.Event) ([]outbox.Message, error) {
	var msgs []outbox.Message
	var open tournamentv1.TournamentEvents
	size := 0
	flush := func() error {
		payload, err := encode(&open)
		msgs = append(msgs, outbox.New(ctx, bus.TournamentEvents(id), typeEvents, bus.Shard(id, Lanes), payload))
		open.Events, size = nil, 0
		return err
	}
	for _, e := range list {
		p, err := EventToProto(id, e)
		if err != nil {
			return nil, err
		}
		length := proto.Size(p)
		if size > 0 && size+length > mostBytes {
			if err := flush(); err != nil {
				return nil, err
			}
		}
		open.Events = append(open.Events, p)
		size += length
	}
	if size == 0 {
		return msgs, nil
	}
	return msgs, flush()
}

// Stream returns the loop that makes the tournaments' own stream once NATS is there.
func Stream(b *bus.Bus, age time.Duration, size int64) func(context.Context) error {
	spec := bus.StreamSpec{
		Name: bus.TournamentStream, Subjects: []string{bus.TournamentEvents("*"), bus.PlayerNews("*")}, MaxAge: age, MaxBytes: size,
	}
	return func(ctx context.Context) error {
		err := b.WhenConnected(ctx, func(ctx context.Context) error { return b.EnsureStream(ctx, spec) })
		if ctx.Err() != nil {
			return nil // the way to stop it
		}
		return err
	}
}
