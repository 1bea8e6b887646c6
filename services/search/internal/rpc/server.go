// Package rpc serves the calls of kydai.search.v1.
package rpc

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/levels"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/growth"
)

// The budgets of calls that do not say.
const (
	usualNodes = 200_000
	usualTime  = 5 * time.Second

	hintNodes = 50_000
	hintTime  = 2 * time.Second
)

// Referee is what hints are asked of.
type Referee interface {
	NoteHint(context.Context, *refereev1.NoteHintRequest, ...grpc.CallOption) (*refereev1.NoteHintResponse, error)
}

// Server serves kydai.search.v1.SearchService.
type Server struct {
	searchv1.UnimplementedSearchServiceServer
	player  *bot.Player
	referee Referee
	known   *growth.Growth
}

// NewServer returns a server.
func NewServer(player *bot.Player, referee Referee, known *growth.Growth) *Server {
	return &Server{player: player, referee: referee, known: known}
}

// GetHint tells a player a good move. The referee counts it first, and says
// whether there may be one at all.
func (s *Server) GetHint(ctx context.Context, req *searchv1.GetHintRequest) (*searchv1.GetHintResponse, error) {
	noted, err := s.referee.NoteHint(ctx, &refereev1.NoteHintRequest{GameId: req.GetGameId()})
	if err != nil {
		return nil, errs.Remote(err)
	}
	found, err := s.player.Think(ctx, bot.Task{
		Judged: true, Game: noted.GetGame(), Start: noted.GetStartPosition(), Moves: noted.GetMoves(), Nodes: hintNodes, Time: hintTime,
	})
	if err != nil {
		return nil, fmt.Errorf("think about game %s: %w", req.GetGameId(), err)
	}
	line := found.Lines[0].Moves
	return &searchv1.GetHintResponse{
		Seq: noted.GetSeq(), Ply: int32(len(noted.GetMoves()) + 1), Move: line[0], Line: line, Hints: noted.GetHints(), //nolint:gosec // small
	}, nil
}

// BestMove thinks about a position.
func (s *Server) BestMove(ctx context.Context, req *searchv1.BestMoveRequest) (*searchv1.BestMoveResponse, error) {
	task := taskFromProto(req)
	if req.GetLevel() != "" {
		return s.asLevel(ctx, task, req.GetLevel())
	}
	found, err := s.player.Think(ctx, task)
	if err != nil {
		return nil, err
	}
	return bestToProto(found), nil
}

func bestToProto(found bot.Thought) *searchv1.BestMoveResponse {
	return &searchv1.BestMoveResponse{
		Lines: linesToProto(found), Nodes: int32(found.Nodes), Time: durationpb.New(found.Took), //nolint:gosec // the budget is less
	}
}

func linesToProto(found bot.Thought) (lines []*searchv1.Line) {
	for _, l := range found.Lines {
		lines = append(lines, &searchv1.Line{
			Moves: l.Moves, Score: int32(l.Score.Value), Mate: int32(l.Score.Mate), Depth: int32(l.Depth), //nolint:gosec // small
		})
	}
	return lines
}

func (s *Server) asLevel(ctx context.Context, task bot.Task, id string) (*searchv1.BestMoveResponse, error) {
	level, ok := levels.Find(task.Game, id)
	switch {
	case len(levels.Of(task.Game)) == 0:
		return nil, bot.ErrUnknownGame.At("game", "no game has this name")
	case !ok:
		return nil, bot.ErrUnknownLevel.At("level", "the game has no such level")
	}
	move, found, err := s.player.Move(ctx, task, level, uint64(len(task.Moves)))
	if err != nil {
		return nil, err
	}
	found.Lines = []bot.Line{found.Of(move)}
	return bestToProto(found), nil
}

func taskFromProto(req *searchv1.BestMoveRequest) bot.Task {
	t := bot.Task{
		Game: req.GetGame(), Start: req.GetStartPosition(), Moves: req.GetMoves(), Nodes: int(req.GetNodes()), Depth: int(req.GetDepth()),
		Time: usualTime, Lines: int(req.GetLines()),
	}
	if t.Nodes == 0 {
		t.Nodes = usualNodes
	}
	if req.GetTime() != nil {
		t.Time = req.GetTime().AsDuration()
	}
	return t
}

// GetCapacity says how much this replica does.
func (s *Server) GetCapacity(context.Context, *searchv1.GetCapacityRequest) (*searchv1.GetCapacityResponse, error) {
	known := s.known.State()
	resp := &searchv1.GetCapacityResponse{
		Parallel: int32(s.player.Parallel()), Thinking: int32(s.player.Thinking()), Waiting: int32(s.player.Waiting()), //nolint:gosec // small
		Endgames: &searchv1.Endgames{
			Tables: int32(known.Tables), Missing: int32(known.Missing), Building: known.Building, Progress: known.Progress, //nolint:gosec // small
		},
	}
	if nodes, spent := s.player.Nodes(); spent > 0 {
		resp.NodesPerSecond = int32(float64(nodes) / spent.Seconds())
	}
	return resp, nil
}
