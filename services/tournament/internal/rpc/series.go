package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/page"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/record"
)

// Series serves kydai.tournament.v1.SeriesService.
type Series struct {
	tournamentv1.UnimplementedSeriesServiceServer
	desk  *desk.Desk
	pages page.Tokens
}

// NewSeries returns a server of series; secret signs its page tokens.
func NewSeries(d *desk.Desk, secret []byte) *Series {
	return &Series{desk: d, pages: page.NewTokens(secret)}
}

// planned are the requests that say what a series is to be like.
type planned interface {
	GetCron() string
	GetTimeZone() string
	GetSettings() *tournamentv1.Settings
	GetAhead() *durationpb.Duration
}

func planFromProto(req planned) desk.Plan {
	return desk.Plan{
		Cron: req.GetCron(), Zone: req.GetTimeZone(), Ahead: req.GetAhead().AsDuration(), Settings: events.SettingsFromProto(req.GetSettings()),
	}
}

func (s *Series) toProto(of record.Series) *tournamentv1.Series {
	return events.SeriesToProto(of, s.desk.Coming(of))
}

// CreateSeries creates a series that the caller directs.
func (s *Series) CreateSeries(ctx context.Context, req *tournamentv1.CreateSeriesRequest) (*tournamentv1.CreateSeriesResponse, error) {
	key, err := keyOf(ctx, req)
	if err != nil {
		return nil, err
	}
	made, err := s.desk.CreateSeries(ctx, caller(ctx), planFromProto(req), key)
	if err != nil {
		return nil, err
	}
	return &tournamentv1.CreateSeriesResponse{Series: s.toProto(made)}, nil
}

// UpdateSeries changes a series, stops it or lets it go on.
func (s *Series) UpdateSeries(ctx context.Context, req *tournamentv1.UpdateSeriesRequest) (*tournamentv1.UpdateSeriesResponse, error) {
	plan := planFromProto(req)
	plan.Stopped = req.GetStopped()
	changed, err := s.desk.UpdateSeries(ctx, req.GetSeriesId(), caller(ctx), plan, int(req.GetVersion()))
	if err != nil {
		return nil, err
	}
	return &tournamentv1.UpdateSeriesResponse{Series: s.toProto(changed)}, nil
}

// GetSeries returns a series.
func (s *Series) GetSeries(ctx context.Context, req *tournamentv1.GetSeriesRequest) (*tournamentv1.GetSeriesResponse, error) {
	of, err := s.desk.Series(ctx, req.GetSeriesId())
	if err != nil {
		return nil, err
	}
	return &tournamentv1.GetSeriesResponse{Series: s.toProto(of)}, nil
}

// ListSeries lists the series that go on.
func (s *Series) ListSeries(ctx context.Context, req *tournamentv1.ListSeriesRequest) (*tournamentv1.ListSeriesResponse, error) {
	found, next, err := turn(s.pages, req.GetPageToken(), page.Binding("series"), or(req.GetPageSize(), usualPage),
		func(p record.Page) ([]record.Series, error) { return s.desk.ListSeries(ctx, p) }, record.Series.Place)
	if err != nil {
		return nil, err
	}
	resp := &tournamentv1.ListSeriesResponse{NextPageToken: next}
	for _, of := range found {
		resp.Series = append(resp.Series, s.toProto(of))
	}
	return resp, nil
}
