package events

import (
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/tourney"
)

// What the contract calls a Swiss that is accelerated, and one that is not.
const (
	baku          = "baku"
	noAccelerator = "none"
)

func swissToProto(s tourney.Swiss) *tournamentv1.Swiss {
	p := &tournamentv1.Swiss{Acceleration: noAccelerator, Bye: string(s.Bye), HalfByes: i32(s.HalfByes)}
	if s.Baku {
		p.Acceleration = baku
	}
	return p
}

func swissFromProto(p *tournamentv1.Swiss) tourney.Swiss {
	return tourney.Swiss{
		Baku: p.GetAcceleration() == baku, Bye: tourney.Worth(p.GetBye()), HalfByes: int(p.GetHalfByes()),
	}
}

func knockoutToProto(k tourney.Knockout) *tournamentv1.Knockout {
	p := &tournamentv1.Knockout{ThirdPlace: k.ThirdPlace}
	for _, s := range k.Steps {
		p.Steps = append(p.Steps, &tournamentv1.MatchStep{
			Kind: string(s.Kind), Games: i32(s.Games), TimeControl: ownControlToProto(s.Control), SecondTimeControl: ownControlToProto(s.Second),
		})
	}
	return p
}

func knockoutFromProto(p *tournamentv1.Knockout) tourney.Knockout {
	k := tourney.Knockout{ThirdPlace: p.GetThirdPlace()}
	for _, s := range p.GetSteps() {
		k.Steps = append(k.Steps, tourney.Step{
			Kind: tourney.StepKind(s.GetKind()), Games: int(s.GetGames()),
			Control: controlFromProto(s.GetTimeControl()), Second: controlFromProto(s.GetSecondTimeControl()),
		})
	}
	return k
}
