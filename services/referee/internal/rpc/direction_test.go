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
	other := h.create("k")
	calls := map[string]func(context.Context, refereev1.RefereeServiceClient, string, *refereev1.DirectorAct) error{
		"pause": func(ctx context.Context, c refereev1.RefereeServiceClient, id string, a *refereev1.DirectorAct) error {
			_, err := c.PauseGame(ctx, &refereev1.PauseGameRequest{GameId: id, Act: a})
			return err
		},
		"adjust": func(ctx context.Context, c refereev1.RefereeServiceClient, id string, a *refereev1.DirectorAct) error {
			_, err := c.AdjustClock(ctx, &refereev1.AdjustClockRequest{GameId: id, Side: "first", By: durationpb.New(time.Minute), Key: "k", Act: a})
			return err
		},
		"decide": func(ctx context.Context, c refereev1.RefereeServiceClient, id string, a *refereev1.DirectorAct) error {
			_, err := c.DecideGame(ctx, &refereev1.DecideGameRequest{GameId: id, Winner: "first", Act: a})
			return err
		},
		"resume": func(ctx context.Context, c refereev1.RefereeServiceClient, id string, a *refereev1.DirectorAct) error {
			_, err := c.ResumeGame(ctx, &refereev1.ResumeGameRequest{GameId: id, Act: a})
			return err
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			id := h.pair(name)
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

func TestAdjustClock(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.pair("k")
		h.play(id, 1, 2)
		give := func(side string, by time.Duration, key string) (*refereev1.AdjustClockResponse, error) {
			return h.tournament.AdjustClock(t.Context(), &refereev1.AdjustClockRequest{GameId: id, Side: side, By: durationpb.New(by), Key: key, Act: act("x")})
		}
		given, err := give("second", time.Minute, "a")
		require.NoError(t, err)
		require.EqualValues(t, 5, given.GetSeq())
		require.Equal(t, 11*time.Minute+5*time.Second, given.GetClock().GetSecond().AsDuration())
		again, err := give("second", time.Minute, "a")
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(given, again, protocmp.Transform()))
		_, err = give("first", time.Minute, "a")
		requireRefused(t, "ADJUSTMENT_KEY_REUSED", codes.InvalidArgument, err)
		_, err = give("first", -591*time.Second, "b")
		requireRefused(t, "TIME_OUT_OF_BOUNDS", codes.FailedPrecondition, err)
		_, err = give("first", -590*time.Second, "b")
		require.NoError(t, err)
		log, err := h.direct.ListEvents(h.Player(ann), &refereev1.ListEventsRequest{GameId: id, AfterSeq: 4})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(&refereev1.ClockAdjusted{
			Cause: "director", By: durationpb.New(time.Minute), Act: act("x"), Side: "second", Key: "a",
		}, log.GetEvents()[0].GetClockAdjusted(), protocmp.Transform()))
		require.Len(t, log.GetEvents(), 2)
		for name, req := range map[string]*refereev1.AdjustClockRequest{
			"no side": {By: durationpb.New(1), Key: "k"}, "no time": {Side: "first", Key: "k"}, "no key": {Side: "first", By: durationpb.New(1)},
			"more than an hour": {Side: "first", By: durationpb.New(time.Hour + 1), Key: "k"}, "an hour less": {Side: "first", By: durationpb.New(-time.Hour - 1), Key: "k"},
		} {
			req.GameId, req.Act = id, act(name)
			_, err := h.tournament.AdjustClock(t.Context(), req)
			requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
		}
	})
}

func TestDecideGame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.pair("k")
		h.play(id, 1, 2)
		decide := func(winner string) (*refereev1.DecideGameResponse, error) {
			return h.tournament.DecideGame(t.Context(), &refereev1.DecideGameRequest{GameId: id, Winner: winner, Act: act("A phone rang.")})
		}
		result := &refereev1.Result{Winner: "second", Reason: "adjudication", Status: "finished"}
		for range 2 {
			got, err := decide("second")
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(&refereev1.DecideGameResponse{Seq: 5, Result: result}, got, protocmp.Transform()))
		}
		_, err := decide("none")
		require.Equal(t, "adjudication", refused(t, "GAME_OVER", codes.FailedPrecondition, err).Metadata["reason"])
		_, err = decide("both")
		requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
		g, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: id})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(act("A phone rang."), g.GetGame().GetDecision(), protocmp.Transform()))
		all, err := h.tournament.GetSummaries(t.Context(), &refereev1.GetSummariesRequest{GameIds: []string{id}})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(result, all.GetGames()[0].GetResult(), protocmp.Transform()))
		record, err := h.direct.ExportGame(h.Player(ann), &refereev1.ExportGameRequest{GameId: id, Format: "pgn"})
		require.NoError(t, err)
		require.Contains(t, string(record.GetData()), `[Termination "adjudication"]`)
		require.Contains(t, string(record.GetData()), `[Result "0-1"]`)
	})
}

// A tournament annuls its own games, for a director or by itself; moderators read
// who it was.
func TestVoidByATournament(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		first, second, foreign := h.pair("1"), h.pair("2"), h.create("3")
		void := func(id, director string) error {
			_, err := h.tournament.VoidGame(h.Player(bob), &refereev1.VoidGameRequest{GameId: id, Reason: "To be played again.", Operator: director})
			return err
		}
		require.NoError(t, void(first, ann), "though she plays in it: that is the tournament's to say")
		h.until(at(1))
		require.NoError(t, void(second, ""))
		requireRefused(t, "NO_TOURNAMENT_GAME", codes.FailedPrecondition, void(foreign, eve))
		list, err := h.direct.ListVoidedGames(h.moderator(eve, "mod"), &refereev1.ListVoidedGamesRequest{})
		require.NoError(t, err)
		require.Len(t, list.GetGames(), 2)
		require.Equal(t, []string{second, "tournament", "director"}, []string{
			list.GetGames()[0].GetGameId(), list.GetGames()[0].GetOperator(), list.GetGames()[0].GetCaller(),
		})
		require.Equal(t, []string{first, ann}, []string{list.GetGames()[1].GetGameId(), list.GetGames()[1].GetOperator()})
		_, err = h.tournament.ListVoidedGames(t.Context(), &refereev1.ListVoidedGamesRequest{})
		require.Error(t, err)
	})
}
