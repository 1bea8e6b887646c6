package live

import (
	"context"
	"slices"
	"sync"
	"time"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/frame"
)

// aheadLimit bounds the events of a game that are kept before their turn; the
// rest is read again.
const aheadLimit = 256

// game is a watched game: its newest events in order, and who reads them.
type game struct {
	id, stream string
	hub        *Hub
	shard      *shard

	mu    sync.Mutex
	facts *facts
	// newest holds the newest events under their seq. Where it begins is not
	// known before the log has been read or an event heard.
	newest ring
	known  bool
	// ahead are events that came before their turn.
	ahead map[int32]*refereev1.GameEvent
	// over is when the game ended.
	over time.Time
	// readers is replaced and never changed, so that it may be walked freely.
	readers []*Stream
}

// facts are what a game was created with, as far as its streams need it.
type facts struct {
	kind    string
	players [2]string
	delay   time.Duration
}

// delayFor is how late an account sees the game.
func (f *facts) delayFor(account string) time.Duration {
	if account != "" && slices.Contains(f.players[:], account) {
		return 0
	}
	return f.delay
}

// hear takes an event of the log, from wherever it comes, and returns the
// readers that have something new; missing says that events before it lack.
func (g *game) hear(e *refereev1.GameEvent) (wake []*Stream, missing bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.known {
		g.begin(e.GetSeq() - 1)
	}
	switch {
	case e.GetSeq() <= g.newest.last:
		return nil, false // heard before
	case e.GetSeq() > g.newest.last+1:
		g.keep(e)
		return nil, true
	}
	g.add(e)
	for next := g.ahead[g.newest.last+1]; next != nil; next = g.ahead[g.newest.last+1] {
		delete(g.ahead, next.GetSeq())
		g.add(next)
	}
	return g.readers, false
}

// begin says that the events up to a number are in the log.
func (g *game) begin(number int32) { g.newest.last, g.known = number, true }

func (g *game) keep(e *refereev1.GameEvent) {
	if g.ahead == nil {
		g.ahead = map[int32]*refereev1.GameEvent{}
	}
	if len(g.ahead) < aheadLimit {
		g.ahead[e.GetSeq()] = e
	}
}

func (g *game) add(e *refereev1.GameEvent) {
	g.newest.add(frame.OfEvent(g.stream, e), g.hub.cfg.Buffer)
	if ends(e) {
		g.over = e.GetAt().AsTime()
	}
}

// ends reports whether a game is over by an event.
func ends(e *refereev1.GameEvent) bool {
	return e.GetFinished() != nil || e.GetVoided() != nil || e.GetPlayed().GetResult() != nil
}

// cursor is from where the referee is to be asked for new events.
func (g *game) cursor() (c *refereev1.GameCursor, known bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return &refereev1.GameCursor{GameId: g.id, AfterSeq: g.newest.last}, g.known
}

// missing reports whether events are kept that can't be given on yet, and
// drops those that need no more.
func (g *game) missing() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for seq := range g.ahead {
		if seq <= g.newest.last {
			delete(g.ahead, seq)
		}
	}
	return len(g.ahead) > 0
}

// open reads what a reader begins with, in his own name: the referee says
// whether he may.
func (g *game) open(ctx context.Context, s *Stream, from Place) (err error) {
	var whole *refereev1.Game
	if !from.Given || g.learned() == nil {
		if whole, err = g.whole(ctx, s); err != nil {
			return err
		}
	}
	s.delay = g.learned().delayFor(s.caller.Account)
	if from.Given {
		last, err := g.page(ctx, s, from.After)
		if err != nil || last >= from.After {
			return err
		}
		if whole, err = g.whole(ctx, s); err != nil { // no event has that number
			return err
		}
	}
	s.page, s.cursor = append(s.page, snapshot(g.stream, whole, from.Given || from.Unknown)), whole.GetSeq()
	return nil
}

func (g *game) whole(ctx context.Context, s *Stream) (*refereev1.Game, error) {
	resp, err := g.hub.referee.GetGame(s.caller.in(ctx), &refereev1.GetGameRequest{GameId: g.id})
	if err != nil {
		return nil, err
	}
	g.learn(resp.GetGame())
	return resp.GetGame(), nil
}

// join lets a reader go on with the newest frames, if they begin where he is.
func (g *game) join(s *Stream) bool {
	g.mu.Lock()
	began := !g.known && s.cursor >= s.head
	if began {
		g.begin(s.cursor)
	}
	ok := g.known && g.newest.covers(s.cursor)
	g.mu.Unlock()
	if began && s.delay > 0 {
		g.hub.lost(g) // what he may not see yet must be here in time
	}
	return ok
}

func (g *game) after(number int32, into []*frame.Frame) ([]*frame.Frame, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.newest.after(number, into)
}

func (g *game) read(ctx context.Context, s *Stream) error {
	_, err := g.page(ctx, s, s.cursor)
	return err
}

// ended is a while after the end: there may be a rematch.
func (g *game) ended() (at time.Time, reason string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.over.IsZero() {
		return g.over, ""
	}
	return g.over.Add(g.hub.cfg.Linger), ReasonGameOver
}

func (g *game) learned() *facts {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.facts
}

func (g *game) learn(p *refereev1.Game) {
	seats := p.GetSettings().GetSeats()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.facts = &facts{
		kind:    p.GetSettings().GetGame(),
		players: [2]string{seats.GetFirst().GetPlayer().GetAccountId(), seats.GetSecond().GetPlayer().GetAccountId()},
		delay:   p.GetSettings().GetSpectators().GetDelay().AsDuration(),
	}
	if g.over.IsZero() && p.GetEndTime() != nil {
		g.over = p.GetEndTime().AsTime()
	}
}

// snapshot is the game as it stands; reset says that it replaces whatever the
// reader thought it knew.
func snapshot(stream string, p *refereev1.Game, reset bool) *frame.Frame {
	var fields []string
	if reset {
		fields = append(fields, `"reset":true`)
	}
	return frame.Of(stream, frame.TypeSnapshot, p.GetSeq(), time.Now(), frame.Message(p), fields...)
}

// page reads the log after a number in the reader's name and returns the
// number of the last event that he may see.
func (g *game) page(ctx context.Context, s *Stream, after int32) (last int32, err error) {
	resp, err := g.hub.referee.ListEvents(s.caller.in(ctx), &refereev1.ListEventsRequest{
		GameId: g.id, AfterSeq: after, Limit: int32(g.hub.cfg.Page), //nolint:gosec // a page is small
	})
	if err != nil {
		return 0, err
	}
	s.cursor = after
	for _, e := range resp.GetEvents() {
		s.page = append(s.page, frame.OfEvent(g.stream, e))
		s.cursor = e.GetSeq()
	}
	s.head = resp.GetLastSeq()
	return resp.GetLastSeq(), nil
}
