// Package wire turns rooms and tickets into what is sent of them: in answers,
// in orders to the referee, and in news on the bus.
package wire

import (
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/matchmaking/internal/pairing"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/ticket"
)

// RoomToProto converts a room as an account may see it.
func RoomToProto(r room.Room, account string) *matchmakingv1.Room {
	return &matchmakingv1.Room{
		RoomId: r.ID, State: stateToProto(r.State), OwnerId: r.Owner.Account, GuestId: r.Joiner.Account,
		Code: r.CodeFor(account), GameId: r.GameID,
		Game: r.Game, Side: r.Side, Mode: r.Mode, Access: r.Access, TimeControl: ControlToProto(r.Control), StartPosition: r.Start,
		Handicap: OddsToProto(r.Odds), InviteeId: r.Invitee, Declined: r.Declined, Spectators: SpectatorsToProto(r.Spectators),
		CreateTime: timestamppb.New(r.Created), ExpireTime: timestamppb.New(r.Expires),
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

// botAfter is how long a player waits before he is offered the engine.
const botAfter = 20 * time.Second

// TicketToProto converts a ticket, without an estimate of its wait.
func TicketToProto(t ticket.Ticket) *matchmakingv1.Ticket {
	p := &matchmakingv1.Ticket{
		TicketId: t.ID, State: ticketStateToProto(t.State), GameId: t.GameID, Game: t.Game, Mode: t.Mode, TimeControl: ControlToProto(t.Control),
		RatingRange: rangeToProto(t.Below, t.Above), Rating: int32(t.Rating), CreateTime: timestamppb.New(t.Created), //nolint:gosec // small
	}
	if p.GetState() == string(ticket.Waiting) {
		p.BotOfferTime = timestamppb.New(t.Created.Add(botAfter))
	}
	return p
}

// PlayerTicketsToProto converts tickets with their owners.
func PlayerTicketsToProto(tickets []ticket.Ticket) []*matchmakingv1.PlayerTicket {
	list := make([]*matchmakingv1.PlayerTicket, len(tickets))
	for i, t := range tickets {
		list[i] = &matchmakingv1.PlayerTicket{PlayerId: t.Owner.Account, Ticket: TicketToProto(t)}
	}
	return list
}

// ticketStateToProto is a state in the words of clients, who wait until they
// have a game.
func ticketStateToProto(s ticket.State) string {
	if s == ticket.Starting {
		s = ticket.Waiting
	}
	return string(s)
}

// rangeToProto converts a range; nil where it is open on both sides.
func rangeToProto(below, above int) *matchmakingv1.RatingRange {
	if below == pairing.Anyone && above == pairing.Anyone {
		return nil
	}
	return &matchmakingv1.RatingRange{Below: points(below), Above: points(above)}
}

func points(n int) *int32 {
	if n == pairing.Anyone {
		return nil
	}
	return proto.Int32(int32(n)) //nolint:gosec // checked by the contract
}

// ControlToProto converts a time control; an untimed one is nil.
func ControlToProto(c timecontrol.Control) *refereev1.TimeControl {
	if !c.Timed() {
		return nil
	}
	return &refereev1.TimeControl{
		Preset: c.Preset, Bank: durationpb.New(c.Bank), Increment: durationpb.New(c.Increment),
		PerMove: durationpb.New(c.PerMove), ByoYomi: durationpb.New(c.ByoYomi),
	}
}

// OddsToProto converts odds; none are nil.
func OddsToProto(o handicap.Odds) *refereev1.Handicap {
	if !o.Given() {
		return nil
	}
	return &refereev1.Handicap{Preset: o.Preset, Side: o.Side, Remove: o.Remove}
}

// SpectatorsToProto converts who may watch.
func SpectatorsToProto(s room.Spectators) *refereev1.Spectators {
	return &refereev1.Spectators{Allowed: proto.Bool(!s.Barred), Delay: durationpb.New(s.Delay)}
}
