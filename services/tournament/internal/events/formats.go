package events

import (
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/tourney"
)

// What the contract calls what a bye is worth, and a Swiss that is not accelerated.
const (
	byeWin        = "win"
	byeDraw       = "draw"
	byeLoss       = "loss"
	baku          = "baku"
	noAccelerator = "none"
)

func swissToProto(s tourney.Swiss) *tournamentv1.Swiss {
	p := &tournamentv1.Swiss{Acceleration: noAccelerator, HalfByes: i32(s.HalfByes)}
	if s.Baku {
		p.Acceleration = baku
	}
	switch s.Bye {
	case tourney.FirstWins:
		p.Bye = byeWin
	case tourney.Drawn:
		p.Bye = byeDraw
	case tourney.SecondWins:
		p.Bye = byeLoss
	}
	return p
}

func swissFromProto(p *tournamentv1.Swiss) tourney.Swiss {
	s := tourney.Swiss{Baku: p.GetAcceleration() == baku, HalfByes: int(p.GetHalfByes())}
	switch p.GetBye() {
	case byeWin:
		s.Bye = tourney.FirstWins
	case byeDraw:
		s.Bye = tourney.Drawn
	case byeLoss:
		s.Bye = tourney.SecondWins
	}
	return s
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
