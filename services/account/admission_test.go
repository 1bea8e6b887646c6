package account_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// Who may make the calls, as this service means it: whoever changes a contract
// must change it here too.
var (
	forAnybody = []protoreflect.Name{
		"CreateGuestSession", "ListProviders", "StartSession", "SendEmailCode", "FinishSession", "RefreshSession", "GetPlayer", "BatchGetPlayers",
	}
	forPlayers = []protoreflect.Name{
		"ListIdentities", "StartLink", "SendLinkCode", "LinkIdentity", "UnlinkIdentity", "ListSessions", "DeleteSession", "CreateStreamTicket",
		"GetMe", "UpdateMe", "ListBlocks", "BlockPlayer", "UnblockPlayer",
	}
	forServices = map[protoreflect.Name][]string{
		"ListRelations": {"matchmaking", "tournament", "chat"},
		"GrantRole":     {"operator"}, "RevokeRole": {"operator"}, "ListRoles": {"operator", "rewards", "tournament"},
	}
)

// refusal is what a caller of a call is told; empty where it is let in.
func refusal(call protoreflect.Name, caller string) string {
	player := slices.Contains([]string{"guest", "player", "ticket"}, caller)
	switch {
	case slices.Contains(forAnybody, call), slices.Contains(forServices[call], caller):
		return ""
	case forServices[call] != nil:
		return "CALLER_DENIED"
	case !player:
		return "NO_TOKEN"
	case caller == "ticket" && call != "GetMe":
		return "SCOPE_MISSING"
	default:
		return ""
	}
}

// Every call is let in and refused as it is meant, for everybody there is.
func TestEveryCallAdmitsWhomItIsFor(t *testing.T) {
	t.Parallel()
	inHalls(t, emailInLog, func(t *testing.T, h *hall) {
		contexts, conns := h.everybody(t)
		calls := accountv1.File_kydai_account_v1_account_proto.Services().Get(0).Methods()
		for i := range calls.Len() {
			call := calls.Get(i)
			known := slices.Contains(forAnybody, call.Name()) || slices.Contains(forPlayers, call.Name()) || forServices[call.Name()] != nil
			require.True(t, known, "%s is for nobody yet", call.Name())
			for caller, conn := range conns {
				ctx := contexts[caller]
				if ctx == nil {
					ctx = t.Context()
				}
				method := "/" + string(call.Parent().FullName()) + "/" + string(call.Name())
				err := conn.Invoke(ctx, method, dynamicpb.NewMessage(call.Input()), dynamicpb.NewMessage(call.Output()))
				require.Equal(t, refusal(call.Name(), caller), refusedAtTheDoor(err), "%s by %s: %v", call.Name(), caller, err)
			}
		}
	})
}

// everybody is who may call: in what context, where it is one of their own, and
// over which connection.
func (h *hall) everybody(t *testing.T) (map[string]context.Context, map[string]grpc.ClientConnInterface) {
	t.Helper()
	guest, _ := h.guest(t, "")
	player, _ := h.signIn(t, "minh@example.com")
	ticket, err := h.CreateStreamTicket(player, &accountv1.CreateStreamTicketRequest{})
	require.NoError(t, err)
	gateway := h.env.Dial("account")
	conns := map[string]grpc.ClientConnInterface{
		"guest": gateway, "player": gateway, "ticket": h.conn, "nobody": h.conn, "gateway": gateway, "operator": h.operatorConn(t),
	}
	for name, peer := range h.peers {
		conns[name] = peer.Dial("account")
	}
	return map[string]context.Context{"guest": guest, "player": player, "ticket": rpc.WithToken(t.Context(), ticket.GetTicket())}, conns
}

// refusedAtTheDoor is why a caller was not let in; empty where what was asked
// was looked at.
func refusedAtTheDoor(err error) string {
	e, ok := errs.FromStatus(err)
	if !ok || !slices.Contains([]string{"NO_TOKEN", "BAD_TOKEN", "EXPIRED_TOKEN", "SCOPE_MISSING", "CALLER_DENIED", "BAD_SERVICE_TOKEN"}, e.Reason) {
		return ""
	}
	return e.Reason
}
