package live_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
)

// Whose stream is open is there; whose is closed is not any more.
func TestOpenStreamsKeepTicketsAlive(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	player, other := hall.Player(), hall.Player()
	r := open(t, hall, "me", player, live.Place{})
	require.Eventually(t, func() bool { return hall.Matchmaking.Kept(player.Account) >= 2 }, patience, livetest.Beat)
	require.Zero(t, hall.Matchmaking.Kept(other.Account))
	r.stream.Close()
	open(t, hall, "me", other, live.Place{})
	require.Eventually(t, func() bool { return hall.Matchmaking.Kept(other.Account) >= 1 }, patience, livetest.Beat)
	before := hall.Matchmaking.Kept(player.Account)
	more := hall.Matchmaking.Kept(other.Account) + 2
	require.Eventually(t, func() bool { return hall.Matchmaking.Kept(other.Account) >= more }, patience, livetest.Beat)
	require.LessOrEqual(t, hall.Matchmaking.Kept(player.Account), before+1, "a round that was under way")
}

func TestInvitationsAreToldOnce(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	player := hall.Player()
	r := open(t, hall, "me", player, live.Place{})
	require.Equal(t, "snapshot", r.next(1)[0].Type)
	room := func() *matchmakingv1.Room {
		return &matchmakingv1.Room{RoomId: uuid.NewString(), InviteeId: player.Account, State: "open"}
	}
	first, second, third := room(), room(), room()
	hall.Matchmaking.Invite(second, first)
	for _, want := range []*matchmakingv1.Room{first, second} {
		got := r.next(1)[0]
		require.Equal(t, "invited", got.Type)
		require.Equal(t, want.GetRoomId(), decode(t, got).Data["roomId"], "the oldest first")
	}
	rounds := hall.Matchmaking.Kept(player.Account) + 2
	require.Eventually(t, func() bool { return hall.Matchmaking.Kept(player.Account) >= rounds }, patience, livetest.Beat)
	hall.Matchmaking.Invite(third, second)
	require.Equal(t, third.GetRoomId(), decode(t, r.next(1)[0]).Data["roomId"], "the others were told already")
}

func TestLobbyTellsWhatChanges(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	counts := func(online int32) *matchmakingv1.GetCountsResponse {
		return &matchmakingv1.GetCountsResponse{Online: online, Games: []*matchmakingv1.GameCounts{{Game: "morris", Playing: 2}}}
	}
	hall.Matchmaking.Count(counts(1))
	nobody, player := open(t, hall, "lobby", live.Caller{}, live.Place{}), open(t, hall, "lobby", hall.Player(), live.Place{})
	for _, r := range []*reader{nobody, player} {
		f := r.next(1)[0]
		require.Equal(t, "snapshot", f.Type)
		require.EqualValues(t, 1, decode(t, f).Data["online"])
	}
	for online := range int32(3) {
		hall.Matchmaking.Count(counts(online + 2))
		for _, r := range []*reader{nobody, player} {
			f := r.next(1)[0]
			require.Equal(t, "counts", f.Type)
			require.EqualValues(t, online+2, decode(t, f).Data["online"])
		}
	}
	late := open(t, hall, "lobby", hall.Player(), live.Place{})
	require.EqualValues(t, 4, decode(t, late.next(1)[0]).Data["online"])
}

// The gateway tells who is connected to it and who watches what.
func TestPresenceIsTold(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	player, spectator := hall.Player(), hall.Player()
	told := make(chan *matchmakingv1.Presence, 1000)
	_, err := hall.Bus().Subscribe(bus.Presence, func(m bus.Msg) {
		var p matchmakingv1.Presence
		if proto.Unmarshal(m.Payload, &p) == nil {
			told <- &p
		}
	})
	require.NoError(t, err)
	game := hall.Referee.NewGame(player.Account, hall.Player().Account, 0)
	for _, c := range []live.Caller{player, spectator} {
		leave, err := hall.Hub.Enter(c.Account)
		require.NoError(t, err)
		t.Cleanup(leave)
		open(t, hall, "game:"+game, c, live.Place{})
	}
	open(t, hall, "game:"+game, spectator, live.Place{}) // a second device
	open(t, hall, "game:"+game, live.Caller{}, live.Place{})
	limit := time.After(patience)
	for {
		select {
		case p := <-told:
			if p.GetOnline() == 2 && len(p.GetWatching()) == 1 {
				for kind, n := range p.GetWatching() {
					require.EqualValues(t, 2, n, "the players don't watch")
					require.EqualValues(t, 1, p.GetWatchers()[kind].GetOf())
					require.Subset(t, p.GetAccounts().GetHashes(), p.GetWatchers()[kind].GetHashes())
				}
				require.EqualValues(t, 2, p.GetAccounts().GetOf())
				return
			}
		case <-limit:
			require.FailNow(t, "presence was not told")
		}
	}
}
