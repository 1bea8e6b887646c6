package account_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account"
)

func TestGuestFromFirstToLast(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		ctx, made := h.guest(t, "Nguyê\u0303n Thị Hồng")
		require.Equal(t, "Nguyễn Thị Hồng", made.GetPlayer().GetName())
		require.True(t, made.GetPlayer().GetGuest())
		require.Equal(t, 15*time.Minute, made.GetTokens().GetExpiresIn().AsDuration())

		me, err := h.GetMe(ctx, &accountv1.GetMeRequest{})
		require.NoError(t, err)
		require.Equal(t, made.GetPlayer().String(), me.GetMe().String())
		player, err := h.wire.GetPlayer(t.Context(), &accountv1.GetPlayerRequest{PlayerId: made.GetPlayer().GetPlayerId()})
		require.NoError(t, err, "anybody may see a player")
		require.Equal(t, made.GetPlayer().String(), player.GetPlayer().String())

		sessions, err := h.ListSessions(ctx, &accountv1.ListSessionsRequest{})
		require.NoError(t, err)
		require.Len(t, sessions.GetSessions(), 1)
		require.True(t, sessions.GetSessions()[0].GetCurrent())
		require.Equal(t, "test/1.0", sessions.GetSessions()[0].GetUserAgent())
		require.Equal(t, made.GetTokens().GetSessionId(), sessions.GetSessions()[0].GetSessionId())

		next, err := h.refresh(t.Context(), made.GetTokens().GetRefreshToken())
		require.NoError(t, err)
		require.Equal(t, made.GetTokens().GetSessionId(), next.GetSessionId())
		_, err = h.DeleteSession(ctx, &accountv1.DeleteSessionRequest{SessionId: "current"})
		require.NoError(t, err)
		_, err = h.refresh(t.Context(), next.GetRefreshToken())
		requireReason(t, err, codes.Unauthenticated, "BAD_REFRESH")
		_, err = h.DeleteSession(ctx, &accountv1.DeleteSessionRequest{SessionId: "current"})
		requireReason(t, err, codes.NotFound, "NO_SUCH_SESSION")
		_, err = h.ListSessions(ctx, &accountv1.ListSessionsRequest{})
		requireReason(t, err, codes.Unauthenticated, "SESSION_ENDED")
	})
}

func TestReusedTokenSignsOut(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		_, made := h.guest(t, "")
		first := made.GetTokens().GetRefreshToken()
		second, err := h.refresh(t.Context(), first)
		require.NoError(t, err)
		_, err = h.refresh(t.Context(), first)
		requireReason(t, err, codes.Unauthenticated, "REFRESH_REUSED")
		_, err = h.refresh(t.Context(), second.GetRefreshToken())
		requireReason(t, err, codes.Unauthenticated, "BAD_REFRESH")
	})
}

func TestRefreshesInParallelSignNobodyOut(t *testing.T) {
	t.Parallel()
	grace := func(c *account.Config) { c.RefreshGrace = time.Hour }
	inHalls(t, grace, func(t *testing.T, h *hall) {
		_, made := h.guest(t, "")
		var got [8]*accountv1.Tokens
		var all errgroup.Group
		for i := range got {
			all.Go(func() (err error) {
				got[i], err = h.refresh(t.Context(), made.GetTokens().GetRefreshToken())
				return err
			})
		}
		require.NoError(t, all.Wait())
		for _, tokens := range got {
			require.Equal(t, got[0].GetRefreshToken(), tokens.GetRefreshToken())
			_, err := h.GetMe(rpc.WithToken(t.Context(), tokens.GetAccessToken()), &accountv1.GetMeRequest{})
			require.NoError(t, err)
		}
		_, err := h.refresh(t.Context(), got[0].GetRefreshToken())
		require.NoError(t, err)
	})
}

func TestTicketIsForStreamsAlone(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		ctx, made := h.guest(t, "")
		ticket, err := h.CreateStreamTicket(ctx, &accountv1.CreateStreamTicketRequest{})
		require.NoError(t, err)
		require.Equal(t, 30*time.Second, ticket.GetExpiresIn().AsDuration())
		token, err := h.env.Verifier.Player(ticket.GetTicket())
		require.NoError(t, err)
		require.Equal(t, made.GetPlayer().GetPlayerId(), token.Account)
		access, err := h.env.Verifier.Player(made.GetTokens().GetAccessToken())
		require.NoError(t, err)
		require.WithinDuration(t, access.Expires, token.StreamsUntil, 0)

		with := rpc.WithToken(t.Context(), ticket.GetTicket())
		_, err = h.ListSessions(with, &accountv1.ListSessionsRequest{})
		requireReason(t, err, codes.PermissionDenied, "SCOPE_MISSING")
		_, err = h.CreateStreamTicket(with, &accountv1.CreateStreamTicketRequest{})
		requireReason(t, err, codes.PermissionDenied, "SCOPE_MISSING")
		_, err = h.DeleteSession(with, &accountv1.DeleteSessionRequest{SessionId: "current"})
		requireReason(t, err, codes.PermissionDenied, "SCOPE_MISSING")
	})
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		ctx, own := h.guest(t, "")
		_, other := h.guest(t, "")
		named := func(name string) func() error {
			return func() error {
				_, err := h.CreateGuestSession(t.Context(), &accountv1.CreateGuestSessionRequest{Name: name})
				return err
			}
		}
		refreshed := func(token string) func() error {
			return func() error {
				_, err := h.refresh(t.Context(), token)
				return err
			}
		}
		deleted := func(id string) func() error {
			return func() error {
				_, err := h.DeleteSession(ctx, &accountv1.DeleteSessionRequest{SessionId: id})
				return err
			}
		}
		got := func(id string) func() error {
			return func() error {
				_, err := h.GetPlayer(t.Context(), &accountv1.GetPlayerRequest{PlayerId: id})
				return err
			}
		}
		updated := func(change *accountv1.UpdateMeRequest) func() error {
			return func() error {
				_, err := h.UpdateMe(ctx, change)
				return err
			}
		}
		blocked := func(id string) func() error {
			return func() error {
				_, err := h.BlockPlayer(ctx, &accountv1.BlockPlayerRequest{PlayerId: id})
				return err
			}
		}
		const unknown = "0195a7c0-0000-7000-8000-000000000000"
		tests := map[string]struct {
			call   func() error
			code   codes.Code
			reason string
		}{
			"mark-up as a name":        {named("<script>alert(1)</script>"), codes.InvalidArgument, "BAD_NAME"},
			"SQL as a name":            {named("'; DROP TABLE players; --"), codes.InvalidArgument, "BAD_NAME"},
			"NUL in a name":            {named("a\x00b"), codes.InvalidArgument, "BAD_NAME"},
			"a name not in UTF-8":      {named("a\xffb"), codes.InvalidArgument, "BAD_NAME"},
			"a name without end":       {named(strings.Repeat("a", 121)), codes.InvalidArgument, "INVALID_ARGUMENT"},
			"no refresh token":         {refreshed(""), codes.InvalidArgument, "INVALID_ARGUMENT"},
			"garbage as refresh token": {refreshed("\x00garbage"), codes.Unauthenticated, "BAD_REFRESH"},
			"endless refresh token":    {refreshed(strings.Repeat("a", 401)), codes.InvalidArgument, "INVALID_ARGUMENT"},
			"an unknown session":       {deleted(unknown), codes.NotFound, "NO_SUCH_SESSION"},
			"another's session":        {deleted(other.GetTokens().GetSessionId()), codes.NotFound, "NO_SUCH_SESSION"},
			"garbage as session":       {deleted("' OR 1=1 --\x00"), codes.NotFound, "NO_SUCH_SESSION"},
			"no session":               {deleted(""), codes.InvalidArgument, "INVALID_ARGUMENT"},
			"an unknown player":        {got(unknown), codes.NotFound, "NO_SUCH_PLAYER"},
			"a name of two scripts":    {updated(&accountv1.UpdateMeRequest{Name: proto.String("Nguy\u0435n")}), codes.InvalidArgument, "BAD_NAME"},
			"no name":                  {updated(&accountv1.UpdateMeRequest{Name: proto.String("")}), codes.InvalidArgument, "BAD_NAME"},
			"no language":              {updated(&accountv1.UpdateMeRequest{Language: proto.String("!")}), codes.InvalidArgument, "BAD_LANGUAGE"},
			"no country":               {updated(&accountv1.UpdateMeRequest{Country: proto.String("XX")}), codes.InvalidArgument, "BAD_COUNTRY"},
			"a long country":           {updated(&accountv1.UpdateMeRequest{Country: proto.String("VNM")}), codes.InvalidArgument, "INVALID_ARGUMENT"},
			"no time zone":             {updated(&accountv1.UpdateMeRequest{TimeZone: proto.String("../x")}), codes.InvalidArgument, "BAD_TIME_ZONE"},
			"many conditions":          {updated(&accountv1.UpdateMeRequest{IfMatch: make([]string, 21)}), codes.InvalidArgument, "INVALID_ARGUMENT"},
			"an unmet condition":       {updated(&accountv1.UpdateMeRequest{IfMatch: []string{"x"}}), codes.Aborted, "PROFILE_CHANGED"},
			"blocking nobody":          {blocked(unknown), codes.NotFound, "NO_SUCH_PLAYER"},
			"blocking garbage":         {blocked("nobody"), codes.InvalidArgument, "INVALID_ARGUMENT"},
			"blocking oneself":         {blocked(own.GetPlayer().GetPlayerId()), codes.InvalidArgument, "BLOCKED_SELF"},
			"garbage as player":        {got("nobody"), codes.InvalidArgument, "INVALID_ARGUMENT"},
		}
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) { requireReason(t, tt.call(), tt.code, tt.reason) })
		}
		_, err := h.refresh(t.Context(), other.GetTokens().GetRefreshToken())
		require.NoError(t, err, "nothing has happened to it")
	})
}

// The README says why the key is not heard.
func TestIdempotencyKeyGivesNoStrangersAccount(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		ctx := rpc.WithOrigin(t.Context(), rpc.Origin{IdempotencyKey: "1", Address: "203.0.113.7"})
		first, err := h.CreateGuestSession(ctx, &accountv1.CreateGuestSessionRequest{})
		require.NoError(t, err)
		second, err := h.CreateGuestSession(ctx, &accountv1.CreateGuestSessionRequest{})
		require.NoError(t, err)
		require.NotEqual(t, first.GetPlayer().GetPlayerId(), second.GetPlayer().GetPlayerId())
	})
}

func TestLogsCarryNeitherTokensNorNames(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		const name = "Nguyễn Thị Bí Mật"
		ctx, made := h.guest(t, name)
		secrets := []string{name, made.GetTokens().GetAccessToken(), made.GetTokens().GetRefreshToken()}
		next, err := h.refresh(ctx, made.GetTokens().GetRefreshToken())
		require.NoError(t, err)
		ticket, err := h.CreateStreamTicket(ctx, &accountv1.CreateStreamTicketRequest{})
		require.NoError(t, err)
		_, err = h.refresh(ctx, made.GetTokens().GetRefreshToken())
		requireReason(t, err, codes.Unauthenticated, "REFRESH_REUSED")
		_, err = h.CreateGuestSession(ctx, &accountv1.CreateGuestSessionRequest{Name: name + "\n"})
		requireReason(t, err, codes.InvalidArgument, "BAD_NAME")

		log := h.log.String()
		require.Contains(t, log, "session closed")
		require.Contains(t, log, "BAD_NAME")
		require.Contains(t, log, "INSERT INTO", "the statements are logged at this level")
		for _, secret := range append(secrets, next.GetAccessToken(), next.GetRefreshToken(), ticket.GetTicket()) {
			require.NotContains(t, log, secret)
		}
	})
}

func TestSettings(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(*account.Config)
		want   string
	}{
		"the defaults":         {change: func(*account.Config) {}},
		"no access":            {change: func(c *account.Config) { c.AccessLife = 0 }, want: "at least a second"},
		"no ticket":            {change: func(c *account.Config) { c.TicketLife = 0 }, want: "at least a second"},
		"sessions end at once": {change: func(c *account.Config) { c.RefreshLife = time.Minute }, want: "as long as an access token"},
		"no codes":             {change: func(c *account.Config) { c.CodeMost = 0 }, want: "above zero"},
		"no stream":            {change: func(c *account.Config) { c.StreamSize = 0 }, want: "above zero"},
		"negative grace":       {change: func(c *account.Config) { c.RefreshGrace = -1 }, want: "negative"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(dbx.Config{})
			tt.change(&cfg)
			if tt.want == "" {
				require.NoError(t, cfg.Validate())
				return
			}
			require.ErrorContains(t, cfg.Validate(), tt.want)
			_, err := account.New(t.Context(), cfg, nil)
			require.ErrorContains(t, err, tt.want)
		})
	}
}
