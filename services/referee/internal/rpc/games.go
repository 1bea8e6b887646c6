// Package rpc serves the referee's calls: it converts, asks the arbiter,
// converts.
package rpc

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/page"
	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/arbiter"
	"kydai.dev/services/referee/internal/events"
	"kydai.dev/services/referee/internal/game"
	"kydai.dev/services/referee/internal/record"
)

// mostKey is how long a creator's key may be: it is part of an index.
const mostKey = 200

// Records are what has been stored, for calls that decide nothing; store.Store
// is them.
type Records interface {
	LogPage(ctx context.Context, gameID string, after, limit int) ([]byte, error)
	Heads(ctx context.Context, ids []string) (map[string]int, error)
	Due(ctx context.Context, before time.Time, limit int) ([]record.Due, error)
	List(ctx context.Context, f record.Filter) ([]record.Row, error)
	Ended(ctx context.Context, after record.Place, before time.Time, limit int) ([]record.Row, error)
	Games(ctx context.Context, creator string, ids, keys []string) ([]record.Row, error)
}

// Server serves kydai.referee.v1.RefereeService.
type Server struct {
	refereev1.UnimplementedRefereeServiceServer
	arbiter    *arbiter.Arbiter
	moderation *arbiter.Moderation
	records    Records
	pages      page.Tokens
	now        func() time.Time
}

// NewServer returns a server; secret signs its page tokens.
func NewServer(a *arbiter.Arbiter, m *arbiter.Moderation, r Records, secret []byte, now func() time.Time) *Server {
	return &Server{arbiter: a, moderation: m, records: r, pages: page.NewTokens(secret), now: now}
}

// CreateGame creates a game.
func (s *Server) CreateGame(ctx context.Context, req *refereev1.CreateGameRequest) (*refereev1.CreateGameResponse, error) {
	order, hash, err := orderFromProto(ctx, req)
	if err != nil {
		return nil, err
	}
	id, err := s.arbiter.Create(ctx, order, hash)
	if err != nil {
		return nil, err
	}
	g, err := s.game(ctx, id, game.Viewer{Service: true})
	if err != nil {
		return nil, err
	}
	return &refereev1.CreateGameResponse{Game: g}, nil
}

func orderFromProto(ctx context.Context, req *refereev1.CreateGameRequest) (game.Order, []byte, error) {
	caller := authn.FromContext(ctx)
	o := game.Order{
		Creator: caller.ID(), AsService: caller.AsService, Guest: caller.Guest, Key: req.GetCreationKey(),
		Game: req.GetGame(), Mode: req.GetMode(), Visibility: req.GetVisibility(), Start: req.GetStartPosition(),
		Handicap:   events.HandicapFromProto(req.GetHandicap()),
		Tournament: events.TournamentFromProto(req.GetTournament()),
		Spectators: game.Spectators{Allowed: true},
		FirstMove:  firstMoveFromProto(req.GetFirstMove()),
	}
	if !caller.AsService { // a player's key is the Idempotency-Key
		o.Key = rpc.OriginOf(ctx).IdempotencyKey
	}
	switch {
	case o.Key == "":
		o.Key = uuid.NewString()
	case len(o.Key) > mostKey:
		return o, nil, rpc.ErrInvalid.At("creation_key", "is too long")
	}
	if req.Takebacks != nil {
		n := int(req.GetTakebacks())
		o.Takebacks = &n
	}
	if req.GetSeats() != nil {
		seats := events.SeatsFromProto(req.GetSeats())
		o.Seats = &seats
	}
	if sp := req.GetSpectators(); sp != nil {
		o.Spectators = game.Spectators{Allowed: sp.Allowed == nil || sp.GetAllowed(), Delay: sp.GetDelay().AsDuration()}
	}
	o.Controls[0] = events.ControlFromProto(req.GetTimeControl())
	o.Controls[1] = o.Controls[0]
	if req.GetSecondTimeControl() != nil {
		o.Controls[1] = events.ControlFromProto(req.GetSecondTimeControl())
	}
	body := proto.CloneOf(req)
	body.CreationKey = ""
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(body)
	if err != nil {
		return o, nil, fmt.Errorf("encode request: %w", err)
	}
	hash := sha256.Sum256(data)
	return o, hash[:], nil
}

// firstMoveFromProto converts a limit: what is left out is the usual one, and a
// limit of no time is none, as every duration is.
func firstMoveFromProto(p *refereev1.FirstMove) game.FirstMove {
	f := game.FirstMove{Limit: p.GetLimit().AsDuration(), Then: p.GetThen()}
	if p.GetLimit() != nil && f.Limit == 0 {
		f.Then = game.NoLimit
	}
	return f
}

// GetGame returns a game as the caller may see it.
func (s *Server) GetGame(ctx context.Context, req *refereev1.GetGameRequest) (*refereev1.GetGameResponse, error) {
	g, err := s.game(ctx, req.GetGameId(), viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &refereev1.GetGameResponse{Game: g}, nil
}

func viewer(ctx context.Context) game.Viewer {
	c := authn.FromContext(ctx)
	return game.Viewer{Account: c.Account, Service: c.AsService}
}

func (s *Server) game(ctx context.Context, id string, v game.Viewer) (*refereev1.Game, error) {
	var p *refereev1.Game
	err := s.arbiter.View(ctx, id, v, func(g *game.Game) error {
		p = gameToProto(g, s.now())
		return nil
	})
	return p, err
}

func gameToProto(g *game.Game, now time.Time) *refereev1.Game {
	position := g.Position()
	p := &refereev1.Game{
		GameId: g.ID(), Seq: int32(g.Seq()), Ply: int32(g.Ply()), Settings: events.SettingsToProto(g.Settings()), //nolint:gosec // small
		Status: g.Status(), Position: position.String(), Side: position.Side().String(), Clock: events.ClockToProto(g.Clock()),
		Result: events.SayRuling(g.Result()), Legal: g.Legal(), Warnings: events.SayWarnings(g.Warnings()),
		CreateTime: timestamppb.New(g.Created()), RematchGameId: g.Rematch(), VoidReason: g.VoidReason(),
	}
	if !g.Ended().IsZero() {
		p.EndTime = timestamppb.New(g.Ended())
	}
	for _, e := range g.Plies() {
		if k, ok := e.Kind.(game.Played); ok {
			p.Moves = append(p.Moves, &refereev1.Move{
				Ply: int32(k.Ply), Move: k.Move, Position: k.Position, At: timestamppb.New(e.At), Texts: events.TextsToProto(k.Texts), //nolint:gosec // small
			})
		}
	}
	if since, by, ok := g.Paused(); ok {
		p.Pause = &refereev1.Pause{Time: timestamppb.New(since), Act: events.ActToProto(by)}
	}
	if by, ok := g.Decision(); ok {
		p.Decision = events.ActToProto(by)
	}
	p.Practice = practiceToProto(g)
	for _, o := range g.Open(now) {
		p.Offers = append(p.Offers, &refereev1.Offer{Id: int32(o.ID), Kind: o.Kind, Side: o.Side.String()}) //nolint:gosec // small
	}
	return p
}

func practiceToProto(g *game.Game) *refereev1.Practice {
	counted, ok := g.Practice()
	if !ok {
		return nil
	}
	p := &refereev1.Practice{Hints: int32(counted.Hints), Takebacks: int32(counted.Takebacks)} //nolint:gosec // small
	if counted.Limited {
		p.TakebacksLeft = wrapperspb.Int32(int32(counted.Left)) //nolint:gosec // small
	}
	return p
}
