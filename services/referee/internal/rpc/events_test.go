package rpc_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/referee/internal/record"
)

// events lists a part of a log: the seqs, and the last seq there is.
func (h *hall) events(ctx context.Context, id string, after, limit int32) (seqs []int32, last int32) {
	h.t.Helper()
	resp, err := h.direct.ListEvents(ctx, &refereev1.ListEventsRequest{GameId: id, AfterSeq: after, Limit: limit})
	require.NoError(h.t, err)
	for _, e := range resp.GetEvents() {
		require.Equal(h.t, id, e.GetGameId())
		seqs = append(seqs, e.GetSeq())
	}
	return seqs, resp.GetLastSeq()
}

func TestListEvents(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		id := h.create("k") // events 1 and 2 are stored together
		h.play(id, 1, 4)
		tests := map[string]struct {
			after, limit int32
			want         []int32
		}{
			"all":                   {0, 0, []int32{1, 2, 3, 4, 5, 6}},
			"less than was stored":  {0, 1, []int32{1}},
			"across appends":        {1, 2, []int32{2, 3}},
			"the tail":              {4, 0, []int32{5, 6}},
			"the head":              {6, 0, nil},
			"the future":            {60, 0, nil},
			"as many as there are":  {2, 4, []int32{3, 4, 5, 6}},
			"more than there are":   {2, 1000, []int32{3, 4, 5, 6}},
			"the second of the two": {1, 1, []int32{2}},
		}
		for name, tt := range tests {
			got, last := h.events(t.Context(), id, tt.after, tt.limit)
			require.Equal(t, tt.want, got, name)
			require.EqualValues(t, 6, last, name)
		}
		resp, err := h.direct.ListEvents(t.Context(), &refereev1.ListEventsRequest{GameId: id, AfterSeq: 2, Limit: 1})
		require.NoError(t, err)
		require.Equal(t, "h2e2", resp.GetEvents()[0].GetPlayed().GetMove())
	})
}

func TestListEventsIsBounded(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k", func(r *refereev1.CreateGameRequest) { r.Game, r.TimeControl = "morris", nil })
	h.fill(id, 3, 250)
	got, last := h.events(t.Context(), id, 0, 0)
	require.Len(t, got, 100, "what nobody asks for more of")
	require.EqualValues(t, 252, last)
	got, _ = h.events(t.Context(), id, 100, 152)
	require.Len(t, got, 152)
	for _, limit := range []int32{-1, 1001} {
		_, err := h.direct.ListEvents(t.Context(), &refereev1.ListEventsRequest{GameId: id, Limit: limit})
		requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
	}
	_, err := h.direct.ListEvents(t.Context(), &refereev1.ListEventsRequest{GameId: id, AfterSeq: -1})
	requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
}

// fill appends harmless events straight to the log.
func (h *hall) fill(id string, seq, n int32) {
	h.t.Helper()
	all := &refereev1.GameEvents{}
	for i := range n {
		all.Events = append(all.Events, &refereev1.GameEvent{
			GameId: id, Seq: seq + i, At: timestamppb.New(start), Kind: &refereev1.GameEvent_ClockAdjusted{ClockAdjusted: &refereev1.ClockAdjusted{Cause: "director"}},
		})
	}
	data, err := proto.Marshal(all)
	require.NoError(h.t, err)
	require.NoError(h.t, h.committer.Append(h.t.Context(), record.Append{
		GameID: id, Seq: int(seq), LastSeq: int(seq + n - 1), Events: data, State: record.State{Status: "running", AsOf: start, Deadline: at(1e6)},
	}))
}

func TestEventsOfDelayedGames(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k", delayed(10))
	for ply := 1; ply <= 8; ply++ {
		h.until(at(float64(ply)))
		h.play(id, ply, ply)
	}
	own, last := h.events(h.Player(bob), id, 0, 0)
	require.Len(t, own, 10)
	require.EqualValues(t, 10, last)
	none, last := h.events(t.Context(), id, 0, 0)
	require.Empty(t, none)
	require.Zero(t, last, "not even that it has begun")
	h.until(at(14))
	for _, ctx := range []context.Context{t.Context(), h.Player(eve)} {
		got, last := h.events(ctx, id, 0, 0)
		require.Equal(t, []int32{1, 2, 3, 4, 5, 6}, got)
		require.EqualValues(t, 6, last)
		got, last = h.events(ctx, id, 0, 2)
		require.Equal(t, []int32{1, 2}, got)
		require.EqualValues(t, 6, last, "how far one may read, whatever the page")
		got, last = h.events(ctx, id, 6, 0)
		require.Empty(t, got)
		require.EqualValues(t, 6, last)
	}
	h.until(at(18))
	all, last := h.events(t.Context(), id, 0, 0)
	require.Len(t, all, 10)
	require.EqualValues(t, 10, last)
}

func TestEventsOfPrivateGames(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	id := h.create("k", private)
	for _, ctx := range []context.Context{t.Context(), h.Player(eve)} {
		_, err := h.direct.ListEvents(ctx, &refereev1.ListEventsRequest{GameId: id})
		requireRefused(t, "NO_SUCH_GAME", codes.NotFound, err)
	}
	resp, err := h.clockService.ListEvents(t.Context(), &refereev1.ListEventsRequest{GameId: id})
	require.NoError(t, err)
	require.Len(t, resp.GetEvents(), 2)
}

func TestListNewEvents(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		ids := []string{h.create("a"), h.create("b", private, delayed(60)), h.create("c")}
		h.play(ids[0], 1, 3)
		h.play(ids[1], 1, 1)
		resp, err := h.gateway.ListNewEvents(t.Context(), &refereev1.ListNewEventsRequest{Games: []*refereev1.GameCursor{
			{GameId: ids[0], AfterSeq: 3}, {GameId: ids[1]}, {GameId: ids[2], AfterSeq: 2}, {GameId: "NobodyNobody"},
		}})
		require.NoError(t, err)
		got := map[string][]int32{}
		for _, e := range resp.GetEvents() {
			got[e.GetGameId()] = append(got[e.GetGameId()], e.GetSeq())
		}
		require.Equal(t, map[string][]int32{ids[0]: {4, 5}, ids[1]: {1, 2, 3}}, got, "without delay: the gateway holds it")
		resp, err = h.gateway.ListNewEvents(t.Context(), &refereev1.ListNewEventsRequest{})
		require.NoError(t, err)
		require.Empty(t, resp.GetEvents())
		_, err = h.direct.ListNewEvents(h.Player(ann), &refereev1.ListNewEventsRequest{})
		requireRefused(t, "CALLER_DENIED", codes.PermissionDenied, err)
	})
}

// What one answer does not hold comes with the next, and nothing is left out.
func TestListNewEventsGoesOn(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	cursors := map[string]int32{}
	for i := range 3 {
		id := h.create(key(i))
		h.fill(id, 3, 3998)
		cursors[id] = 0
	}
	total := 0
	for _, most := range []int{10_000, 2_000, 0} {
		req := &refereev1.ListNewEventsRequest{}
		for id, after := range cursors {
			req.Games = append(req.Games, &refereev1.GameCursor{GameId: id, AfterSeq: after})
		}
		resp, err := h.gateway.ListNewEvents(t.Context(), req)
		require.NoError(t, err)
		require.Len(t, resp.GetEvents(), most)
		for _, e := range resp.GetEvents() {
			require.Equal(t, cursors[e.GetGameId()]+1, e.GetSeq())
			cursors[e.GetGameId()]++
			total++
		}
	}
	require.Equal(t, 12_000, total)
}

func TestTimeouts(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		slow, quick := h.create("slow", func(r *refereev1.CreateGameRequest) {
			r.FirstMove = &refereev1.FirstMove{Limit: durationpb.New(time.Minute)}
		}), h.create("quick")
		due := func(seconds float64) []*refereev1.DueGame {
			resp, err := h.clockService.ListDue(t.Context(), &refereev1.ListDueRequest{Before: timestamppb.New(at(seconds))})
			require.NoError(t, err)
			return resp.GetGames()
		}
		want := []*refereev1.DueGame{
			{GameId: quick, Seq: 2, Deadline: timestamppb.New(at(30))}, {GameId: slow, Seq: 2, Deadline: timestamppb.New(at(60))},
		}
		require.Empty(t, cmp.Diff(want, due(61), protocmp.Transform()))
		require.Empty(t, cmp.Diff(want[:1], due(60), protocmp.Transform()))
		require.Empty(t, due(30))
		one, err := h.clockService.ListDue(t.Context(), &refereev1.ListDueRequest{Before: timestamppb.New(at(99)), Limit: 1})
		require.NoError(t, err)
		require.Len(t, one.GetGames(), 1)

		claim := func() *refereev1.ClaimTimeoutResponse {
			resp, err := h.clockService.ClaimTimeout(t.Context(), &refereev1.ClaimTimeoutRequest{GameId: quick, Seq: 2})
			require.NoError(t, err)
			return resp
		}
		require.Empty(t, cmp.Diff(&refereev1.ClaimTimeoutResponse{Seq: 2, Deadline: timestamppb.New(at(30))}, claim(), protocmp.Transform()))
		h.until(at(30.2))
		for range 2 {
			require.Empty(t, cmp.Diff(&refereev1.ClaimTimeoutResponse{Over: true, Seq: 3}, claim(), protocmp.Transform()))
		}
		require.Empty(t, due(31))
		g, err := h.direct.GetGame(t.Context(), &refereev1.GetGameRequest{GameId: quick})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(&refereev1.Result{Winner: "none", Reason: "first_move_timeout", Status: "aborted"}, g.GetGame().GetResult(), protocmp.Transform()))
		require.Equal(t, at(30), g.GetGame().GetEndTime().AsTime())

		for name, call := range map[string]func(ctx context.Context) error{
			"due": func(ctx context.Context) error {
				_, err := h.direct.ListDue(ctx, &refereev1.ListDueRequest{Before: timestamppb.New(start)})
				return err
			},
			"claim": func(ctx context.Context) error {
				_, err := h.gateway.ClaimTimeout(ctx, &refereev1.ClaimTimeoutRequest{GameId: quick, Seq: 2})
				return err
			},
		} {
			require.Error(t, call(h.Player(ann)), name)
			requireRefused(t, "CALLER_DENIED", codes.PermissionDenied, call(h.Player(ann)))
		}
		_, err = h.clockService.ListDue(t.Context(), &refereev1.ListDueRequest{})
		requireRefused(t, "INVALID_ARGUMENT", codes.InvalidArgument, err)
	})
}

func TestDueIsBounded(t *testing.T) {
	t.Parallel()
	h := sqlite(t)
	for i := range 5 {
		h.create(fmt.Sprint(i))
	}
	resp, err := h.clockService.ListDue(t.Context(), &refereev1.ListDueRequest{Before: timestamppb.New(at(99)), Limit: 3})
	require.NoError(t, err)
	require.Len(t, resp.GetGames(), 3)
}
