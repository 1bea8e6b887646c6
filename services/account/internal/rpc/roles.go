package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account/internal/profile"
)

// GrantRole gives a player a role.
func (s *Server) GrantRole(ctx context.Context, req *accountv1.GrantRoleRequest) (*accountv1.GrantRoleResponse, error) {
	change := profile.RoleChange{PlayerID: req.GetPlayerId(), Role: req.GetRole(), Granted: true, Note: req.GetNote()}
	has, err := s.porter.ChangeRole(ctx, authn.FromContext(ctx), change)
	if err != nil {
		return nil, err
	}
	return &accountv1.GrantRoleResponse{Roles: has}, nil
}

// RevokeRole takes a role back.
func (s *Server) RevokeRole(ctx context.Context, req *accountv1.RevokeRoleRequest) (*accountv1.RevokeRoleResponse, error) {
	change := profile.RoleChange{PlayerID: req.GetPlayerId(), Role: req.GetRole(), Note: req.GetNote()}
	has, err := s.porter.ChangeRole(ctx, authn.FromContext(ctx), change)
	if err != nil {
		return nil, err
	}
	return &accountv1.RevokeRoleResponse{Roles: has}, nil
}

// ListRoles lists a player's roles and their history.
func (s *Server) ListRoles(ctx context.Context, req *accountv1.ListRolesRequest) (*accountv1.ListRolesResponse, error) {
	has, changes, err := s.porter.Roles(ctx, req.GetPlayerId())
	if err != nil {
		return nil, err
	}
	resp := &accountv1.ListRolesResponse{Roles: has}
	for _, c := range changes {
		resp.Changes = append(resp.Changes, &accountv1.RoleChange{Role: c.Role, Granted: c.Granted, Note: c.Note, By: c.By, Time: timestamppb.New(c.At)})
	}
	return resp, nil
}
