package hall

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// Wait asks for an opponent. The same key is the same wish.
func (p *Player) Wait(ctx context.Context, key string, wish *matchmakingv1.CreateTicketRequest) (*matchmakingv1.Ticket, error) {
	var ticket matchmakingv1.Ticket
	if err := p.call(ctx, p.Token, http.MethodPost, "/v1/tickets", key, wish, &ticket); err != nil {
		return nil, fmt.Errorf("make ticket: %w", err)
	}
	return &ticket, nil
}

// Ticket returns a ticket as it is now.
func (p *Player) Ticket(ctx context.Context, id string) (*matchmakingv1.Ticket, error) {
	var ticket matchmakingv1.Ticket
	if err := p.call(ctx, p.Token, http.MethodGet, "/v1/tickets/"+id, "", nil, &ticket); err != nil {
		return nil, fmt.Errorf("read ticket: %w", err)
	}
	return &ticket, nil
}

// GiveUp stops waiting.
func (p *Player) GiveUp(ctx context.Context, id string) error {
	var ticket matchmakingv1.Ticket
	if err := p.call(ctx, p.Token, http.MethodDelete, "/v1/tickets/"+id, "", nil, &ticket); err != nil {
		return fmt.Errorf("give ticket up: %w", err)
	}
	return nil
}

// Abort ends a game in which hardly anybody has moved.
func (p *Player) Abort(ctx context.Context, game string) error {
	var aborted refereev1.AbortResponse
	if err := p.call(ctx, p.Token, http.MethodPost, "/v1/games/"+game+":abort", "", &refereev1.AbortRequest{}, &aborted); err != nil {
		return fmt.Errorf("abort game %s: %w", game, err)
	}
	return nil
}

// Games returns all games of the player.
func (p *Player) Games(ctx context.Context) ([]*refereev1.GameSummary, error) {
	var games []*refereev1.GameSummary
	for token := ""; ; {
		var page refereev1.ListGamesResponse
		if err := p.call(ctx, p.Token, http.MethodGet, "/v1/me/games?pageSize=100&pageToken="+url.QueryEscape(token), "", nil, &page); err != nil {
			return nil, fmt.Errorf("list games: %w", err)
		}
		games = append(games, page.GetGames()...)
		if token = page.GetNextPageToken(); token == "" {
			return games, nil
		}
	}
}
