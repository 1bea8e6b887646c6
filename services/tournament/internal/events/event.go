// Package events is how tournaments are told: in the log, in answers and on the bus
// alike.
package events

import (
	"fmt"

	"google.golang.org/protobuf/types/known/timestamppb"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/tourney"
)

// ToProto converts events of a tournament.
func ToProto(id string, list []tourney.Event) ([]*tournamentv1.TournamentEvent, error) {
	events := make([]*tournamentv1.TournamentEvent, len(list))
	for i, e := range list {
		var err error
		if events[i], err = EventToProto(id, e); err != nil {
			return nil, err
		}
	}
	return events, nil
}

// EventToProto converts an event of a tournament.
func EventToProto(id string, e tourney.Event) (*tournamentv1.TournamentEvent, error) {
	p := &tournamentv1.TournamentEvent{TournamentId: id, Seq: i32(e.Seq), At: timestamppb.New(e.At), ActorId: e.Actor, Reason: e.Reason}
	switch k := e.Kind.(type) {
	case tourney.Created:
		p.Kind = &tournamentv1.TournamentEvent_Created{Created: &tournamentv1.Created{Settings: SettingsToProto(k.Settings), Category: string(k.Category), SeriesId: k.Series}}
	case tourney.Edited:
		p.Kind = &tournamentv1.TournamentEvent_Edited{Edited: &tournamentv1.Edited{Settings: SettingsToProto(k.Settings), Category: string(k.Category)}}
	case tourney.Opened:
		p.Kind = &tournamentv1.TournamentEvent_Opened{Opened: &tournamentv1.Opened{}}
	case tourney.Paused:
		p.Kind = &tournamentv1.TournamentEvent_Paused{Paused: &tournamentv1.Paused{}}
	case tourney.Resumed:
		p.Kind = &tournamentv1.TournamentEvent_Resumed{Resumed: &tournamentv1.Resumed{}}
	case tourney.Played:
		p.Kind = &tournamentv1.TournamentEvent_Played{Played: &tournamentv1.Played{}}
	case tourney.Finished:
		p.Kind = &tournamentv1.TournamentEvent_Finished{Finished: finishedToProto(k)}
	case tourney.Cancelled:
		p.Kind = &tournamentv1.TournamentEvent_Cancelled{Cancelled: &tournamentv1.Cancelled{Cause: k.Cause}}
	case tourney.Refused:
		p.Kind = &tournamentv1.TournamentEvent_Refused{Refused: &tournamentv1.Refused{
			PairingId: k.Pairing.String(), Number: i32(k.Number), PlayerId: k.Player, Cause: k.Cause,
		}}
	case tourney.PrizePaid:
		p.Kind = &tournamentv1.TournamentEvent_PrizePaid{PrizePaid: &tournamentv1.PrizePaid{PlayerId: k.Player, Coins: i32(k.Coins)}}
	default:
		if !playerToProto(p, k) && !roundToProto(p, k) {
			return nil, fmt.Errorf("event %d of tournament %s is a %T, which there is not", e.Seq, id, k)
		}
	}
	return p, nil
}

// playerToProto converts what is of one player, or of two.
func playerToProto(p *tournamentv1.TournamentEvent, kind any) bool {
	switch k := kind.(type) {
	case tourney.Joined:
		p.Kind = &tournamentv1.TournamentEvent_Joined{Joined: &tournamentv1.Joined{Entrant: entrantToProto(k.Entrant), FromRound: i32(k.FromRound), Back: k.Back}}
	case tourney.Admitted:
		p.Kind = &tournamentv1.TournamentEvent_Admitted{Admitted: &tournamentv1.Admitted{PlayerId: k.Player}}
	case tourney.Withdrawn:
		p.Kind = &tournamentv1.TournamentEvent_Withdrawn{Withdrawn: &tournamentv1.Withdrawn{PlayerId: k.Player, AfterRound: i32(k.AfterRound)}}
	case tourney.Disqualified:
		p.Kind = &tournamentv1.TournamentEvent_Disqualified{Disqualified: &tournamentv1.Disqualified{PlayerId: k.Player, AfterRound: i32(k.AfterRound)}}
	case tourney.ByeChanged:
		p.Kind = &tournamentv1.TournamentEvent_ByeChanged{ByeChanged: &tournamentv1.ByeChanged{PlayerId: k.Player, Round: i32(k.Round), Kind: string(k.Kind)}}
	case tourney.PairingForbidden:
		p.Kind = &tournamentv1.TournamentEvent_PairingForbidden{PairingForbidden: &tournamentv1.PairingForbidden{Pairing: forbiddenToProto(k.Pair), Lifted: k.Lifted}}
	default:
		return false
	}
	return true
}

// roundToProto converts what is of a round or a game.
func roundToProto(p *tournamentv1.TournamentEvent, kind any) bool {
	switch k := kind.(type) {
	case tourney.Started:
		p.Kind = &tournamentv1.TournamentEvent_Started{Started: &tournamentv1.Started{Rounds: i32(k.Rounds), PlayerIds: k.Players, InitialSide: string(k.Initial)}}
	case tourney.Numbered:
		p.Kind = &tournamentv1.TournamentEvent_Numbered{Numbered: &tournamentv1.Numbered{PlayerIds: k.Players}}
	case tourney.Paired:
		p.Kind = &tournamentv1.TournamentEvent_Paired{Paired: &tournamentv1.Paired{Round: RoundToProto(k.Round), ByHand: k.ByHand}}
	case tourney.PairingFailed:
		p.Kind = &tournamentv1.TournamentEvent_PairingFailed{PairingFailed: &tournamentv1.PairingFailed{Round: i32(k.Round)}}
	case tourney.Unpaired:
		p.Kind = &tournamentv1.TournamentEvent_Unpaired{Unpaired: &tournamentv1.Unpaired{Round: i32(k.Round)}}
	case tourney.RoundStarted:
		p.Kind = &tournamentv1.TournamentEvent_RoundStarted{RoundStarted: &tournamentv1.RoundStarted{Round: i32(k.Round)}}
	case tourney.RoundTimed:
		p.Kind = &tournamentv1.TournamentEvent_RoundTimed{RoundTimed: &tournamentv1.RoundTimed{Round: i32(k.Round), StartTime: timeToProto(k.Start)}}
	case tourney.RoundFinished:
		p.Kind = &tournamentv1.TournamentEvent_RoundFinished{RoundFinished: &tournamentv1.RoundFinished{Round: i32(k.Round), NextStartTime: timeToProto(k.NextStart)}}
	case tourney.GameMade:
		p.Kind = &tournamentv1.TournamentEvent_GameMade{GameMade: &tournamentv1.GameMade{PairingId: k.Pairing.String(), Game: gameToProto(k.Game)}}
	case tourney.ResultEntered:
		p.Kind = &tournamentv1.TournamentEvent_ResultEntered{ResultEntered: &tournamentv1.ResultEntered{
			PairingId: k.Pairing.String(), Game: gameToProto(k.Game), Result: string(k.Result), DecidedBy: string(k.Decided),
		}}
	case tourney.ResultAnnulled:
		p.Kind = &tournamentv1.TournamentEvent_ResultAnnulled{ResultAnnulled: &tournamentv1.ResultAnnulled{PairingId: k.Pairing.String(), Number: i32(k.Number), Replay: k.Replay}}
	default:
		return false
	}
	return true
}

func finishedToProto(f tourney.Finished) *tournamentv1.Finished {
	p := &tournamentv1.Finished{}
	for _, a := range f.Awards {
		p.Awards = append(p.Awards, &tournamentv1.Award{PlayerId: a.Player, Rank: i32(a.Rank), Coins: i32(a.Coins)})
	}
	for _, q := range f.Places {
		p.Places = append(p.Places, &tournamentv1.FinalPlace{PlayerId: q.Player, Rank: i32(q.Rank), Left: q.Left})
	}
	return p
}
