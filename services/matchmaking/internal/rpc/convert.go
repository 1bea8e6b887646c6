package rpc

import (
	"context"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/matchmaking/internal/pairing"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/wire"
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

func oddsFromProto(p *refereev1.Handicap) handicap.Odds {
	return handicap.Odds{Preset: p.GetPreset(), Side: p.GetSide(), Remove: p.GetRemove()}
}

// controlFromProto converts a time control; nil is untimed.
func controlFromProto(p *refereev1.TimeControl) timecontrol.Control {
	return timecontrol.Control{
		Preset: p.GetPreset(), Bank: p.GetBank().AsDuration(), Increment: p.GetIncrement().AsDuration(),
		PerMove: p.GetPerMove().AsDuration(), ByoYomi: p.GetByoYomi().AsDuration(),
	}
}

// rangeFromProto converts a range; what is left out is open.
func rangeFromProto(p *matchmakingv1.RatingRange) (below, above int) {
	below, above = pairing.Anyone, pairing.Anyone
	if p != nil && p.Below != nil {
		below = int(p.GetBelow())
	}
	if p != nil && p.Above != nil {
		above = int(p.GetAbove())
	}
	return below, above
}

// roomToProto is a room as the caller may see it.
func roomToProto(ctx context.Context, r room.Room) *matchmakingv1.Room {
	return wire.RoomToProto(r, authn.FromContext(ctx).Account)
}
