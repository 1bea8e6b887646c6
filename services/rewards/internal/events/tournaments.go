package events

import (
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
)

// TournamentsFromProto are the deeds of the tournaments that are over by an event: one
// for each player who has a rank in it and did not leave before the end. A tournament
// without results has none.
func TournamentsFromProto(told []*tournamentv1.TournamentEvent) []deeds.Deed {
	var all []deeds.Deed
	for _, e := range told {
		places := e.GetFinished().GetPlaces()
		for _, p := range places {
			if p.GetLeft() {
				continue
			}
			all = append(all, deeds.Deed{
				Player: p.GetPlayerId(), Key: "tournament:" + e.GetTournamentId(),
				Fact: goals.Fact{
					Kind: goals.TournamentFact, Time: moment(e.GetAt().AsTime()), Place: int(p.GetRank()), Entrants: len(places),
				},
			})
		}
	}
	return all
}
