package live

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	"kydai.dev/services/gateway/internal/frame"
)

// Caller is in whose name a stream is read.
type Caller struct {
	// Account is empty for nobody.
	Account string
	// Session is that of the token.
	Session string
	// Token is the player's token.
	Token string
	// Until is when the stream ends with the token; zero where it doesn't.
	Until time.Time
}

// Prove reads a player's token.
func Prove(v *authn.Verifier, token string) (Caller, error) {
	t, err := v.Player(token)
	if err != nil {
		return Caller{}, rpc.RefuseToken(err)
	}
	return Caller{Account: t.Account, Session: t.Session, Token: token, Until: t.StreamsUntil}, nil
}

// in returns a context for calls in the caller's name.
func (c Caller) in(ctx context.Context) context.Context {
	if c.Token == "" {
		return ctx
	}
	return rpc.WithToken(ctx, c.Token)
}

// Place is where a stream begins.
type Place struct {
	// Given says that the reader named a place; a snapshot comes first where
	// he did not.
	Given bool
	// After is the number of the last event that the reader has.
	After int32
	// Unknown says that the reader named a place that can't be understood.
	Unknown bool
}

// Step says what a stream waits for.
type Step int

// The steps.
const (
	// Wait is for the wake.
	Wait Step = iota
	// Read is for a call of Read.
	Read
	// End says that the last frame was the last.
	End
)

// The reasons for which a stream ends.
const (
	ReasonGameOver       = "game_over"
	ReasonAnalysisOver   = "analysis_over"
	ReasonTournamentOver = "tournament_over"
	ReasonExpired        = "token_expired"
	ReasonSignedOut      = "signed_out"
	ReasonDraining       = "draining"
	ReasonFailed         = "unavailable"
)

// final are the reasons after which there is no point in coming back.
var final = []string{ReasonGameOver, ReasonAnalysisOver, ReasonTournamentOver, ReasonSignedOut}

// topic is what a stream is about.
type topic interface {
	// join reports whether the newest frames begin where the reader is.
	join(s *Stream) bool
	// after appends the newest frames after a number, as ring does.
	after(number int32, into []*frame.Frame) (frames []*frame.Frame, ok bool)
	// read fills the reader's page with what comes next.
	read(ctx context.Context, s *Stream) error
	// ended is when a reader who has everything is let go, and why; zero while
	// more is to be expected.
	ended() (at time.Time, reason string)
}

// Stream is one reader of a topic. One goroutine at a time may use it.
type Stream struct {
	hub    *Hub
	topic  topic
	name   string
	caller Caller
	// wake tells the reader to call Take. It must not block.
	wake func()
	// delay is how late the reader sees what happens.
	delay time.Duration

	// cursor is the number of the last frame given out or lying in page.
	cursor int32
	page   []*frame.Frame
	// head is the number of the last event in the log when it was read.
	head int32
	// joined says that the reader has all that is not among the newest frames;
	// retry is when he may read again where that brought nothing.
	joined bool
	retry  time.Time
	// alarm is when the reader is woken without news.
	alarm time.Time
	timer *time.Timer
	// stopped is the reason to end, set from outside.
	stopped atomic.Pointer[string]
	// away reports whether the reader's connection seems to be dead; nil where nobody
	// watches it.
	away atomic.Pointer[func() bool]
}

// Watched says who knows whether the reader is away, of whom then no ticket is kept
// alive. It may be called at any time.
func (s *Stream) Watched(away func() bool) { s.away.Store(&away) }

func (s *Stream) isAway() bool {
	away := s.away.Load()
	return away != nil && (*away)()
}

// Name is the stream's name, as in its envelopes.
func (s *Stream) Name() string { return s.name }

// retryRead is how long a reader waits who sees the game late and has read all
// that he may see.
const retryRead = time.Second

// Take appends the frames that can be given out now, and says what comes next.
func (s *Stream) Take(into []*frame.Frame) ([]*frame.Frame, Step) {
	now := time.Now()
	into, s.page = append(into, s.page...), nil
	if reason := s.reason(now); reason != "" {
		return append(into, s.end(reason)), End
	}
	if !s.joined {
		s.joined = s.topic.join(s)
	}
	if !s.joined && now.Before(s.retry) {
		s.wakeAt(s.retry, now)
		return into, Wait
	}
	if !s.joined {
		return into, Read
	}
	return s.takeNew(into, now)
}

// takeNew appends the newest frames, as far as the reader may see them.
func (s *Stream) takeNew(into []*frame.Frame, now time.Time) ([]*frame.Frame, Step) {
	old := len(into)
	into, ok := s.topic.after(s.cursor, into)
	if !ok && s.delay > 0 { // not slow, only late
		s.joined = false
		return into, Read
	}
	if !ok {
		s.hub.counts.ends.WithLabelValues(frame.TypeLagged).Inc()
		return append(into, frame.Of(s.name, frame.TypeLagged, s.cursor, now, []byte(`{"reconnect":true}`))), End
	}
	into = s.hold(into, old, now)
	s.cursor += int32(len(into) - old) //nolint:gosec // no more than the buffer
	return s.takeEnd(into, now)
}

// hold keeps back what the reader may not see yet.
func (s *Stream) hold(frames []*frame.Frame, from int, now time.Time) []*frame.Frame {
	if s.delay == 0 {
		return frames
	}
	for i := from; i < len(frames); i++ {
		if at := frames[i].At.Add(s.delay); at.After(now) {
			s.wakeAt(at, now)
			return frames[:i]
		}
	}
	return frames
}

// takeEnd appends the end once nothing more is to be expected.
func (s *Stream) takeEnd(into []*frame.Frame, now time.Time) ([]*frame.Frame, Step) {
	if over, reason := s.topic.ended(); !over.IsZero() {
		at := over.Add(s.delay)
		if !at.After(now) {
			return append(into, s.end(reason)), End
		}
		s.wakeAt(at, now)
	}
	return into, Wait
}

// reason is why the stream ends now whatever comes; empty where it does not.
func (s *Stream) reason(now time.Time) string {
	if s.caller.Session != "" && s.hub.sessions.Ended(s.caller.Session) {
		return ReasonSignedOut // and not what came of it
	}
	if stopped := s.stopped.Load(); stopped != nil {
		return *stopped
	}
	if s.hub.draining.Load() {
		return ReasonDraining
	}
	if s.caller.Until.IsZero() {
		return ""
	}
	if !s.caller.Until.After(now) {
		return ReasonExpired
	}
	s.wakeAt(s.caller.Until, now)
	return ""
}

// end is the last frame of a stream that is closed on purpose.
func (s *Stream) end(reason string) *frame.Frame {
	s.hub.counts.ends.WithLabelValues(reason).Inc()
	return frame.End(s.name, s.cursor, time.Now(), reason, !slices.Contains(final, reason))
}

// Fail is the last frame of a stream whose Read has failed.
func (s *Stream) Fail() *frame.Frame { return s.end(ReasonFailed) }

// Stop ends the stream for a reason from outside; any goroutine may call it.
func (s *Stream) Stop(reason string) {
	s.stopped.Store(&reason)
	s.wake()
}

// Read reads on in the log. Take gives out what it has read.
func (s *Stream) Read(ctx context.Context) error {
	before := s.cursor
	if s.delay > 0 {
		s.caller.Token = "" // he may look on without it, and it may have expired
	}
	err := s.topic.read(ctx, s)
	if err == nil && s.cursor == before {
		s.retry = time.Now().Add(retryRead)
	}
	return err
}

// wakeAt wakes the reader at a time, unless he is woken before it.
func (s *Stream) wakeAt(at, now time.Time) {
	if !s.alarm.IsZero() && s.alarm.After(now) && !at.Before(s.alarm) {
		return
	}
	s.alarm = at
	if s.timer == nil {
		s.timer = time.AfterFunc(at.Sub(now), s.wake)
		return
	}
	s.timer.Reset(at.Sub(now))
}

// Open opens a stream by its name, "game:ID", "study:ID", "tournament:ID", "me" or
// "lobby". What the reader may see is for its owner to say, who is asked in the
// reader's name.
func (h *Hub) Open(ctx context.Context, name string, c Caller, from Place, wake func()) (*Stream, error) {
	s := &Stream{hub: h, name: name, caller: c, wake: wake}
	if !h.enter(s) {
		return nil, ErrDraining
	}
	if err := h.openTopic(ctx, s, from); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (h *Hub) openTopic(ctx context.Context, s *Stream, from Place) error {
	what, id, _ := strings.Cut(s.name, ":")
	switch k := h.kinds[what]; {
	case s.name == Account:
		return h.openAccount(ctx, s)
	case s.name == lobbyStream:
		return h.openLobby(ctx, s)
	case what == gameStream && id != "":
		return h.openGame(ctx, id, s, from)
	case k != nil && id != "":
		return k.openLog(ctx, id, s, from)
	}
	return ErrUnknownStream.With("stream", strconv.Quote(s.name))
}

// Close gives the stream up.
func (s *Stream) Close() {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.hub.exit(s)
}
