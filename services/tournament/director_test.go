package tournament_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
)

// awaitActs waits until the referee was asked for acts, in any order.
func (h *hall) awaitActs(want ...string) {
	h.t.Helper()
	require.Eventually(h.t, func() bool { return len(h.acts()) >= len(want) }, patience, 5*time.Millisecond)
	require.ElementsMatch(h.t, want, h.acts())
}

func TestDirectorStopsClocksAndOverrides(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(4)
		games := gamesOf(h.begin(id))
		boss := h.player(boss)
		_, err := h.PauseTournament(boss, &tournamentv1.PauseTournamentRequest{TournamentId: id, Reason: "mất điện"})
		require.NoError(t, err)
		_, err = h.PauseTournament(boss, &tournamentv1.PauseTournamentRequest{TournamentId: id, Reason: "again"})
		require.NoError(t, err)
		h.awaitActs("pause "+games[0], "pause "+games[1])
		require.True(t, h.get(id).GetPaused())
		_, err = h.ResumeTournament(boss, &tournamentv1.ResumeTournamentRequest{TournamentId: id})
		require.NoError(t, err)
		h.awaitActs("pause "+games[0], "pause "+games[1], "resume "+games[0], "resume "+games[1])

		_, err = h.SetResult(boss, &tournamentv1.SetResultRequest{TournamentId: id, PairingId: "1.1", Result: "second", Reason: "phones"})
		require.NoError(t, err)
		require.Equal(t, "second", h.get(id).GetRound().GetPairings()[0].GetResult())
		require.Eventually(t, func() bool { return len(h.acts()) == 5 }, patience, 5*time.Millisecond)
		require.Equal(t, "decide "+games[0], h.acts()[4])
		h.tell(h.made()[0])

		h.tell(h.end(games[1], "first", "checkmate"))
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetPairings()[1].GetResult() == "first" })
		log, err := h.ListTournamentEvents(t.Context(), &tournamentv1.ListTournamentEventsRequest{TournamentId: id})
		require.NoError(t, err)
		reasons := map[string]string{}
		for _, e := range log.GetEvents() {
			if e.GetReason() != "" {
				require.Equal(t, account(500), e.GetActorId())
				reasons[e.GetReason()] = e.GetAt().String()
			}
		}
		require.Len(t, reasons, 2, "every act has its reason, an act that changed nothing is none")
	})
}

func TestDirectorAnnulsAndReplays(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(4, func(s *tournamentv1.Settings) { s.Mode = "rated" })
		games := gamesOf(h.begin(id))
		h.tell(h.end(games[0], "first", "timeout"))
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetPairings()[0].GetResult() != "" })
		_, err := h.AnnulResult(h.player(boss), &tournamentv1.AnnulResultRequest{TournamentId: id, PairingId: "1.1", Reason: "the server was away"})
		require.NoError(t, err)
		h.awaitActs("void " + games[0])
		at := h.round(id, 1)
		replay := at.GetRound().GetPairings()[0].GetGames()
		require.Len(t, replay, 2)
		require.True(t, replay[0].GetAnnulled())
		h.tell(h.made()[0]) // the referee tells that it is void
		h.tell(h.end(replay[1].GetGameId(), "second", "checkmate"))
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetPairings()[0].GetResult() == "second" })
		require.Equal(t, "rated", h.made()[2].GetMode())
	})
}

func TestUndoOnlyWithoutMoves(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(4)
		games := gamesOf(h.begin(id))
		undo := &tournamentv1.UndoRoundRequest{TournamentId: id, Round: 1, Reason: "a wrong list"}
		h.set(func() { h.games[games[1]].Ply = 1 })
		before := h.get(id).GetSeq()
		_, err := h.UndoRound(h.player(boss), undo)
		requireReason(t, err, codes.FailedPrecondition, "GAME_HAS_MOVES")
		require.Equal(t, before, h.get(id).GetSeq())
		h.set(func() { h.games[games[1]].Ply = 0 })
		_, err = h.UndoRound(h.player(boss), undo)
		require.NoError(t, err)
		h.awaitActs("void "+games[0], "void "+games[1])
		_, err = h.StartRound(h.player(boss), &tournamentv1.StartRoundRequest{TournamentId: id, Round: 1})
		require.NoError(t, err)
		h.round(id, 1)
		require.Len(t, h.made(), 4)
		h.tell(h.made()[:2]...) // games of the pairing that was undone change nothing
		require.Equal(t, "running", h.get(id).GetRound().GetState())
	})
}

func TestPairingByHandAndPostponing(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(4)
		for _, game := range gamesOf(h.begin(id)) {
			h.tell(h.end(game, "first", "checkmate"))
		}
		first := h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetState() == "finished" }).GetRound()
		pairs := first.GetPairings()
		hand := &tournamentv1.PairRoundRequest{TournamentId: id, Round: 2, Reason: "as agreed", Pairings: []*tournamentv1.HandPairing{
			{FirstPlayerId: pairs[0].GetFirstPlayerId(), SecondPlayerId: pairs[1].GetSecondPlayerId()},
			{FirstPlayerId: pairs[1].GetFirstPlayerId(), SecondPlayerId: pairs[1].GetFirstPlayerId()},
		}}
		_, err := h.PairRound(h.player(boss), hand)
		requireReason(t, err, codes.InvalidArgument, "BAD_PAIRING")
		hand.Pairings[1].SecondPlayerId = pairs[0].GetSecondPlayerId()
		_, err = h.PairRound(h.player(boss), hand)
		require.NoError(t, err)
		require.Equal(t, hand.GetPairings()[0].GetFirstPlayerId(), h.get(id).GetRound().GetPairings()[0].GetFirstPlayerId())
		at := time.Now().Add(3 * time.Hour).Truncate(time.Microsecond)
		_, err = h.PostponeRound(h.player(boss), &tournamentv1.PostponeRoundRequest{TournamentId: id, Round: 2, StartTime: timestamppb.New(at), Reason: "lunch"})
		require.NoError(t, err)
		require.Equal(t, at.UnixMicro(), h.get(id).GetRound().GetStartTime().AsTime().UnixMicro())
		_, err = h.PostponeRound(h.player(boss), &tournamentv1.PostponeRoundRequest{TournamentId: id, Round: 2, StartTime: timestamppb.New(time.Unix(1, 0)), Reason: "lunch"})
		requireReason(t, err, codes.InvalidArgument, "TIME_PAST")
	})
}

func TestApprovalAndDisqualification(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(4, func(s *tournamentv1.Settings) {
			s.Rounds, s.Approval = 1, true
			s.Prizes = []*tournamentv1.Prize{{FirstPlace: 1, LastPlace: 2, Coins: 10}}
		})
		at := h.begin(id)
		out := at.GetRound().GetPairings()[0].GetSecondPlayerId()
		_, err := h.DisqualifyPlayer(h.player(boss), &tournamentv1.DisqualifyPlayerRequest{TournamentId: id, PlayerId: out, Reason: "an engine"})
		require.NoError(t, err)
		h.awaitActs("decide " + gamesOf(at)[0])
		h.tell(h.end(gamesOf(at)[1], "first", "checkmate"))
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetStatus() == "review" })
		require.Empty(t, h.payments())
		_, err = h.ApproveTournament(h.player(root), &tournamentv1.ApproveTournamentRequest{TournamentId: id, Reason: "all is well"})
		require.NoError(t, err)
		winner := at.GetRound().GetPairings()
		h.awaitPaid(map[string]int32{id + ":" + winner[0].GetFirstPlayerId(): 10, id + ":" + winner[1].GetFirstPlayerId(): 10})
		ranks, err := h.GetStandings(t.Context(), &tournamentv1.GetStandingsRequest{TournamentId: id})
		require.NoError(t, err)
		last := ranks.GetStandings().GetPlaces()[3]
		require.Equal(t, out, last.GetPlayerId())
		require.Zero(t, last.GetRank())
	})
}

func TestSettingsOfAnotherSeq(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		at := h.create()
		change := &tournamentv1.UpdateTournamentRequest{TournamentId: at.GetTournamentId(), Settings: at.GetSettings(), Seq: at.GetSeq() + 1}
		change.Settings.Name = "Giải mùa xuân"
		_, err := h.UpdateTournament(h.player(boss), change)
		requireReason(t, err, codes.Aborted, "TOURNAMENT_CHANGED")
		require.Equal(t, "Giải mùa đông", h.get(at.GetTournamentId()).GetSettings().GetName())
		change.Seq = at.GetSeq()
		_, err = h.UpdateTournament(h.player(boss), change)
		require.NoError(t, err)
		require.Equal(t, "Giải mùa xuân", h.get(at.GetTournamentId()).GetSettings().GetName())
		_, err = h.CreateTournament(h.player(boss), &tournamentv1.CreateTournamentRequest{Settings: settings(func(s *tournamentv1.Settings) { s.Rounds = 0 })})
		requireReason(t, err, codes.InvalidArgument, "BAD_SETTINGS")
	})
}

// Whoever plays is told of the next game: when the round is paired, and again with the
// game.
func TestPlayersAreTold(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(2)
		told := make(chan *tournamentv1.NextGame, 20)
		_, err := h.bus.Subscribe(bus.PlayerNews(account(1)), func(m bus.Msg) {
			var news tournamentv1.PlayerNews
			if proto.Unmarshal(m.Payload, &news) == nil {
				told <- news.GetNextGame()
			}
		})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		require.NoError(t, h.bus.Flush(ctx))
		game := gamesOf(h.begin(id))[0]
		paired, made := <-told, <-told
		require.Equal(t, []string{account(2), ""}, []string{paired.GetOpponentId(), paired.GetGameId()})
		require.Equal(t, []string{account(2), game, "1.1"}, []string{made.GetOpponentId(), made.GetGameId(), made.GetPairingId()})
		mine, err := h.ListMyTournaments(h.player(1), &tournamentv1.ListMyTournamentsRequest{})
		require.NoError(t, err)
		require.True(t, proto.Equal(made, mine.GetTournaments()[0].GetNextGame()))
	})
}
