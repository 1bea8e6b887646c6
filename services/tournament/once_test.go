package tournament_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/rpc"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament"
)

func TestAKeyCreatesOneTournament(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		set := settings()
		ctx := rpc.WithOrigin(h.player(boss), rpc.Origin{IdempotencyKey: "k"})
		ids := make([]string, 6)
		forAll(t, len(ids), func(i int) error {
			resp, err := h.CreateTournament(ctx, &tournamentv1.CreateTournamentRequest{Settings: set})
			ids[i] = resp.GetTournament().GetTournamentId()
			return err
		})
		for _, id := range ids {
			require.Equal(t, ids[0], id)
		}
		_, err := h.CreateTournament(ctx, &tournamentv1.CreateTournamentRequest{Settings: settings(func(s *tournamentv1.Settings) { s.Name = "another" })})
		requireReason(t, err, codes.InvalidArgument, "IDEMPOTENCY_KEY_REUSED")
		list, err := h.ListTournaments(t.Context(), &tournamentv1.ListTournamentsRequest{})
		require.NoError(t, err)
		require.Len(t, list.GetTournaments(), 1)
	})
}

// seats counts the games of the referee's that count, by player and round.
func (h *hall) seats() map[int32]map[string]int {
	seats := map[int32]map[string]int{}
	for _, g := range h.made() {
		round := g.GetTournament().GetRound()
		if seats[round] == nil {
			seats[round] = map[string]int{}
		}
		if g.GetResult().GetStatus() == "void" {
			continue
		}
		seats[round][g.GetSeats().GetFirst().GetPlayer().GetAccountId()]++
		seats[round][g.GetSeats().GetSecond().GetPlayer().GetAccountId()]++
	}
	return seats
}

// However often and by whomever a round is begun, there is one game for each pairing.
func TestARoundIsBegunOnce(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		other, _ := h.join()
		id := h.opened(6)
		for _, game := range gamesOf(h.begin(id)) {
			h.tell(h.end(game, "first", "checkmate"))
		}
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetState() == "finished" })
		forAll(t, 20, func(i int) error {
			by := []*desks{h.desks, other}[i%2]
			_, err := by.StartRound(by.as(t.Context(), t, boss), &tournamentv1.StartRoundRequest{TournamentId: id, Round: 2})
			return err
		})
		h.round(id, 2)
		require.Len(t, h.made(), 6)
		for _, n := range h.seats()[2] {
			require.Equal(t, 1, n)
		}
		_, err := h.StartRound(h.player(boss), &tournamentv1.StartRoundRequest{TournamentId: id, Round: 1})
		require.NoError(t, err, "it has begun")
		require.Len(t, h.made(), 6)
	})
}

// A director who does not wait for the start begins one first round, however often, once
// enough have come.
func TestADirectorStartsEarly(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(1)
		early := &tournamentv1.StartRoundRequest{TournamentId: id, Round: 1, Reason: "all are here"}
		_, err := h.StartRound(h.player(boss), early)
		requireReason(t, err, codes.FailedPrecondition, "TOO_FEW_PLAYERS")
		require.Equal(t, "open", h.get(id).GetStatus())
		for n := 2; n <= 4; n++ {
			_, err := h.JoinTournament(h.player(n), &tournamentv1.JoinTournamentRequest{TournamentId: id})
			require.NoError(t, err)
		}
		forAll(t, 20, func(int) error {
			_, err := h.StartRound(h.player(boss), early)
			return err
		})
		h.round(id, 1)
		require.Len(t, h.made(), 2)
		_, err = h.JoinTournament(h.player(5), &tournamentv1.JoinTournamentRequest{TournamentId: id})
		requireReason(t, err, codes.FailedPrecondition, "TOURNAMENT_CLOSED")
	})
}

// Whoever leaves while the round is begun is out of it, or in one game of it.
func TestLeavingAtTheStart(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		other, _ := h.join()
		id := h.opened(8)
		h.begin(id)
		for _, game := range gamesOf(h.get(id)) {
			h.tell(h.end(game, "none", "agreement"))
		}
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetState() == "finished" })
		forAll(t, 9, func(i int) error {
			by := []*desks{h.desks, other}[i%2]
			if i == 4 {
				_, err := by.StartRound(by.as(t.Context(), t, boss), &tournamentv1.StartRoundRequest{TournamentId: id, Round: 2})
				return err
			}
			if i > 4 {
				return nil
			}
			_, err := by.LeaveTournament(by.as(t.Context(), t, i+1), &tournamentv1.LeaveTournamentRequest{TournamentId: id})
			return err
		})
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetNumber() == 2 && allMade(t) })
		round := h.get(id).GetRound()
		places := map[string]int{}
		for _, p := range round.GetPairings() {
			places[p.GetFirstPlayerId()]++
			places[p.GetSecondPlayerId()]++
		}
		for _, b := range round.GetByes() {
			places[b.GetPlayerId()]++
		}
		for i := range 8 {
			require.LessOrEqual(t, places[account(i+1)], 1)
			if i >= 4 {
				require.Equal(t, 1, places[account(i+1)], "who stays is in the round once")
			}
			require.LessOrEqual(t, h.seats()[2][account(i+1)], 1)
		}
	})
}

// Joining and leaving at once, again and again, ends in one of the two.
func TestJoiningAndLeavingAtOnce(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		other, _ := h.join()
		id := h.opened(2, func(s *tournamentv1.Settings) { s.Registration.MostPlayers = 4 })
		forAll(t, 24, func(i int) error {
			by, n := []*desks{h.desks, other}[i%2], 3+i%4
			ctx := by.as(t.Context(), t, n)
			if i%3 == 0 {
				_, err := by.LeaveTournament(ctx, &tournamentv1.LeaveTournamentRequest{TournamentId: id})
				return err
			}
			_, err := by.JoinTournament(ctx, &tournamentv1.JoinTournamentRequest{TournamentId: id})
			return err
		})
		at := h.get(id)
		list, err := h.ListEntrants(t.Context(), &tournamentv1.ListEntrantsRequest{TournamentId: id})
		require.NoError(t, err)
		states, seen := map[string]int32{}, map[string]bool{}
		for _, e := range list.GetEntrants() {
			states[e.GetState()]++
			require.False(t, seen[e.GetPlayerId()], "a player is listed once")
			seen[e.GetPlayerId()] = true
		}
		require.Equal(t, at.GetPlayers(), states["playing"])
		require.Equal(t, at.GetWaiting(), states["waiting"])
		require.LessOrEqual(t, at.GetPlayers(), int32(4))
		require.True(t, at.GetWaiting() == 0 || at.GetPlayers() == 4, "nobody waits while there are places")
	})
}

// What could not be done while the others were away is done once when they are back,
// by whichever replica is there.
func TestChoresOutliveTheirReplica(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(4, func(s *tournamentv1.Settings) {
			s.Rounds, s.Pace = 1, &tournamentv1.Pace{Pause: durationpb.New(0)}
			s.Prizes = []*tournamentv1.Prize{{FirstPlace: 1, LastPlace: 1, Coins: 7}}
		})
		_, stop := h.join()
		h.set(func() { h.away = true })
		h.soon(id, h.get(id).GetSettings())
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetState() == "running" })
		stop()
		h.set(func() { h.away = false })
		for i, game := range gamesOf(h.round(id, 1)) {
			h.tell(h.end(game, []string{"first", "none"}[i], "checkmate"))
		}
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetStatus() == "finished" })
		require.Len(t, h.made(), 2)
		require.Eventually(t, func() bool { return len(h.payments()) == 1 }, patience, 5*time.Millisecond)
	})
}

// What nobody tells is asked for.
func TestAuditHearsWhatWasNotTold(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.join(func(c *tournament.Config) { c.AuditEvery = 30 * time.Millisecond })
		id := h.opened(4)
		for _, game := range gamesOf(h.begin(id)) {
			h.end(game, "first", "resignation")
		}
		over := h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetState() == "finished" })
		require.Equal(t, "resignation", over.GetRound().GetPairings()[0].GetGames()[0].GetReason())
	})
}

// A result that is told many times, through both replicas, is entered once.
func TestAResultIsEnteredOnce(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.join()
		id := h.opened(4)
		games := gamesOf(h.begin(id))
		first := h.end(games[0], "none", "repetition")
		for range 5 {
			h.tell(first)
		}
		h.tell(h.end(games[1], "second", "timeout"))
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetState() == "finished" })
		h.tell(first)
		entered := 0
		list, err := h.ListTournamentEvents(t.Context(), &tournamentv1.ListTournamentEventsRequest{TournamentId: id})
		require.NoError(t, err)
		for _, e := range list.GetEvents() {
			if e.GetResultEntered() != nil {
				entered++
			}
		}
		require.Equal(t, 2, entered)
	})
}

// TestSecondSideDoesNotCome: who has moved first waits no longer than the no-show limit.
func TestSecondSideDoesNotCome(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.join(func(c *tournament.Config) { c.AuditEvery = 30 * time.Millisecond })
		id := h.opened(4)
		games := gamesOf(h.begin(id))
		h.set(func() {
			h.games[games[0]].Ply, h.games[games[0]].At = 1, timestamppb.New(time.Now().Add(-time.Hour))
			h.games[games[1]].Ply = 1
		})
		at := h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetPairings()[0].GetResult() != "" })
		require.Equal(t, "first_forfeit", at.GetRound().GetPairings()[0].GetResult())
		require.Empty(t, at.GetRound().GetPairings()[1].GetResult(), "there is time yet")
		h.awaitActs("decide " + games[0])
	})
}
