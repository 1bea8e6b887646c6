package events

import (
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/timecontrol"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// SummaryToProto converts a tournament as a line of a list.
func SummaryToProto(s record.Summary) *tournamentv1.TournamentSummary {
	return &tournamentv1.TournamentSummary{
		TournamentId: s.ID, Seq: i32(s.Seq), Status: string(s.Status), Name: s.Name, Game: s.Game, Mode: string(s.Mode),
		TimeControl: controlToProto(s.Control), Category: string(s.Category), Format: string(s.Format),
		Rounds: i32(s.Rounds), Round: i32(s.Round), Players: i32(s.Players), Waiting: i32(s.Waiting), MostPlayers: i32(s.MostPlayers),
		StartTime: timeToProto(s.Start), EndTime: timeToProto(s.End), SeriesId: s.Series,
	}
}

// SummaryFromProto converts a line of a list; it does not say who directs.
func SummaryFromProto(p *tournamentv1.TournamentSummary) record.Summary {
	return record.Summary{
		ID: p.GetTournamentId(), Seq: int(p.GetSeq()), Status: tourney.Status(p.GetStatus()), Name: p.GetName(), Game: p.GetGame(), Mode: tourney.Mode(p.GetMode()),
		Control: controlFromProto(p.GetTimeControl()), Category: timecontrol.Category(p.GetCategory()), Format: tourney.Format(p.GetFormat()),
		Rounds: int(p.GetRounds()), Round: int(p.GetRound()), Players: int(p.GetPlayers()), Waiting: int(p.GetWaiting()), MostPlayers: int(p.GetMostPlayers()),
		Start: timeFromProto(p.GetStartTime()), End: timeFromProto(p.GetEndTime()), Series: p.GetSeriesId(),
	}
}

// TournamentToProto converts a tournament as it stands.
func TournamentToProto(t *tourney.Tournament) *tournamentv1.Tournament {
	players, waiting := t.Players()
	p := &tournamentv1.Tournament{
		TournamentId: t.ID(), Seq: i32(t.Seq()), Status: string(t.Status()), Settings: SettingsToProto(t.Settings()), Category: string(t.Category()),
		DirectorId: t.Director(), Rounds: i32(t.Rounds()), NextRoundTime: timeToProto(t.NextStart()), Players: i32(players), Waiting: i32(waiting),
		Paused: t.Paused(), CancelReason: t.CancelReason(), CreateTime: timeToProto(t.CreatedAt()), EndTime: timeToProto(t.EndedAt()),
		SeriesId: t.Series(), Trouble: t.Trouble(),
	}
	if round, err := t.Round(t.LastRound()); err == nil {
		p.Round = RoundToProto(round)
	}
	for _, f := range t.Forbidden() {
		p.Forbidden = append(p.Forbidden, forbiddenToProto(f))
	}
	return p
}

// SeriesToProto converts a series with its next starts.
func SeriesToProto(s record.Series, next []time.Time) *tournamentv1.Series {
	p := &tournamentv1.Series{
		SeriesId: s.ID, Version: i32(s.Version), Cron: s.Cron, TimeZone: s.Zone, Settings: SettingsToProto(s.Settings), Ahead: durationpb.New(s.Ahead),
		Stopped: s.Stopped, DirectorId: s.Director, CreateTime: timeToProto(s.Created),
	}
	for _, t := range next {
		p.Next = append(p.Next, timestamppb.New(t))
	}
	return p
}
