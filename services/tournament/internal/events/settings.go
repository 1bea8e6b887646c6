package events

import (
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/timecontrol"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/tourney"
)

// i32 is a count in the contract's words, whose bounds the contract holds.
func i32(n int) int32 { return int32(n) } //nolint:gosec // see above

// timeToProto converts a time; none is nil.
func timeToProto(t time.Time) *timestamppb.Timestamp {
	if t.IsZero() {
		return nil
	}
	return timestamppb.New(t)
}

// timeFromProto converts a time; nil is none.
func timeFromProto(p *timestamppb.Timestamp) time.Time {
	if p == nil {
		return time.Time{}
	}
	return p.AsTime()
}

// durationToProto converts a span; 0 is nil.
func durationToProto(d time.Duration) *durationpb.Duration {
	if d == 0 {
		return nil
	}
	return durationpb.New(d)
}

// controlToProto converts a time control; an untimed one is empty.
func controlToProto(c timecontrol.Control) *refereev1.TimeControl {
	return &refereev1.TimeControl{
		Preset: c.Preset, Bank: durationToProto(c.Bank), Increment: durationToProto(c.Increment),
		PerMove: durationToProto(c.PerMove), ByoYomi: durationToProto(c.ByoYomi),
	}
}

// ownControlToProto converts a time control that is left out where it is another's.
func ownControlToProto(c timecontrol.Control) *refereev1.TimeControl {
	if !c.Timed() {
		return nil
	}
	return controlToProto(c)
}

func controlFromProto(p *refereev1.TimeControl) timecontrol.Control {
	return timecontrol.Control{
		Preset: p.GetPreset(), Bank: p.GetBank().AsDuration(), Increment: p.GetIncrement().AsDuration(),
		PerMove: p.GetPerMove().AsDuration(), ByoYomi: p.GetByoYomi().AsDuration(),
	}
}

// SettingsToProto converts settings.
func SettingsToProto(s tourney.Settings) *tournamentv1.Settings {
	p := &tournamentv1.Settings{
		Name: s.Name, Description: s.Description, Game: s.Game, Mode: string(s.Mode), TimeControl: controlToProto(s.Control),
		Spectators:   &refereev1.Spectators{Allowed: proto.Bool(!s.Spectators.Barred), Delay: durationToProto(s.Spectators.Delay)},
		Format:       string(s.Format),
		Rounds:       i32(s.Rounds),
		Registration: registrationToProto(s.Registration),
		StartTime:    timeToProto(s.Start),
		Pace:         &tournamentv1.Pace{Pause: durationpb.New(s.Pace.Pause)},
		NoShow:       durationToProto(s.NoShow),
		Swiss:        swissToProto(s.Swiss),
		Knockout:     knockoutToProto(s.Knockout),
		TieBreaks:    s.TieBreaks,
		Approval:     s.Approval,
	}
	for _, t := range s.Pace.Times {
		p.Pace.Times = append(p.Pace.Times, timestamppb.New(t))
	}
	for _, z := range s.Prizes {
		p.Prizes = append(p.Prizes, &tournamentv1.Prize{FirstPlace: i32(z.First), LastPlace: i32(z.Last), Coins: i32(z.Coins)})
	}
	return p
}

// SettingsFromProto converts settings.
func SettingsFromProto(p *tournamentv1.Settings) tourney.Settings {
	s := tourney.Settings{
		Name: p.GetName(), Description: p.GetDescription(), Game: p.GetGame(), Mode: tourney.Mode(p.GetMode()), Control: controlFromProto(p.GetTimeControl()),
		Spectators:   tourney.Spectators{Barred: barred(p.GetSpectators()), Delay: p.GetSpectators().GetDelay().AsDuration()},
		Format:       tourney.Format(p.GetFormat()),
		Rounds:       int(p.GetRounds()),
		Registration: registrationFromProto(p.GetRegistration()),
		Start:        timeFromProto(p.GetStartTime()),
		Pace:         paceFromProto(p.GetPace()),
		NoShow:       p.GetNoShow().AsDuration(),
		Swiss:        swissFromProto(p.GetSwiss()),
		Knockout:     knockoutFromProto(p.GetKnockout()),
		TieBreaks:    p.GetTieBreaks(),
		Approval:     p.GetApproval(),
	}
	for _, z := range p.GetPrizes() {
		s.Prizes = append(s.Prizes, tourney.Prize{First: int(z.GetFirstPlace()), Last: int(z.GetLastPlace()), Coins: int(z.GetCoins())})
	}
	return s
}

func barred(p *refereev1.Spectators) bool { return p != nil && p.Allowed != nil && !p.GetAllowed() }

func registrationToProto(r tourney.Registration) *tournamentv1.Registration {
	return &tournamentv1.Registration{
		OpenTime: timeToProto(r.Open), CloseTime: timeToProto(r.Close), LeastPlayers: i32(r.LeastPlayers), MostPlayers: i32(r.MostPlayers),
		LeastRating: i32(r.LeastRating), MostRating: i32(r.MostRating), Guests: r.Guests, LateUntilRound: i32(r.LateUntilRound),
	}
}

func registrationFromProto(p *tournamentv1.Registration) tourney.Registration {
	return tourney.Registration{
		Open: timeFromProto(p.GetOpenTime()), Close: timeFromProto(p.GetCloseTime()), LeastPlayers: int(p.GetLeastPlayers()), MostPlayers: int(p.GetMostPlayers()),
		LeastRating: int(p.GetLeastRating()), MostRating: int(p.GetMostRating()), Guests: p.GetGuests(), LateUntilRound: int(p.GetLateUntilRound()),
	}
}

// paceFromProto converts a pace; a pause that is left out is the usual one, while one
// of 0 is none.
func paceFromProto(p *tournamentv1.Pace) tourney.Pace {
	pace := tourney.Pace{Pause: tourney.DefaultPause}
	if p.GetPause() != nil {
		pace.Pause = p.GetPause().AsDuration()
	}
	for _, t := range p.GetTimes() {
		pace.Times = append(pace.Times, t.AsTime())
	}
	return pace
}
