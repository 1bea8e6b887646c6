package rpc

import (
	"cmp"
	"context"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/page"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	"kydai.dev/services/rewards/internal/events"
	"kydai.dev/services/rewards/internal/ledger"
	"kydai.dev/services/rewards/internal/steward"
)

// AwardPrize pays a prize of a tournament.
func (s *Server) AwardPrize(ctx context.Context, req *rewardsv1.AwardPrizeRequest) (*rewardsv1.AwardPrizeResponse, error) {
	t := ledger.ForPrize(req.GetKey(), canonical(req.GetPlayerId()), req.GetTournamentId(), int64(req.GetAmount()), time.Time{})
	entry, err := s.steward.Award(ctx, t)
	if err != nil {
		return nil, err
	}
	return &rewardsv1.AwardPrizeResponse{Entry: events.EntryToProto(entry)}, nil
}

// GrantCoins gives a player coins, or takes some.
func (s *Server) GrantCoins(ctx context.Context, req *rewardsv1.GrantCoinsRequest) (*rewardsv1.GrantCoinsResponse, error) {
	t := ledger.ForGrant(req.GetKey(), canonical(req.GetPlayerId()), req.GetReason(), int64(req.GetAmount()), time.Time{})
	g, err := s.steward.Grant(ctx, t, auditOf(authn.FromContext(ctx), req.GetOperator()))
	if err != nil {
		return nil, err
	}
	return &rewardsv1.GrantCoinsResponse{Grant: grantToProto(g)}, nil
}

// auditOf says who grants: an administrator by the account, a person with the
// operator's key by the name that is given.
func auditOf(c authn.Caller, name string) steward.Audit {
	if c.AsService {
		return steward.Audit{Operator: cmp.Or(name, c.Service), Caller: c.Service}
	}
	return steward.Audit{Operator: c.Account, Caller: steward.Administrator}
}

func grantToProto(g steward.Grant) *rewardsv1.Grant {
	return &rewardsv1.Grant{
		Key: strings.TrimPrefix(g.Key, "grant:"), PlayerId: g.Player, Amount: int32(g.Amount), Reason: g.Note, //nolint:gosec // held within bounds
		Operator: g.Operator, Caller: g.Caller, Time: timestamppb.New(g.At), Balance: int32(g.Coins), //nolint:gosec // likewise
	}
}

// ListGrants lists what operators have given and taken, newest first.
func (s *Server) ListGrants(ctx context.Context, req *rewardsv1.ListGrantsRequest) (*rewardsv1.ListGrantsResponse, error) {
	player, size := req.GetPlayerId(), sizeOf(req.GetPageSize())
	if player != "" {
		player = canonical(player)
	}
	if err := s.steward.Admit(ctx, auditOf(authn.FromContext(ctx), "")); err != nil {
		return nil, err
	}
	binding := page.Binding("grants", player)
	_, before, err := s.pages.Open(req.GetPageToken(), binding)
	if err != nil {
		return nil, err
	}
	found, err := s.steward.Grants(ctx, player, before, size+1)
	if err != nil {
		return nil, err
	}
	resp := &rewardsv1.ListGrantsResponse{}
	if len(found) > size {
		found = found[:size]
		resp.NextPageToken = s.pages.Seal(time.UnixMicro(0), found[size-1].ID, binding)
	}
	for _, g := range found {
		resp.Grants = append(resp.Grants, grantToProto(g))
	}
	return resp, nil
}
