package account_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/rpc"
	"kydai.dev/pkg/testkit"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account"
)

var sentCode = regexp.MustCompile(`sign-in code is (\d{6})`)

// code is the last one that was logged in place of being sent.
func (h *hall) code(t *testing.T) string {
	t.Helper()
	all := sentCode.FindAllStringSubmatch(h.log.String(), -1)
	require.NotEmpty(t, all)
	return all[len(all)-1][1]
}

func emailInLog(c *account.Config) { c.Mail.Log = true }

// signIn signs in by a code and returns a context in which the player calls.
func (h *hall) signIn(t *testing.T, email string) (context.Context, *accountv1.FinishSessionResponse) {
	t.Helper()
	begun, err := h.SendEmailCode(t.Context(), &accountv1.SendEmailCodeRequest{Email: email})
	require.NoError(t, err)
	entry, err := h.FinishSession(t.Context(), &accountv1.FinishSessionRequest{Handle: begun.GetHandle(), Code: h.code(t)})
	require.NoError(t, err)
	return rpc.WithToken(t.Context(), entry.GetTokens().GetAccessToken()), entry
}

// link links an address to the account of the caller.
func (h *hall) link(ctx context.Context, t *testing.T, email string) (*accountv1.LinkIdentityResponse, error) {
	t.Helper()
	begun, err := h.SendLinkCode(ctx, &accountv1.SendLinkCodeRequest{Email: email})
	require.NoError(t, err)
	require.Equal(t, 10*time.Minute, begun.GetExpiresIn().AsDuration())
	return h.LinkIdentity(ctx, &accountv1.LinkIdentityRequest{Handle: begun.GetHandle(), Code: h.code(t)})
}

func TestEmailFromFirstToLast(t *testing.T) {
	t.Parallel()
	inHalls(t, emailInLog, func(t *testing.T, h *hall) {
		ways, err := h.wire.ListProviders(t.Context(), &accountv1.ListProvidersRequest{})
		require.NoError(t, err)
		require.Len(t, ways.GetProviders(), 1)
		require.Equal(t, "email", ways.GetProviders()[0].GetKind())

		guest, made := h.guest(t, "Minh")
		linked, err := h.link(guest, t, "Minh@example.com")
		require.NoError(t, err)
		require.Equal(t, "minh@example.com", linked.GetIdentity().GetEmail())
		require.Equal(t, made.GetPlayer().GetPlayerId(), linked.GetMe().GetPlayerId())
		require.False(t, linked.GetMe().GetGuest())
		me, err := h.GetMe(guest, &accountv1.GetMeRequest{})
		require.NoError(t, err)
		require.Equal(t, linked.GetMe().String(), me.GetMe().String())
		next, err := h.refresh(t.Context(), made.GetTokens().GetRefreshToken())
		require.NoError(t, err)
		token, err := h.env.Verifier.Player(next.GetAccessToken())
		require.NoError(t, err)
		require.False(t, token.Guest)

		player, entry := h.signIn(t, "minh@example.com")
		require.False(t, entry.GetCreated())
		require.Equal(t, made.GetPlayer().GetPlayerId(), entry.GetPlayer().GetPlayerId())
		identities, err := h.ListIdentities(player, &accountv1.ListIdentitiesRequest{})
		require.NoError(t, err)
		require.Len(t, identities.GetIdentities(), 1)
		_, err = h.UnlinkIdentity(player, &accountv1.UnlinkIdentityRequest{IdentityId: linked.GetIdentity().GetIdentityId()})
		requireReason(t, err, codes.FailedPrecondition, "LAST_IDENTITY")
		_, err = h.link(player, t, "work@example.com")
		require.NoError(t, err)
		_, err = h.UnlinkIdentity(player, &accountv1.UnlinkIdentityRequest{IdentityId: linked.GetIdentity().GetIdentityId()})
		require.NoError(t, err)

		_, err = h.UpdateMe(player, &accountv1.UpdateMeRequest{Name: proto.String("Minh Lê")})
		require.NoError(t, err)
		other, _ := h.signIn(t, "other@example.com")
		_, err = h.UpdateMe(other, &accountv1.UpdateMeRequest{Name: proto.String("minh-lê")})
		requireReason(t, err, codes.AlreadyExists, "NAME_TAKEN")
		_, err = h.link(other, t, "work@example.com")
		requireReason(t, err, codes.AlreadyExists, "IDENTITY_TAKEN")
		require.NotContains(t, h.log.String(), "example.com", "addresses are not logged")
	})
}

func TestDevicesOfAPlayer(t *testing.T) {
	t.Parallel()
	inHalls(t, emailInLog, func(t *testing.T, h *hall) {
		phone, first := h.signIn(t, "minh@example.com")
		tablet, second := h.signIn(t, "minh@example.com")
		sessions, err := h.ListSessions(phone, &accountv1.ListSessionsRequest{})
		require.NoError(t, err)
		require.Len(t, sessions.GetSessions(), 2)
		_, err = h.DeleteSession(phone, &accountv1.DeleteSessionRequest{SessionId: second.GetTokens().GetSessionId()})
		require.NoError(t, err)
		_, err = h.refresh(t.Context(), second.GetTokens().GetRefreshToken())
		requireReason(t, err, codes.Unauthenticated, "BAD_REFRESH")
		_, err = h.ListIdentities(tablet, &accountv1.ListIdentitiesRequest{})
		requireReason(t, err, codes.Unauthenticated, "SESSION_ENDED")
		_, err = h.refresh(t.Context(), first.GetTokens().GetRefreshToken())
		require.NoError(t, err, "the other device stays")
	})
}

func TestWithoutMailThereAreNoCodes(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		ways, err := h.ListProviders(t.Context(), &accountv1.ListProvidersRequest{})
		require.NoError(t, err)
		require.Empty(t, ways.GetProviders())
		_, err = h.SendEmailCode(t.Context(), &accountv1.SendEmailCodeRequest{Email: "minh@example.com"})
		requireReason(t, err, codes.NotFound, "UNKNOWN_PROVIDER")
		guest, _ := h.guest(t, "")
		_, err = h.SendLinkCode(guest, &accountv1.SendLinkCodeRequest{Email: "minh@example.com"})
		requireReason(t, err, codes.NotFound, "UNKNOWN_PROVIDER")
	})
}

func TestCallersOfLinks(t *testing.T) {
	t.Parallel()
	inHalls(t, emailInLog, func(t *testing.T, h *hall) {
		player, _ := h.signIn(t, "minh@example.com")
		ticket, err := h.CreateStreamTicket(player, &accountv1.CreateStreamTicketRequest{})
		require.NoError(t, err)
		const id = "0195a7c0-0000-7000-8000-000000000000"
		h.admits(t, map[string]callOf{
			"ListIdentities": plainly(accountv1.AccountServiceClient.ListIdentities, &accountv1.ListIdentitiesRequest{}),
			"StartLink":      plainly(accountv1.AccountServiceClient.StartLink, &accountv1.StartLinkRequest{Provider: "x", RedirectUri: "https://x"}),
			"SendLinkCode":   plainly(accountv1.AccountServiceClient.SendLinkCode, &accountv1.SendLinkCodeRequest{Email: "a@example.com"}),
			"LinkIdentity":   plainly(accountv1.AccountServiceClient.LinkIdentity, &accountv1.LinkIdentityRequest{Handle: "x", Code: "1"}),
			"UnlinkIdentity": plainly(accountv1.AccountServiceClient.UnlinkIdentity, &accountv1.UnlinkIdentityRequest{IdentityId: id}),
		}, ticket.GetTicket())
		guest, _ := h.guest(t, "")
		identities, err := h.ListIdentities(guest, &accountv1.ListIdentitiesRequest{})
		require.NoError(t, err)
		require.Empty(t, identities.GetIdentities(), "another's are not seen")
	})
}

func TestBadProofs(t *testing.T) {
	t.Parallel()
	inHalls(t, emailInLog, func(t *testing.T, h *hall) {
		guest, _ := h.guest(t, "")
		send := func(email string) error {
			_, err := h.SendEmailCode(t.Context(), &accountv1.SendEmailCodeRequest{Email: email})
			return err
		}
		finish := func(handle, code string) error {
			_, err := h.FinishSession(t.Context(), &accountv1.FinishSessionRequest{Handle: handle, Code: code})
			return err
		}
		link := func(handle, code string) error {
			_, err := h.LinkIdentity(guest, &accountv1.LinkIdentityRequest{Handle: handle, Code: code})
			return err
		}
		begun, err := h.SendEmailCode(t.Context(), &accountv1.SendEmailCodeRequest{Email: "minh@example.com"})
		require.NoError(t, err)
		tests := map[string]struct {
			err    error
			code   codes.Code
			reason string
		}{
			"no address":       {send(""), codes.InvalidArgument, "INVALID_ARGUMENT"},
			"a bad address":    {send("minh"), codes.InvalidArgument, "BAD_EMAIL"},
			"a long address":   {send(strings.Repeat("a", 255)), codes.InvalidArgument, "INVALID_ARGUMENT"},
			"no handle":        {finish("", "123456"), codes.InvalidArgument, "INVALID_ARGUMENT"},
			"a strange handle": {finish("ksi_x", "123456"), codes.InvalidArgument, "BAD_STATE"},
			"a wrong code":     {finish(begun.GetHandle(), "x"), codes.InvalidArgument, "WRONG_EMAIL_CODE"},
			"a foreign handle": {link(begun.GetHandle(), h.code(t)), codes.InvalidArgument, "BAD_STATE"},
			"no code":          {link(begun.GetHandle(), ""), codes.InvalidArgument, "INVALID_ARGUMENT"},
		}
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) { requireReason(t, tt.err, tt.code, tt.reason) })
		}
	})
}

func TestLinksAreTold(t *testing.T) {
	t.Parallel()
	nats := testkit.NATSServer(t)
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		cfg := config(db)
		emailInLog(&cfg)
		h := startOn(t, cfg, nats.Config())
		guest, made := h.guest(t, "An")
		_, err := h.link(guest, t, "an@example.com")
		require.NoError(t, err)
		_, entry := h.signIn(t, "binh@example.com")
		for _, player := range []*accountv1.PlayerProfile{made.GetPlayer(), entry.GetPlayer()} {
			heard := hear(t, nats.Connect(), bus.AccountLinked(player.GetPlayerId()))
			require.Equal(t, "kydai.account.v1.Linked", heard.Type)
			var news accountv1.Linked
			require.NoError(t, proto.Unmarshal(heard.Payload, &news))
			require.Equal(t, player.GetName(), news.GetName())
			require.Equal(t, player.GetPlayerId(), news.GetPlayerId())
		}
	})
}
