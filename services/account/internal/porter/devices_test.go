package porter_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/session"
)

// cases.md, Accounts: log-out leaves no token alive.
func TestLogOut(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		for _, name := range []func(porter.Tokens) string{
			func(porter.Tokens) string { return porter.Current },
			func(own porter.Tokens) string { return own.Session },
			func(own porter.Tokens) string { return strings.ToUpper(own.Session) },
		} {
			_, tokens := h.admit(t)
			caller := h.caller(t, tokens)
			require.NoError(t, h.End(t.Context(), caller, name(tokens)))
			_, err := h.Renew(t.Context(), tokens.Refresh.Text())
			require.ErrorIs(t, err, session.ErrBadRefresh)
			_, err = h.Sessions(t.Context(), caller)
			require.ErrorIs(t, err, session.ErrEnded)
			_, _, err = h.Ticket(t.Context(), caller)
			require.ErrorIs(t, err, session.ErrEnded)
			require.ErrorIs(t, h.End(t.Context(), caller, name(tokens)), session.ErrNoSession, "once more says the same")
		}
	})
}

// However a renewal and a log-out meet, the session is over afterwards.
func TestLogOutWhileRenewing(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		for range 10 {
			_, tokens := h.admit(t)
			caller := h.caller(t, tokens)
			next := tokens
			var both errgroup.Group
			both.Go(func() error {
				if renewed, err := h.Renew(t.Context(), tokens.Refresh.Text()); err == nil {
					next = renewed
				}
				return nil
			})
			both.Go(func() error { return h.End(t.Context(), caller, porter.Current) })
			require.NoError(t, both.Wait())
			_, err := h.Renew(t.Context(), next.Refresh.Text())
			require.ErrorIs(t, err, session.ErrBadRefresh)
		}
	})
}

func TestOthersSessionsAreOutOfReach(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, alice := h.admit(t)
		_, bob := h.admit(t)
		for _, id := range []string{bob.Session, "0195a7c0-0000-7000-8000-000000000000", "", "nothing", "' OR 1=1 --"} {
			require.ErrorIs(t, h.End(t.Context(), h.caller(t, alice), id), session.ErrNoSession)
		}
		for _, tokens := range []porter.Tokens{alice, bob} {
			_, err := h.Renew(t.Context(), tokens.Refresh.Text())
			require.NoError(t, err)
		}
	})
}

func TestClosedSessionClosesNoOther(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, tokens := h.admit(t)
		thief := h.caller(t, tokens)
		thief.Session = "0195a7c0-0000-7000-8000-000000000000" // was closed; its access token still holds
		require.ErrorIs(t, h.End(t.Context(), thief, tokens.Session), session.ErrEnded)
		_, err := h.Renew(t.Context(), tokens.Refresh.Text())
		require.NoError(t, err)
	})
}

func TestTicketOpensStreamsAlone(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		player, tokens := h.admit(t)
		caller := h.caller(t, tokens)
		text, life, err := h.Ticket(t.Context(), caller)
		require.NoError(t, err)
		require.Equal(t, rules.Ticket, life)
		ticket, err := h.verifier.Player(text)
		require.NoError(t, err)
		require.Equal(t, player.ID, ticket.Account)
		require.Equal(t, tokens.Session, ticket.Session)
		require.True(t, ticket.Guest)
		require.Equal(t, []string{"stream"}, ticket.Scopes)
		require.Equal(t, rules.Ticket, ticket.Expires.Sub(ticket.IssuedAt))
		require.WithinDuration(t, caller.Expires, ticket.StreamsUntil, 0)
	})
}

func TestTicketOutlivesNoAccessToken(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, tokens := h.admit(t)
		caller := h.caller(t, tokens)
		for _, tt := range []struct{ left, want time.Duration }{
			{10 * time.Second, 10 * time.Second},
			{-time.Second, 0}, // let in by the leeway
		} {
			h.wait(caller.Expires.Add(-tt.left).Sub(h.time()))
			text, life, err := h.Ticket(t.Context(), caller)
			require.NoError(t, err)
			require.Equal(t, tt.want, life)
			ticket, err := h.verifier.Player(text)
			require.NoError(t, err)
			require.False(t, ticket.Expires.Before(ticket.IssuedAt))
			require.WithinDuration(t, caller.Expires, ticket.StreamsUntil, 0)
		}
	})
}
