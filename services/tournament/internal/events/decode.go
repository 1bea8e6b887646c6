package events

import (
	"fmt"

	"kydai.dev/pkg/timecontrol"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/tourney"
)

// EventFromProto converts an event.
func EventFromProto(p *tournamentv1.TournamentEvent) (tourney.Event, error) {
	e := tourney.Event{Seq: int(p.GetSeq()), At: timeFromProto(p.GetAt()), Actor: p.GetActorId(), Reason: p.GetReason()}
	var r reader
	switch k := p.GetKind().(type) {
	case *tournamentv1.TournamentEvent_Created:
		c := k.Created
		e.Kind = tourney.Created{Settings: SettingsFromProto(c.GetSettings()), Category: timecontrol.Category(c.GetCategory()), Series: c.GetSeriesId()}
	case *tournamentv1.TournamentEvent_Edited:
		e.Kind = tourney.Edited{Settings: SettingsFromProto(k.Edited.GetSettings()), Category: timecontrol.Category(k.Edited.GetCategory())}
	case *tournamentv1.TournamentEvent_Opened:
		e.Kind = tourney.Opened{}
	case *tournamentv1.TournamentEvent_Paused:
		e.Kind = tourney.Paused{}
	case *tournamentv1.TournamentEvent_Resumed:
		e.Kind = tourney.Resumed{}
	case *tournamentv1.TournamentEvent_Played:
		e.Kind = tourney.Played{}
	case *tournamentv1.TournamentEvent_Finished:
		e.Kind = finishedFromProto(k.Finished)
	case *tournamentv1.TournamentEvent_Cancelled:
		e.Kind = tourney.Cancelled{Cause: k.Cancelled.GetCause()}
	case *tournamentv1.TournamentEvent_PrizePaid:
		e.Kind = tourney.PrizePaid{Player: k.PrizePaid.GetPlayerId(), Coins: int(k.PrizePaid.GetCoins())}
	default:
		if e.Kind = playerFromProto(p); e.Kind == nil {
			e.Kind = r.roundEvent(p)
		}
	}
	if e.Kind == nil {
		return e, fmt.Errorf("event %d of tournament %s is of no kind that is known", e.Seq, p.GetTournamentId())
	}
	if paired, ok := e.Kind.(tourney.Paired); ok {
		paired.Round.Paired = e.Seq
		e.Kind = paired
	}
	return e, r.err
}

func playerFromProto(p *tournamentv1.TournamentEvent) any {
	switch k := p.GetKind().(type) {
	case *tournamentv1.TournamentEvent_Joined:
		j := tourney.Joined{Entrant: entrantFromProto(k.Joined.GetEntrant()), FromRound: int(k.Joined.GetFromRound()), Back: k.Joined.GetBack()}
		j.Entrant.From = j.FromRound
		return j
	case *tournamentv1.TournamentEvent_Admitted:
		return tourney.Admitted{Player: k.Admitted.GetPlayerId()}
	case *tournamentv1.TournamentEvent_Withdrawn:
		return tourney.Withdrawn{Player: k.Withdrawn.GetPlayerId(), AfterRound: int(k.Withdrawn.GetAfterRound())}
	case *tournamentv1.TournamentEvent_Disqualified:
		return tourney.Disqualified{Player: k.Disqualified.GetPlayerId(), AfterRound: int(k.Disqualified.GetAfterRound())}
	case *tournamentv1.TournamentEvent_ByeChanged:
		return tourney.ByeChanged{Player: k.ByeChanged.GetPlayerId(), Round: int(k.ByeChanged.GetRound()), Kind: tourney.ByeKind(k.ByeChanged.GetKind())}
	case *tournamentv1.TournamentEvent_PairingForbidden:
		return tourney.PairingForbidden{Pair: ForbiddenFromProto(k.PairingForbidden.GetPairing()), Lifted: k.PairingForbidden.GetLifted()}
	}
	return nil
}

func (r *reader) roundEvent(p *tournamentv1.TournamentEvent) any {
	switch k := p.GetKind().(type) {
	case *tournamentv1.TournamentEvent_Started:
		return tourney.Started{Rounds: int(k.Started.GetRounds()), Players: k.Started.GetPlayerIds(), Initial: tourney.Side(k.Started.GetInitialSide())}
	case *tournamentv1.TournamentEvent_Numbered:
		return tourney.Numbered{Players: k.Numbered.GetPlayerIds()}
	case *tournamentv1.TournamentEvent_Paired:
		return tourney.Paired{Round: r.round(k.Paired.GetRound()), ByHand: k.Paired.GetByHand()}
	case *tournamentv1.TournamentEvent_PairingFailed:
		return tourney.PairingFailed{Round: int(k.PairingFailed.GetRound())}
	case *tournamentv1.TournamentEvent_Unpaired:
		return tourney.Unpaired{Round: int(k.Unpaired.GetRound())}
	case *tournamentv1.TournamentEvent_RoundStarted:
		return tourney.RoundStarted{Round: int(k.RoundStarted.GetRound())}
	case *tournamentv1.TournamentEvent_RoundTimed:
		return tourney.RoundTimed{Round: int(k.RoundTimed.GetRound()), Start: timeFromProto(k.RoundTimed.GetStartTime())}
	case *tournamentv1.TournamentEvent_RoundFinished:
		return tourney.RoundFinished{Round: int(k.RoundFinished.GetRound()), NextStart: timeFromProto(k.RoundFinished.GetNextStartTime())}
	}
	return r.gameEvent(p)
}

func (r *reader) gameEvent(p *tournamentv1.TournamentEvent) any {
	switch k := p.GetKind().(type) {
	case *tournamentv1.TournamentEvent_GameMade:
		return tourney.GameMade{Pairing: r.pairing(k.GameMade.GetPairingId()), Game: gameFromProto(k.GameMade.GetGame())}
	case *tournamentv1.TournamentEvent_ResultEntered:
		e := k.ResultEntered
		return tourney.ResultEntered{
			Pairing: r.pairing(e.GetPairingId()), Game: gameFromProto(e.GetGame()), Result: tourney.Result(e.GetResult()), Decided: tourney.DecisionBy(e.GetDecidedBy()),
		}
	case *tournamentv1.TournamentEvent_Refused:
		e := k.Refused
		return tourney.Refused{Pairing: r.pairing(e.GetPairingId()), Number: int(e.GetNumber()), Player: e.GetPlayerId(), Cause: e.GetCause()}
	case *tournamentv1.TournamentEvent_ResultAnnulled:
		e := k.ResultAnnulled
		return tourney.ResultAnnulled{Pairing: r.pairing(e.GetPairingId()), Number: int(e.GetNumber()), Replay: e.GetReplay()}
	}
	return nil
}

func finishedFromProto(p *tournamentv1.Finished) tourney.Finished {
	var f tourney.Finished
	for _, a := range p.GetAwards() {
		f.Awards = append(f.Awards, tourney.Award{Player: a.GetPlayerId(), Rank: int(a.GetRank()), Coins: int(a.GetCoins())})
	}
	for _, q := range p.GetPlaces() {
		f.Places = append(f.Places, tourney.FinalPlace{Player: q.GetPlayerId(), Rank: int(q.GetRank()), Left: q.GetLeft()})
	}
	return f
}
