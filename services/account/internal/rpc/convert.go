package rpc

import (
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/session"
)

func playerToProto(p session.Player) *accountv1.PlayerProfile {
	return &accountv1.PlayerProfile{PlayerId: p.ID, Name: p.Name, Guest: p.Guest, CreateTime: timestamppb.New(p.Created)}
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
