// Package session decides how long a sign-in lasts, and what a refresh token
// gets. A session is one signed-in device. Its refresh tokens are a family: each
// is good once and has one successor.
package session

import (
	"bytes"
	"strings"
	"time"

	"kydai.dev/pkg/errs"
)

// The refusals of sessions.
var (
	ErrBadRefresh = errs.New(errs.Unauthenticated, "BAD_REFRESH", "the refresh token is not valid; sign in again")
	ErrReused     = errs.New(errs.Unauthenticated, "REFRESH_REUSED", "the refresh token was used before; its session is closed")
	ErrEnded      = errs.New(errs.Unauthenticated, "SESSION_ENDED", "the session has been closed; sign in again")
	ErrNoSession  = errs.New(errs.NotFound, "NO_SUCH_SESSION", "there is no such session")
)

// What an access token allows: a guest's, and that of a player who has signed in
// with something. StreamScope is all that a stream ticket does.
const (
	GuestScopes  = "play challenge chat tournament:join"
	PlayerScopes = GuestScopes + " history:read tournament:direct hooks"
	StreamScope  = "stream"
)

// Scopes are those of an access token: what everybody may, and the player's roles.
func Scopes(guest bool, roles []string) []string {
	if guest {
		return strings.Fields(GuestScopes)
	}
	return append(strings.Fields(PlayerScopes), roles...)
}

// Rules are the lifetimes.
type Rules struct {
	// Access is how long an access token holds.
	Access time.Duration
	// Refresh is how long a session lasts that is not refreshed.
	Refresh time.Duration
	// Grace is how long after its use a refresh token still gets its
	// successor, for clients that honestly ask twice.
	Grace time.Duration
	// Ticket is how long a stream ticket holds.
	Ticket time.Duration
}

// Session is one signed-in device of a player.
type Session struct {
	ID, PlayerID string
	// Device is what the client said it is.
	Device    string
	Created   time.Time
	Refreshed time.Time
	Expires   time.Time
	// Family and Current are hashes: of what all tokens of the session have in
	// common, and of the one that is good now.
	Family, Current []byte
	// Spent are the tokens used within the grace, each with its successor.
	Spent []Spent
}

// Spent is a token that has been used.
type Spent struct {
	Hash []byte
	At   time.Time
	// Sealed is the successor, which only the spent token opens.
	Sealed []byte
}

// Ending is a session that is closed before its end.
type Ending struct {
	ID, PlayerID string
	At           time.Time
	// Until is when the last of its access tokens would have ended by itself.
	Until time.Time
}

// Ending closes a session of a player.
func (r Rules) Ending(id, playerID string, now time.Time) Ending {
	return Ending{ID: id, PlayerID: playerID, At: now, Until: now.Add(r.Access)}
}

// Old are the times before which things are of no more use.
type Old struct {
	// Ended is for sessions and sign-ins, by when they end.
	Ended time.Time
	// Spent is for spent tokens, by when they were used; Counted is for counters,
	// by when they began.
	Spent, Counted time.Time
}

// maxDevice bounds what is kept of a client's own words.
const maxDevice = 200

// Open begins a session with its first token.
func Open(id, playerID, device string, first Token, now time.Time, r Rules) Session {
	device = strings.ToValidUTF8(device, "")
	if len(device) > maxDevice {
		device = strings.ToValidUTF8(device[:maxDevice], "")
	}
	return Session{
		ID: id, PlayerID: playerID, Device: device,
		Created: now, Refreshed: now, Expires: now.Add(r.Refresh),
		Family: first.Family(), Current: first.Hash(),
	}
}

// Renewal is what a token gets.
type Renewal struct {
	// Token is the session's good token from now on.
	Token Token
	// Rotation is what changes; nil where the token was used before and nothing
	// does.
	Rotation *Rotation
}

// Rotation puts a successor in the place of a session's good token.
type Rotation struct {
	SessionID string
	// Spent is the token that was good until now.
	Spent Spent
	// Current is the hash of its successor.
	Current   []byte
	Refreshed time.Time
	Expires   time.Time
	// Stale is the time of use before which spent tokens are of no more use.
	Stale time.Time
}

// Renew judges a token of the session's family. A good token gets its
// successor, made with secret. A spent one gets its successor again within the
// grace: each opens the next, up to the good one. Anything else of the family
// is reuse: somebody has had a copy, and the session must be closed.
func (s Session) Renew(t Token, secret Secret, now time.Time, r Rules) (Renewal, error) {
	if !now.Before(s.Expires) {
		return Renewal{}, ErrBadRefresh
	}
	if bytes.Equal(t.Hash(), s.Current) {
		return s.rotate(t, t.next(secret), now, r), nil
	}
	for range s.Spent {
		next, ok := s.successor(t, now, r)
		if !ok {
			break
		}
		if bytes.Equal(next.Hash(), s.Current) {
			return Renewal{Token: next}, nil
		}
		t = next
	}
	return Renewal{}, ErrReused
}

func (s Session) rotate(t, next Token, now time.Time, r Rules) Renewal {
	return Renewal{Token: next, Rotation: &Rotation{
		SessionID: s.ID, Spent: Spent{Hash: t.Hash(), At: now, Sealed: t.seal(next)}, Current: next.Hash(),
		Refreshed: now, Expires: now.Add(r.Refresh), Stale: now.Add(-r.Grace),
	}}
}

// successor returns what followed a token that was spent within the grace.
func (s Session) successor(t Token, now time.Time, r Rules) (Token, bool) {
	hash := t.Hash()
	for _, spent := range s.Spent {
		if bytes.Equal(spent.Hash, hash) && now.Sub(spent.At) < r.Grace {
			return t.open(spent.Sealed)
		}
	}
	return Token{}, false
}
