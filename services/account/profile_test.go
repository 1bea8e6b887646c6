package account_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		ctx, made := h.guest(t, "An")
		me, err := h.GetMe(ctx, &accountv1.GetMeRequest{})
		require.NoError(t, err)
		updated, err := h.UpdateMe(ctx, &accountv1.UpdateMeRequest{
			Name: proto.String("Nguyê\u0303n An"), Country: proto.String("vn"), Language: proto.String("vi"),
			TimeZone: proto.String("Asia/Ho_Chi_Minh"), IfMatch: []string{me.GetEtag()},
		})
		require.NoError(t, err)
		want := &accountv1.PlayerProfile{
			PlayerId: made.GetPlayer().GetPlayerId(), Name: "Nguyễn An", Guest: true, CreateTime: made.GetPlayer().GetCreateTime(),
			Country: "VN", Language: "vi", TimeZone: "Asia/Ho_Chi_Minh",
		}
		require.Equal(t, want.String(), updated.GetMe().String())
		_, err = h.UpdateMe(ctx, &accountv1.UpdateMeRequest{Name: proto.String("Bình"), IfMatch: []string{me.GetEtag()}})
		requireReason(t, err, codes.Aborted, "PROFILE_CHANGED")
		me, err = h.GetMe(ctx, &accountv1.GetMeRequest{})
		require.NoError(t, err)
		require.Equal(t, want.String(), me.GetMe().String())
		require.Equal(t, updated.GetEtag(), me.GetEtag())

		asked := &accountv1.GetPlayerRequest{PlayerId: want.GetPlayerId()}
		service, err := h.service(t, "rewards").GetPlayer(t.Context(), asked)
		require.NoError(t, err)
		require.Equal(t, want.String(), service.GetPlayer().String(), "services need the time zone")
		stranger, _ := h.guest(t, "")
		public, err := h.GetPlayer(stranger, asked)
		require.NoError(t, err)
		want.Language, want.TimeZone = "", ""
		require.Equal(t, want.String(), public.GetPlayer().String(), "others don't")
	})
}

// Many players at once, in the order asked for; who calls sees what he sees of
// each alone.
func TestPlayersAtOnce(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		ctx, an := h.guest(t, "An")
		_, binh := h.guest(t, "Bình")
		_, err := h.UpdateMe(ctx, &accountv1.UpdateMeRequest{TimeZone: proto.String("Asia/Ho_Chi_Minh"), Country: proto.String("VN")})
		require.NoError(t, err)
		asked := &accountv1.BatchGetPlayersRequest{Ids: []string{
			binh.GetPlayer().GetPlayerId(), "0195a7c0-0000-7000-8000-000000000000", strings.ToUpper(an.GetPlayer().GetPlayerId()),
		}}
		callers := map[string]struct {
			ctx  context.Context //nolint:containedctx // who calls is the test
			by   accountv1.AccountServiceClient
			zone string
		}{
			"nobody":       {t.Context(), h.wire, ""},
			"the player":   {ctx, h.AccountServiceClient, ""},
			"a service":    {t.Context(), h.service(t, "rating"), "Asia/Ho_Chi_Minh"},
			"as a gateway": {t.Context(), h.AccountServiceClient, ""},
		}
		for name, c := range callers {
			got, err := c.by.BatchGetPlayers(c.ctx, asked)
			require.NoError(t, err, name)
			require.Len(t, got.GetPlayers(), 2, "%s: nobody has the id between them", name)
			require.Equal(t, "Bình", got.GetPlayers()[0].GetName())
			require.Equal(t, []string{"An", "VN", c.zone}, []string{
				got.GetPlayers()[1].GetName(), got.GetPlayers()[1].GetCountry(), got.GetPlayers()[1].GetTimeZone(),
			}, name)
		}
		for _, ids := range [][]string{nil, {"x"}, slices.Repeat(asked.GetIds()[:1], 101)} {
			_, err := h.BatchGetPlayers(t.Context(), &accountv1.BatchGetPlayersRequest{Ids: ids})
			requireReason(t, err, codes.InvalidArgument, "INVALID_ARGUMENT")
		}
	})
}

func TestBlocksOfTwo(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		ctx, alice := h.guest(t, "Alice")
		_, bob := h.guest(t, "Bob")
		id := bob.GetPlayer().GetPlayerId()
		for range 2 {
			_, err := h.BlockPlayer(ctx, &accountv1.BlockPlayerRequest{PlayerId: id})
			require.NoError(t, err)
		}
		blocks, err := h.ListBlocks(ctx, &accountv1.ListBlocksRequest{})
		require.NoError(t, err)
		require.Len(t, blocks.GetBlocks(), 1)
		require.Equal(t, "Bob", blocks.GetBlocks()[0].GetPlayer().GetName())
		require.WithinDuration(t, time.Now(), blocks.GetBlocks()[0].GetCreateTime().AsTime(), time.Minute)
		among := &accountv1.ListRelationsRequest{PlayerIds: []string{alice.GetPlayer().GetPlayerId(), id}}
		relations, err := h.service(t, "matchmaking").ListRelations(t.Context(), among)
		require.NoError(t, err)
		require.Len(t, relations.GetRelations(), 1)
		require.Equal(t, id, relations.GetRelations()[0].GetBlockedId())
		_, err = h.UnblockPlayer(ctx, &accountv1.UnblockPlayerRequest{PlayerId: id})
		require.NoError(t, err)
		_, err = h.UnblockPlayer(ctx, &accountv1.UnblockPlayerRequest{PlayerId: id})
		requireReason(t, err, codes.NotFound, "NO_SUCH_BLOCK")
	})
}

// Whoever calls, only the callers of the contract get through, and each
// reaches what is their own.
func TestCallersOfProfiles(t *testing.T) {
	t.Parallel()
	inHalls(t, nil, func(t *testing.T, h *hall) {
		player, made := h.guest(t, "An")
		other, _ := h.guest(t, "Bình")
		id := made.GetPlayer().GetPlayerId()
		_, err := h.BlockPlayer(other, &accountv1.BlockPlayerRequest{PlayerId: id})
		require.NoError(t, err)
		ticket, err := h.CreateStreamTicket(player, &accountv1.CreateStreamTicketRequest{})
		require.NoError(t, err)
		h.admits(t, map[string]callOf{
			"UpdateMe":      plainly(accountv1.AccountServiceClient.UpdateMe, &accountv1.UpdateMeRequest{Name: proto.String("Mới")}),
			"ListBlocks":    plainly(accountv1.AccountServiceClient.ListBlocks, &accountv1.ListBlocksRequest{}),
			"BlockPlayer":   plainly(accountv1.AccountServiceClient.BlockPlayer, &accountv1.BlockPlayerRequest{PlayerId: id}),
			"UnblockPlayer": plainly(accountv1.AccountServiceClient.UnblockPlayer, &accountv1.UnblockPlayerRequest{PlayerId: id}),
		}, ticket.GetTicket())

		_, err = h.ListRelations(player, &accountv1.ListRelationsRequest{PlayerIds: []string{id}})
		requireReason(t, err, codes.PermissionDenied, "CALLER_DENIED")
		_, err = h.wire.ListRelations(t.Context(), &accountv1.ListRelationsRequest{PlayerIds: []string{id}})
		requireReason(t, err, codes.PermissionDenied, "CALLER_DENIED")
		_, err = h.service(t, "clock").ListRelations(t.Context(), &accountv1.ListRelationsRequest{PlayerIds: []string{id}})
		requireReason(t, err, codes.PermissionDenied, "CALLER_DENIED")

		me, err := h.GetMe(player, &accountv1.GetMeRequest{})
		require.NoError(t, err)
		require.Equal(t, "An", me.GetMe().GetName(), "nothing has happened to it")
		blocks, err := h.ListBlocks(player, &accountv1.ListBlocksRequest{})
		require.NoError(t, err)
		require.Empty(t, blocks.GetBlocks(), "another's blocks are not seen")
	})
}
