package rpc

import (
	"context"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/pairing"
	"kydai.dev/services/matchmaking/internal/queue"
	"kydai.dev/services/matchmaking/internal/ticket"
)

// Tickets serves kydai.matchmaking.v1.TicketService.
type Tickets struct {
	matchmakingv1.UnimplementedTicketServiceServer
	queue *queue.Queue
	lobby *lobby.Lobby
}

// NewTickets returns a server.
func NewTickets(q *queue.Queue, l *lobby.Lobby) *Tickets { return &Tickets{queue: q, lobby: l} }

// CreateTicket lets the caller wait for an opponent.
func (s *Tickets) CreateTicket(ctx context.Context, req *matchmakingv1.CreateTicketRequest) (*matchmakingv1.CreateTicketResponse, error) {
	key, err := keyOf(ctx, req)
	if err != nil {
		return nil, err
	}
	below, above := rangeFromProto(req.GetRatingRange())
	t, existing, err := s.queue.Create(ctx, ticket.Wish{
		Owner: player(ctx), Game: req.GetGame(), Mode: req.GetMode(), Control: controlFromProto(req.GetTimeControl()), Below: below, Above: above,
	}, key)
	if err != nil {
		return nil, err
	}
	p, err := s.toProto(ctx, t)
	return &matchmakingv1.CreateTicketResponse{Ticket: p, Existing: existing}, err
}

// GetTicket returns the caller's own ticket.
func (s *Tickets) GetTicket(ctx context.Context, req *matchmakingv1.GetTicketRequest) (*matchmakingv1.GetTicketResponse, error) {
	t, err := s.queue.Get(ctx, req.GetTicketId(), authn.FromContext(ctx).Account)
	if err != nil {
		return nil, err
	}
	p, err := s.toProto(ctx, t)
	return &matchmakingv1.GetTicketResponse{Ticket: p}, err
}

// DeleteTicket stops waiting.
func (s *Tickets) DeleteTicket(ctx context.Context, req *matchmakingv1.DeleteTicketRequest) (*matchmakingv1.DeleteTicketResponse, error) {
	t, err := s.queue.Leave(ctx, req.GetTicketId(), authn.FromContext(ctx).Account)
	if err != nil {
		return nil, err
	}
	p, err := s.toProto(ctx, t)
	return &matchmakingv1.DeleteTicketResponse{Ticket: p}, err
}

// KeepTickets keeps the tickets of players alive who are there, and says who of
// them is invited.
func (s *Tickets) KeepTickets(ctx context.Context, req *matchmakingv1.KeepTicketsRequest) (*matchmakingv1.KeepTicketsResponse, error) {
	if err := s.queue.Keep(ctx, req.GetAccountIds()); err != nil {
		return nil, err
	}
	rooms, err := s.lobby.Invitations(ctx, req.GetAccountIds()...)
	if err != nil {
		return nil, err
	}
	resp := &matchmakingv1.KeepTicketsResponse{}
	for _, r := range rooms {
		resp.Invitations = append(resp.Invitations, roomToProto(ctx, r))
	}
	return resp, nil
}

func (s *Tickets) toProto(ctx context.Context, t ticket.Ticket) (*matchmakingv1.Ticket, error) {
	wait, err := s.queue.EstimatedWait(ctx, t)
	if err != nil {
		return nil, err
	}
	p := &matchmakingv1.Ticket{
		TicketId: t.ID, State: ticketStateToProto(t.State), GameId: t.GameID, Game: t.Game, Mode: t.Mode, TimeControl: controlToProto(t.Control),
		RatingRange: rangeToProto(t.Below, t.Above), Rating: int32(t.Rating), CreateTime: timestamppb.New(t.Created), //nolint:gosec // small
	}
	if wait > 0 {
		p.EstimatedWait = durationpb.New(wait)
	}
	return p, nil
}

// ticketStateToProto is a state in the words of clients, who wait until they
// have a game.
func ticketStateToProto(s ticket.State) string {
	if s == ticket.Starting {
		s = ticket.Waiting
	}
	return string(s)
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
