package rpc

import (
	"context"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/timecontrol"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/matchmaking/internal/room"
)

func wishFromProto(owner room.Player, p *matchmakingv1.CreateRoomRequest) room.Wish {
	return room.Wish{
		Owner: owner, Game: p.GetGame(), Side: p.GetSide(), Mode: p.GetMode(), Access: p.GetAccess(),
		Control: controlFromProto(p.GetTimeControl()), Start: p.GetStartPosition(),
		Odds: oddsFromProto(p.GetHandicap()), Invitee: p.GetInviteeId(), Spectators: spectatorsFromProto(p.GetSpectators()),
	}
}

func spectatorsFromProto(p *refereev1.Spectators) room.Spectators {
	return room.Spectators{Barred: p != nil && p.Allowed != nil && !p.GetAllowed(), Delay: p.GetDelay().AsDuration()}
}

func spectatorsToProto(s room.Spectators) *refereev1.Spectators {
	return &refereev1.Spectators{Allowed: proto.Bool(!s.Barred), Delay: durationpb.New(s.Delay)}
}

func oddsFromProto(p *refereev1.Handicap) room.Odds {
	return room.Odds{Preset: p.GetPreset(), Side: p.GetSide(), Remove: strings.Join(p.GetRemove(), " ")}
}

// oddsToProto converts odds; none are nil.
func oddsToProto(o room.Odds) *refereev1.Handicap {
	if !o.Given() {
		return nil
	}
	return &refereev1.Handicap{Preset: o.Preset, Side: o.Side, Remove: strings.Fields(o.Remove)}
}

// roomToProto is a room as the caller may see it.
func roomToProto(ctx context.Context, r room.Room) *matchmakingv1.Room {
	return &matchmakingv1.Room{
		RoomId: r.ID, State: stateToProto(r.State), OwnerId: r.Owner.Account, GuestId: r.Joiner.Account,
		Code: r.CodeFor(authn.FromContext(ctx).Account), GameId: r.GameID,
		Game: r.Game, Side: r.Side, Mode: r.Mode, Access: r.Access, TimeControl: controlToProto(r.Control), StartPosition: r.Start,
		Handicap: oddsToProto(r.Odds), InviteeId: r.Invitee, Declined: r.Declined, Spectators: spectatorsToProto(r.Spectators),
		CreateTime: timestamppb.New(r.Created),
	}
}

// stateToProto is a state in the words of clients, for whom a game begins when
// somebody joins.
func stateToProto(s room.State) string {
	if s == room.Starting {
		s = room.Playing
	}
	return string(s)
}

// controlToProto converts a time control; an untimed one is nil.
func controlToProto(c timecontrol.Control) *refereev1.TimeControl {
	if !c.Timed() {
		return nil
	}
	return &refereev1.TimeControl{
		Preset: c.Preset, Bank: durationpb.New(c.Bank), Increment: durationpb.New(c.Increment),
		PerMove: durationpb.New(c.PerMove), ByoYomi: durationpb.New(c.ByoYomi),
	}
}

// controlFromProto converts a time control; nil is untimed.
func controlFromProto(p *refereev1.TimeControl) timecontrol.Control {
	return timecontrol.Control{
		Preset: p.GetPreset(), Bank: p.GetBank().AsDuration(), Increment: p.GetIncrement().AsDuration(),
		PerMove: p.GetPerMove().AsDuration(), ByoYomi: p.GetByoYomi().AsDuration(),
	}
}
