package rewards_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/testkit"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/rewards/rewardstest"
)

// cup is the end of a tournament: the accounts of numbers in the order of their
// ranks.
func cup(id string, players ...int) *tournamentv1.TournamentEvent {
	f := &tournamentv1.Finished{}
	for i, n := range players {
		f.Places = append(f.Places, &tournamentv1.FinalPlace{PlayerId: account(n), Rank: int32(i + 1)}) //nolint:gosec // few
	}
	return &tournamentv1.TournamentEvent{TournamentId: id, Seq: 90, At: timestamppb.Now(), Kind: &tournamentv1.TournamentEvent_Finished{Finished: f}}
}

// What an achievement of tournaments pays.
const played, podium, won1st = 20, 100, 200

func TestTournamentsCountOnce(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	large, small, tied := cup("large", 1, 2, 3, 4, 5, 6, 7, 8), cup("small", 11, 12, 13), cup("tied", 21, 22, 23, 24)
	large.GetFinished().Places[1].Left = true
	tied.GetFinished().Places[1].Rank = 1
	for range 2 {
		h.finished(large)
		h.finished(small)
		h.finished(tied)
	}
	h.finished(&tournamentv1.TournamentEvent{TournamentId: "off", Seq: 9, Kind: &tournamentv1.TournamentEvent_Cancelled{Cancelled: &tournamentv1.Cancelled{}}})
	for n, want := range map[int]int{
		1: played + podium + won1st, 2: 0, 3: played + podium, 4: played, 11: played, 21: played + won1st, 22: played + won1st, 23: played,
	} {
		require.Eventually(t, func() bool { return h.wallet(n).GetBalance() == int32(want) }, 20*time.Second, 5*time.Millisecond, "player %d", n)
	}
	require.EqualValues(t, 1, h.achievement(1, "tournaments_10").GetCount())
	all := []*tournamentv1.TournamentEvent{large, small, tied}
	for i := range 9 {
		all = append(all, cup(fmt.Sprint("more", i), 31, 1, 32))
		h.finished(all[len(all)-1])
	}
	require.Eventually(t, func() bool { return h.achievement(1, "tournaments_10").GetState() == "paid" }, 20*time.Second, 5*time.Millisecond)
	require.NoError(t, rewardstest.Check(t, h.db, rewardstest.Log{Tournaments: all}))
}

// Tournaments of which no event came are found out, however many prizes were paid
// after their end.
func TestTournamentsWithoutAWord(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	log := []*tournamentv1.TournamentEvent{cup("quiet", 1, 2, 3, 4)}
	for range 1100 {
		log = append(log, &tournamentv1.TournamentEvent{TournamentId: "quiet", Kind: &tournamentv1.TournamentEvent_PrizePaid{PrizePaid: &tournamentv1.PrizePaid{}}})
	}
	h.set(func() { h.over = map[string][]*tournamentv1.TournamentEvent{"quiet": log} })
	require.Eventually(t, func() bool { return h.wallet(1).GetBalance() == played+won1st }, 20*time.Second, 5*time.Millisecond)
	h.finished(cup("quiet", 1, 2, 3, 4))
	h.set(func() { h.over["next"] = []*tournamentv1.TournamentEvent{cup("next", 1, 2, 3, 4)} })
	require.Eventually(t, func() bool { return h.achievement(1, "tournaments_10").GetCount() == 2 }, 20*time.Second, 5*time.Millisecond)
	require.EqualValues(t, played, h.wallet(2).GetBalance())
}
