package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
)

// playerToProto is what everybody may know.
func playerToProto(p profile.Player) *accountv1.PlayerProfile {
	return &accountv1.PlayerProfile{
		PlayerId: p.ID, Name: p.Name, Guest: p.Guest, CreateTime: timestamppb.New(p.Created), Country: p.Country,
	}
}

// ownToProto is what the player and services may know.
func ownToProto(p profile.Player) *accountv1.PlayerProfile {
	own := playerToProto(p)
	own.Language, own.TimeZone = p.Language, p.TimeZone
	return own
}

// seenToProto is what the caller may know of a player: a service more than others.
func seenToProto(ctx context.Context, p profile.Player) *accountv1.PlayerProfile {
	if authn.FromContext(ctx).AsService {
		return ownToProto(p)
	}
	return playerToProto(p)
}

func blocksToProto(all []profile.Block) []*accountv1.Block {
	out := make([]*accountv1.Block, len(all))
	for i, b := range all {
		out[i] = &accountv1.Block{Player: playerToProto(b.Player), CreateTime: timestamppb.New(b.Since)}
	}
	return out
}

func relationsToProto(all []profile.Relation) []*accountv1.Relation {
	out := make([]*accountv1.Relation, len(all))
	for i, r := range all {
		out[i] = &accountv1.Relation{PlayerId: r.Player, BlockedId: r.Blocked}
	}
	return out
}

func tokensToProto(t porter.Tokens) *accountv1.Tokens {
	return &accountv1.Tokens{
		SessionId: t.Session, AccessToken: t.Access, ExpiresIn: durationpb.New(t.Expires), RefreshToken: t.Refresh.Text(),
	}
}

func sessionsToProto(all []session.Session, current string) []*accountv1.Session {
	out := make([]*accountv1.Session, len(all))
	for i, s := range all {
		out[i] = &accountv1.Session{
			SessionId: s.ID, Current: s.ID == current, UserAgent: s.Device,
			CreateTime: timestamppb.New(s.Created), RefreshTime: timestamppb.New(s.Refreshed),
		}
	}
	return out
}
