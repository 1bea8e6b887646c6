package rpc

import (
	"context"

	"google.golang.org/grpc"

	"kydai.dev/pkg/errs"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/rating/internal/events"
	"kydai.dev/services/rating/internal/scorer"
)

// Referee asks the referee which games have ended.
type Referee struct {
	client refereev1.RefereeServiceClient
}

// NewReferee returns the referee at the end of a connection.
func NewReferee(conn grpc.ClientConnInterface) Referee {
	return Referee{client: refereev1.NewRefereeServiceClient(conn)}
}

// Ended returns the games after a cursor, and the cursor behind them.
func (r Referee) Ended(ctx context.Context, after string, limit int) (scorer.Ended, error) {
	resp, err := r.client.ListEnded(ctx, &refereev1.ListEndedRequest{After: after, Limit: int32(limit)})
	if err != nil {
		return scorer.Ended{}, errs.Remote(err)
	}
	games := events.GamesFromProto(resp.GetGames())
	return scorer.Ended{Games: games, Cursor: resp.GetCursor(), More: len(games) == limit}, nil
}
