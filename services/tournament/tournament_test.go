package tournament_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
)

// A Swiss of four plays itself to its end: the start and the rounds come by
// themselves, results are heard, standings kept and prizes paid.
func TestATournamentRunsItself(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(4, func(s *tournamentv1.Settings) {
			s.Rounds, s.Pace = 2, &tournamentv1.Pace{Pause: durationpb.New(0)}
			s.Prizes = []*tournamentv1.Prize{{FirstPlace: 1, LastPlace: 1, Coins: 100}, {FirstPlace: 2, LastPlace: 2, Coins: 50}}
		})
		h.begin(id)
		for n := int32(1); n <= 2; n++ {
			for _, p := range h.round(id, n).GetRound().GetPairings() {
				first, second := number(p.GetFirstPlayerId()), number(p.GetSecondPlayerId())
				winner := "first"
				if second < first {
					winner = "second"
				}
				h.tell(h.end(p.GetGames()[0].GetGameId(), winner, "checkmate"))
			}
		}
		over := h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetStatus() == "finished" })
		require.NotNil(t, over.GetEndTime())
		ranks, err := h.GetStandings(t.Context(), &tournamentv1.GetStandingsRequest{TournamentId: id, Round: 2})
		require.NoError(t, err)
		require.Equal(t, account(1), ranks.GetStandings().GetPlaces()[0].GetPlayerId())
		require.Equal(t, "2.0", ranks.GetStandings().GetPlaces()[0].GetPoints())
		first, err := h.GetStandings(t.Context(), &tournamentv1.GetStandingsRequest{TournamentId: id, Round: 1})
		require.NoError(t, err)
		require.Less(t, first.GetStandings().GetSeq(), ranks.GetStandings().GetSeq())
		h.awaitPaid(map[string]int32{id + ":" + account(1): 100, id + ":" + account(2): 25, id + ":" + account(3): 25})
		require.Len(t, h.made(), 4)
	})
}
