package live

import (
	"fmt"
	"maps"
	"time"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/gateway/internal/frame"
)

// remember is how long news that are not heard of any more are known to have
// been told: longer than a repeat can be under way.
const remember = time.Minute

// The states of tickets and rooms of which an account is told.
const (
	stateMatched = "matched"
	stateOpen    = "open"
)

// listenNews hears of matches, invitations, rewards and games of tournaments as soon
// as there are some.
// Matches and invitations that get lost are made up for when matchmaking is told
// who is there.
func (h *Hub) listenNews() error {
	for subject, hear := range map[string]func([]byte) error{
		bus.TicketsMatched("*"): h.hearMatched, bus.InvitationChanged("*"): h.hearInvitation, bus.RewardsChanged("*"): h.hearRewards,
		bus.PlayerNews("*"): h.hearNextGame,
	} {
		sub, err := h.bus.Subscribe(subject, func(m bus.Msg) {
			if err := hear(m.Payload); err != nil {
				h.log.Warn("read news of players", "subject", m.Subject, "error", err)
			}
		})
		if err != nil {
			return fmt.Errorf("hear news of players: %w", err)
		}
		h.news = append(h.news, sub)
	}
	return nil
}

func (h *Hub) stopNews() {
	for _, sub := range h.news {
		_ = sub.Close() // nobody is left to be told
	}
	h.news = nil
}

func (h *Hub) hearMatched(payload []byte) error {
	var news matchmakingv1.TicketsMatched
	if err := proto.Unmarshal(payload, &news); err != nil {
		return err
	}
	h.tellMatched(news.GetTickets())
	return nil
}

func (h *Hub) hearInvitation(payload []byte) error {
	var news matchmakingv1.InvitationChanged
	if err := proto.Unmarshal(payload, &news); err != nil {
		return err
	}
	h.tellInvitation(news.GetRoom())
	return nil
}

// watched is an account whose stream is open here, or nil.
func (h *Hub) watched(account string) *account {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.accounts[account]
}

func (h *Hub) tellMatched(tickets []*matchmakingv1.PlayerTicket) {
	for _, t := range tickets {
		if a := h.watched(t.GetPlayerId()); a != nil {
			a.tellMatched(t.GetTicket())
		}
	}
}

// tellInvitation tells who is invited, and both when that is over without a game.
func (h *Hub) tellInvitation(r *matchmakingv1.Room) {
	players := []string{r.GetInviteeId()}
	if r.GetState() != stateOpen {
		players = append(players, r.GetOwnerId())
	}
	for _, id := range players {
		if a := h.watched(id); a != nil {
			a.tellInvitation(r)
		}
	}
}

func (a *account) tellMatched(t *matchmakingv1.Ticket) {
	a.once(frame.TypeTicketMatched, t.GetTicketId(), time.Now(), t)
}

func (a *account) tellInvitation(r *matchmakingv1.Room) {
	typ, at := frame.TypeInvited, r.GetCreateTime().AsTime()
	if r.GetState() != stateOpen {
		typ, at = frame.TypeInvitationClosed, time.Now()
	}
	a.once(typ, r.GetRoomId(), at, r)
}

// once gives news on unless they were told before.
func (a *account) once(typ, id string, at time.Time, data proto.Message) {
	a.give(func() *frame.Frame {
		key := typ + " " + id
		_, told := a.news[key]
		if a.news == nil {
			a.news = map[string]time.Time{}
		}
		if a.news[key] = time.Now(); told {
			return nil
		}
		f := frame.Of(Account, typ, 0, at, frame.Message(data))
		f.About = id
		return f
	})
}

// forget forgets news that were not heard of since a time.
func (a *account) forget(before time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	maps.DeleteFunc(a.news, func(_ string, heard time.Time) bool { return heard.Before(before) })
}
