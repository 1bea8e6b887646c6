package lobby

import (
	"context"

	"kydai.dev/services/matchmaking/internal/room"
)

// invitations bounds a list of invitations.
const invitations = 100

// mayInvite refuses to invite somebody who does not exist, or who is kept away.
func (l *Lobby) mayInvite(ctx context.Context, w room.Wish) error {
	if w.Invitee == "" {
		return nil
	}
	if _, err := l.people.Find(ctx, w.Invitee); err != nil {
		return err
	}
	return l.mayMeet(ctx, w.Owner.Account, w.Invitee)
}

// mayMeet refuses to bring players together of whom one has blocked the other.
func (l *Lobby) mayMeet(ctx context.Context, one, other string) error {
	blocks, err := l.people.Among(ctx, []string{one, other})
	if err == nil && len(blocks) > 0 {
		return room.ErrKeptApart
	}
	return err
}

// mayJoin refuses a seat as the room itself would, or because of a block. It
// returns both players as they are now.
func (l *Lobby) mayJoin(ctx context.Context, id string, p room.Player, withCode bool) (owner, joiner room.Player, err error) {
	r, err := l.store.Get(ctx, id)
	if err != nil {
		return owner, p, err
	}
	if r.At(l.now()).State != room.Open {
		return r.Owner, p, nil // the room says what becomes of it
	}
	if r, err = r.Join(p, withCode, true, l.now()); err != nil {
		return owner, p, err
	}
	if err := l.mayMeet(ctx, r.Owner.Account, p.Account); err != nil {
		return owner, p, err
	}
	if owner, err = l.people.Find(ctx, r.Owner.Account); err != nil || !p.Guest {
		return owner, p, err
	}
	joiner, err = l.people.Find(ctx, p.Account) // his token may be older than his sign-in
	return owner, joiner, err
}

// Decline turns an account's invitation down.
func (l *Lobby) Decline(ctx context.Context, id, account string) (room.Room, error) {
	return l.store.Change(ctx, id, func(r room.Room) (room.Room, error) { return r.Decline(account, l.now()) })
}

// Invitations are the open rooms to which one of some accounts is invited.
func (l *Lobby) Invitations(ctx context.Context, accounts ...string) ([]room.Room, error) {
	if len(accounts) == 0 {
		return nil, nil
	}
	return l.store.Invitations(ctx, accounts, l.now(), invitations*len(accounts))
}
