package study_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
)

type call func(context.Context, studyv1.StudyServiceClient) error

// calls are those of players and those of anybody, of an analysis of a public game
// that player 1 has asked for.
func calls(id string) (players, anybody map[string]call) {
	players = map[string]call{
		"AnalyzeGame": func(ctx context.Context, by studyv1.StudyServiceClient) error {
			_, err := by.AnalyzeGame(ctx, &studyv1.AnalyzeGameRequest{GameId: "g"})
			return err
		},
		"AnalyzeRecord": func(ctx context.Context, by studyv1.StudyServiceClient) error {
			_, err := by.AnalyzeRecord(ctx, &studyv1.AnalyzeRecordRequest{Text: `{"game":"morris","moves":["a1"]}`})
			return err
		},
		"ListAnalyses": func(ctx context.Context, by studyv1.StudyServiceClient) error {
			_, err := by.ListAnalyses(ctx, &studyv1.ListAnalysesRequest{})
			return err
		},
	}
	anybody = map[string]call{
		"GetOperation": func(ctx context.Context, by studyv1.StudyServiceClient) error {
			_, err := by.GetOperation(ctx, &studyv1.GetOperationRequest{OperationId: id})
			return err
		},
		"GetAnalysis": func(ctx context.Context, by studyv1.StudyServiceClient) error {
			_, err := by.GetAnalysis(ctx, &studyv1.GetAnalysisRequest{AnalysisId: id})
			return err
		},
		"ListGameAnalyses": func(ctx context.Context, by studyv1.StudyServiceClient) error {
			_, err := by.ListGameAnalyses(ctx, &studyv1.ListGameAnalysesRequest{GameId: "g"})
			return err
		},
		"ExportAnalysis": func(ctx context.Context, by studyv1.StudyServiceClient) error {
			_, err := by.ExportAnalysis(ctx, &studyv1.ExportAnalysisRequest{AnalysisId: id})
			return err
		},
		"ListAnalysisEvents": func(ctx context.Context, by studyv1.StudyServiceClient) error {
			_, err := by.ListAnalysisEvents(ctx, &studyv1.ListAnalysisEventsRequest{AnalysisId: id})
			return err
		},
	}
	return players, anybody
}

func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	h.games["g"] = morris(t, nil, "a1")
	id := h.analyze(h.player(1), "g").GetResultId()
	h.await(t.Context(), id)
	players, anybody := calls(id)
	guest, bare := h.with(account(7), true, "play"), h.with(account(1), false)
	for name, do := range players {
		require.NoError(t, do(h.player(1), h), name)
		require.NoError(t, do(guest, h), name)
	}
	players["CancelAnalysis"] = func(ctx context.Context, by studyv1.StudyServiceClient) error {
		_, err := by.CancelAnalysis(ctx, &studyv1.CancelAnalysisRequest{AnalysisId: id})
		return err
	}
	players["DeleteAnalysis"] = func(ctx context.Context, by studyv1.StudyServiceClient) error {
		_, err := by.DeleteAnalysis(ctx, &studyv1.DeleteAnalysisRequest{AnalysisId: id})
		return err
	}
	requireReason(t, players["CancelAnalysis"](h.player(3), h), codes.PermissionDenied, "NOT_YOUR_ANALYSIS")
	requireReason(t, players["DeleteAnalysis"](guest, h), codes.PermissionDenied, "NOT_YOUR_ANALYSIS")
	for name, do := range players {
		t.Log(name)
		requireReason(t, do(t.Context(), h), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(t.Context(), h.as("clock")), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(bare, h), codes.PermissionDenied, "SCOPE_MISSING")
		requireReason(t, do(rpc.WithToken(t.Context(), "a.b.c"), h), codes.Unauthenticated, "BAD_TOKEN")
	}
	for name, do := range anybody {
		for _, ctx := range []context.Context{t.Context(), h.player(1), h.player(3), guest, bare} {
			require.NoError(t, do(ctx, h), name)
		}
		requireReason(t, do(rpc.WithToken(t.Context(), "a.b.c"), h), codes.Unauthenticated, "BAD_TOKEN")
	}
	list := func(ctx context.Context, by studyv1.StudyServiceClient) error {
		_, err := by.ListNewAnalysisEvents(ctx, &studyv1.ListNewAnalysisEventsRequest{})
		return err
	}
	require.NoError(t, list(t.Context(), h))
	for _, ctx := range []context.Context{t.Context(), h.player(1), guest} {
		requireReason(t, list(ctx, h.as("clock")), codes.PermissionDenied, "CALLER_DENIED")
	}
}
