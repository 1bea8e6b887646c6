package rpc

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/rules/record"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	"kydai.dev/services/study/internal/analysis"
	"kydai.dev/services/study/internal/desk"
)

// Referee asks the referee for games in the name of whoever calls the study, so
// that nobody learns more here than there: it is asked for what people may ask
// for, not for what services may.
type Referee struct {
	client refereev1.RefereeServiceClient
}

// NewReferee returns the referee at the end of a connection.
func NewReferee(conn grpc.ClientConnInterface) Referee {
	return Referee{client: refereev1.NewRefereeServiceClient(conn)}
}

// Record is a game's record as the caller may read it. It has no result while the
// game goes on for the caller.
func (r Referee) Record(ctx context.Context, id string) (*record.Record, error) {
	resp, err := r.client.ExportGame(ctx, &refereev1.ExportGameRequest{GameId: id, Format: record.JSON})
	if err != nil {
		return nil, errs.Remote(err)
	}
	for rec, err := range record.Read(bytes.NewReader(resp.GetData()), record.Options{Format: record.JSON}) {
		if err != nil {
			return nil, fmt.Errorf("read record of game %s: %w", id, err)
		}
		return rec, nil
	}
	return nil, fmt.Errorf("read record of game %s: there is none", id)
}

// lookLimit is how long search may think about a position whatever the budget.
const lookLimit = 20 * time.Second

// Search asks search in the study's own name.
type Search struct {
	client searchv1.SearchServiceClient
}

// NewSearch returns the search at the end of a connection.
func NewSearch(conn grpc.ClientConnInterface) Search {
	return Search{client: searchv1.NewSearchServiceClient(conn)}
}

// Look thinks about a position.
func (s Search) Look(ctx context.Context, q desk.Question) ([]analysis.Line, error) {
	resp, err := s.client.BestMove(rpc.InOwnName(ctx), &searchv1.BestMoveRequest{
		Game: q.Game, StartPosition: q.Start, Moves: q.Moves, Time: durationpb.New(lookLimit),
		Nodes: int32(min(q.Budget.Nodes, math.MaxInt32)), Lines: int32(min(q.Budget.Lines, math.MaxInt32)), //nolint:gosec // held within it
	})
	if err != nil {
		return nil, errs.Remote(err)
	}
	var lines []analysis.Line
	for _, l := range resp.GetLines() {
		if len(l.GetMoves()) == 0 {
			return nil, fmt.Errorf("search told a line without a move after %d plies", len(q.Moves))
		}
		lines = append(lines, analysis.Line{Moves: l.GetMoves(), Score: int(l.GetScore()), Mate: int(l.GetMate()), Depth: int(l.GetDepth())})
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("search told no line after %d plies", len(q.Moves))
	}
	return lines, nil
}

// Busy reports whether search has no room for one more position.
func (s Search) Busy(ctx context.Context) (bool, error) {
	resp, err := s.client.GetCapacity(rpc.InOwnName(ctx), &searchv1.GetCapacityRequest{})
	if err != nil {
		return false, errs.Remote(err)
	}
	return resp.GetWaiting() > 0 || resp.GetThinking() >= resp.GetParallel(), nil
}
