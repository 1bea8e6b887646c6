package desk_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/events"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/store"
	"kydai.dev/services/tournament/internal/tourney"
)

const (
	ann  = "0190a000-0000-7000-8000-00000000000a"
	bob  = "0190a000-0000-7000-8000-00000000000b"
	boss = "0190a000-0000-7000-8000-0000000000dd"
	root = "0190a000-0000-7000-8000-0000000000ee"

	lease = 10 * time.Second
)

// world is a clock, and who everybody is.
type world struct {
	mu    sync.Mutex
	time  time.Time
	roles map[string]string
	away  error
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.time
}

func (w *world) Find(_ context.Context, account string) (tourney.Candidate, error) {
	return tourney.Candidate{Player: account, Name: account}, nil
}

func (w *world) Roles(_ context.Context, account string) ([]string, error) {
	return []string{"mod", w.roles[account]}, w.away
}

// unrated rates nobody.
type unrated struct{}

func (unrated) Rating(context.Context, string, string, string) (int, error) { return 0, nil }

// nowhere takes messages nowhere.
type nowhere struct{}

func (nowhere) Hand(...outbox.Message) {}

// hall is two replicas with one database, whose loops a test turns by hand.
type hall struct {
	*world

	t     *testing.T
	store *store.Store
	desks [2]*desk.Desk
	// seen are the metrics of the replicas.
	seen []*prometheus.Registry
}

func halls(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Databases(t, "tournament", store.Migrations(), func(t *testing.T, db *dbx.DB) { fn(t, newHall(t, db)) })
}

func newHall(t *testing.T, db *dbx.DB) *hall {
	t.Helper()
	h := &hall{
		t: t, store: store.New(db, nowhere{}, events.Codec{}),
		world: &world{roles: map[string]string{boss: "organizer", root: "admin"}},
	}
	for i := range h.desks {
		h.desks[i] = h.desk(fmt.Sprint(i), h.store)
	}
	return h
}

func (h *hall) desk(replica string, of desk.Store) *desk.Desk {
	h.t.Helper()
	seen := prometheus.NewRegistry()
	h.seen = append(h.seen, seen)
	metrics, err := desk.NewMetrics(seen)
	require.NoError(h.t, err)
	peers := desk.Peers{Accounts: h.world, Ratings: unrated{}}
	return desk.New(of, peers, desk.Config{Replica: replica, Lease: lease, Cached: 100}, metrics, h.now, testkit.Logger(h.t))
}

// failures are what operators see of series that could not go on.
func (h *hall) failures() map[string]float64 {
	h.t.Helper()
	counts := map[string]float64{}
	for _, seen := range h.seen {
		families, err := seen.Gather()
		require.NoError(h.t, err)
		for _, f := range families {
			if f.GetName() != "kydai_tournament_series_failures_total" {
				continue
			}
			for _, m := range f.GetMetric() {
				counts[m.GetLabel()[0].GetValue()] += m.GetCounter().GetValue()
			}
		}
	}
	return counts
}

func at(t testing.TB, text string) time.Time {
	t.Helper()
	instant, err := time.Parse(time.RFC3339, text)
	require.NoError(t, err)
	return instant.UTC()
}

// plan is a Swiss of one round that opens an hour before its start.
func plan(cron, zone string, ahead time.Duration) desk.Plan {
	template := time.Date(2020, 2, 1, 12, 0, 0, 0, time.UTC)
	return desk.Plan{Cron: cron, Zone: zone, Ahead: ahead, Settings: tourney.Settings{
		Name: "Giải tối", Game: "xiangqi", Control: timecontrol.Control{Preset: "3+3"}, Format: tourney.SwissSystem, Rounds: 1, Start: template,
		Registration: tourney.Registration{MostPlayers: 16, Open: template.Add(-time.Hour)},
	}}
}

func (h *hall) create(p desk.Plan) record.Series {
	h.t.Helper()
	s, err := h.desks[0].CreateSeries(h.t.Context(), boss, p, record.Key{})
	require.NoError(h.t, err)
	return s
}

func (h *hall) stop(s record.Series, p desk.Plan) {
	h.t.Helper()
	p.Stopped = true
	_, err := h.desks[1].UpdateSeries(h.t.Context(), s.ID, boss, p, 0)
	require.NoError(h.t, err)
}

// repeat lets both replicas make tournaments at once.
func (h *hall) repeat() {
	h.t.Helper()
	var group errgroup.Group
	for _, d := range h.desks {
		group.Go(func() error { return d.Repeat(h.t.Context()) })
	}
	require.NoError(h.t, group.Wait())
}

// made are the tournaments of a series: those that are not over by their starts, then
// those that were called off.
func (h *hall) made(s record.Series) []*tourney.Tournament {
	h.t.Helper()
	var made []*tourney.Tournament
	for _, status := range []tourney.Status{"", tourney.CalledOff} {
		list, err := h.store.List(h.t.Context(), record.Filter{Series: s.ID, Status: status}, record.Page{Limit: 1000})
		require.NoError(h.t, err)
		for _, sum := range list {
			t, err := h.desks[1].Get(h.t.Context(), sum.ID)
			require.NoError(h.t, err)
			made = append(made, t)
		}
	}
	return made
}

func (h *hall) starts(s record.Series) []string {
	h.t.Helper()
	var starts []string
	for _, t := range h.made(s) {
		starts = append(starts, t.Settings().Start.Format(time.RFC3339))
	}
	return starts
}

// pass lets time pass in steps of half an hour; at each, both replicas do what is due.
// Ann and Bob join what is open, if they are to.
func (h *hall) pass(s record.Series, until time.Time, join func(*tourney.Tournament) bool) {
	h.t.Helper()
	for ; !h.time.After(until); h.time = h.time.Add(30 * time.Minute) {
		h.repeat()
		for _, t := range h.made(s) {
			for _, d := range h.desks {
				require.NoError(h.t, d.Tick(h.t.Context(), t.ID()))
			}
			t, err := h.desks[0].Get(h.t.Context(), t.ID())
			require.NoError(h.t, err)
			if players, _ := t.Players(); t.Status() == tourney.Open && players == 0 && join(t) {
				for _, account := range []string{ann, bob} {
					_, err := h.desks[0].Join(h.t.Context(), t.ID(), account)
					require.NoError(h.t, err)
				}
			}
		}
	}
}
