package rpc

import (
	"context"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/matchmaking/internal/crowd"
)

// Lobby serves kydai.matchmaking.v1.LobbyService.
type Lobby struct {
	matchmakingv1.UnimplementedLobbyServiceServer
	crowd *crowd.Crowd
}

// NewLobby returns a server.
func NewLobby(c *crowd.Crowd) *Lobby { return &Lobby{crowd: c} }

// GetCounts returns how many people are online, search and play.
func (s *Lobby) GetCounts(ctx context.Context, _ *matchmakingv1.GetCountsRequest) (*matchmakingv1.GetCountsResponse, error) {
	counts, err := s.crowd.Counts(ctx)
	if err != nil {
		return nil, err
	}
	resp := &matchmakingv1.GetCountsResponse{Online: int32(counts.Online)} //nolint:gosec // people
	for _, g := range counts.Games {
		resp.Games = append(resp.Games, &matchmakingv1.GameCounts{
			Game: g.Name, Online: int32(g.Online), Searching: int32(g.Searching), Playing: int32(g.Playing), //nolint:gosec // people
		})
	}
	return resp, nil
}
