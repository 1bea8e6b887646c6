package ws

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"go.opentelemetry.io/otel/trace"

	"kydai.dev/pkg/rpc"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/frame"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/live"
	"kydai.dev/services/gateway/internal/problem"
	"kydai.dev/services/gateway/internal/silence"
)

// take does what a frame asks for, in the order of the frames; only moves are
// under way while the next frames are read.
func (k *socket) take(message []byte, arrival time.Time) {
	if k.closing() {
		return
	}
	r, err := parse(message)
	if err != nil {
		k.refuse(r.id, limit.Write, err)
		return
	}
	switch r.op {
	case opMove:
		k.move(r, arrival)
	case opPing:
		k.answer(r.id, func(b []byte) []byte { return append(b, `{}`...) })
	case opSubscribe:
		k.subscribe(r)
	case opUnsubscribe:
		k.unsubscribe(r.stream)
		k.settle(r, nil)
	case opAuth:
		k.settle(r, k.auth(r))
	}
}

func (k *socket) closing() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.bye != nil
}

// settle answers an operation that has nothing to say but that it was done.
func (k *socket) settle(r request, err error) {
	if err != nil {
		k.refuse(r.id, limit.Read, err)
		return
	}
	k.answer(r.id, func(b []byte) []byte { return append(b, `{}`...) })
}

// subscribe opens a stream. A stream that the client has already begins anew.
func (k *socket) subscribe(r request) {
	s := &sub{}
	stream, err := k.open(r, func() { k.mark(s) })
	k.settle(r, err)
	if err != nil {
		return
	}
	if r.stream == live.Account {
		stream.Watched(silence.Watch(k.below.Conn))
	}
	k.mu.Lock()
	s.stream = stream
	k.subs[r.stream] = s
	k.mu.Unlock()
	k.mark(s)
}

func (k *socket) open(r request, wake func()) (*live.Stream, error) {
	if r.afterSeq < 0 {
		return nil, rpc.ErrInvalid.At("afterSeq", "must be the number of an event, or 0")
	}
	if err := k.limited(limit.Stream); err != nil {
		return nil, err
	}
	k.unsubscribe(r.stream)
	k.mu.Lock()
	c, full := k.caller, len(k.subs) >= k.server.cfg.Streams
	k.mu.Unlock()
	if full {
		return nil, live.ErrTooMany
	}
	c.Until = time.Time{} // the socket sees to it
	from := live.Place{Given: r.has&fieldAfterSeq != 0, After: r.afterSeq}
	return k.server.Hub.Open(context.Background(), r.stream, c, from, wake)
}

func (k *socket) unsubscribe(name string) {
	k.mu.Lock()
	s := k.subs[name]
	delete(k.subs, name)
	k.mu.Unlock()
	if s != nil {
		s.stream.Close()
	}
}

// auth proves the client's account, or that it is still the same.
func (k *socket) auth(r request) error {
	c, err := live.Prove(k.server.Verifier, r.token)
	if err != nil {
		return err
	}
	k.mu.Lock()
	before := k.caller.Account
	k.mu.Unlock()
	if before != "" && before != c.Account {
		return rpc.ErrBadToken.Saying("the socket is another account's")
	}
	if before == "" {
		leave, err := k.server.Hub.Enter(c.Account)
		if err != nil {
			return err
		}
		k.leave = leave
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.caller, k.who.Account = c, c.Account
	return nil
}

// move plays a move. It waits while as many as may be are under way.
func (k *socket) move(r request, arrival time.Time) {
	id, stream := slices.Clone(r.id), "game:"+r.game
	k.mu.Lock()
	k.flying = append(k.flying, stream)
	token := k.caller.Token
	k.mu.Unlock()
	k.slots <- struct{}{}
	k.moves.Add(1)
	k.server.crew.do(func() {
		defer func() { <-k.slots; k.moves.Done() }()
		defer k.land(stream)
		resp, err := k.play(token, r, arrival)
		k.server.counts.move(time.Since(arrival), err)
		if err != nil {
			k.refuse(id, limit.Write, err)
			return
		}
		k.tell(stream, resp.GetLastSeq())
		k.answer(id, func(b []byte) []byte { return frame.AppendMove(b, resp) })
		if k.server.repeats.Seen(k.account(), r.game, resp.GetSeq()) {
			_ = k.limited(limit.Write) // a repeat counts, and is answered all the same
		}
	})
}

func (k *socket) account() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.caller.Account
}

func (k *socket) play(token string, r request, arrival time.Time) (*refereev1.PlayMoveResponse, error) {
	ctx := rpc.WithOrigin(context.Background(), rpc.Origin{Arrival: arrival, Address: k.address})
	if token != "" {
		ctx = rpc.WithToken(ctx, token)
	}
	return k.server.Referee.PlayMove(ctx, &refereev1.PlayMoveRequest{
		GameId: r.game, Ply: r.ply, Move: r.move, AfterSeq: r.afterSeq, OfferDraw: r.offerDraw,
	})
}

// tell notes that the client learns of an event by an answer.
func (k *socket) tell(stream string, seq int32) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.subs[stream]; s != nil {
		s.told = max(s.told, seq)
	}
}

// land lets the events of a game come again whose move has been answered.
func (k *socket) land(stream string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.Index(k.flying, stream)
	k.flying = slices.Delete(k.flying, i, i+1)
	k.changed.Broadcast()
}

// answer queues {re, ok}; it waits while the client does not take its answers.
func (k *socket) answer(id []byte, ok func([]byte) []byte) {
	k.queue(id, `,"ok":`, ok)
}

// refuse queues {re, error}, and counts the frame: what is in order is free.
func (k *socket) refuse(id []byte, class limit.Class, err error) {
	if problem.Status(err) < http.StatusInternalServerError {
		if limited := k.limited(class); limited != nil {
			err = limited
		}
	}
	ctx := trace.ContextWithSpanContext(context.Background(), k.span)
	body, _ := json.Marshal(problem.New(ctx, k.lang, err)) // strings and numbers only
	k.queue(id, `,"error":`, func(b []byte) []byte { return append(b, body...) })
}

func (k *socket) queue(id []byte, outcome string, body func([]byte) []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for len(k.answers) > maxAnswers && !k.broken {
		k.changed.Wait()
	}
	b := append(k.answers, `{"re":`...)
	if len(id) == 0 {
		id = []byte("null")
	}
	b = append(append(b, id...), outcome...)
	k.answers = append(body(b), '}')
	k.ends = append(k.ends, len(k.answers))
	k.changed.Broadcast()
}
