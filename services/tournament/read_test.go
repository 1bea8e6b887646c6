package tournament_test

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/tournament"
)

func TestListsByPages(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		var ids []string
		for i := range 5 {
			at := timestamppb.New(time.Now().Add(time.Duration(i+1) * time.Hour))
			ids = append(ids, h.create(func(s *tournamentv1.Settings) { s.StartTime = at }).GetTournamentId())
		}
		var got []string
		req := &tournamentv1.ListTournamentsRequest{PageSize: 2}
		for {
			resp, err := h.ListTournaments(t.Context(), req)
			require.NoError(t, err)
			for _, s := range resp.GetTournaments() {
				got = append(got, s.GetTournamentId())
			}
			if req.PageToken = resp.GetNextPageToken(); req.GetPageToken() == "" {
				break
			}
			_, err = h.ListTournaments(t.Context(), &tournamentv1.ListTournamentsRequest{Game: "jungle", PageToken: req.GetPageToken()})
			requireReason(t, err, codes.InvalidArgument, "BAD_PAGE_TOKEN")
		}
		require.Equal(t, ids, got, "the soonest first")
		own, err := h.ListMyTournaments(h.player(boss), &tournamentv1.ListMyTournamentsRequest{PageSize: 3})
		require.NoError(t, err)
		require.Equal(t, ids[4], own.GetTournaments()[0].GetTournament().GetTournamentId(), "the latest start first")
		require.True(t, own.GetTournaments()[0].GetDirector())
		require.NotEmpty(t, own.GetNextPageToken())
		_, err = h.GetTournament(t.Context(), &tournamentv1.GetTournamentRequest{TournamentId: "111111111111"})
		requireReason(t, err, codes.NotFound, "NO_SUCH_TOURNAMENT")
	})
}

// Who waited in vain is told so by the log, and has a tournament less.
func TestWaitingInVain(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(5, func(s *tournamentv1.Settings) { s.Registration.MostPlayers = 4 })
		own := func() []*tournamentv1.MyTournament {
			resp, err := h.ListMyTournaments(h.player(5), &tournamentv1.ListMyTournamentsRequest{})
			require.NoError(t, err)
			return resp.GetTournaments()
		}
		require.Len(t, own(), 1)
		require.Zero(t, h.begin(id).GetWaiting())
		require.Empty(t, own())
		log, err := h.ListTournamentEvents(t.Context(), &tournamentv1.ListTournamentEventsRequest{TournamentId: id})
		require.NoError(t, err)
		var left []string
		for _, e := range log.GetEvents() {
			if w := e.GetWithdrawn(); w != nil {
				require.Empty(t, e.GetActorId())
				left = append(left, w.GetPlayerId())
			}
		}
		require.Equal(t, []string{account(5)}, left)
	})
}

func TestEntrantsByPages(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(5)
		req := &tournamentv1.ListEntrantsRequest{TournamentId: id, PageSize: 3}
		first, err := h.ListEntrants(t.Context(), req)
		require.NoError(t, err)
		require.Len(t, first.GetEntrants(), 3)
		require.Equal(t, ratingOf(1), first.GetEntrants()[0].GetRating())
		require.Equal(t, "Kỳ thủ 1", first.GetEntrants()[0].GetName())
		req.PageToken = first.GetNextPageToken()
		rest, err := h.ListEntrants(t.Context(), req)
		require.NoError(t, err)
		require.Len(t, rest.GetEntrants(), 2)
		require.Empty(t, rest.GetNextPageToken())
	})
}

// played is a tournament with one round played by five players.
func (h *hall) played(change ...func(*tournamentv1.Settings)) string {
	h.t.Helper()
	id := h.opened(5, change...)
	_, err := h.ForbidPairing(h.player(boss), &tournamentv1.ForbidPairingRequest{
		TournamentId: id, Pairing: &tournamentv1.ForbiddenPairing{FirstPlayerId: account(1), SecondPlayerId: account(2)},
	})
	require.NoError(h.t, err)
	for _, game := range gamesOf(h.begin(id)) {
		h.tell(h.end(game, "none", "agreement"))
	}
	h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetState() != "running" })
	return id
}

func (h *hall) export(id, format string) string {
	h.t.Helper()
	resp, err := h.ExportTournament(h.t.Context(), &tournamentv1.ExportTournamentRequest{TournamentId: id, Format: format})
	require.NoError(h.t, err, format)
	require.NotEmpty(h.t, resp.GetMediaType())
	require.Contains(h.t, resp.GetFileName(), id)
	return string(resp.GetData())
}

// The report of an event that is under way reads back, and pairs the next round as
// the event itself does.
func TestReportsGoOnElsewhere(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.played()
		_, err := h.RequestBye(h.player(3), &tournamentv1.RequestByeRequest{TournamentId: id, Round: 2, Kind: "zero"})
		require.NoError(t, err)
		report := h.export(id, "trf26")
		for _, line := range []string{"012 Giải mùa đông", "142 3", "152 ", "192 FIDE_DUTCH", "240 Z   2    3", "260   1   3    1    2"} {
			require.Contains(t, report, line)
		}
		event, err := tournament.ReadReport([]byte(report))
		require.NoError(t, err)
		want, err := event.Pair()
		require.NoError(t, err)
		_, err = h.PairRound(h.player(boss), &tournamentv1.PairRoundRequest{TournamentId: id, Round: 2})
		require.NoError(t, err)
		for i, p := range h.get(id).GetRound().GetPairings() {
			board := want.Boards[i] // numbers are those of the accounts: the lower, the higher rated
			require.Equal(t, []string{account(board.First), account(board.Second)}, []string{p.GetFirstPlayerId(), p.GetSecondPlayerId()})
		}
		for _, format := range []string{"trfx", "trf16"} {
			_, err := tournament.ReadReport([]byte(h.export(id, format)))
			require.NoError(t, err, format)
		}
	})
}

// What is written of a round robin with a free round has the points of the event
// itself in every format, and is what the Berger tables give.
func TestReportsOfRoundRobins(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.opened(5, func(s *tournamentv1.Settings) { s.Format, s.Rounds, s.TieBreaks = "round_robin", 0, nil })
		for _, game := range gamesOf(h.begin(id)) {
			h.tell(h.end(game, "none", "agreement"))
		}
		h.await(id, func(t *tournamentv1.Tournament) bool { return t.GetRound().GetState() != "running" })
		for _, format := range []string{"trf26", "trfx", "trf16"} {
			event, err := tournament.ReadReport([]byte(h.export(id, format)))
			require.NoError(t, err, format)
			verdicts, err := event.Check()
			require.NoError(t, err)
			require.Len(t, verdicts, 1)
			require.True(t, verdicts[0].Same, format)
			standings, err := event.Standings(nil, "2026")
			require.NoError(t, err)
			for player, points := range map[int]string{1: "0", 5: "0.5"} { // the first one was free
				got, err := standings.Value("PTS", player)
				require.NoError(t, err)
				require.Equal(t, points, got, "%s of %d", format, player)
			}
		}
	})
}

func TestExports(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.played()
		lines, err := csv.NewReader(strings.NewReader(h.export(id, "csv"))).ReadAll()
		require.NoError(t, err)
		require.Len(t, lines, 6)
		require.Equal(t, []string{"rank", "number", "player_id", "name", "rating", "state", "PTS"}, lines[0][:7])
		var all map[string]any
		require.NoError(t, json.Unmarshal([]byte(h.export(id, "json")), &all))
		require.Len(t, all["player_ids"], 5)
		require.Contains(t, h.export(id, "crosstable"), "Kỳ thủ 1")
		_, err = h.ExportTournament(t.Context(), &tournamentv1.ExportTournamentRequest{TournamentId: id, Format: "bracket"})
		requireReason(t, err, codes.FailedPrecondition, "NO_BRACKET")
		cup := h.opened(4, func(s *tournamentv1.Settings) { s.Format, s.Rounds = "knockout", 0 })
		h.begin(cup)
		require.Contains(t, h.export(cup, "bracket"), "Kỳ thủ 4")
		require.NotEmpty(t, h.export(cup, "trf26"))
	})
}

// Standings of a finished round stay as they were, whatever is changed later.
func TestStandingsOfARoundStay(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.played()
		req := &tournamentv1.GetStandingsRequest{TournamentId: id, Round: 1, Calculations: true}
		before, err := h.GetStandings(t.Context(), req)
		require.NoError(t, err)
		_, err = h.SetResult(h.player(boss), &tournamentv1.SetResultRequest{TournamentId: id, PairingId: "1.1", Result: "first", Reason: "a wrong score"})
		require.NoError(t, err)
		after, err := h.GetStandings(t.Context(), req)
		require.NoError(t, err)
		require.Equal(t, before.GetStandings().String(), after.GetStandings().String())
		ties := after.GetStandings().GetPlaces()[1].GetTieBreaks()
		require.NotEmpty(t, ties[0].GetItems())
		req.Calculations = false
		bare, err := h.GetStandings(t.Context(), req)
		require.NoError(t, err)
		require.Empty(t, bare.GetStandings().GetPlaces()[1].GetTieBreaks()[0].GetItems())
		card, err := h.GetPlayerCard(t.Context(), &tournamentv1.GetPlayerCardRequest{TournamentId: id, PlayerId: h.get(id).GetRound().GetPairings()[0].GetFirstPlayerId()})
		require.NoError(t, err)
		require.Equal(t, "1", card.GetCard().GetRounds()[0].GetResult())
		_, err = h.GetStandings(t.Context(), &tournamentv1.GetStandingsRequest{TournamentId: id, Round: 3})
		requireReason(t, err, codes.NotFound, "NO_SUCH_ROUND")
	})
}

func TestNewsOfManyTournaments(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		first, second := h.opened(1), h.opened(2)
		resp, err := h.ListNewTournamentEvents(t.Context(), &tournamentv1.ListNewTournamentEventsRequest{Tournaments: []*tournamentv1.TournamentCursor{
			{TournamentId: first, AfterSeq: h.get(first).GetSeq()}, {TournamentId: second, AfterSeq: h.get(second).GetSeq() - 1},
		}})
		require.NoError(t, err)
		require.Len(t, resp.GetEvents(), 1)
		require.Equal(t, account(2), resp.GetEvents()[0].GetJoined().GetEntrant().GetPlayerId())
		log, err := h.ListTournamentEvents(t.Context(), &tournamentv1.ListTournamentEventsRequest{TournamentId: second, AfterSeq: 1, Limit: 1})
		require.NoError(t, err)
		require.Len(t, log.GetEvents(), 1)
		require.Equal(t, h.get(second).GetSeq(), log.GetLastSeq())
	})
}
