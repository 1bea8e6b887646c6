package events

import (
	"kydai.dev/services/tournament/internal/crosstable"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// EntrantToProto converts a player with the points in the standings.
func EntrantToProto(e tourney.Entrant, points crosstable.Points) *tournamentv1.Entrant {
	p := entrantToProto(e)
	p.Points = points.String()
	return p
}

// entrantToProto converts a player as the log tells of one.
func entrantToProto(e tourney.Entrant) *tournamentv1.Entrant {
	p := &tournamentv1.Entrant{
		PlayerId: e.Player, Name: e.Name, Guest: e.Guest, Rating: i32(e.Rating), Number: i32(e.Number),
		State: string(e.State), JoinTime: timeToProto(e.JoinedAt),
	}
	for _, b := range e.Byes {
		p.Byes = append(p.Byes, &tournamentv1.RequestedBye{Round: i32(b.Round), Kind: string(b.Kind)})
	}
	return p
}

func entrantFromProto(p *tournamentv1.Entrant) tourney.Entrant {
	e := tourney.Entrant{
		Candidate: tourney.Candidate{Player: p.GetPlayerId(), Name: p.GetName(), Guest: p.GetGuest(), Rating: int(p.GetRating())},
		Number:    int(p.GetNumber()), State: tourney.State(p.GetState()), JoinedAt: timeFromProto(p.GetJoinTime()),
	}
	for _, b := range p.GetByes() {
		e.Byes = append(e.Byes, tourney.RequestedBye{Round: int(b.GetRound()), Kind: tourney.ByeKind(b.GetKind())})
	}
	return e
}

// CardToProto converts a player's card.
func CardToProto(c tourney.Card) *tournamentv1.PlayerCard {
	p := &tournamentv1.PlayerCard{Entrant: EntrantToProto(c.Entrant, c.Points), Rank: i32(c.Rank)}
	for _, r := range c.Rounds {
		p.Rounds = append(p.Rounds, &tournamentv1.CardRound{
			Round: i32(r.Round), OpponentId: r.Opponent, Side: string(r.Side), Result: r.Result, Points: r.Points.String(), PairingId: r.Pairing.String(),
		})
	}
	return p
}

// NextGameToProto converts what a player of a tournament has to play next.
func NextGameToProto(of record.Summary, n tourney.NextGame) *tournamentv1.NextGame {
	return &tournamentv1.NextGame{
		TournamentId: of.ID, Name: of.Name, Round: i32(n.Round), PairingId: n.Pairing.String(), OpponentId: n.Opponent, Side: string(n.Side),
		StartTime: timeToProto(n.Start), GameId: n.GameID,
	}
}
