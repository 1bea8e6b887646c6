package live

import (
	"context"
	"slices"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	matchmakingv1 "kydai.dev/proto/gen/kydai/matchmaking/v1"
	"kydai.dev/services/gateway/internal/frame"
)

// lobbyStream is the name of the stream of the counts.
const lobbyStream = "lobby"

// lobby is how lively the hall is. Matchmaking is asked while somebody looks.
type lobby struct {
	hub *Hub

	mu      sync.Mutex
	newest  ring
	last    *matchmakingv1.GetCountsResponse
	readers []*Stream
}

// openLobby begins with the counts as they are.
func (h *Hub) openLobby(ctx context.Context, s *Stream) error {
	l := h.lobby
	s.topic = l
	h.counts.lobby.Inc()
	l.mu.Lock()
	l.readers = append(slices.Clip(l.readers), s)
	l.mu.Unlock()
	counts, err := h.hall.Lobby.GetCounts(ctx, &matchmakingv1.GetCountsRequest{})
	if err != nil {
		return err
	}
	l.tell(counts)
	l.mu.Lock()
	defer l.mu.Unlock()
	s.page = append(s.page, frame.Of(lobbyStream, frame.TypeSnapshot, 0, time.Now(), frame.Message(l.last)))
	s.cursor = l.newest.last
	return nil
}

func (l *lobby) leave(s *Stream) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.readers = without(l.readers, s)
}

// tell gives counts on where they have changed.
func (l *lobby) tell(counts *matchmakingv1.GetCountsResponse) {
	l.mu.Lock()
	readers := l.readers
	changed := !proto.Equal(l.last, counts)
	if changed {
		l.last = counts
		l.newest.add(frame.Of(lobbyStream, frame.TypeCounts, 0, time.Now(), frame.Message(counts)), l.hub.cfg.Buffer)
	}
	l.mu.Unlock()
	if changed {
		for _, s := range readers {
			s.wake()
		}
	}
}

// followLobby asks for the counts while somebody looks.
func (h *Hub) followLobby(ctx context.Context) {
	failing := false
	h.every(ctx, h.cfg.Count, func() {
		if !h.lobby.watched() {
			return
		}
		counts, err := h.hall.Lobby.GetCounts(ctx, &matchmakingv1.GetCountsRequest{})
		h.complain(ctx, &failing, "GetCounts", err)
		if err == nil {
			h.lobby.tell(counts)
		}
	})
}

func (l *lobby) watched() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.readers) > 0
}

// join: all that is new is among the newest frames from the beginning.
func (l *lobby) join(*Stream) bool { return true }

func (l *lobby) after(number int32, into []*frame.Frame) ([]*frame.Frame, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.newest.after(number, into)
}

func (l *lobby) read(context.Context, *Stream) error { return nil }

func (l *lobby) ended() (at time.Time, reason string) { return time.Time{}, "" }
