package study_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/testkit"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	"kydai.dev/services/study"
)

func TestAGameIsAnalyzedPlyByPly(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.games["g"] = morris(t, nil, "a1", "d5", "g7") // the first legal move, and two others
		heard := h.hear()
		op := h.analyze(h.player(1), "g")
		require.Equal(t, "analysis", op.GetKind())
		require.EqualValues(t, 3, op.GetProgress().GetTotal())
		op = h.await(h.player(1), op.GetOperationId())
		require.Empty(t, op.GetError())
		require.EqualValues(t, 3, op.GetProgress().GetDone())
		require.Equal(t, []int{0, 1, 2, 3}, h.looks())

		a := h.get(t.Context(), op.GetResultId())
		require.Equal(t, []any{"done", "g", "morris", "resignation"}, []any{a.GetState(), a.GetGameId(), a.GetGame(), a.GetOutcome().GetReason()})
		require.Len(t, a.GetPlies(), 3)
		first := a.GetPlies()[0]
		require.Equal(t, []any{"a1", "first", "best", 0.0}, []any{first.GetMove(), first.GetSide(), first.GetClass(), first.GetLoss()})
		require.NotEmpty(t, first.GetTexts().GetLong())
		require.Len(t, first.GetLines(), 2)
		require.EqualValues(t, 2, a.GetReport().GetFirst().GetMoves())
		require.EqualValues(t, 5, a.GetSeq())
		for seq := int32(1); seq <= 5; seq++ {
			select {
			case e := <-heard:
				require.Equal(t, seq, e.GetSeq())
				list, err := h.ListAnalysisEvents(t.Context(), &studyv1.ListAnalysisEventsRequest{AnalysisId: a.GetAnalysisId(), AfterSeq: seq - 1, Limit: 1})
				require.NoError(t, err)
				require.True(t, proto.Equal(e, list.GetEvents()[0]), "told as it is listed")
				require.EqualValues(t, 5, list.GetLastSeq())
			case <-time.After(patience):
				require.FailNow(t, "nothing was told")
			}
		}
		again := h.analyze(h.player(2), "g")
		require.Equal(t, op.GetOperationId(), again.GetOperationId())
		require.True(t, again.GetDone())
	})
}

// What happens to a game that is not over is nobody's to analyse, nor what never
// began or is too long.
func TestOnlyFinishedGames(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t), func(c *study.Config) { c.Plies = 5 })
	running := morris(t, nil, "a1")
	running.Result = rules.Verdict{}
	h.games["long"] = morris(t, nil, "a1", "d1", "g1", "a4", "g4", "g7")
	h.games["running"], h.games["empty"], h.games["private"] = running, morris(t, nil), morris(t, []string{account(1)}, "a1")
	analyze := func(ctx context.Context, game string) error {
		_, err := h.AnalyzeGame(ctx, &studyv1.AnalyzeGameRequest{GameId: game})
		return err
	}
	requireReason(t, analyze(h.player(1), "running"), codes.FailedPrecondition, "GAME_NOT_OVER")
	requireReason(t, analyze(h.player(1), "empty"), codes.FailedPrecondition, "NOTHING_TO_ANALYZE")
	requireReason(t, analyze(h.player(1), "none"), codes.NotFound, "NO_SUCH_GAME")
	requireReason(t, analyze(h.player(2), "private"), codes.NotFound, "NO_SUCH_GAME")
	requireReason(t, analyze(t.Context(), "private"), codes.Unauthenticated, "NO_TOKEN")
	requireReason(t, analyze(h.player(1), "long"), codes.FailedPrecondition, "GAME_TOO_LONG")
	for _, b := range []*studyv1.Budget{{Nodes: 2_000_001}, {Nodes: -1}, {Lines: 6}} {
		_, err := h.AnalyzeGame(h.player(1), &studyv1.AnalyzeGameRequest{GameId: "private", Budget: b})
		requireReason(t, err, codes.InvalidArgument, "INVALID_ARGUMENT")
	}
	_, err := h.ListGameAnalyses(h.player(1), &studyv1.ListGameAnalysesRequest{GameId: "running"})
	requireReason(t, err, codes.FailedPrecondition, "GAME_NOT_OVER")

	op := h.analyze(h.player(1), "private")
	id := op.GetResultId()
	h.await(h.player(1), id)
	for _, ctx := range []context.Context{t.Context(), h.player(2)} {
		_, err := h.GetAnalysis(ctx, &studyv1.GetAnalysisRequest{AnalysisId: id})
		requireReason(t, err, codes.NotFound, "NO_SUCH_GAME")
		_, err = h.ListAnalysisEvents(ctx, &studyv1.ListAnalysisEventsRequest{AnalysisId: id})
		requireReason(t, err, codes.NotFound, "NO_SUCH_GAME")
	}
	_, err = h.DeleteAnalysis(h.player(2), &studyv1.DeleteAnalysisRequest{AnalysisId: id})
	requireReason(t, err, codes.NotFound, "NO_SUCH_GAME")
	h.set(func() { h.games["private"] = running }) // as a reader sees it who sees it late
	_, err = h.GetAnalysis(h.player(1), &studyv1.GetAnalysisRequest{AnalysisId: id})
	requireReason(t, err, codes.FailedPrecondition, "GAME_NOT_OVER")
}

// A game that the rules have ended needs no search at its end, and counts as they
// decided it.
func TestTheEndOfTheRulesCounts(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	checks := `{"game":"xiangqi","start":"4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1","moves":["i8i9","e9e8","i9i8","e8e9","i8i9","e9e8","i9i8","e8e9"]}`
	resp, err := h.AnalyzeRecord(h.player(1), &studyv1.AnalyzeRecordRequest{Text: checks})
	require.NoError(t, err)
	h.await(h.player(1), resp.GetOperation().GetOperationId())
	require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7}, h.looks())
	a := h.get(h.player(1), resp.GetOperation().GetResultId())
	require.Equal(t, "perpetual_check", a.GetOutcome().GetReason())
	last := a.GetPlies()[7]
	require.Equal(t, []any{"second", 0.0, int32(-10_000)}, []any{last.GetAfter().GetWinner(), last.GetAfter().GetExpected(), last.GetAfter().GetScore()})
	require.Zero(t, last.GetLoss(), "the checker lost, whoever moved last")
}

func TestCancelAndDelete(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.games["g"] = morris(t, nil, "a1", "d1", "g1")
		gate := make(chan struct{})
		h.set(func() { h.gate = gate })
		id := h.analyze(h.player(1), "g").GetResultId()
		gate <- struct{}{}
		gate <- struct{}{}
		require.Eventually(t, func() bool { return h.get(t.Context(), id).GetSeq() == 2 }, patience, 5*time.Millisecond)
		_, err := h.CancelAnalysis(h.player(2), &studyv1.CancelAnalysisRequest{AnalysisId: id})
		requireReason(t, err, codes.PermissionDenied, "NOT_YOUR_ANALYSIS")
		_, err = h.CancelAnalysis(t.Context(), &studyv1.CancelAnalysisRequest{AnalysisId: id})
		requireReason(t, err, codes.Unauthenticated, "NO_TOKEN")
		resp, err := h.CancelAnalysis(h.player(1), &studyv1.CancelAnalysisRequest{AnalysisId: id})
		require.NoError(t, err)
		require.Equal(t, []any{true, "cancelled"}, []any{resp.GetOperation().GetDone(), resp.GetOperation().GetError()})
		close(gate)
		a := h.get(t.Context(), id)
		require.Equal(t, []any{"cancelled", int32(3), 1}, []any{a.GetState(), a.GetSeq(), len(a.GetPlies())})
		_, err = h.CancelAnalysis(h.player(1), &studyv1.CancelAnalysisRequest{AnalysisId: id})
		requireReason(t, err, codes.FailedPrecondition, "ANALYSIS_ENDED")

		again := h.analyze(h.player(1), "g").GetResultId()
		require.NotEqual(t, id, again, "what was cancelled can be begun anew")
		h.await(h.player(1), again)
		require.Equal(t, "cancelled", h.get(t.Context(), id).GetState(), "and does not come back")
		_, err = h.DeleteAnalysis(h.player(1), &studyv1.DeleteAnalysisRequest{AnalysisId: again})
		require.NoError(t, err)
		_, err = h.GetAnalysis(h.player(1), &studyv1.GetAnalysisRequest{AnalysisId: again})
		requireReason(t, err, codes.NotFound, "NO_SUCH_ANALYSIS")
		_, err = h.DeleteAnalysis(h.player(1), &studyv1.DeleteAnalysisRequest{AnalysisId: again})
		requireReason(t, err, codes.NotFound, "NO_SUCH_ANALYSIS")
	})
}

func TestPages(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.games["g"] = morris(t, nil, "a1")
	var ids []string
	for nodes := int32(1); nodes <= 3; nodes++ {
		resp, err := h.AnalyzeGame(h.player(1), &studyv1.AnalyzeGameRequest{GameId: "g", Budget: &studyv1.Budget{Nodes: nodes}})
		require.NoError(t, err)
		ids = append([]string{h.await(t.Context(), resp.GetOperation().GetOperationId()).GetResultId()}, ids...)
	}
	var got []string
	token := ""
	for range 3 {
		page, err := h.ListAnalyses(h.player(1), &studyv1.ListAnalysesRequest{PageSize: 1, PageToken: token})
		require.NoError(t, err)
		got, token = append(got, page.GetAnalyses()[0].GetAnalysisId()), page.GetNextPageToken()
	}
	require.Equal(t, ids, got)
	require.Empty(t, token)
	page, err := h.ListGameAnalyses(t.Context(), &studyv1.ListGameAnalysesRequest{GameId: "g", PageSize: 2})
	require.NoError(t, err)
	require.Len(t, page.GetAnalyses(), 2)
	_, err = h.ListAnalyses(h.player(1), &studyv1.ListAnalysesRequest{PageToken: page.GetNextPageToken()})
	requireReason(t, err, codes.InvalidArgument, "BAD_PAGE_TOKEN")
	theirs, err := h.ListAnalyses(h.player(2), &studyv1.ListAnalysesRequest{})
	require.NoError(t, err)
	require.Empty(t, theirs.GetAnalyses())
}

func TestLimitsSayWhenToComeBack(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	gate := make(chan struct{})
	h.set(func() { h.gate = gate })
	defer close(gate)
	for i := range 4 {
		id := fmt.Sprint("g", i)
		h.set(func() { h.games[id] = morris(t, nil, "a1") })
		_, err := h.AnalyzeGame(h.player(1), &studyv1.AnalyzeGameRequest{GameId: id})
		if i < 3 {
			require.NoError(t, err)
			continue
		}
		requireReason(t, err, codes.ResourceExhausted, "TOO_MANY_ANALYSES")
		require.Positive(t, said(t, err).RetryAfter)
		require.Equal(t, "3", said(t, err).Metadata["limit"])
	}
}

func TestIdempotencyKeys(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.games["g"], h.games["h"] = morris(t, nil, "a1"), morris(t, nil, "a1")
	ctx := rpc.WithOrigin(h.player(1), rpc.Origin{IdempotencyKey: "key"})
	first := h.analyze(ctx, "g")
	require.Equal(t, first.GetOperationId(), h.analyze(ctx, "g").GetOperationId())
	_, err := h.AnalyzeGame(ctx, &studyv1.AnalyzeGameRequest{GameId: "h"})
	requireReason(t, err, codes.InvalidArgument, "IDEMPOTENCY_KEY_REUSED")
	h.analyze(rpc.WithOrigin(h.player(2), rpc.Origin{IdempotencyKey: "key"}), "h")
}

// While search has no room, is away or refuses, an analysis waits, waits, or
// fails.
func TestSearchInTrouble(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.games["g"], h.games["h"] = morris(t, nil, "a1", "d1"), morris(t, nil, "d1", "a1")
	h.set(func() { h.busy = true })
	id := h.analyze(h.player(1), "g").GetOperationId()
	require.Eventually(t, func() bool { return h.get(t.Context(), id).GetState() == "running" }, patience, 5*time.Millisecond)
	require.Empty(t, h.looks(), "others go first")
	h.set(func() { h.busy, h.fail = false, errs.New(errs.Unavailable, "UNAVAILABLE", "away") })
	require.Eventually(t, func() bool { return h.get(t.Context(), id).GetState() == "running" }, patience, 5*time.Millisecond)
	h.set(func() { h.fail = nil })
	require.Empty(t, h.await(t.Context(), id).GetError())
	h.set(func() { h.fail = errs.New(errs.Invalid, "BAD_POSITION", "no") })
	op := h.await(t.Context(), h.analyze(h.player(1), "h").GetOperationId())
	require.Equal(t, "search_refused", op.GetError())
	h.set(func() { h.fail = nil })
	require.Empty(t, h.await(t.Context(), h.analyze(h.player(1), "h").GetOperationId()).GetError(), "it may be begun anew")
}

// A replica that stops gives its work back at once, and another one goes on where
// it was.
func TestAnotherReplicaGoesOn(t *testing.T) {
	t.Parallel()
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		nats := testkit.NATSServer(t)
		long := func(c *study.Config) { c.Lease = time.Hour }
		h := &hall{t: t, others: &others{games: map[string]played{"g": morris(t, nil, "a1", "d1", "g1", "a4")}}}
		gate := make(chan struct{})
		h.set(func() { h.gate = gate })
		stop := h.join(db, nats, long)
		id := h.analyze(h.player(1), "g").GetOperationId()
		for range 3 {
			gate <- struct{}{}
		}
		require.Eventually(t, func() bool { return h.get(t.Context(), id).GetProgress().GetDone() == 2 }, patience, 5*time.Millisecond)
		stop()
		close(gate)
		h.join(db, nats, long)
		require.Empty(t, h.await(t.Context(), id).GetError())
		require.Equal(t, []int{0, 1, 2, 3, 4}, h.looks(), "nothing twice")
	})
}

// Two replicas with many analyses do each position once.
func TestReplicasShareTheWork(t *testing.T) {
	t.Parallel()
	db, nats := testkit.Postgres(t), testkit.NATSServer(t)
	h := start(t, db, nats)
	h.join(db, nats, func(c *study.Config) { c.Parallel = 2 })
	var ids []string
	for i := range 6 {
		game := fmt.Sprint("g", i)
		h.set(func() { h.games[game] = morris(t, nil, "a1", "d1", "g1", "a4") })
		ids = append(ids, h.analyze(h.player(i), game).GetOperationId())
	}
	for _, id := range ids {
		require.Empty(t, h.await(t.Context(), id).GetError())
	}
	require.Len(t, h.looks(), 5*len(ids))
}

func TestNewEventsOfMany(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.games["g"], h.games["h"] = morris(t, nil, "a1", "d1"), morris(t, nil, "d1")
	first, second := h.analyze(h.player(1), "g").GetOperationId(), h.analyze(h.player(1), "h").GetOperationId()
	h.await(t.Context(), first)
	h.await(t.Context(), second)
	resp, err := h.ListNewAnalysisEvents(t.Context(), &studyv1.ListNewAnalysisEventsRequest{Analyses: []*studyv1.AnalysisCursor{
		{AnalysisId: first, AfterSeq: 2}, {AnalysisId: "gone"}, {AnalysisId: second, AfterSeq: 3},
	}})
	require.NoError(t, err)
	require.Len(t, resp.GetEvents(), 2)
	require.EqualValues(t, 3, resp.GetEvents()[0].GetSeq())
	require.Equal(t, []string{"gone"}, resp.GetGone())
}
