package rpc_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

func act(reason string) *refereev1.DirectorAct {
	return &refereev1.DirectorAct{Reason: reason, Director: eve}
}

func TestPauseAndResume(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.pair("k")
		h.play(id, 1, 2)
		h.until(at(3))
		pause := &refereev1.PauseGameRequest{GameId: id, Act: act("The lights went out. Mất điện.")}
		paused, err := h.tournament.PauseGame(t.Context(), pause)
		require.NoError(t, err)
		standing := &refereev1.Clock{
			First: durationpb.New(597 * time.Second), Second: durationpb.New(605 * time.Second), AsOf: timestamppb.New(at(3)),
		}
		require.Empty(t, cmp.Diff(&refereev1.PauseGameResponse{Seq: 5, Time: timestamppb.New(at(3)), Clock: standing}, paused, protocmp.Transform()))
		h.until(at(6))
		again, err := h.tournament.PauseGame(t.Context(), &refereev1.PauseGameRequest{GameId: id, Act: act("again")})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(paused, again, protocmp.Transform()))
		g, err := h.direct.GetGame(h.Player(ann), &refereev1.GetGameRequest{GameId: id})
		require.NoError(t, err)
		require.Equal(t, "running", g.GetGame().GetStatus())
		require.Empty(t, cmp.Diff(&refereev1.Pause{Time: timestamppb.New(at(3)), Act: pause.GetAct()}, g.GetGame().GetPause(), protocmp.Transform()))
		require.Empty(t, cmp.Diff(standing, g.GetGame().GetClock(), protocmp.Transform()))
		_, err = h.direct.PlayMove(h.Player(ann), &refereev1.PlayMoveRequest{GameId: id, Ply: 3, Move: opening[2]})
		requireRefused(t, "GAME_PAUSED", codes.FailedPrecondition, err)

		resumed, err := h.tournament.ResumeGame(t.Context(), &refereev1.ResumeGameRequest{GameId: id, Act: act("They are on again.")})
		require.NoError(t, err)
		require.EqualValues(t, 6, resumed.GetSeq())
		require.Equal(t, at(63), resumed.GetClock().GetDeadline().AsTime())
		require.Equal(t, "first", resumed.GetClock().GetRunning().GetValue())
		log, err := h.direct.ListEvents(h.Player(bob), &refereev1.ListEventsRequest{GameId: id, AfterSeq: 4})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(pause.GetAct(), log.GetEvents()[0].GetPaused().GetAct(), protocmp.Transform()))
		require.Empty(t, cmp.Diff(&refereev1.ClockAdjusted{
			Cause: "pause", By: durationpb.New(3 * time.Second), Act: act("They are on again."),
		}, log.GetEvents()[1].GetClockAdjusted(), protocmp.Transform()))
		h.play(id, 3, 4)
		record, err := h.direct.ExportGame(h.Player(ann), &refereev1.ExportGameRequest{GameId: id, Format: "pgn"})
		require.NoError(t, err)
		require.Contains(t, string(record.GetData()), id)
	})
}

func TestOnlyTournamentsDirect(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id, other := h.pair("k"), h.create("k")
	calls := map[string]func(context.Context, refereev1.RefereeServiceClient, string, *refereev1.DirectorAct) error{
		"pause": func(ctx context.Context, c refereev1.RefereeServiceClient, id string, a *refereev1.DirectorAct) error {
			_, err := c.PauseGame(ctx, &refereev1.PauseGameRequest{GameId: id, Act: a})
			return err
		},
		"resume": func(ctx context.Context, c refereev1.RefereeServiceClient, id string, a *refereev1.DirectorAct) error {
			_, err := c.ResumeGame(ctx, &refereev1.ResumeGameRequest{GameId: id, Act: a})
			return err
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			for caller, err := range map[string]error{
				"a player": call(h.Player(ann), h.direct, id, act("x")), "through the gateway": call(h.Player(ann), h.gateway, id, act("x")),
				"a moderator": call(h.moderator(eve, "mod", "admin"), h.direct, id, act("x")), "a guest": call(h.Guest(ann), h.direct, id, act("x")),
				"the operator": call(t.Context(), h.operator, id, act("x")), "another service": call(t.Context(), h.matchmaking, id, act("x")),
			} {
				require.Error(t, err, caller)
				requireRefused(t, "CALLER_DENIED", codes.PermissionDenied, err)
			}
			requireRefused(t, "CALLER_DENIED", codes.PermissionDenied, call(t.Context(), h.direct, id, act("x")))
			requireRefused(t, "NO_TOURNAMENT_GAME", codes.FailedPrecondition, call(t.Context(), h.tournament, other, act("x")))
			requireRefused(t, "NO_SUCH_GAME", codes.NotFound, call(t.Context(), h.tournament, "NobodyNobody", act("x")))
			for _, a := range []*refereev1.DirectorAct{nil, {}, act("\n"), act(" "), {Reason: "x", Director: "eve"}} {
				requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, call(t.Context(), h.tournament, id, a))
			}
			require.NoError(t, call(t.Context(), h.tournament, id, &refereev1.DirectorAct{Reason: "x"}), "a tournament by itself")
		})
	}
}
