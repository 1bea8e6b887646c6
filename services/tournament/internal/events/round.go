package events

import (
	"fmt"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/tourney"
)

// reader reads texts of the log, and keeps the first that says nothing.
type reader struct{ err error }

func (r *reader) fail(what, text string) {
	if r.err == nil {
		r.err = fmt.Errorf("%q is no %s", text, what)
	}
}

func (r *reader) points(text string) crosstable.Points {
	points, err := crosstable.ParsePoints(text)
	if err != nil {
		r.fail("number of points", text)
	}
	return points
}

func (r *reader) pairing(text string) tourney.PairingID {
	id, ok := tourney.ParsePairingID(text)
	if !ok {
		r.fail("pairing", text)
	}
	return id
}

// RoundToProto converts a round with its pairings.
func RoundToProto(r tourney.Round) *tournamentv1.Round {
	p := &tournamentv1.Round{Number: i32(r.Number), State: string(r.State), StartTime: timeToProto(r.Start), EndTime: timeToProto(r.End)}
	for _, q := range r.Pairings {
		p.Pairings = append(p.Pairings, PairingToProto(q))
	}
	for _, b := range r.Byes {
		p.Byes = append(p.Byes, &tournamentv1.Bye{PlayerId: b.Player, Kind: string(b.Kind), Points: b.Points.String()})
	}
	return p
}

func (r *reader) round(p *tournamentv1.Round) tourney.Round {
	round := tourney.Round{
		Number: int(p.GetNumber()), State: tourney.RoundState(p.GetState()), Start: timeFromProto(p.GetStartTime()), End: timeFromProto(p.GetEndTime()),
	}
	for _, q := range p.GetPairings() {
		round.Pairings = append(round.Pairings, r.board(q))
	}
	for _, b := range p.GetByes() {
		round.Byes = append(round.Byes, tourney.Bye{Player: b.GetPlayerId(), Kind: tourney.ByeKind(b.GetKind()), Points: r.points(b.GetPoints())})
	}
	return round
}

// PairingToProto converts a board of a round.
func PairingToProto(q tourney.Pairing) *tournamentv1.Pairing {
	p := &tournamentv1.Pairing{
		PairingId: q.ID.String(), Board: i32(q.ID.Board), FirstPlayerId: q.First, SecondPlayerId: q.Second, Result: string(q.Result), DecidedBy: string(q.Decided),
		FirstPoints: q.Points[0].String(), SecondPoints: q.Points[1].String(), ThirdPlace: q.Third,
	}
	for _, g := range q.Games {
		p.Games = append(p.Games, gameToProto(g))
	}
	return p
}

// board reads a board of a round.
func (r *reader) board(p *tournamentv1.Pairing) tourney.Pairing {
	q := tourney.Pairing{
		ID: r.pairing(p.GetPairingId()), First: p.GetFirstPlayerId(), Second: p.GetSecondPlayerId(), Result: tourney.Result(p.GetResult()),
		Decided: tourney.DecisionBy(p.GetDecidedBy()), Points: [2]crosstable.Points{r.points(p.GetFirstPoints()), r.points(p.GetSecondPoints())},
		Third: p.GetThirdPlace(),
	}
	for _, g := range p.GetGames() {
		q.Games = append(q.Games, gameFromProto(g))
	}
	return q
}

func gameToProto(g tourney.BoardGame) *tournamentv1.BoardGame {
	return &tournamentv1.BoardGame{
		Number: i32(g.Number), GameId: g.GameID, FirstPlayerId: g.First, Result: string(g.Result), Reason: g.Reason, Annulled: g.Annulled, Step: i32(g.Step),
	}
}

func gameFromProto(p *tournamentv1.BoardGame) tourney.BoardGame {
	return tourney.BoardGame{
		Number: int(p.GetNumber()), GameID: p.GetGameId(), First: p.GetFirstPlayerId(), Result: tourney.Result(p.GetResult()), Reason: p.GetReason(),
		Annulled: p.GetAnnulled(), Step: int(p.GetStep()),
	}
}

func forbiddenToProto(f tourney.Forbidden) *tournamentv1.ForbiddenPairing {
	return &tournamentv1.ForbiddenPairing{FirstPlayerId: f.First, SecondPlayerId: f.Second}
}

// ForbiddenFromProto converts players who must not meet.
func ForbiddenFromProto(p *tournamentv1.ForbiddenPairing) tourney.Forbidden {
	return tourney.Forbidden{First: p.GetFirstPlayerId(), Second: p.GetSecondPlayerId()}
}
