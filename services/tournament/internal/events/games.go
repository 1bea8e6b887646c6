package events

import (
	"context"

	"kydai.dev/pkg/bus"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/tourney"
)

// durable is the consumer that all replicas share.
const durable = "tournament"

// parallel is how many messages are heard at a time: results of one tournament are
// entered one after the other, those of others meanwhile.
const parallel = 4

// statusFinished is the status of a game that has a result.
const statusFinished = "finished"

// Games returns the loop that hears how games end.
func Games(b *bus.Bus, enter func(context.Context, []desk.Game) error) func(context.Context) error {
	spec := bus.ConsumerSpec{Stream: bus.GameStream, Durable: durable, Filter: bus.GameLifecycle("*"), Parallel: parallel}
	hear := bus.Decoding(func(ctx context.Context, news *refereev1.GameSummaries) error {
		return enter(ctx, GamesFromProto(news.GetSummaries()))
	})
	return func(ctx context.Context) error { return b.Consume(ctx, spec, hear) }
}

// GamesFromProto are the games of tournaments that the referee tells of.
func GamesFromProto(summaries []*refereev1.GameSummary) []desk.Game {
	var games []desk.Game
	for _, s := range summaries {
		if s.GetTournament() != nil {
			games = append(games, gameOf(s))
		}
	}
	return games
}

func gameOf(s *refereev1.GameSummary) desk.Game {
	ref, seats, result := s.GetTournament(), s.GetSeats(), s.GetResult()
	return desk.Game{
		Tournament: ref.GetTournamentId(), Over: result != nil, Moved: s.GetAt().AsTime(),
		End: tourney.GameEnd{
			Pairing: tourney.PairingID{Round: int(ref.GetRound()), Board: int(ref.GetBoard())}, Number: int(ref.GetGame()), GameID: s.GetGameId(),
			First: seats.GetFirst().GetPlayer().GetAccountId(), Second: seats.GetSecond().GetPlayer().GetAccountId(),
			Result: tourney.Result(result.GetWinner()), Void: result != nil && result.GetStatus() != statusFinished, Reason: result.GetReason(),
			Moves: int(s.GetPly()),
		},
	}
}
