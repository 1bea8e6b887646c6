package live

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/frame"
)

// nowLimit is how long a new stream waits for matchmaking, without which it
// begins too.
const nowLimit = 500 * time.Millisecond

// now is what an account's stream begins with.
type now struct {
	games []*refereev1.GameSummary
	// tickets and rooms are known where asked says so.
	asked   bool
	tickets []*matchmakingv1.Ticket
	rooms   []*matchmakingv1.Room
}

// askNow asks for the games, the tickets and the invitations of the caller.
func (h *Hub) askNow(ctx context.Context, c Caller) (n now, err error) {
	var group errgroup.Group
	group.Go(func() error { n.askMatchmaking(ctx, h, c); return nil })
	n.games, err = h.runningGames(ctx, c)
	_ = group.Wait() // never fails
	return n, err
}

func (n *now) askMatchmaking(ctx context.Context, h *Hub, c Caller) {
	ctx, cancel := context.WithTimeout(c.in(ctx), nowLimit)
	defer cancel()
	tickets, err := h.hall.Tickets.ListTickets(ctx, &matchmakingv1.ListTicketsRequest{})
	if err != nil { // away, or the token is not for this
		return
	}
	rooms, err := h.hall.Rooms.ListInvitations(ctx, &matchmakingv1.ListInvitationsRequest{})
	if err != nil {
		return
	}
	n.asked, n.tickets, n.rooms = true, tickets.GetTickets(), rooms.GetRooms()
}

// snapshot is the first frame. What is not known is null.
func (n *now) snapshot() *frame.Frame {
	data := appendList([]byte(`{"games":`), n.games)
	if n.asked {
		data = appendList(append(data, `,"tickets":`...), n.tickets)
		data = appendList(append(data, `,"invitations":`...), n.rooms)
	} else {
		data = append(data, `,"tickets":null,"invitations":null`...)
	}
	return frame.Of(Account, frame.TypeSnapshot, 0, time.Now(), append(data, '}'))
}

func appendList[M proto.Message](data []byte, list []M) []byte {
	data = append(data, '[')
	for i, m := range list {
		if i > 0 {
			data = append(data, ',')
		}
		data = append(data, frame.Message(m)...)
	}
	return append(data, ']')
}
