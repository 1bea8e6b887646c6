package rpc

import (
	"context"

	"kydai.dev/pkg/authn"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account/internal/profile"
)

// UpdateMe changes the caller's own profile.
func (s *Server) UpdateMe(ctx context.Context, req *accountv1.UpdateMeRequest) (*accountv1.UpdateMeResponse, error) {
	change := profile.Change{Name: req.Name, Language: req.Language, Country: req.Country, TimeZone: req.TimeZone}
	player, err := s.porter.Update(ctx, authn.FromContext(ctx), change, req.GetIfMatch())
	if err != nil {
		return nil, err
	}
	return &accountv1.UpdateMeResponse{Me: ownToProto(player), Etag: player.Tag()}, nil
}

// ListBlocks lists the players whom the caller has blocked.
func (s *Server) ListBlocks(ctx context.Context, _ *accountv1.ListBlocksRequest) (*accountv1.ListBlocksResponse, error) {
	blocks, err := s.porter.Blocks(ctx, authn.FromContext(ctx))
	if err != nil {
		return nil, err
	}
	return &accountv1.ListBlocksResponse{Blocks: blocksToProto(blocks)}, nil
}

// BlockPlayer keeps a player away from the caller.
func (s *Server) BlockPlayer(ctx context.Context, req *accountv1.BlockPlayerRequest) (*accountv1.BlockPlayerResponse, error) {
	if err := s.porter.Block(ctx, authn.FromContext(ctx), req.GetPlayerId()); err != nil {
		return nil, err
	}
	return &accountv1.BlockPlayerResponse{}, nil
}

// UnblockPlayer takes a block back.
func (s *Server) UnblockPlayer(ctx context.Context, req *accountv1.UnblockPlayerRequest) (*accountv1.UnblockPlayerResponse, error) {
	if err := s.porter.Unblock(ctx, authn.FromContext(ctx), req.GetPlayerId()); err != nil {
		return nil, err
	}
	return &accountv1.UnblockPlayerResponse{}, nil
}

// ListRelations says who of some players has blocked whom of them.
func (s *Server) ListRelations(ctx context.Context, req *accountv1.ListRelationsRequest) (*accountv1.ListRelationsResponse, error) {
	relations, err := s.porter.Relations(ctx, req.GetPlayerIds())
	if err != nil {
		return nil, err
	}
	return &accountv1.ListRelationsResponse{Relations: relationsToProto(relations)}, nil
}
