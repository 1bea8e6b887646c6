// Package rpc answers the calls of the account contract.
package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account/internal/porter"
)

// Server answers by the porter's word.
type Server struct {
	accountv1.UnsafeAccountServiceServer // a call without an answer does not compile

	porter *porter.Porter
}

// New returns the handlers.
func New(p *porter.Porter) *Server { return &Server{porter: p} }

// CreateGuestSession makes a guest account and signs it in.
func (s *Server) CreateGuestSession(ctx context.Context, req *accountv1.CreateGuestSessionRequest) (*accountv1.CreateGuestSessionResponse, error) {
	player, tokens, err := s.porter.Admit(ctx, req.GetName(), rpc.OriginOf(ctx).UserAgent)
	if err != nil {
		return nil, err
	}
	return &accountv1.CreateGuestSessionResponse{Player: ownToProto(player), Tokens: tokensToProto(tokens)}, nil
}

// RefreshSession gives new tokens for a refresh token.
func (s *Server) RefreshSession(ctx context.Context, req *accountv1.RefreshSessionRequest) (*accountv1.RefreshSessionResponse, error) {
	tokens, err := s.porter.Renew(ctx, req.GetRefreshToken())
	if err != nil {
		return nil, err
	}
	return &accountv1.RefreshSessionResponse{Tokens: tokensToProto(tokens)}, nil
}

// ListSessions lists the caller's signed-in devices.
func (s *Server) ListSessions(ctx context.Context, _ *accountv1.ListSessionsRequest) (*accountv1.ListSessionsResponse, error) {
	caller := authn.FromContext(ctx)
	sessions, err := s.porter.Sessions(ctx, caller)
	if err != nil {
		return nil, err
	}
	return &accountv1.ListSessionsResponse{Sessions: sessionsToProto(sessions, caller.Session)}, nil
}

// DeleteSession signs a device out.
func (s *Server) DeleteSession(ctx context.Context, req *accountv1.DeleteSessionRequest) (*accountv1.DeleteSessionResponse, error) {
	if err := s.porter.End(ctx, authn.FromContext(ctx), req.GetSessionId()); err != nil {
		return nil, err
	}
	return &accountv1.DeleteSessionResponse{}, nil
}

// CreateStreamTicket gives a token that opens streams.
func (s *Server) CreateStreamTicket(ctx context.Context, _ *accountv1.CreateStreamTicketRequest) (*accountv1.CreateStreamTicketResponse, error) {
	ticket, life, err := s.porter.Ticket(ctx, authn.FromContext(ctx))
	if err != nil {
		return nil, err
	}
	return &accountv1.CreateStreamTicketResponse{Ticket: ticket, ExpiresIn: durationpb.New(life)}, nil
}

// GetMe returns the caller's own profile.
func (s *Server) GetMe(ctx context.Context, _ *accountv1.GetMeRequest) (*accountv1.GetMeResponse, error) {
	player, err := s.porter.Player(ctx, authn.FromContext(ctx).Account)
	if err != nil {
		return nil, err
	}
	return &accountv1.GetMeResponse{Me: ownToProto(player), Etag: player.Tag()}, nil
}

// GetPlayer returns what everybody may know of a player.
func (s *Server) GetPlayer(ctx context.Context, req *accountv1.GetPlayerRequest) (*accountv1.GetPlayerResponse, error) {
	player, err := s.porter.Player(ctx, req.GetPlayerId())
	if err != nil {
		return nil, err
	}
	return &accountv1.GetPlayerResponse{Player: seenToProto(ctx, player)}, nil
}

// BatchGetPlayers returns what everybody may know of many players.
func (s *Server) BatchGetPlayers(ctx context.Context, req *accountv1.BatchGetPlayersRequest) (*accountv1.BatchGetPlayersResponse, error) {
	players, err := s.porter.Players(ctx, req.GetIds())
	if err != nil {
		return nil, err
	}
	resp := &accountv1.BatchGetPlayersResponse{}
	for _, p := range players {
		resp.Players = append(resp.Players, seenToProto(ctx, p))
	}
	return resp, nil
}
