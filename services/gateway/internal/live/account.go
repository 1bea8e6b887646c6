package live

import (
	"context"
	"slices"
	"sync"
	"time"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/frame"
)

// Account is the name of the stream of the reader's own account.
const Account = "me"

// The changes of a game that an account is told of, in the order in which they
// can come.
type change int

const (
	started change = iota + 1
	finished
	voided
)

var changes = map[string]change{"started": started, "finished": finished, "voided": voided}

// toldLimit is how many ended games are remembered, lest a repeat be told.
const toldLimit = 256

// account is a watched account: the starts and ends of its games, its matches,
// its invitations, its rewards and its next games in tournaments.
type account struct {
	id  string
	hub *Hub

	mu sync.Mutex
	// newest holds the frames under numbers of its own, which no client sees.
	newest ring
	// news are the matches, invitations, rewards and next games that it was told, and
	// when they were heard of last.
	news map[string]time.Time
	// told is the last change told of each game; past are the ended ones.
	told    map[string]change
	past    []string
	readers []*Stream
}

// tell gives a change of a game on, once.
func (a *account) tell(s *refereev1.GameSummary) {
	c := changes[s.GetChange()]
	a.give(func() *frame.Frame {
		if c <= a.told[s.GetGameId()] {
			return nil
		}
		a.note(s.GetGameId(), c)
		return changed(s)
	})
}

// give gives on a frame that is made under the lock; nil is none.
func (a *account) give(fresh func() *frame.Frame) {
	a.mu.Lock()
	readers, f := a.readers, fresh()
	if f != nil {
		a.newest.add(f, a.hub.cfg.Buffer)
	}
	a.mu.Unlock()
	if f == nil {
		return
	}
	for _, r := range readers {
		r.wake()
	}
}

func (a *account) note(gameID string, c change) {
	if c >= finished && a.told[gameID] < finished {
		a.past = append(a.past, gameID)
	}
	a.told[gameID] = c
	if len(a.past) > toldLimit {
		delete(a.told, a.past[0])
		a.past = a.past[1:]
	}
}

// running are the games that the account is told to be playing.
func (a *account) running() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var ids []string
	for id, c := range a.told {
		if c == started {
			ids = append(ids, id)
		}
	}
	return ids
}

func (a *account) reader() *Stream {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.readers) == 0 {
		return nil
	}
	return a.readers[0]
}

// present reports whether any of its readers seems to be there.
func (a *account) present() bool {
	a.mu.Lock()
	readers := a.readers
	a.mu.Unlock()
	return slices.ContainsFunc(readers, func(s *Stream) bool { return !s.isAway() })
}

func (a *account) heard() int32 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.newest.last
}

// join: all that is new is among the newest frames from the beginning.
func (a *account) join(*Stream) bool { return true }

func (a *account) after(number int32, into []*frame.Frame) ([]*frame.Frame, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.newest.after(number, into)
}

func (a *account) read(context.Context, *Stream) error { return nil }

func (a *account) ended() (at time.Time, reason string) { return time.Time{}, "" }

// open begins with what is so now. The account is watched already, so nothing
// that happens meanwhile is missed.
func (a *account) open(ctx context.Context, s *Stream) error {
	before := a.heard()
	now, err := a.hub.askNow(ctx, s.caller)
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, g := range now.games {
		listed[g.GetGameId()] = true
		a.tell(asStarted(g)) // other readers may not know it yet
	}
	for _, t := range now.tickets {
		if t.GetState() == stateMatched {
			listed[t.GetTicketId()] = true
			a.tellMatched(t)
		}
	}
	for _, r := range now.rooms {
		listed[r.GetRoomId()] = true
		a.tellInvitation(r)
	}
	s.page = append(s.page, now.snapshot())
	a.mu.Lock()
	defer a.mu.Unlock()
	meanwhile, _ := a.newest.after(before, nil)
	for _, f := range meanwhile {
		if f.Type == frame.TypeGameFinished || f.Type == frame.TypeInvitationClosed || !listed[f.About] {
			s.page = append(s.page, f)
		}
	}
	s.cursor = a.newest.last
	return nil
}

// changed is the frame of a change of a game.
func changed(s *refereev1.GameSummary) *frame.Frame {
	typ := frame.TypeGameFinished
	if changes[s.GetChange()] == started {
		typ = frame.TypeGameStarted
	}
	f := frame.Of(Account, typ, 0, s.GetAt().AsTime(), frame.Message(s))
	f.About = s.GetGameId()
	return f
}

// players are the accounts at the seats, each once.
func players(s *refereev1.GameSummary) []string {
	ids := []string{s.GetSeats().GetFirst().GetPlayer().GetAccountId(), s.GetSeats().GetSecond().GetPlayer().GetAccountId()}
	return slices.Compact(ids)
}
