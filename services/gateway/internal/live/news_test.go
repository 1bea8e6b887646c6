package live_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/bus"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/live/livetest"
)

func matched(player live.Caller) *matchmakingv1.PlayerTicket {
	return &matchmakingv1.PlayerTicket{
		PlayerId: player.Account, Ticket: &matchmakingv1.Ticket{TicketId: uuid.NewString(), State: "matched", GameId: "7Kq2abcdefgh"},
	}
}

func invited(player, owner live.Caller) *matchmakingv1.Room {
	return &matchmakingv1.Room{RoomId: uuid.NewString(), InviteeId: player.Account, OwnerId: owner.Account, State: "open"}
}

// News come by the bus: matchmaking is not asked in these tests.
var seldom = live.Config{Attend: time.Hour}

func TestMatchesComeAtOnce(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, seldom)
	player, other := hall.Player(), hall.Player()
	first, second := open(t, hall, "me", player, live.Place{}), open(t, hall, "me", player, live.Place{})
	mine, theirs := matched(player), matched(other)
	news := &matchmakingv1.TicketsMatched{Tickets: []*matchmakingv1.PlayerTicket{theirs, mine}}
	next := matched(player)
	hall.Publish(bus.TicketsMatched("morris"), news)
	hall.Publish(bus.TicketsMatched("morris"), news)
	hall.Publish(bus.TicketsMatched("morris"), &matchmakingv1.TicketsMatched{Tickets: []*matchmakingv1.PlayerTicket{next}})
	for _, r := range []*reader{first, second} {
		frames := r.next(3)
		require.Equal(t, []string{"snapshot", "ticketMatched", "ticketMatched"}, types(frames))
		for i, want := range []*matchmakingv1.PlayerTicket{mine, next} {
			data := decode(t, frames[i+1]).Data
			require.Equal(t, want.GetTicket().GetTicketId(), data["ticketId"])
			require.Equal(t, "7Kq2abcdefgh", data["gameId"])
		}
	}
}

func TestMatchesComeWithoutTheBusToo(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, live.Config{})
	player := hall.Player()
	r := open(t, hall, "me", player, live.Place{})
	require.Equal(t, "snapshot", r.next(1)[0].Type)
	hall.NATS.Stop()
	first, second := matched(player), matched(player)
	hall.Matchmaking.Hold(first)
	require.Equal(t, first.GetTicket().GetTicketId(), decode(t, r.next(1)[0]).Data["ticketId"])
	hall.Matchmaking.Hold(first, second)
	require.Equal(t, second.GetTicket().GetTicketId(), decode(t, r.next(1)[0]).Data["ticketId"], "the first was told already")
}

func TestInvitationsComeAtOnce(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, seldom)
	player, owner := hall.Player(), hall.Player()
	r, o := open(t, hall, "me", player, live.Place{}), open(t, hall, "me", owner, live.Place{})
	room := invited(player, owner)
	tell := func(state string) {
		room.State = state
		hall.Publish(bus.InvitationChanged(room.GetRoomId()), &matchmakingv1.InvitationChanged{Room: room})
	}
	tell("open")
	frames := r.next(2)
	require.Equal(t, []string{"snapshot", "invited"}, types(frames))
	require.Equal(t, room.GetRoomId(), decode(t, frames[1]).Data["roomId"])
	room.Declined = true
	tell("closed")
	require.Equal(t, "invitationClosed", r.next(1)[0].Type)
	frames = o.next(2)
	require.Equal(t, []string{"snapshot", "invitationClosed"}, types(frames), "who invites knows it")
	require.Equal(t, true, decode(t, frames[1]).Data["declined"])
}

// Whoever connects while an invitation is open, or has a ticket, sees so in the
// snapshot: the second device too.
func TestSnapshotHasTicketsAndInvitations(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, seldom)
	player, owner := hall.Player(), hall.Player()
	early := open(t, hall, "me", player, live.Place{})
	require.Equal(t, []string{"snapshot"}, types(early.next(1)))
	room, found, waits := invited(player, owner), matched(player), matched(player)
	waits.Ticket.State = "waiting"
	hall.Matchmaking.Invite(room)
	hall.Matchmaking.Hold(waits, found, matched(owner))
	for range 2 {
		data := decode(t, open(t, hall, "me", player, live.Place{}).next(1)[0]).Data
		require.Equal(t, []string{waits.GetTicket().GetTicketId(), found.GetTicket().GetTicketId()}, idsOf(t, data["tickets"], "ticketId"))
		require.Equal(t, []string{room.GetRoomId()}, idsOf(t, data["invitations"], "roomId"))
	}
	require.Equal(t, []string{"ticketMatched", "invited"}, types(early.next(2)), "of which the first device had not heard")
	late := matched(player)
	hall.Publish(bus.TicketsMatched("morris"), &matchmakingv1.TicketsMatched{Tickets: []*matchmakingv1.PlayerTicket{found, late}})
	require.Equal(t, late.GetTicket().GetTicketId(), decode(t, early.next(1)[0]).Data["ticketId"], "nothing twice")
}

func TestStreamBeginsWithoutMatchmaking(t *testing.T) {
	t.Parallel()
	hall := livetest.Start(t, seldom)
	hall.Matchmaking.GoAway()
	player := hall.Player()
	running := hall.Referee.NewGame(player.Account, "x", 0)
	f := open(t, hall, "me", player, live.Place{}).next(1)[0]
	require.Equal(t, []string{running}, games(t, f))
	require.Nil(t, decode(t, f).Data["tickets"])
	require.Contains(t, string(f.JSON()), `"invitations":null`)
}

func idsOf(t *testing.T, list any, name string) (ids []string) {
	t.Helper()
	items, ok := list.([]any)
	require.True(t, ok)
	for _, item := range items {
		ids = append(ids, item.(map[string]any)[name].(string)) //nolint:forcetypeassert // the test fails either way
	}
	return ids
}
