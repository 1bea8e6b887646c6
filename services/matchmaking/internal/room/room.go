// Package room is the domain of rooms: somebody wishes to play, somebody else
// joins, and a game comes of it. A Room is a value; what happens to it returns
// the room as it is then. Nothing here does I/O or knows what time it is.
package room

import (
	"strings"
	"time"
)

// State is how far a room has come.
type State string

// The states. A room that is Starting has both players, but the referee has
// not said yet that their game exists.
const (
	Open     State = "open"
	Starting State = "starting"
	Playing  State = "playing"
	Finished State = "finished"
	Closed   State = "closed"
)

// Room is a wish to play, and the game that came of it.
type Room struct {
	ID string
	Wish
	// Code lets others in where access is by code.
	Code  string
	State State
	// Joiner is who took the free seat.
	Joiner Player
	// OwnerFirst says who moves first, once somebody has joined.
	OwnerFirst bool
	// Declined says that the invitation was turned down.
	Declined bool
	// GameID is the game's id, once it is known.
	GameID string
	// Expires is when the room closes if nobody has joined.
	Created, Expires time.Time
	// Changed is when the room came into its state, or was last looked after.
	Changed time.Time
}

// New opens a room for a checked wish. It closes after life unless somebody
// joins. The code belongs to rooms with access by code alone.
func New(id, code string, w Wish, now time.Time, life time.Duration) Room {
	if w.Access != ByCode {
		code = ""
	}
	return Room{ID: id, Wish: w, Code: code, State: Open, Created: now, Expires: now.Add(life), Changed: now}
}

// At returns the room as it is at a time: open rooms lapse.
func (r Room) At(now time.Time) Room {
	if r.State == Open && !now.Before(r.Expires) {
		r.State, r.Changed = Closed, r.Expires
	}
	return r
}

// SeenBy reports whether an account may see the room; "" is a stranger.
func (r Room) SeenBy(account string) bool {
	return r.Access == Public || (account != "" && (account == r.Owner.Account || account == r.Joiner.Account || account == r.Invitee))
}

// CodeFor is the code as far as an account may know it.
func (r Room) CodeFor(account string) string {
	if account == r.Owner.Account {
		return r.Code
	}
	return ""
}

// OwnedBy is an open room whose owner may no longer be the guest who opened it:
// what counts is what he is when the game begins.
func (r Room) OwnedBy(owner Player) Room {
	if r.State == Open {
		r.Owner = owner
	}
	return r
}

// Join gives the free seat to a player. withCode says that the player knows the
// room's code; ownerFirst decides who moves first where the owner left it open.
// Who has joined already gets the room again.
func (r Room) Join(p Player, withCode, ownerFirst bool, now time.Time) (Room, error) {
	switch r = r.At(now); {
	case p.Account == r.Owner.Account:
		return r, ErrOwnRoom
	case p.Account == r.Joiner.Account && r.State != Closed:
		return r, nil // the same request again
	case r.Access == ByCode && !withCode, r.Access == Invited && p.Account != r.Invitee:
		return r, ErrNoSuchRoom
	case r.State != Open:
		return r, ErrClosed
	}
	r.State, r.Joiner, r.Changed = Starting, p, now
	r.OwnerFirst = r.Side == First || (r.Side == Random && ownerFirst)
	return r, nil
}

// Leave closes the owner's open room. A closed one stays closed.
func (r Room) Leave(account string, now time.Time) (Room, error) {
	switch r = r.At(now); {
	case !r.SeenBy(account):
		return r, ErrNoSuchRoom
	case account != r.Owner.Account:
		return r, ErrNotYourRoom
	case r.State == Closed:
		return r, nil
	case r.State != Open:
		return r, ErrClosed
	}
	r.State, r.Changed = Closed, now
	return r, nil
}

// Decline closes the room to which an account is invited.
func (r Room) Decline(account string, now time.Time) (Room, error) {
	switch r = r.At(now); {
	case !r.SeenBy(account):
		return r, ErrNoSuchRoom
	case account != r.Invitee:
		return r, ErrNotInvited
	case r.State == Closed:
		return r, nil
	case r.State != Open:
		return r, ErrClosed
	}
	r.State, r.Declined, r.Changed = Closed, true, now
	return r, nil
}

// Uninvites reports whether an invitation ends without a game by what has
// become of the room since before.
func (r Room) Uninvites(before Room) bool {
	return r.Invitee != "" && r.State == Closed && before.State == Open
}

// Begun notes the game that the referee created. A game that has ended
// meanwhile stays ended.
func (r Room) Begun(gameID string, now time.Time) Room {
	if r.State == Starting {
		r.State, r.GameID, r.Changed = Playing, gameID, now
	}
	return r
}

// Refused closes a room whose game the referee will never create.
func (r Room) Refused(now time.Time) Room {
	if r.State == Starting {
		r.State, r.Changed = Closed, now
	}
	return r
}

// Ended notes that the room's game is over. The news may come before the
// referee's answer to its creation has been stored.
func (r Room) Ended(gameID string, now time.Time) Room {
	if r.State == Starting || r.State == Playing {
		r.State, r.GameID, r.Changed = Finished, gameID, now
	}
	return r
}

// LookedAfter puts a room that could not be helped behind the others that wait
// for help.
func (r Room) LookedAfter(now time.Time) Room {
	r.Changed = now
	return r
}

// Seats are the players by the order in which they move.
func (r Room) Seats() (first, second Player) {
	if r.OwnerFirst {
		return r.Owner, r.Joiner
	}
	return r.Joiner, r.Owner
}

// keyPrefix marks the creation keys of games that come of rooms.
const keyPrefix = "room:"

// GameKey is the creation key of the room's game: one game however often its
// creation is asked for.
func (r Room) GameKey() string { return keyPrefix + r.ID }

// OfGame is the id of the room whose game has a creation key; ok is false for
// the keys of other games.
func OfGame(key string) (id string, ok bool) { return strings.CutPrefix(key, keyPrefix) }
