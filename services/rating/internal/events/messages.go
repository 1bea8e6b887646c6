package events

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/outbox"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	"kydai.dev/services/rating/internal/elo"
	"kydai.dev/services/rating/internal/standing"
)

const typeChanges = "kydai.rating.v1.RatingChanges"

// Messages makes the outbox rows of a commit's changes: one for each board.
func Messages(ctx context.Context, changes []standing.Change) ([]outbox.Message, error) {
	var boards []standing.Board
	news := map[standing.Board]*ratingv1.RatingChanges{}
	for _, c := range changes {
		if news[c.Board] == nil {
			news[c.Board] = &ratingv1.RatingChanges{}
			boards = append(boards, c.Board)
		}
		news[c.Board].Changes = append(news[c.Board].Changes, ChangeToProto(c))
	}
	var messages []outbox.Message
	for _, b := range boards {
		payload, err := proto.Marshal(news[b])
		if err != nil {
			return nil, fmt.Errorf("encode changes of ratings: %w", err)
		}
		messages = append(messages, outbox.New(ctx, bus.RatingChanged(b.Game, b.Category), typeChanges, 0, payload))
	}
	return messages, nil
}

// ChangeToProto converts a change.
func ChangeToProto(c standing.Change) *ratingv1.RatingChange {
	side := "second"
	if c.First {
		side = "first"
	}
	change := c.Change()
	if c.Cause == standing.Returned {
		change = c.After - c.Before
	}
	return &ratingv1.RatingChange{
		PlayerId: c.Player, Game: c.Game, Category: c.Category, Number: int32(c.Number), Cause: string(c.Cause),
		GameId: c.GameID, Side: side, OpponentId: c.Opponent, OpponentRating: int32(c.OpponentRating),
		Score: float64(c.Score) / float64(elo.Win), Expected: float64(c.Expected) / elo.Whole, K: int32(c.K),
		Before: int32(c.Before), After: int32(c.After), Time: timestamppb.New(c.At), Games: int32(c.Games), Change: int32(change),
	}
}
