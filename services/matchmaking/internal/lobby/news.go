package lobby

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// End is the news that the game of a room is over.
type End struct {
	RoomID, GameID string
	// Seq is the number of the event that ended it.
	Seq int
}

// Inbox takes in news from the bus, each once.
type Inbox interface {
	// TakeEnds notes the ends in one transaction. Those that were noted before
	// change nothing.
	TakeEnds(ctx context.Context, ends []End, now time.Time) error
}

// GamesEnded notes that games of rooms are over: all in one transaction, or one
// by one where one of them is in the way of the others.
func (l *Lobby) GamesEnded(ctx context.Context, ends []End) error {
	if len(ends) == 0 {
		return nil
	}
	err := l.store.TakeEnds(ctx, ends, l.now())
	if err == nil || len(ends) == 1 {
		return err
	}
	err = nil
	for _, e := range ends {
		if one := l.store.TakeEnds(ctx, []End{e}, l.now()); one != nil {
			err = errors.Join(err, fmt.Errorf("end of game %s: %w", e.GameID, one))
		}
	}
	return err
}
