// Package rpc serves the calls of rooms, and makes those to the referee: it
// converts, asks, converts.
package rpc

import (
	"context"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/page"
	"kydai.dev/pkg/rpc"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
)

// Server serves kydai.matchmaking.v1.RoomService.
type Server struct {
	matchmakingv1.UnimplementedRoomServiceServer
	lobby *lobby.Lobby
	pages page.Tokens
}

// NewServer returns a server; secret signs its page tokens.
func NewServer(l *lobby.Lobby, secret []byte) *Server {
	return &Server{lobby: l, pages: page.NewTokens(secret)}
}

// CreateRoom opens a room.
func (s *Server) CreateRoom(ctx context.Context, req *matchmakingv1.CreateRoomRequest) (*matchmakingv1.CreateRoomResponse, error) {
	key, err := keyOf(ctx, req)
	if err != nil {
		return nil, err
	}
	r, err := s.lobby.Create(ctx, wishFromProto(player(ctx), req), key)
	if err != nil {
		return nil, err
	}
	return &matchmakingv1.CreateRoomResponse{Room: roomToProto(ctx, r)}, nil
}

// keyOf is the caller's Idempotency-Key with the hash of the request.
func keyOf(ctx context.Context, req proto.Message) (lobby.Key, error) {
	text, body, err := rpc.IdempotencyKey(ctx, req)
	return lobby.Key{Caller: authn.FromContext(ctx).Account, Text: text, Body: body}, err
}

// GetRoom returns a room.
func (s *Server) GetRoom(ctx context.Context, req *matchmakingv1.GetRoomRequest) (*matchmakingv1.GetRoomResponse, error) {
	r, err := s.lobby.Get(ctx, req.GetRoomId(), authn.FromContext(ctx).Account)
	if err != nil {
		return nil, err
	}
	return &matchmakingv1.GetRoomResponse{Room: roomToProto(ctx, r)}, nil
}

// JoinRoom takes the free seat of a public room and starts the game.
func (s *Server) JoinRoom(ctx context.Context, req *matchmakingv1.JoinRoomRequest) (*matchmakingv1.JoinRoomResponse, error) {
	r, err := s.lobby.Join(ctx, req.GetRoomId(), player(ctx))
	if err != nil {
		return nil, err
	}
	return &matchmakingv1.JoinRoomResponse{Room: roomToProto(ctx, r)}, nil
}

// JoinRoomByCode takes the free seat of the room with a code.
func (s *Server) JoinRoomByCode(ctx context.Context, req *matchmakingv1.JoinRoomByCodeRequest) (*matchmakingv1.JoinRoomByCodeResponse, error) {
	r, err := s.lobby.JoinByCode(ctx, req.GetCode(), player(ctx))
	if err != nil {
		return nil, err
	}
	return &matchmakingv1.JoinRoomByCodeResponse{Room: roomToProto(ctx, r)}, nil
}

// LeaveRoom closes the caller's own open room.
func (s *Server) LeaveRoom(ctx context.Context, req *matchmakingv1.LeaveRoomRequest) (*matchmakingv1.LeaveRoomResponse, error) {
	r, err := s.lobby.Leave(ctx, req.GetRoomId(), authn.FromContext(ctx).Account)
	if err != nil {
		return nil, err
	}
	return &matchmakingv1.LeaveRoomResponse{Room: roomToProto(ctx, r)}, nil
}

// DeclineRoom turns down an invitation.
func (s *Server) DeclineRoom(ctx context.Context, req *matchmakingv1.DeclineRoomRequest) (*matchmakingv1.DeclineRoomResponse, error) {
	r, err := s.lobby.Decline(ctx, req.GetRoomId(), authn.FromContext(ctx).Account)
	if err != nil {
		return nil, err
	}
	return &matchmakingv1.DeclineRoomResponse{Room: roomToProto(ctx, r)}, nil
}

// ListInvitations lists the open rooms to which the caller is invited.
func (s *Server) ListInvitations(ctx context.Context, _ *matchmakingv1.ListInvitationsRequest) (*matchmakingv1.ListInvitationsResponse, error) {
	rooms, err := s.lobby.Invitations(ctx, authn.FromContext(ctx).Account)
	if err != nil {
		return nil, err
	}
	resp := &matchmakingv1.ListInvitationsResponse{}
	for _, r := range rooms {
		resp.Rooms = append(resp.Rooms, roomToProto(ctx, r))
	}
	return resp, nil
}

// player is the calling player.
func player(ctx context.Context) room.Player {
	c := authn.FromContext(ctx)
	return room.Player{Account: c.Account, Guest: c.Guest}
}
