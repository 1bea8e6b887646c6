package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/authn"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/queue"
	"kydai.dev/services/matchmaking/internal/ticket"
	"kydai.dev/services/matchmaking/internal/wire"
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

// ListTickets lists the caller's tickets that wait or were matched of late.
func (s *Tickets) ListTickets(ctx context.Context, _ *matchmakingv1.ListTicketsRequest) (*matchmakingv1.ListTicketsResponse, error) {
	tickets, err := s.queue.List(ctx, authn.FromContext(ctx).Account)
	if err != nil {
		return nil, err
	}
	resp := &matchmakingv1.ListTicketsResponse{}
	for _, t := range tickets {
		p, err := s.toProto(ctx, t)
		if err != nil {
			return nil, err
		}
		resp.Tickets = append(resp.Tickets, p)
	}
	return resp, nil
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
// them is invited or has found an opponent.
func (s *Tickets) KeepTickets(ctx context.Context, req *matchmakingv1.KeepTicketsRequest) (*matchmakingv1.KeepTicketsResponse, error) {
	if err := s.queue.Keep(ctx, req.GetAccountIds()); err != nil {
		return nil, err
	}
	rooms, err := s.lobby.Invitations(ctx, req.GetAccountIds()...)
	if err != nil {
		return nil, err
	}
	matched, err := s.queue.JustMatched(ctx, req.GetAccountIds())
	if err != nil {
		return nil, err
	}
	resp := &matchmakingv1.KeepTicketsResponse{Matched: wire.PlayerTicketsToProto(matched)}
	for _, r := range rooms {
		resp.Invitations = append(resp.Invitations, roomToProto(ctx, r))
	}
	return resp, nil
}

// toProto converts a ticket with the estimate of its wait.
func (s *Tickets) toProto(ctx context.Context, t ticket.Ticket) (*matchmakingv1.Ticket, error) {
	wait, err := s.queue.EstimatedWait(ctx, t)
	if err != nil {
		return nil, err
	}
	p := wire.TicketToProto(t)
	if wait > 0 {
		p.EstimatedWait = durationpb.New(wait)
	}
	return p, nil
}
