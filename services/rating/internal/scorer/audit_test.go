package scorer_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/audit"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/rating/internal/elo"
	"kydai.dev/services/rating/internal/events"
	"kydai.dev/services/rating/internal/scorer"
	"kydai.dev/services/rating/internal/standing"
	"kydai.dev/services/rating/internal/store"
)

// referee lists games one page after the other.
type referee struct {
	ended []standing.Game
	// asked is called with each question, if it is there.
	asked func()
}

func (r *referee) Ended(_ context.Context, after string, limit int) (audit.Page[standing.Game], error) {
	if r.asked != nil {
		r.asked()
	}
	from := len(after) // a cursor is as long as the games behind it are many
	to := min(len(r.ended), from+limit)
	return audit.Page[standing.Game]{Items: r.ended[from:to], Cursor: strings.Repeat(".", to), More: to < len(r.ended)}, nil
}

type nobody struct{}

func (nobody) Hand(...outbox.Message) {}

// accounts are guests, but for those who have linked an account.
type accounts []string

func (a *accounts) Linked(_ context.Context, players []string) ([]string, error) {
	linked := slices.DeleteFunc(slices.Clone(players), func(p string) bool { return !slices.Contains(*a, p) })
	return linked, nil
}

// hall is a scorer on a database, with a referee and nobody who tells.
type hall struct {
	*scorer.Scorer
	*referee
	*accounts
	t       *testing.T
	db      *dbx.DB
	store   *store.Store
	boards  *scorer.Boards
	metrics *prometheus.Registry
}

func halls(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Databases(t, "rating", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		h := &hall{t: t, referee: &referee{}, accounts: &accounts{}, db: db, store: store.New(db, nobody{}, events.Messages), metrics: prometheus.NewRegistry()}
		log := testkit.Logger(t)
		h.boards = scorer.NewBoards(h.store, log)
		require.NoError(t, h.boards.Follow(t.Context()))
		h.Scorer = scorer.New(h.store, h.referee, h.accounts, h.boards, time.Nanosecond, h.metrics, log)
		fn(t, h)
	})
}

func player(n int) string { return uuid.UUID{15: byte(n)}.String() }

var blitz = standing.Board{Game: "xiangqi", Category: "blitz"}

func game(id string) standing.Game {
	return standing.Game{
		ID: id, Board: blitz, Seats: [2]standing.Seat{{Account: player(1)}, {Account: player(2)}},
		Rated: true, Visibility: standing.Public, Finished: true, Score: elo.Win, At: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC),
	}
}

// rated counts the games of the first player.
func (h *hall) rated() int {
	h.t.Helper()
	found, err := h.store.Standings(h.t.Context(), blitz, []string{player(1)})
	require.NoError(h.t, err)
	if len(found) == 0 {
		return 0
	}
	return found[0].Games()
}

// requireAside looks at what an operator sees.
func (h *hall) requireAside(n int) {
	h.t.Helper()
	expected := fmt.Sprintf("# HELP kydai_rating_games_aside Ended games that could not be rated yet and are tried again.\n# TYPE kydai_rating_games_aside gauge\nkydai_rating_games_aside %d\n", n)
	require.NoError(h.t, testutil.GatherAndCompare(h.metrics, strings.NewReader(expected), "kydai_rating_games_aside"))
}

// refuse makes the database refuse a game, until the returned func is called.
func (h *hall) refuse(id string) (relent func()) {
	h.t.Helper()
	statements, drop := []string{fmt.Sprintf(`CREATE TRIGGER refuse BEFORE INSERT ON games WHEN NEW.id = '%s' BEGIN SELECT RAISE(ABORT, 'not now'); END`, id)}, `DROP TRIGGER refuse`
	if h.db.Dialect() == dbx.Postgres {
		statements = []string{
			fmt.Sprintf(`CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN IF NEW.id = '%s' THEN RAISE EXCEPTION 'not now'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql`, id),
			`CREATE TRIGGER refuse BEFORE INSERT ON games FOR EACH ROW EXECUTE FUNCTION refuse()`,
		}
		drop = `DROP TRIGGER refuse ON games`
	}
	for _, s := range statements {
		require.NoError(h.t, h.db.Write().Exec(s).Error)
	}
	return func() { require.NoError(h.t, h.db.Write().Exec(drop).Error) }
}

// A game that can't be rated holds up none of those behind it, is not lost, and
// is rated once that is possible.
func TestAGameThatFailsIsSetAside(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		for i := range 450 { // more than two pages
			h.ended = append(h.ended, game(fmt.Sprintf("g%03d", i)))
		}
		h.ended = append(h.ended, game("strange\x00id")) // no text for PostgreSQL
		relent := h.refuse("g007")
		for range 3 {
			require.NoError(t, h.Audit(t.Context()))
		}
		strange := map[dbx.Dialect]int{dbx.SQLite: 1, dbx.Postgres: 0}[h.db.Dialect()] // SQLite takes it
		require.Equal(t, 449+strange, h.rated())
		h.requireAside(2 - strange)
		due, err := h.store.Due(t.Context(), time.Now(), 10)
		require.NoError(t, err)
		tried := false
		for _, a := range due {
			require.Equal(t, 3, a.Tries)
			tried = tried || a.Game == game("g007")
		}
		require.True(t, tried)

		relent()
		require.NoError(t, h.Audit(t.Context()))
		require.Equal(t, 450+strange, h.rated())
		h.requireAside(1 - strange)
	})
}

// A game that was voided while it was set aside changes nothing any more.
func TestAGameSetAsideAndVoided(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		relent := h.refuse("g1")
		h.ended = []standing.Game{game("g1"), game("g2")}
		require.NoError(t, h.Audit(t.Context()))
		void := game("g1")
		void.Finished, void.Void = false, true
		h.ended = append(h.ended, void)
		require.NoError(t, h.Audit(t.Context()))
		relent()
		for range 2 {
			require.NoError(t, h.Audit(t.Context()))
		}
		require.Equal(t, 1, h.rated())
		h.requireAside(0)
		o, err := h.store.Game(t.Context(), "g1")
		require.NoError(t, err)
		require.Equal(t, standing.StateVoid, o.State)
	})
}

// A database that goes away in the midst of an audit is no game's fault: nothing
// is set aside, nothing passed over.
func TestAnAuditWithoutADatabase(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		h.ended = []standing.Game{game("g1")}
		away, goAway := context.WithCancel(t.Context())
		h.asked = goAway
		require.Error(t, h.Audit(away))
		n, err := h.store.CountAside(t.Context())
		require.NoError(t, err)
		require.Zero(t, n)
		require.NoError(t, h.Audit(t.Context()))
		require.Equal(t, 1, h.rated())
	})
}

// Guests of whose links no event came are found, in rounds that each ask about
// some of them.
func TestLinksOfWhichNoEventCame(t *testing.T) {
	t.Parallel()
	halls(t, func(t *testing.T, h *hall) {
		var all []string
		for i := range 650 {
			g := game(fmt.Sprintf("g%03d", i))
			g.Seats[0] = standing.Seat{Account: uuid.UUID{14: byte(i / 250), 15: byte(i % 250)}.String(), Guest: true}
			g.Seats[1].Guest = true
			h.ended = append(h.ended, g)
			all = append(all, g.Seats[0].Account)
		}
		require.NoError(t, h.Audit(t.Context()))
		*h.accounts = accounts{all[7], all[649]}
		listed := func() (n int) {
			require.NoError(t, h.store.Listed(t.Context(), blitz, func(scorer.Listing) error { n++; return nil }))
			return n
		}
		require.Zero(t, listed())
		for range 2 {
			require.NoError(t, h.Audit(t.Context()))
		}
		require.Equal(t, 2, listed())
	})
}
