package rpc

import (
	"cmp"
	"context"
	"strings"
	"unicode"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/tourney"
)

// Referee has the referee make games and judge them.
type Referee struct {
	client refereev1.RefereeServiceClient
}

// NewReferee returns the referee at the end of a connection.
func NewReferee(conn grpc.ClientConnInterface) Referee {
	return Referee{client: refereev1.NewRefereeServiceClient(conn)}
}

// Make makes a game, or finds the one that its key has made. Who does not come for the
// first move has lost it.
func (r Referee) Make(ctx context.Context, o desk.Order) (string, error) {
	resp, err := r.client.CreateGame(rpc.InOwnName(ctx), orderToProto(o))
	if err != nil {
		return "", errs.Remote(err)
	}
	return resp.GetGame().GetGameId(), nil
}

func orderToProto(o desk.Order) *refereev1.CreateGameRequest {
	p := &refereev1.CreateGameRequest{
		CreationKey: o.Key, Game: o.Game, Mode: string(tourney.Casual), Visibility: "public",
		Seats:       &refereev1.Seats{First: seatToProto(o.First, o.Guests[0]), Second: seatToProto(o.Second, o.Guests[1])},
		Spectators:  &refereev1.Spectators{Allowed: proto.Bool(!o.Spectators.Barred), Delay: durationpb.New(o.Spectators.Delay)},
		TimeControl: controlToProto(o.Controls[0]), FirstMove: &refereev1.FirstMove{Limit: durationpb.New(o.NoShow), Then: "forfeit"},
		Tournament: &refereev1.TournamentRef{
			TournamentId: o.Tournament, Round: i32(o.Pairing.Round), Board: i32(o.Pairing.Board), Game: i32(o.Number),
		},
	}
	if o.Rated {
		p.Mode = string(tourney.Rated)
	}
	if o.Spectators.Barred { // what nobody may watch is listed nowhere
		p.Visibility = "link"
	}
	if o.Controls[1] != o.Controls[0] {
		p.SecondTimeControl = controlToProto(o.Controls[1])
	}
	return p
}

func seatToProto(account string, guest bool) *refereev1.Seat {
	return &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: account, Guest: guest}}}
}

func controlToProto(c timecontrol.Control) *refereev1.TimeControl {
	if !c.Timed() {
		return nil
	}
	return &refereev1.TimeControl{
		Preset: c.Preset, Bank: durationpb.New(c.Bank), Increment: durationpb.New(c.Increment),
		PerMove: durationpb.New(c.PerMove), ByoYomi: durationpb.New(c.ByoYomi),
	}
}

// Look says how games stand.
func (r Referee) Look(ctx context.Context, ids []string) ([]desk.Game, error) {
	resp, err := r.client.GetSummaries(rpc.InOwnName(ctx), &refereev1.GetSummariesRequest{GameIds: ids})
	if err != nil {
		return nil, errs.Remote(err)
	}
	return events.GamesFromProto(resp.GetGames()), nil
}

// Decide ends a game by the director's word; both losing it is for the tournament
// alone, so the game is annulled.
func (r Referee) Decide(ctx context.Context, d tourney.DecideGame) error {
	if d.Result == tourney.BothForfeit {
		return r.Void(ctx, tourney.VoidGame{GameID: d.GameID, Actor: d.Actor, Reason: d.Reason})
	}
	_, err := r.client.DecideGame(rpc.InOwnName(ctx), &refereev1.DecideGameRequest{GameId: d.GameID, Winner: string(d.Result), Act: act(d.Actor, d.Reason)})
	return done(err)
}

// Void annuls a game.
func (r Referee) Void(ctx context.Context, v tourney.VoidGame) error {
	_, err := r.client.VoidGame(rpc.InOwnName(ctx), &refereev1.VoidGameRequest{GameId: v.GameID, Reason: act(v.Actor, v.Reason).GetReason(), Operator: v.Actor})
	return done(err)
}

// Pause stops the clocks of a game.
func (r Referee) Pause(ctx context.Context, p tourney.PauseGame) error {
	_, err := r.client.PauseGame(rpc.InOwnName(ctx), &refereev1.PauseGameRequest{GameId: p.GameID, Act: act(p.Actor, p.Reason)})
	return done(err)
}

// Resume lets them run again.
func (r Referee) Resume(ctx context.Context, p tourney.ResumeGame) error {
	_, err := r.client.ResumeGame(rpc.InOwnName(ctx), &refereev1.ResumeGameRequest{GameId: p.GameID, Act: act(p.Actor, p.Reason)})
	return done(err)
}

// act says who acts and why; the tournament itself where nobody does, and where
// nothing was said that this was the director's will.
func act(actor, reason string) *refereev1.DirectorAct {
	return &refereev1.DirectorAct{Director: actor, Reason: cmp.Or(strings.TrimSpace(line(reason)), "by the tournament")}
}

// line is a text without what the referee does not take: what breaks a line, or turns
// the direction of writing.
func line(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
			return ' '
		}
		return r
	}, text)
}

// done takes for done what cannot be done any more, since the game is over or gone:
// the audit tells what came of it.
func done(err error) error {
	if e, ok := errs.FromStatus(err); ok && (e.Kind == errs.State || e.Kind == errs.NotFound) {
		return nil
	}
	return errs.Remote(err)
}
