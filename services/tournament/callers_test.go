package tournament_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
)

type call func(ctx context.Context, by *desks, id string) error

func playersCalls() map[string]call {
	return map[string]call{
		"JoinTournament": func(ctx context.Context, by *desks, id string) error {
			_, err := by.JoinTournament(ctx, &tournamentv1.JoinTournamentRequest{TournamentId: id})
			return err
		},
		"RequestBye": func(ctx context.Context, by *desks, id string) error {
			_, err := by.RequestBye(ctx, &tournamentv1.RequestByeRequest{TournamentId: id, Round: 2, Kind: "zero"})
			return err
		},
		"CancelBye": func(ctx context.Context, by *desks, id string) error {
			_, err := by.CancelBye(ctx, &tournamentv1.CancelByeRequest{TournamentId: id, Round: 2})
			return err
		},
		"LeaveTournament": func(ctx context.Context, by *desks, id string) error {
			_, err := by.LeaveTournament(ctx, &tournamentv1.LeaveTournamentRequest{TournamentId: id})
			return err
		},
	}
}

func anybodysCalls() map[string]call {
	return map[string]call{
		"GetTournament": func(ctx context.Context, by *desks, id string) error {
			_, err := by.GetTournament(ctx, &tournamentv1.GetTournamentRequest{TournamentId: id})
			return err
		},
		"ListTournaments": func(ctx context.Context, by *desks, _ string) error {
			_, err := by.ListTournaments(ctx, &tournamentv1.ListTournamentsRequest{})
			return err
		},
		"ListEntrants": func(ctx context.Context, by *desks, id string) error {
			_, err := by.ListEntrants(ctx, &tournamentv1.ListEntrantsRequest{TournamentId: id})
			return err
		},
		"GetPlayerCard": func(ctx context.Context, by *desks, id string) error {
			_, err := by.GetPlayerCard(ctx, &tournamentv1.GetPlayerCardRequest{TournamentId: id, PlayerId: account(1)})
			return err
		},
		"GetStandings": func(ctx context.Context, by *desks, id string) error {
			_, err := by.GetStandings(ctx, &tournamentv1.GetStandingsRequest{TournamentId: id})
			return err
		},
		"ListTournamentEvents": func(ctx context.Context, by *desks, id string) error {
			_, err := by.ListTournamentEvents(ctx, &tournamentv1.ListTournamentEventsRequest{TournamentId: id})
			return err
		},
		"ExportTournament": func(ctx context.Context, by *desks, id string) error {
			_, err := by.ExportTournament(ctx, &tournamentv1.ExportTournamentRequest{TournamentId: id})
			return err
		},
	}
}

const why = "the director's own reasons"

func directorsCalls() map[string]call {
	board := "1.1"
	return map[string]call{
		"UpdateTournament": func(ctx context.Context, by *desks, id string) error {
			_, err := by.UpdateTournament(ctx, &tournamentv1.UpdateTournamentRequest{TournamentId: id, Settings: settings()})
			return err
		},
		"CancelTournament": func(ctx context.Context, by *desks, id string) error {
			_, err := by.CancelTournament(ctx, &tournamentv1.CancelTournamentRequest{TournamentId: id, Reason: why})
			return err
		},
		"ApproveTournament": func(ctx context.Context, by *desks, id string) error {
			_, err := by.ApproveTournament(ctx, &tournamentv1.ApproveTournamentRequest{TournamentId: id})
			return err
		},
		"PauseTournament": func(ctx context.Context, by *desks, id string) error {
			_, err := by.PauseTournament(ctx, &tournamentv1.PauseTournamentRequest{TournamentId: id, Reason: why})
			return err
		},
		"ResumeTournament": func(ctx context.Context, by *desks, id string) error {
			_, err := by.ResumeTournament(ctx, &tournamentv1.ResumeTournamentRequest{TournamentId: id})
			return err
		},
		"PairRound": func(ctx context.Context, by *desks, id string) error {
			_, err := by.PairRound(ctx, &tournamentv1.PairRoundRequest{TournamentId: id, Round: 1})
			return err
		},
		"StartRound": func(ctx context.Context, by *desks, id string) error {
			_, err := by.StartRound(ctx, &tournamentv1.StartRoundRequest{TournamentId: id, Round: 1})
			return err
		},
		"UndoRound": func(ctx context.Context, by *desks, id string) error {
			_, err := by.UndoRound(ctx, &tournamentv1.UndoRoundRequest{TournamentId: id, Round: 1, Reason: why})
			return err
		},
		"PostponeRound": func(ctx context.Context, by *desks, id string) error {
			at := timestamppb.New(time.Now().Add(24 * time.Hour))
			_, err := by.PostponeRound(ctx, &tournamentv1.PostponeRoundRequest{TournamentId: id, Round: 1, StartTime: at, Reason: why})
			return err
		},
		"SetResult": func(ctx context.Context, by *desks, id string) error {
			_, err := by.SetResult(ctx, &tournamentv1.SetResultRequest{TournamentId: id, PairingId: board, Result: "first", Reason: why})
			return err
		},
		"AnnulResult": func(ctx context.Context, by *desks, id string) error {
			_, err := by.AnnulResult(ctx, &tournamentv1.AnnulResultRequest{TournamentId: id, PairingId: board, Reason: why})
			return err
		},
		"WithdrawPlayer": func(ctx context.Context, by *desks, id string) error {
			_, err := by.WithdrawPlayer(ctx, &tournamentv1.WithdrawPlayerRequest{TournamentId: id, PlayerId: account(2), Reason: why})
			return err
		},
		"DisqualifyPlayer": func(ctx context.Context, by *desks, id string) error {
			_, err := by.DisqualifyPlayer(ctx, &tournamentv1.DisqualifyPlayerRequest{TournamentId: id, PlayerId: account(2), Reason: why})
			return err
		},
		"ForbidPairing": func(ctx context.Context, by *desks, id string) error {
			pair := &tournamentv1.ForbiddenPairing{FirstPlayerId: account(1), SecondPlayerId: account(2)}
			_, err := by.ForbidPairing(ctx, &tournamentv1.ForbidPairingRequest{TournamentId: id, Pairing: pair})
			return err
		},
	}
}

func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	id := h.opened(2)
	before := h.get(id).GetSeq()
	guest, bare, bad := h.player(guests), h.with(t.Context(), t, 1), rpc.WithToken(t.Context(), "a.b.c")
	clock := (&desks{envs: h.envs}).call("clock")
	create := func(ctx context.Context, by *desks, _ string) error {
		_, err := by.CreateTournament(ctx, &tournamentv1.CreateTournamentRequest{Settings: settings()})
		return err
	}
	directors := directorsCalls()
	directors["CreateTournament"] = create
	for name, do := range directors {
		t.Log(name)
		requireReason(t, do(t.Context(), h.desks, id), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(t.Context(), clock, id), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(bad, h.desks, id), codes.Unauthenticated, "BAD_TOKEN")
		for _, ctx := range []context.Context{guest, h.player(1), bare, h.with(t.Context(), t, boss, "play", "tournament:join", "mod", "bot")} {
			requireReason(t, do(ctx, h.desks, id), codes.PermissionDenied, "SCOPE_MISSING")
		}
		requireReason(t, do(h.with(t.Context(), t, 1, "organizer"), h.desks, id), codes.PermissionDenied, "SCOPE_MISSING") // a role that was taken back
	}
	h.set(func() { h.roles[account(boss+1)] = []string{"organizer"} })
	for name, do := range directorsCalls() {
		t.Log(name)
		requireReason(t, do(h.with(t.Context(), t, boss+1, "organizer"), h.desks, id), codes.PermissionDenied, "NOT_DIRECTOR")
	}
	for name, do := range playersCalls() {
		t.Log(name)
		requireReason(t, do(t.Context(), h.desks, id), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(t.Context(), clock, id), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(bad, h.desks, id), codes.Unauthenticated, "BAD_TOKEN")
		requireReason(t, do(bare, h.desks, id), codes.PermissionDenied, "SCOPE_MISSING")
	}
	require.Equal(t, before, h.get(id).GetSeq(), "nothing came of all that")
	for name, do := range anybodysCalls() {
		for _, ctx := range []context.Context{t.Context(), h.player(1), h.player(3), guest, bare} {
			require.NoError(t, do(ctx, h.desks, id), name)
		}
		requireReason(t, do(bad, h.desks, id), codes.Unauthenticated, "BAD_TOKEN")
	}
	h.admitted(t, id, clock)
}

// admitted holds that those may call for whom it is.
func (h *hall) admitted(t *testing.T, id string, clock *desks) {
	t.Helper()
	for _, n := range []int{3, guests} {
		calls := playersCalls()
		for _, name := range []string{"JoinTournament", "RequestBye", "CancelBye", "LeaveTournament"} {
			require.NoError(t, calls[name](h.player(n), h.desks, id), name)
		}
	}
	for name, do := range directorsCalls() {
		own := h.opened(2)
		for _, n := range []int{boss, root} {
			code := status.Code(do(h.player(n), h.desks, own))
			require.NotContains(t, []codes.Code{codes.PermissionDenied, codes.Unauthenticated, codes.Internal}, code, name)
		}
	}
	list := func(ctx context.Context, by *desks) error {
		_, err := by.ListNewTournamentEvents(ctx, &tournamentv1.ListNewTournamentEventsRequest{})
		return err
	}
	require.NoError(t, list(t.Context(), h.desks))
	requireReason(t, list(h.player(boss), clock), codes.PermissionDenied, "CALLER_DENIED")
	own := func(ctx context.Context) error {
		_, err := h.ListMyTournaments(ctx, &tournamentv1.ListMyTournamentsRequest{})
		return err
	}
	require.NoError(t, own(h.player(guests)))
	requireReason(t, own(t.Context()), codes.Unauthenticated, "NO_TOKEN")
}
