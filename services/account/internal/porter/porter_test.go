package porter_test

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/outbox"
	"kydai.dev/pkg/testkit"
	"kydai.dev/services/account/internal/events"
	"kydai.dev/services/account/internal/optest"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/profile"
	"kydai.dev/services/account/internal/session"
	"kydai.dev/services/account/internal/signin"
	"kydai.dev/services/account/internal/store"
)

var (
	start = time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)
	rules = session.Rules{Access: 15 * time.Minute, Refresh: 30 * 24 * time.Hour, Grace: 5 * time.Second, Ticket: 30 * time.Second}
	ways  = porter.Ways{Secret: signin.Secret("secret"), PerAddress: 5, PerCaller: 8, Window: time.Hour}
)

// hall is a porter on a real database, with a clock that the test sets.
type hall struct {
	*porter.Porter
	store    *store.Store
	verifier *authn.Verifier
	log      *strings.Builder
	logger   *slog.Logger
	mails    *mailbox
	// providers are those that the test adds.
	providers map[string]porter.Provider

	mu  sync.Mutex
	now time.Time
}

// inHalls runs a test on SQLite and on PostgreSQL.
func inHalls(t *testing.T, run func(t *testing.T, h *hall)) {
	t.Helper()
	testkit.Databases(t, "account", store.Migrations(), func(t *testing.T, db *dbx.DB) {
		relay := outbox.NewRelay(db, nil, outbox.RelayConfig{}, slog.New(slog.DiscardHandler)) // it sends nothing until it runs
		h := &hall{store: store.New(db, events.NewNews(relay)), log: &strings.Builder{}, mails: &mailbox{}, providers: map[string]porter.Provider{}, now: start}
		h.logger = slog.New(slog.NewTextHandler(h.log, nil))
		key, err := authn.NewKey(authn.AccountService)
		require.NoError(t, err)
		signer, err := authn.NewSigner(key, h.time)
		require.NoError(t, err)
		h.verifier = authn.NewVerifier(key.Public(), h.time)
		own := ways
		own.Mailer, own.Providers, own.Redirects = h.mails, h.providers, []string{optest.Redirect}
		h.Porter = porter.New(h.store, signer, own, rules, h.time, h.logger)
		run(t, h)
	})
}

func (h *hall) time() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *hall) wait(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

// admit lets a guest in.
func (h *hall) admit(t *testing.T) (profile.Player, porter.Tokens) {
	t.Helper()
	player, tokens, err := h.Admit(t.Context(), "Nguyễn", "phone")
	require.NoError(t, err)
	return player, tokens
}

// caller is who calls with an access token.
func (h *hall) caller(t *testing.T, tokens porter.Tokens) authn.Caller {
	t.Helper()
	token, err := h.verifier.Player(tokens.Access)
	require.NoError(t, err)
	return authn.Caller{Account: token.Account, Session: token.Session, Guest: token.Guest, Scopes: token.Scopes, Expires: token.Expires}
}

func TestGuestIsLetIn(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		player, tokens := h.admit(t)
		require.Equal(t, "Nguyễn", player.Name)
		require.True(t, player.Guest)
		stored, err := h.Player(t.Context(), strings.ToUpper(player.ID))
		require.NoError(t, err)
		require.Equal(t, player, stored)

		token, err := h.verifier.Player(tokens.Access)
		require.NoError(t, err)
		require.Equal(t, player.ID, token.Account)
		require.Equal(t, tokens.Session, token.Session)
		require.True(t, token.Guest)
		require.Equal(t, []string{"play", "challenge", "chat", "tournament:join"}, token.Scopes)
		require.Equal(t, rules.Access, tokens.Expires)
		require.Equal(t, rules.Access, token.Expires.Sub(token.IssuedAt))

		sessions, err := h.Sessions(t.Context(), h.caller(t, tokens))
		require.NoError(t, err)
		require.Len(t, sessions, 1)
		require.Equal(t, tokens.Session, sessions[0].ID)
		require.Equal(t, "phone", sessions[0].Device)
	})
}

func TestGuestWithoutANameGetsOne(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		player, _, err := h.Admit(t.Context(), "", "")
		require.NoError(t, err)
		require.Regexp(t, `^Khách-[0-9A-Z]{4}$`, player.Name)
	})
}

func TestGuestWithABadNameIsNotLetIn(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		player, tokens, err := h.Admit(t.Context(), "<b>", "")
		require.ErrorIs(t, err, profile.ErrBadName)
		require.Zero(t, player)
		require.Zero(t, tokens)
	})
}

func TestUnknownPlayer(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		for _, id := range []string{"", "nobody", "0195a7c0-0000-7000-8000-000000000000", "'; DROP TABLE players; --"} {
			_, err := h.Player(t.Context(), id)
			require.ErrorIs(t, err, profile.ErrNoPlayer)
		}
	})
}

// cases.md, Accounts: R1 → R2, then R1 again: 401, and R2 is dead too.
func TestReuseKillsTheFamily(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		player, first := h.admit(t)
		_, other := h.admit(t)
		second, err := h.Renew(t.Context(), first.Refresh.Text())
		require.NoError(t, err)
		require.NotEqual(t, first.Refresh, second.Refresh)
		require.Equal(t, first.Session, second.Session)
		h.wait(rules.Grace)

		_, err = h.Renew(t.Context(), first.Refresh.Text())
		require.ErrorIs(t, err, session.ErrReused)
		_, err = h.Renew(t.Context(), second.Refresh.Text())
		require.ErrorIs(t, err, session.ErrBadRefresh, "the newer one is dead too")
		_, err = h.Sessions(t.Context(), h.caller(t, second))
		require.ErrorIs(t, err, session.ErrEnded)
		_, err = h.Renew(t.Context(), other.Refresh.Text())
		require.NoError(t, err, "another session is not")

		require.Contains(t, h.log.String(), first.Session, "operators are told")
		require.NotContains(t, h.log.String(), first.Refresh.Text())
		require.NotContains(t, h.log.String(), player.Name)
	})
}

func TestReuseLongAfterIsKnownStill(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, first := h.admit(t)
		last := first
		for range 10 {
			h.wait(time.Hour)
			var err error
			last, err = h.Renew(t.Context(), last.Refresh.Text())
			require.NoError(t, err)
		}
		_, err := h.Renew(t.Context(), first.Refresh.Text())
		require.ErrorIs(t, err, session.ErrReused)
		_, err = h.Renew(t.Context(), last.Refresh.Text())
		require.ErrorIs(t, err, session.ErrBadRefresh)
	})
}

// cases.md, Accounts: parallel refreshes of one token log no honest client out.
func TestParallelRenewals(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, tokens := h.admit(t)
		for range 3 {
			const many = 16
			got := make([]porter.Tokens, many)
			var all errgroup.Group
			for i := range many {
				all.Go(func() (err error) {
					got[i], err = h.Renew(t.Context(), tokens.Refresh.Text())
					return err
				})
			}
			require.NoError(t, all.Wait())
			for _, one := range got {
				require.Equal(t, got[0].Refresh, one.Refresh, "all get the same")
				require.Equal(t, tokens.Session, h.caller(t, one).Session)
			}
			require.NotEqual(t, tokens.Refresh, got[0].Refresh)
			tokens = got[0]
			h.wait(time.Second)
		}
	})
}

func TestDoubleWithinTheGraceGetsWorkingTokens(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, first := h.admit(t)
		second, err := h.Renew(t.Context(), first.Refresh.Text())
		require.NoError(t, err)
		third, err := h.Renew(t.Context(), second.Refresh.Text())
		require.NoError(t, err)
		h.wait(rules.Grace - time.Second)
		again, err := h.Renew(t.Context(), first.Refresh.Text())
		require.NoError(t, err)
		require.Equal(t, third.Refresh, again.Refresh)
		h.wait(time.Hour)
		_, err = h.Renew(t.Context(), again.Refresh.Text())
		require.NoError(t, err)
	})
}

func TestSessionSlides(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, tokens := h.admit(t)
		for range 3 {
			h.wait(rules.Refresh - time.Second)
			var err error
			tokens, err = h.Renew(t.Context(), tokens.Refresh.Text())
			require.NoError(t, err)
		}
		h.wait(rules.Refresh)
		_, err := h.Renew(t.Context(), tokens.Refresh.Text())
		require.ErrorIs(t, err, session.ErrBadRefresh)
	})
}

func TestStrangeRefreshTokens(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, tokens := h.admit(t)
		unknown := session.NewToken(session.Secret{1}, session.Secret{2}).Text()
		for _, text := range []string{"", "garbage", tokens.Access, tokens.Refresh.Text() + "A", unknown} {
			_, err := h.Renew(t.Context(), text)
			require.ErrorIs(t, err, session.ErrBadRefresh)
		}
		_, err := h.Renew(t.Context(), tokens.Refresh.Text())
		require.NoError(t, err, "nothing has happened to it")
	})
}
