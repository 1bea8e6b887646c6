package events

import (
	"math"
	"strconv"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/standings"
	"kydai.dev/services/tournament/internal/tourney"
)

// StandingsToProto converts the ranks after a round.
func StandingsToProto(id string, s record.Standings) *tournamentv1.Standings {
	p := &tournamentv1.Standings{TournamentId: id, Round: i32(s.Round), Seq: i32(s.Seq), TieBreaks: s.TieBreaks, Time: timeToProto(s.Time)}
	for _, place := range s.Places {
		q := &tournamentv1.Place{
			Rank: i32(place.Rank), PlayerId: place.Player, Name: place.Name, Number: i32(place.Number), State: string(place.State), Points: place.Points.String(),
		}
		for _, v := range place.Values {
			q.TieBreaks = append(q.TieBreaks, tieBreakToProto(v))
		}
		p.Places = append(p.Places, q)
	}
	return p
}

func tieBreakToProto(v tourney.TieBreak) *tournamentv1.TieBreak {
	p := &tournamentv1.TieBreak{Code: v.Code, Value: v.Value.Number.String()}
	for i, item := range v.Value.Items {
		q := &tournamentv1.TieBreakItem{Round: i32(item.Round), What: item.What, Value: item.Value.String(), Amount: item.Amount.String(), Cut: item.Cut}
		if i < len(v.Opponents) {
			q.OpponentId = v.Opponents[i]
		}
		if item.Times != 0 {
			q.Times = item.Times.String()
		}
		p.Items = append(p.Items, q)
	}
	return p
}

// StandingsFromProto converts the ranks after a round.
func StandingsFromProto(p *tournamentv1.Standings) (record.Standings, error) {
	var r reader
	s := record.Standings{Time: timeFromProto(p.GetTime())}
	s.Round, s.Seq, s.TieBreaks = int(p.GetRound()), int(p.GetSeq()), p.GetTieBreaks()
	numbers := map[string]int{}
	for _, q := range p.GetPlaces() {
		numbers[q.GetPlayerId()] = int(q.GetNumber())
	}
	for _, q := range p.GetPlaces() {
		place := tourney.Place{
			Rank: int(q.GetRank()), Player: q.GetPlayerId(), Name: q.GetName(), Number: int(q.GetNumber()), State: tourney.State(q.GetState()),
			Points: r.points(q.GetPoints()),
		}
		for _, v := range q.GetTieBreaks() {
			place.Values = append(place.Values, r.tieBreak(v, numbers))
		}
		s.Places = append(s.Places, place)
	}
	return s, r.err
}

// tieBreak reads a tie-break; numbers are those of the players.
func (r *reader) tieBreak(p *tournamentv1.TieBreak, numbers map[string]int) tourney.TieBreak {
	v := tourney.TieBreak{Code: p.GetCode(), Value: standings.Value{Number: r.number(p.GetValue())}}
	for _, q := range p.GetItems() {
		item := standings.Item{
			Round: int(q.GetRound()), Opponent: numbers[q.GetOpponentId()], What: q.GetWhat(), Value: r.number(q.GetValue()), Amount: r.number(q.GetAmount()), Cut: q.GetCut(),
		}
		if q.GetTimes() != "" {
			item.Times = r.number(q.GetTimes())
		}
		v.Value.Items = append(v.Value.Items, item)
		v.Opponents = append(v.Opponents, q.GetOpponentId())
	}
	return v
}

// hundredths are what numbers count.
const hundredths = 100

func (r *reader) number(text string) standings.Number {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		r.fail("number", text)
	}
	return standings.Number(math.Round(n * hundredths))
}
