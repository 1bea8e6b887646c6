package rpc_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/testkit"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	searchv1 "kydai.dev/proto/gen/kydai/search/v1"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/growth"
	"kydai.dev/services/search/internal/rpc"
)

const ann = "0198c0de-0000-7000-8000-00000000000a"

// referee counts hints, or refuses them.
type referee struct {
	hints int32
	err   error
}

func (r *referee) NoteHint(context.Context, *refereev1.NoteHintRequest, ...grpc.CallOption) (*refereev1.NoteHintResponse, error) {
	r.hints++
	return &refereev1.NoteHintResponse{Seq: 5, Hints: r.hints, Game: "morris", Moves: []string{"a1", "d1"}}, r.err
}

// hall is the search behind the real interceptors.
func hall(t *testing.T, r *referee) *testkit.Local {
	t.Helper()
	l := testkit.NewLocal(t, "study", "operator", "gateway", "clock")
	searchv1.RegisterSearchServiceServer(l, rpc.NewServer(bot.NewPlayer(2, 1), r, wanting(t)))
	return l
}

// wanting is a library of endings that has none of those that it wants.
func wanting(t *testing.T) *growth.Growth {
	t.Helper()
	sets, err := endgame.FindSets("jungle-2")
	require.NoError(t, err)
	return growth.Open(t.TempDir(), sets, testkit.Logger(t))
}

func TestHints(t *testing.T) {
	t.Parallel()
	r := &referee{}
	l := hall(t, r)
	gateway := searchv1.NewSearchServiceClient(l.As("gateway", "search"))
	got, err := gateway.GetHint(l.Player(ann), &searchv1.GetHintRequest{GameId: "GameGameGame"})
	require.NoError(t, err)
	require.Equal(t, []int32{5, 3, 1}, []int32{got.GetSeq(), got.GetPly(), got.GetHints()})
	require.Equal(t, got.GetMove(), got.GetLine()[0])

	r.err = errs.ToStatus(errs.New(errs.State, "HINTS_NOT_ALLOWED", "no"), "referee").Err()
	_, err = gateway.GetHint(l.Player(ann), &searchv1.GetHintRequest{GameId: "GameGameGame"})
	refused, ok := errs.FromStatus(err)
	require.True(t, ok)
	require.Equal(t, []string{"HINTS_NOT_ALLOWED", "referee.kydai"}, []string{refused.Reason, refused.Domain})
}

func TestBestMove(t *testing.T) {
	t.Parallel()
	l := hall(t, &referee{})
	study := searchv1.NewSearchServiceClient(l.As("study", "search"))
	const rook = "4k4/9/9/9/9/9/9/9/R8/5K3 w - - 0 1"
	twice := []string{"a1a2", "e9e8", "a2a1", "e8e9", "a1a2", "e9e8", "a2a1", "e8e9"}
	tests := map[string]struct {
		req    *searchv1.BestMoveRequest
		reason string
	}{
		"a budget":                 {&searchv1.BestMoveRequest{Game: "xiangqi", Nodes: 500, Lines: 3}, ""},
		"a depth":                  {&searchv1.BestMoveRequest{Game: "jungle", Depth: 2}, ""},
		"a level":                  {&searchv1.BestMoveRequest{Game: "morris", Level: "1", Moves: []string{"a1"}}, ""},
		"an unknown game":          {&searchv1.BestMoveRequest{Game: "chess"}, "UNKNOWN_GAME"},
		"neither known":            {&searchv1.BestMoveRequest{Game: "chess", Level: "1"}, "UNKNOWN_GAME"},
		"an unknown level":         {&searchv1.BestMoveRequest{Game: "morris", Level: "9"}, "UNKNOWN_LEVEL"},
		"a bad position":           {&searchv1.BestMoveRequest{Game: "morris", StartPosition: "x"}, "BAD_POSITION"},
		"an illegal move":          {&searchv1.BestMoveRequest{Game: "morris", Moves: []string{"a1", "a1"}}, "ILLEGAL_MOVE"},
		"an illegal position":      {&searchv1.BestMoveRequest{Game: "xiangqi", StartPosition: "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"}, "BAD_POSITION"},
		"a won position":           {&searchv1.BestMoveRequest{Game: "xiangqi", StartPosition: "4k4/9/9/9/4R4/9/9/9/9/4K4 w - - 0 1"}, "BAD_POSITION"},
		"a repetition":             {&searchv1.BestMoveRequest{Game: "xiangqi", StartPosition: rook, Moves: twice}, "GAME_OVER"},
		"moves after the end":      {&searchv1.BestMoveRequest{Game: "xiangqi", StartPosition: rook, Moves: append(twice, "a1a2"), Level: "1"}, "GAME_OVER"},
		"a full counter":           {&searchv1.BestMoveRequest{Game: "morris", StartPosition: "3/3/1W1/1BB3/W2/3/W1B w 0 0 49 60", Moves: []string{"a1g7"}}, "GAME_OVER"},
		"a move written otherwise": {&searchv1.BestMoveRequest{Game: "xiangqi", Moves: []string{"H2E2"}}, "ILLEGAL_MOVE"},
		"a finished game":          {&searchv1.BestMoveRequest{Game: "jungle", StartPosition: "3E3/7/7/7/7/7/7/7/6e b 0 1"}, "GAME_OVER"},
		"too many nodes":           {&searchv1.BestMoveRequest{Game: "morris", Nodes: 20_000_001}, "INVALID_ARGUMENT"},
		"negative nodes":           {&searchv1.BestMoveRequest{Game: "morris", Nodes: -1}, "INVALID_ARGUMENT"},
		"too much time":            {&searchv1.BestMoveRequest{Game: "morris", Time: durationpb.New(time.Minute)}, "INVALID_ARGUMENT"},
		"too many lines":           {&searchv1.BestMoveRequest{Game: "morris", Lines: 21}, "INVALID_ARGUMENT"},
		"too many moves":           {&searchv1.BestMoveRequest{Game: "morris", Moves: make([]string, 2001)}, "INVALID_ARGUMENT"},
		"no game":                  {&searchv1.BestMoveRequest{}, "INVALID_ARGUMENT"},
		"a depth too deep":         {&searchv1.BestMoveRequest{Game: "morris", Depth: 101}, "INVALID_ARGUMENT"},
		"an empty move text":       {&searchv1.BestMoveRequest{Game: "morris", Moves: []string{""}}, "INVALID_ARGUMENT"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := study.BestMove(t.Context(), tt.req)
			if tt.reason == "" {
				require.NoError(t, err)
				require.Len(t, got.GetLines(), max(1, int(tt.req.GetLines())))
				require.NotEmpty(t, got.GetLines()[0].GetMoves())
				require.Positive(t, got.GetLines()[0].GetDepth())
				require.Positive(t, got.GetNodes())
				require.Positive(t, got.GetTime().AsDuration())
				return
			}
			refused, ok := errs.FromStatus(err)
			require.True(t, ok, "%v", err)
			require.Equal(t, tt.reason, refused.Reason)
		})
	}
}

// A level tells of its own search: with one budget, as much as without the level, and
// of the move that it chose, though that be not the best.
func TestALevelTellsWhatItLookedAt(t *testing.T) {
	t.Parallel()
	study := searchv1.NewSearchServiceClient(hall(t, &referee{}).As("study", "search"))
	level := levels.Of("xiangqi")[0]
	slipped := 0
	for _, moves := range [][]string{nil, {"h2e2"}, {"h2e2", "h9g7"}, {"b0c2"}, {"c3c4", "c6c5", "b0c2"}} {
		free := &searchv1.BestMoveRequest{Game: "xiangqi", Moves: moves, Nodes: int32(level.Nodes), Depth: int32(level.Depth), Lines: int32(level.Slip.Lines)}
		best, err := study.BestMove(t.Context(), free)
		require.NoError(t, err)
		got, err := study.BestMove(t.Context(), &searchv1.BestMoveRequest{Game: "xiangqi", Moves: moves, Level: level.ID})
		require.NoError(t, err)
		require.Equal(t, best.GetNodes(), got.GetNodes())
		i := slices.IndexFunc(best.GetLines(), func(l *searchv1.Line) bool { return l.GetMoves()[0] == got.GetLines()[0].GetMoves()[0] })
		require.GreaterOrEqual(t, i, 0)
		require.Empty(t, cmp.Diff(best.GetLines()[i], got.GetLines()[0], protocmp.Transform()))
		slipped += min(i, 1)
	}
	require.Positive(t, slipped, "the weakest level does not always play the best")
}

func TestCapacity(t *testing.T) {
	t.Parallel()
	l := hall(t, &referee{})
	operator := searchv1.NewSearchServiceClient(l.As("operator", "search"))
	before, err := operator.GetCapacity(t.Context(), &searchv1.GetCapacityRequest{})
	require.NoError(t, err)
	require.EqualValues(t, 2, before.GetParallel())
	require.Zero(t, before.GetNodesPerSecond())
	require.EqualValues(t, 36, before.GetEndgames().GetMissing())
	require.Zero(t, before.GetEndgames().GetTables())
	_, err = operator.BestMove(t.Context(), &searchv1.BestMoveRequest{Game: "morris", Nodes: 5000})
	require.NoError(t, err)
	after, err := operator.GetCapacity(t.Context(), &searchv1.GetCapacityRequest{})
	require.NoError(t, err)
	require.Positive(t, after.GetNodesPerSecond())
}

func TestWhoMayAskTheSearch(t *testing.T) {
	t.Parallel()
	l := hall(t, &referee{})
	calls := map[string]func(context.Context, searchv1.SearchServiceClient) error{
		"GetHint": func(ctx context.Context, c searchv1.SearchServiceClient) error {
			_, err := c.GetHint(ctx, &searchv1.GetHintRequest{GameId: "GameGameGame"})
			return err
		},
		"BestMove": func(ctx context.Context, c searchv1.SearchServiceClient) error {
			_, err := c.BestMove(ctx, &searchv1.BestMoveRequest{Game: "morris", Nodes: 100})
			return err
		},
		"GetCapacity": func(ctx context.Context, c searchv1.SearchServiceClient) error {
			_, err := c.GetCapacity(ctx, &searchv1.GetCapacityRequest{})
			return err
		},
	}
	players, services := []codes.Code{codes.OK, codes.OK, codes.Unauthenticated}, []codes.Code{codes.PermissionDenied, codes.PermissionDenied, codes.PermissionDenied}
	want := map[string]map[string][]codes.Code{ // a player, a guest, nobody
		"GetHint":     {"gateway": players, "clock": players, "study": players},
		"BestMove":    {"gateway": services, "clock": services, "study": {codes.OK, codes.OK, codes.OK}},
		"GetCapacity": {"gateway": services, "clock": services, "study": {codes.OK, codes.OK, codes.OK}},
	}
	for name, call := range calls {
		for service, codes := range want[name] {
			client := searchv1.NewSearchServiceClient(l.As(service, "search"))
			for i, ctx := range []context.Context{l.Player(ann), l.Guest(ann), t.Context()} {
				require.Equal(t, codes[i], status.Code(call(ctx, client)), "%s by %s, caller %d", name, service, i)
			}
		}
	}
}
