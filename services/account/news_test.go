package account_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/dbx"
	"kydai.dev/pkg/testkit"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// errHeard ends a tail.
var errHeard = errors.New("heard")

// hear returns the next message on a subject of the account stream, however
// long ago it was published.
func hear(t *testing.T, b *bus.Bus, subject string) bus.Msg {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	var heard bus.Msg
	err := b.Tail(ctx, bus.TailSpec{Stream: bus.AccountStream, Filter: subject}, func(m bus.Msg) error {
		heard = m
		return errHeard
	})
	require.ErrorIs(t, err, errHeard)
	return heard
}

func TestNamesAreTold(t *testing.T) {
	t.Parallel()
	nats := testkit.NATSServer(t)
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		h := startOn(t, config(db), nats.Config())
		ctx, made := h.guest(t, "An")
		_, err := h.UpdateMe(ctx, &accountv1.UpdateMeRequest{Name: proto.String("Bình")})
		require.NoError(t, err)
		heard := hear(t, nats.Connect(), bus.AccountRenamed(made.GetPlayer().GetPlayerId()))
		require.Equal(t, "kydai.account.v1.Renamed", heard.Type)
		var news accountv1.Renamed
		require.NoError(t, proto.Unmarshal(heard.Payload, &news))
		require.Equal(t, "Bình", news.GetName())
		require.Equal(t, made.GetPlayer().GetPlayerId(), news.GetPlayerId())
		require.True(t, news.GetGuest())
		require.WithinDuration(t, time.Now(), news.GetTime().AsTime(), time.Minute)
	})
}

// A closed session's access token is refused by every process that hears of it,
// at once, however the session was closed.
func TestSignOutsAreTold(t *testing.T) {
	t.Parallel()
	nats := testkit.NATSServer(t)
	testkit.Configs(t, func(t *testing.T, db dbx.Config) {
		h := startOn(t, config(db), nats.Config())
		signOut := map[string]func(ctx context.Context, tokens *accountv1.Tokens) error{
			"by the device": func(ctx context.Context, _ *accountv1.Tokens) error {
				_, err := h.DeleteSession(ctx, &accountv1.DeleteSessionRequest{SessionId: "current"})
				return err
			},
			"by a thief": func(_ context.Context, tokens *accountv1.Tokens) error {
				if _, err := h.refresh(t.Context(), tokens.GetRefreshToken()); err != nil {
					return err
				}
				_, err := h.refresh(t.Context(), tokens.GetRefreshToken())
				requireReason(t, err, codes.Unauthenticated, "REFRESH_REUSED")
				return nil
			},
		}
		for name, end := range signOut {
			ctx, made := h.guest(t, "An")
			stays, _ := h.guest(t, "An")
			require.NoError(t, end(ctx, made.GetTokens()), name)
			var news accountv1.SignedOut
			require.NoError(t, proto.Unmarshal(hear(t, nats.Connect(), bus.AccountSignedOut(made.GetPlayer().GetPlayerId())).Payload, &news))
			require.Equal(t, made.GetTokens().GetSessionId(), news.GetSessionId(), name)
			require.WithinDuration(t, time.Now().Add(15*time.Minute), news.GetUntil().AsTime(), time.Minute)
			require.Eventually(t, func() bool { return h.env.Verifier.Ended(news.GetSessionId()) }, 30*time.Second, time.Millisecond)
			_, err := h.GetMe(ctx, &accountv1.GetMeRequest{})
			requireReason(t, err, codes.Unauthenticated, "SESSION_ENDED")
			_, err = h.GetMe(stays, &accountv1.GetMeRequest{})
			require.NoError(t, err, name)
		}
	})
}
