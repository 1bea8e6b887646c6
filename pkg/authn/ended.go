package authn

import (
	"errors"
	"maps"
	"sync"
	"time"
)

// ErrEnded says that the token's session was closed before the token's end.
var ErrEnded = errors.New("the token's session has been closed")

// forgetEvery is how often sessions are forgotten whose tokens have ended anyway.
const forgetEvery = time.Minute

// ended are the sessions whose tokens are refused although they have not expired.
type ended struct {
	mu      sync.RWMutex
	until   map[string]time.Time // by session
	cleared time.Time
	tell    []func(session string)
}

// End refuses the tokens of a session from now on, until the last of them has
// expired, and tells those who asked to be told.
func (v *Verifier) End(session string, until time.Time) {
	now, e := v.now(), &v.ended
	e.mu.Lock()
	if e.until == nil {
		e.until = map[string]time.Time{}
	}
	if now.Sub(e.cleared) >= forgetEvery {
		maps.DeleteFunc(e.until, func(_ string, until time.Time) bool { return now.After(until.Add(leeway)) })
		e.cleared = now
	}
	e.until[session] = until
	tell := e.tell
	e.mu.Unlock()
	for _, t := range tell {
		t(session)
	}
}

// Ended reports whether a session's tokens are refused.
func (v *Verifier) Ended(session string) bool {
	v.ended.mu.RLock()
	defer v.ended.mu.RUnlock()
	_, over := v.ended.until[session]
	return over
}

// WhenEnded has each session told whose tokens are refused from then on.
func (v *Verifier) WhenEnded(tell func(session string)) {
	v.ended.mu.Lock()
	defer v.ended.mu.Unlock()
	v.ended.tell = append(v.ended.tell, tell)
}
