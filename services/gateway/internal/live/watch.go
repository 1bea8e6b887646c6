package live

import (
	"context"
	"slices"

	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// enter admits a stream; none is admitted any more once the hub drains.
func (h *Hub) enter(s *Stream) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining.Load() {
		return false
	}
	h.streams[s] = struct{}{}
	return true
}

// exit forgets a stream, and its topic with its last reader.
func (h *Hub) exit(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, there := h.streams[s]; !there {
		return
	}
	delete(h.streams, s)
	switch topic := s.topic.(type) {
	case *game:
		h.counts.games.Dec()
		h.unwatchGame(topic, s)
	case *chronicle:
		topic.unwatch(topic, s)
	case *account:
		h.counts.accounts.Dec()
		h.unwatchAccount(topic, s)
	case *lobby:
		h.counts.lobby.Dec()
		topic.leave(s)
	}
	if h.draining.Load() && len(h.streams) == 0 {
		h.closeDrained()
	}
}

// signOut wakes the readers of a session that was closed: they see it themselves.
func (h *Hub) signOut(session string) {
	h.mu.RLock()
	var gone []*Stream
	for s := range h.streams {
		if s.caller.Session == session {
			gone = append(gone, s)
		}
	}
	h.mu.RUnlock()
	for _, s := range gone {
		s.wake()
	}
}

// gameStream is what the names of games' streams begin with.
const gameStream = "game"

// openGame watches the game first and reads its log then, so that nothing
// falls between the two.
func (h *Hub) openGame(ctx context.Context, id string, s *Stream, from Place) error {
	g, err := h.watchGame(id, s)
	if err != nil {
		return err
	}
	g.shard.settle(ctx, h.bus)
	return g.open(ctx, s, from)
}

func (h *Hub) watchGame(id string, s *Stream) (*game, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	g := h.games[id]
	if g == nil {
		shard, err := h.watchShard(bus.Shard(id, h.cfg.Shards))
		if err != nil {
			return nil, err
		}
		g = &game{id: id, stream: s.name, hub: h, shard: shard}
		h.games[id] = g
	}
	h.counts.games.Inc()
	s.topic = g
	g.mu.Lock()
	defer g.mu.Unlock()
	g.readers = append(slices.Clip(g.readers), s)
	return g, nil
}

// unwatchGame is called under the lock.
func (h *Hub) unwatchGame(g *game, s *Stream) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.readers = without(g.readers, s)
	if len(g.readers) == 0 {
		delete(h.games, g.id)
		delete(h.behind, g)
		h.unwatchShard(g.shard)
	}
}

// without returns a copy of the readers that lacks one.
func without(readers []*Stream, gone *Stream) []*Stream {
	rest := make([]*Stream, 0, max(len(readers)-1, 0))
	for _, r := range readers {
		if r != gone {
			rest = append(rest, r)
		}
	}
	return rest
}

// watchShard is called under the lock.
func (h *Hub) watchShard(number int) (*shard, error) {
	s := h.shards[number]
	if s == nil {
		var err error
		if s, err = h.listen(bus.GameShard(bus.ShardName(number)), typeEvents, h.hearEvents); err != nil {
			return nil, err
		}
		h.shards[number] = s
		s.number = number
	}
	s.watched++
	return s, nil
}

// unwatchShard is called under the lock.
func (h *Hub) unwatchShard(s *shard) {
	if s.watched--; s.watched > 0 {
		return
	}
	delete(h.shards, s.number)
	h.stopListening(s)
}

func (h *Hub) stopListening(s *shard) {
	if err := s.sub.Close(); err != nil {
		h.log.Warn("end subscription", "subject", s.subject, "error", err)
	}
}

// hearEvents takes a message of the bus with events of one shard.
func (h *Hub) hearEvents(s *shard, m bus.Msg) {
	var batch refereev1.GameEvents
	if err := proto.Unmarshal(m.Payload, &batch); err != nil {
		h.log.Warn("read game events", "subject", m.Subject, "error", err)
		s.lose()
		h.nudge()
		return
	}
	h.deliver(batch.GetEvents())
}

// deliver gives events to the watched games among theirs.
func (h *Hub) deliver(events []*refereev1.GameEvent) {
	h.counts.events.Add(float64(len(events)))
	for _, e := range events {
		h.mu.RLock()
		g := h.games[e.GetGameId()]
		h.mu.RUnlock()
		if g == nil {
			continue
		}
		wake, missing := g.hear(e)
		for _, s := range wake {
			s.wake()
		}
		if missing {
			h.lost(g)
		}
	}
}

// lost lets the referee be asked for events of a game.
func (h *Hub) lost(g *game) {
	h.mu.Lock()
	h.behind[g] = struct{}{}
	h.mu.Unlock()
	h.nudge()
}
