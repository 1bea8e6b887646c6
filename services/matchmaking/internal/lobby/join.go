package lobby

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/matchmaking/internal/room"
)

// ErrNotBegun says that a player has the seat, but the game could not be begun
// yet. It will be, by the same request again or by the lobby itself.
var ErrNotBegun = errs.New(errs.Unavailable, "UNAVAILABLE", "the seat is yours, but the referee did not answer; join again").After(time.Second)

// Join gives a player the free seat of a room and begins the game. Of several
// players one gets the seat.
func (l *Lobby) Join(ctx context.Context, id string, p room.Player) (room.Room, error) {
	return l.join(ctx, id, p, false)
}

// JoinByCode is Join by the code of a room. Wrong codes are counted, and the
// count goes first: however many tries come at once, no more are looked up than
// are allowed.
func (l *Lobby) JoinByCode(ctx context.Context, typed string, p room.Player) (room.Room, error) {
	err := l.store.CountTry(ctx, p.Account, func(t room.Tries) (room.Tries, error) {
		return t.Next(l.limits.CodeTries, l.limits.CodeWindow, l.now())
	})
	if err != nil {
		return room.Room{}, err
	}
	id, err := l.lookUp(ctx, typed, p.Account)
	if err != nil {
		return room.Room{}, err
	}
	err = l.store.CountTry(ctx, p.Account, func(t room.Tries) (room.Tries, error) { return t.Forgiven(), nil })
	if err != nil {
		return room.Room{}, err
	}
	return l.join(ctx, id, p, true)
}

// lookUp finds the room that has a code. Rooms that closed without a game had
// it, but have it no longer.
func (l *Lobby) lookUp(ctx context.Context, typed, account string) (id string, err error) {
	code, ok := room.ReadCode(typed)
	if !ok {
		return "", room.ErrWrongCode
	}
	r, err := l.store.ByCode(ctx, code, account)
	if errors.Is(err, room.ErrNoSuchRoom) || r.At(l.now()).State == room.Closed {
		return "", room.ErrWrongCode
	}
	return r.ID, err
}

func (l *Lobby) join(ctx context.Context, id string, p room.Player, withCode bool) (room.Room, error) {
	owner, p, err := l.mayJoin(ctx, id, p, withCode)
	if err != nil {
		return room.Room{}, err
	}
	ownerFirst := coin()
	r, err := l.store.Change(ctx, id, func(r room.Room) (room.Room, error) {
		return r.OwnedBy(owner).Join(p, withCode, ownerFirst, l.now())
	})
	if err != nil {
		return room.Room{}, err
	}
	return l.begin(ctx, r)
}

// begin sees to it that a room with two players has its game. It may be called
// again at any time, by anybody: the game's key is the room.
func (l *Lobby) begin(ctx context.Context, r room.Room) (room.Room, error) {
	if r.State != room.Starting {
		return r, nil
	}
	gameID, err := l.referee.CreateGame(ctx, r)
	if e, final := refusal(err); final {
		return l.giveUp(ctx, r, e)
	}
	if err != nil {
		return room.Room{}, fmt.Errorf("create game of room %s: %w: %w", r.ID, ErrNotBegun, err)
	}
	return l.store.Change(ctx, r.ID, func(r room.Room) (room.Room, error) { return r.Begun(gameID, l.now()), nil })
}

// refusal tells a request that the referee will always refuse from one that did
// not get through.
func refusal(err error) (*errs.Error, bool) {
	var e *errs.Error
	final := errors.As(err, &e) && e.Kind == errs.Invalid
	return e, final
}

// giveUp closes a room whose game can't be. Its wish was checked when it was
// opened, so that this means that the referee judges otherwise by now.
func (l *Lobby) giveUp(ctx context.Context, r room.Room, why *errs.Error) (room.Room, error) {
	l.log.ErrorContext(ctx, "the referee refuses the game of a room", "room_id", r.ID, "game", r.Game, "error", why)
	_, err := l.store.Change(ctx, r.ID, func(r room.Room) (room.Room, error) { return r.Refused(l.now()), nil })
	if err != nil {
		return room.Room{}, err
	}
	return room.Room{}, room.ErrUnplayable.With("cause", why.Reason)
}
