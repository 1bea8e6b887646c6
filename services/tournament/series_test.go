package tournament_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/durationpb"

	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
)

func daily() *tournamentv1.CreateSeriesRequest {
	return &tournamentv1.CreateSeriesRequest{Cron: "0 20 * * *", TimeZone: "Asia/Ho_Chi_Minh", Settings: settings()}
}

// createSeries creates a series that boss directs.
func (h *hall) createSeries(req *tournamentv1.CreateSeriesRequest) *tournamentv1.Series {
	h.t.Helper()
	resp, err := h.CreateSeries(h.player(boss), req)
	require.NoError(h.t, err)
	return resp.GetSeries()
}

// updating is the request that leaves a series as it is.
func updating(s *tournamentv1.Series) *tournamentv1.UpdateSeriesRequest {
	return &tournamentv1.UpdateSeriesRequest{
		SeriesId: s.GetSeriesId(), Cron: s.GetCron(), TimeZone: s.GetTimeZone(), Settings: s.GetSettings(), Ahead: s.GetAhead(),
		Stopped: s.GetStopped(), Version: s.GetVersion(),
	}
}

// Two processes make the tournaments of an hour, each once.
func TestASeriesRunsItself(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.join()
		req := daily()
		req.Cron, req.Ahead = "*/5 * * * *", durationpb.New(time.Hour)
		s := h.createSeries(req)
		require.Len(t, s.GetNext(), 5)
		starts := map[time.Time]int{}
		require.Eventually(t, func() bool {
			list, err := h.ListTournaments(t.Context(), &tournamentv1.ListTournamentsRequest{SeriesId: s.GetSeriesId(), PageSize: 100})
			require.NoError(t, err)
			clear(starts)
			for _, made := range list.GetTournaments() {
				starts[made.GetStartTime().AsTime()]++
			}
			return len(starts) >= 12
		}, patience, 20*time.Millisecond)
		first := s.GetNext()[0].AsTime()
		for i := range 12 {
			require.Equal(t, 1, starts[first.Add(time.Duration(i)*5*time.Minute)], "%d", i)
		}
		stop := updating(s)
		stop.Stopped = true
		resp, err := h.UpdateSeries(h.player(boss), stop)
		require.NoError(t, err)
		require.Empty(t, resp.GetSeries().GetNext())
		list, err := h.ListSeries(t.Context(), &tournamentv1.ListSeriesRequest{})
		require.NoError(t, err)
		require.Empty(t, list.GetSeries())
	})
}

func TestAKeyCreatesOneSeries(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		ctx, req := rpc.WithOrigin(h.player(boss), rpc.Origin{IdempotencyKey: "k"}), daily()
		ids := make([]string, 4)
		forAll(t, len(ids), func(i int) error {
			resp, err := h.CreateSeries(ctx, req)
			ids[i] = resp.GetSeries().GetSeriesId()
			return err
		})
		for _, id := range ids {
			require.Equal(t, ids[0], id)
		}
		req.Cron = "0 21 * * *"
		_, err := h.CreateSeries(ctx, req)
		requireReason(t, err, codes.InvalidArgument, "IDEMPOTENCY_KEY_REUSED")
		list, err := h.ListSeries(t.Context(), &tournamentv1.ListSeriesRequest{})
		require.NoError(t, err)
		require.Len(t, list.GetSeries(), 1)
	})
}

// A change is made of the version that was seen, and of none that there is not.
func TestChangingASeries(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	s := h.createSeries(daily())
	require.Equal(t, account(boss), s.GetDirectorId())
	require.Equal(t, 24*time.Hour, s.GetAhead().AsDuration())
	change := updating(s)
	change.Cron = "0 21 * * *"
	resp, err := h.UpdateSeries(h.player(boss), change)
	require.NoError(t, err)
	require.Equal(t, int32(2), resp.GetSeries().GetVersion())
	_, err = h.UpdateSeries(h.player(boss), change)
	requireReason(t, err, codes.Aborted, "SERIES_CHANGED")
	got, err := h.GetSeries(t.Context(), &tournamentv1.GetSeriesRequest{SeriesId: s.GetSeriesId()})
	require.NoError(t, err)
	require.Equal(t, "0 21 * * *", got.GetSeries().GetCron())
	require.Equal(t, 14, got.GetSeries().GetNext()[0].AsTime().Hour())
	change.Version = 0
	_, err = h.UpdateSeries(h.player(boss), change)
	require.NoError(t, err)
	change.SeriesId = "none"
	_, err = h.UpdateSeries(h.player(boss), change)
	requireReason(t, err, codes.NotFound, "NO_SUCH_SERIES")
	_, err = h.GetSeries(t.Context(), &tournamentv1.GetSeriesRequest{SeriesId: "none"})
	requireReason(t, err, codes.NotFound, "NO_SUCH_SERIES")
	first := h.pageOfSeries("")
	h.createSeries(daily())
	newest := h.pageOfSeries("")
	require.NotEqual(t, first.GetSeries()[0].GetSeriesId(), newest.GetSeries()[0].GetSeriesId())
	require.Equal(t, s.GetSeriesId(), h.pageOfSeries(newest.GetNextPageToken()).GetSeries()[0].GetSeriesId())
}

func (h *hall) pageOfSeries(token string) *tournamentv1.ListSeriesResponse {
	h.t.Helper()
	resp, err := h.ListSeries(h.t.Context(), &tournamentv1.ListSeriesRequest{PageSize: 1, PageToken: token})
	require.NoError(h.t, err)
	require.Len(h.t, resp.GetSeries(), 1)
	return resp
}

func TestWhoMayHaveSeries(t *testing.T) {
	t.Parallel()
	h := start(t, testkit.SQLite(t), testkit.NATSServer(t))
	s := h.createSeries(daily())
	clock, bad := (&desks{envs: h.envs}).call("clock"), rpc.WithToken(t.Context(), "a.b.c")
	guest, bare := h.player(guests), h.with(t.Context(), t, 1)
	change := updating(s)
	change.Version = 0
	update := func(ctx context.Context, by *desks) error {
		_, err := by.UpdateSeries(ctx, change)
		return err
	}
	create := func(ctx context.Context, by *desks) error {
		_, err := by.CreateSeries(ctx, daily())
		return err
	}
	for _, do := range []func(context.Context, *desks) error{create, update} {
		requireReason(t, do(t.Context(), h.desks), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(t.Context(), clock), codes.Unauthenticated, "NO_TOKEN")
		requireReason(t, do(bad, h.desks), codes.Unauthenticated, "BAD_TOKEN")
		for _, ctx := range []context.Context{guest, h.player(1), bare, h.with(t.Context(), t, 1, "organizer")} { // the last had the role
			requireReason(t, do(ctx, h.desks), codes.PermissionDenied, "SCOPE_MISSING")
		}
	}
	h.set(func() { h.roles[account(boss+1)] = []string{"organizer"} })
	requireReason(t, update(h.with(t.Context(), t, boss+1, "organizer"), h.desks), codes.PermissionDenied, "NOT_DIRECTOR")
	get := func(ctx context.Context) error {
		got, err := h.GetSeries(ctx, &tournamentv1.GetSeriesRequest{SeriesId: s.GetSeriesId()})
		if err == nil {
			require.Equal(t, int32(1), got.GetSeries().GetVersion(), "nothing came of all that")
		}
		return err
	}
	list := func(ctx context.Context) error {
		_, err := h.ListSeries(ctx, &tournamentv1.ListSeriesRequest{})
		return err
	}
	for _, do := range []func(context.Context) error{get, list} {
		for _, ctx := range []context.Context{t.Context(), h.player(1), guest, bare, h.player(boss)} {
			require.NoError(t, do(ctx))
		}
		requireReason(t, do(bad), codes.Unauthenticated, "BAD_TOKEN")
	}
	for _, n := range []int{boss, root} {
		require.NoError(t, update(h.player(n), h.desks))
		require.NoError(t, create(h.player(n), h.desks))
	}
	got, err := h.GetSeries(t.Context(), &tournamentv1.GetSeriesRequest{SeriesId: s.GetSeriesId()})
	require.NoError(t, err)
	require.Equal(t, account(boss), got.GetSeries().GetDirectorId(), "an administrator's change takes nothing away")
}
