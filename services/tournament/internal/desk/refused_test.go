package desk_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/store"
	"kydai.dev/services/tournament/internal/tourney"
)

// purse pays prizes, unless it refuses to, and notes when it was asked.
type purse struct {
	*world
	refuses error
	asked   []time.Time
	paid    int
}

func (p *purse) Pay(context.Context, string, string, tourney.PayPrize) error {
	p.asked = append(p.asked, p.now())
	if p.refuses == nil {
		p.paid++
	}
	return p.refuses
}

// obedient is a referee that does as it is told.
type obedient struct{ desk.Referee }

func (obedient) Make(_ context.Context, o desk.Order) (string, error) { return o.Key, nil }

func (obedient) Decide(context.Context, tourney.DecideGame) error { return nil }

// won holds a tournament to its end, with one prize.
func (h *hall) won() string {
	h.t.Helper()
	set := plan("", "", 0).Settings.StartingAt(h.time.Add(time.Hour))
	set.Prizes = []tourney.Prize{{First: 1, Last: 1, Coins: 100}}
	t, err := h.desks[0].Create(h.t.Context(), boss, set, record.Key{})
	require.NoError(h.t, err)
	for _, account := range []string{ann, bob} {
		_, err := h.desks[0].Join(h.t.Context(), t.ID(), account)
		require.NoError(h.t, err)
	}
	h.time = set.Start
	require.NoError(h.t, h.desks[0].Tick(h.t.Context(), t.ID()))
	_, err = h.desks[0].Direct(h.t.Context(), t.ID(), boss, "", func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.SetResult(tourney.PairingID{Round: 1, Board: 1}, tourney.FirstWins, by)
	})
	require.NoError(h.t, err)
	return t.ID()
}

// work lets time pass in steps; after each a replica does what chores are free.
func (h *hall) work(steps int, step time.Duration) {
	h.t.Helper()
	for i := range steps {
		h.time = h.time.Add(step)
		for done := 1; done > 0; {
			var err error
			done, err = h.desks[i%2].DoChores(h.t.Context())
			require.NoError(h.t, err)
		}
	}
}

// refusals are the causes that a tournament's log tells of.
func (h *hall) refusals(id string) []tourney.Refused {
	h.t.Helper()
	log, err := h.store.Log(h.t.Context(), id, 0, 100)
	require.NoError(h.t, err)
	var told []tourney.Refused
	for _, e := range log {
		if r, ok := e.Kind.(tourney.Refused); ok {
			told = append(told, r)
		}
	}
	return told
}

// What is refused is asked for more and more seldom, everybody reads of it once, and it
// is done when the cause is gone.
func TestARefusedPrizeIsPaidInTheEnd(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.time = at(t, "2026-11-30T12:00:00Z")
		p := &purse{world: h.world, refuses: errs.New(errs.State, "WALLET_FULL", "the wallet is full")}
		for _, d := range h.desks {
			d.Prizes, d.Referee = p, obedient{}
		}
		id := h.won()
		h.work(1, time.Minute)
		require.Len(t, p.asked, 1)
		require.Empty(t, h.refusals(id), "it may be for a moment")
		h.work(24*6, 10*time.Minute)
		var gaps []time.Duration
		for i := range len(p.asked) - 1 {
			gaps = append(gaps, p.asked[i+1].Sub(p.asked[i]))
		}
		require.True(t, slices.IsSorted(gaps), "%v", gaps)
		require.Equal(t, 4*time.Hour, gaps[len(gaps)-1])
		log := h.refusals(id)
		require.Len(t, log, 1)
		require.Contains(t, []string{ann, bob}, log[0].Player)
		require.Equal(t, "WALLET_FULL", log[0].Cause)
		c, err := h.store.Census(t.Context())
		require.NoError(t, err)
		require.Equal(t, 1, c.Refused)
		require.Equal(t, 1, c.Chores)

		p.refuses = errs.New(errs.Unavailable, "UNAVAILABLE", "not now")
		h.work(1, 4*time.Hour)
		c, err = h.store.Census(t.Context())
		require.NoError(t, err)
		require.Zero(t, c.Refused, "nobody has refused it the last time")
		p.refuses = nil
		h.work(1, time.Minute)
		require.Equal(t, 1, p.paid)
		c, err = h.store.Census(t.Context())
		require.NoError(t, err)
		require.Zero(t, c.Chores)
		over, err := h.desks[1].Get(t.Context(), id)
		require.NoError(t, err)
		require.NotEmpty(t, over.Awards())
	})
}

// Only what will be refused again is a refusal.
func TestWhatIsRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err  error
		want int
	}{
		"in that state":   {errs.New(errs.State, "R", ""), 1},
		"wrong":           {errs.New(errs.Invalid, "R", ""), 1},
		"not there":       {errs.New(errs.NotFound, "R", ""), 1},
		"used":            {errs.New(errs.Conflict, "R", ""), 1},
		"away":            {errs.New(errs.Unavailable, "R", ""), 0},
		"too much":        {errs.New(errs.Limited, "R", ""), 0},
		"without a key":   {errs.New(errs.Unauthenticated, "R", ""), 0},
		"late":            {context.DeadlineExceeded, 0},
		"a guest's":       {desk.ErrGuestPrize, 0},
		"already another": {record.ErrStale, 0},
	}
	h := newHall(t, testkit.Open(t, testkit.SQLite(t), "tournament", store.Migrations()))
	h.time = at(t, "2026-11-30T12:00:00Z")
	p := &purse{world: h.world}
	for _, d := range h.desks {
		d.Prizes, d.Referee = p, obedient{}
	}
	h.won()
	for name, tt := range tests {
		p.refuses = tt.err
		h.work(1, 4*time.Hour)
		c, err := h.store.Census(t.Context())
		require.NoError(t, err)
		require.Equal(t, tt.want, c.Refused, name)
	}
	require.Len(t, p.asked, len(tests))
}
