package rpc

import (
	"context"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/events"
)

// The sizes of answers where the caller does not say.
const (
	defaultEvents = 100
	defaultDue    = 1000
	mostNewEvents = 10000
)

// ListEvents returns the log of a game after a seq.
func (s *Server) ListEvents(ctx context.Context, req *refereev1.ListEventsRequest) (*refereev1.ListEventsResponse, error) {
	visible, err := s.arbiter.VisibleSeq(ctx, req.GetGameId(), viewer(ctx))
	if err != nil {
		return nil, err
	}
	limit := orElse(int(req.GetLimit()), defaultEvents)
	data, err := s.records.LogPage(ctx, req.GetGameId(), int(req.GetAfterSeq()), limit)
	if err != nil {
		return nil, err
	}
	all, err := events.Decode(data)
	if err != nil {
		return nil, err
	}
	resp := &refereev1.ListEventsResponse{LastSeq: int32(visible)} //nolint:gosec // small
	for _, e := range all {
		if e.GetSeq() > req.GetAfterSeq() && int(e.GetSeq()) <= visible && len(resp.Events) < limit {
			resp.Events = append(resp.Events, e)
		}
	}
	return resp, nil
}

// ListNewEvents returns what is new in many games at once.
func (s *Server) ListNewEvents(ctx context.Context, req *refereev1.ListNewEventsRequest) (*refereev1.ListNewEventsResponse, error) {
	seen := make(map[string]int, len(req.GetGames()))
	for _, c := range req.GetGames() {
		seen[c.GetGameId()] = int(c.GetAfterSeq())
	}
	ids := make([]string, 0, len(seen))
	for id := range seen {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, strings.Compare)
	heads, err := s.records.Heads(ctx, ids)
	if err != nil {
		return nil, err
	}
	resp := &refereev1.ListNewEventsResponse{}
	for _, id := range ids {
		if heads[id] <= seen[id] {
			continue
		}
		if err := s.addNew(ctx, resp, id, seen[id]); err != nil {
			return nil, err
		}
		if len(resp.Events) >= mostNewEvents {
			break
		}
	}
	return resp, nil
}

func (s *Server) addNew(ctx context.Context, resp *refereev1.ListNewEventsResponse, id string, after int) error {
	data, err := s.records.LogPage(ctx, id, after, mostNewEvents)
	if err != nil {
		return err
	}
	all, err := events.Decode(data)
	if err != nil {
		return err
	}
	for _, e := range all {
		if int(e.GetSeq()) > after && len(resp.Events) < mostNewEvents {
			resp.Events = append(resp.Events, e)
		}
	}
	return nil
}

// ListDue returns the running games whose deadline lies before a time.
func (s *Server) ListDue(ctx context.Context, req *refereev1.ListDueRequest) (*refereev1.ListDueResponse, error) {
	due, err := s.records.Due(ctx, req.GetBefore().AsTime(), orElse(int(req.GetLimit()), defaultDue))
	if err != nil {
		return nil, err
	}
	resp := &refereev1.ListDueResponse{}
	for _, d := range due {
		resp.Games = append(resp.Games, &refereev1.DueGame{GameId: d.ID, Seq: int32(d.Seq), Deadline: timestamppb.New(d.Time())}) //nolint:gosec // small
	}
	return resp, nil
}

// ClaimTimeout judges a deadline that seems to have passed.
func (s *Server) ClaimTimeout(ctx context.Context, req *refereev1.ClaimTimeoutRequest) (*refereev1.ClaimTimeoutResponse, error) {
	c, err := s.arbiter.ClaimTimeout(ctx, req.GetGameId())
	if err != nil {
		return nil, err
	}
	resp := &refereev1.ClaimTimeoutResponse{Over: c.Over, Seq: int32(c.Seq)} //nolint:gosec // small
	if !c.Deadline.IsZero() {
		resp.Deadline = timestamppb.New(c.Deadline)
	}
	return resp, nil
}

func orElse(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}
