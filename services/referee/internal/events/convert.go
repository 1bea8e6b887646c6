// Package events turns the referee's events into what the log keeps and the
// bus carries, and back.
package events

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/handicap"
	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/game"
)

// SettingsToProto converts settings.
func SettingsToProto(s game.Settings) *refereev1.Settings {
	p := &refereev1.Settings{
		Game: s.Game.Name(), Seats: SeatsToProto(s.Seats), Mode: s.Mode, Visibility: s.Visibility,
		Spectators:        &refereev1.Spectators{Allowed: proto.Bool(s.Spectators.Allowed), Delay: durationpb.New(s.Spectators.Delay)},
		TimeControl:       ControlToProto(s.Controls[0]),
		SecondTimeControl: ControlToProto(s.Controls[1]),
		Category:          string(s.Category), StartPosition: s.Start.String(), HandSet: s.HandSet, HotSeat: s.HotSeat(),
		Takebacks: int32(s.Takebacks), //nolint:gosec // small
	}
	if s.FirstMove.Then != game.NoLimit {
		p.FirstMove = &refereev1.FirstMove{Limit: durationpb.New(s.FirstMove.Limit), Then: s.FirstMove.Then}
	}
	p.Handicap, p.Tournament = handicapToProto(s.Handicap), tournamentToProto(s.Tournament)
	return p
}

// handicapToProto converts odds; none are nil.
func handicapToProto(o handicap.Odds) *refereev1.Handicap {
	if !o.Given() {
		return nil
	}
	return &refereev1.Handicap{Preset: o.Preset, Side: o.Side, Remove: o.Remove}
}

// HandicapFromProto converts odds; nil are none.
func HandicapFromProto(p *refereev1.Handicap) handicap.Odds {
	return handicap.Odds{Preset: p.GetPreset(), Side: p.GetSide(), Remove: p.GetRemove()}
}

// tournamentToProto converts what a game is played for; nothing is nil.
func tournamentToProto(t game.Tournament) *refereev1.TournamentRef {
	if !t.Given() {
		return nil
	}
	return &refereev1.TournamentRef{TournamentId: t.ID, Round: int32(t.Round), Board: int32(t.Board), Game: int32(t.Game)} //nolint:gosec // small
}

// ActToProto converts who directs a game, and why; nobody is nil.
func ActToProto(a game.Act) *refereev1.DirectorAct {
	if a == (game.Act{}) {
		return nil
	}
	return &refereev1.DirectorAct{Reason: a.Reason, Director: a.Director}
}

// ActFromProto converts who directs a game, and why; nil is nobody.
func ActFromProto(p *refereev1.DirectorAct) game.Act {
	return game.Act{Reason: p.GetReason(), Director: p.GetDirector()}
}

// TournamentFromProto converts what a game is played for; nil is nothing.
func TournamentFromProto(p *refereev1.TournamentRef) game.Tournament {
	return game.Tournament{ID: p.GetTournamentId(), Round: int(p.GetRound()), Board: int(p.GetBoard()), Game: int(p.GetGame())}
}

// SeatsToProto converts both seats.
func SeatsToProto(s [2]game.Seat) *refereev1.Seats {
	return &refereev1.Seats{First: seatToProto(s[0]), Second: seatToProto(s[1])}
}

func seatToProto(s game.Seat) *refereev1.Seat {
	if s.Bot != "" {
		return &refereev1.Seat{Holder: &refereev1.Seat_Bot{Bot: &refereev1.Bot{Level: s.Bot}}}
	}
	return &refereev1.Seat{Holder: &refereev1.Seat_Player{Player: &refereev1.Player{AccountId: s.Account, Guest: s.Guest}}}
}

// SeatsFromProto converts both seats.
func SeatsFromProto(p *refereev1.Seats) [2]game.Seat {
	return [2]game.Seat{seatFromProto(p.GetFirst()), seatFromProto(p.GetSecond())}
}

func seatFromProto(p *refereev1.Seat) game.Seat {
	if b := p.GetBot(); b != nil {
		return game.Seat{Bot: b.GetLevel()}
	}
	return game.Seat{Account: p.GetPlayer().GetAccountId(), Guest: p.GetPlayer().GetGuest()}
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

// ControlFromProto converts a time control; nil is untimed.
func ControlFromProto(p *refereev1.TimeControl) timecontrol.Control {
	return timecontrol.Control{
		Preset: p.GetPreset(), Bank: p.GetBank().AsDuration(), Increment: p.GetIncrement().AsDuration(),
		PerMove: p.GetPerMove().AsDuration(), ByoYomi: p.GetByoYomi().AsDuration(),
	}
}

// ClockToProto converts a clock; that of an untimed game is nil.
func ClockToProto(c timecontrol.Clock) *refereev1.Clock {
	if !c.Controls[0].Timed() && !c.Controls[1].Timed() {
		return nil
	}
	asOf := c.AsOf
	if c.IsPaused() { // as it stands for the players
		asOf = c.Paused
	}
	p := &refereev1.Clock{
		First: durationpb.New(c.Remaining(0, asOf)), Second: durationpb.New(c.Remaining(1, asOf)), AsOf: timestamppb.New(asOf),
	}
	if side, ok := c.Ticking(); ok {
		p.Running = wrapperspb.String(rules.Side(side).String()) //nolint:gosec // a side is 0 or 1
	}
	if at, ok := c.Deadline(); ok {
		p.Deadline = timestamppb.New(at)
	}
	return p
}

// ResultToProto converts a result; that of a running game is nil.
func ResultToProto(r game.Result) *refereev1.Result {
	if !r.Ended() {
		return nil
	}
	return &refereev1.Result{Winner: string(r.Winner), Reason: r.Reason, Status: r.Status}
}

// RulingToProto converts a result with its proof.
func RulingToProto(r game.Result) *refereev1.Result {
	p := ResultToProto(r)
	if p != nil {
		p.Evidence = EvidenceToProto(r.Evidence)
	}
	return p
}

// SayRuling converts a result with its proof, said in words as well.
func SayRuling(r game.Result) *refereev1.Result {
	p := ResultToProto(r)
	if p != nil {
		p.Evidence = SayEvidence(r.Evidence)
	}
	return p
}

func resultFromProto(p *refereev1.Result) game.Result {
	return game.Result{
		Winner: rules.Winner(p.GetWinner()), Reason: p.GetReason(), Status: p.GetStatus(), Evidence: evidenceFromProto(p.GetEvidence()),
	}
}

// SideFromText reads "first" or "second".
func SideFromText(s string) rules.Side {
	if s == rules.Second.String() {
		return rules.Second
	}
	return rules.First
}
