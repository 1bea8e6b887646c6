// Package queue is what can be done with tickets: wait, look, give up. It pairs
// those who wait, and sees to it that each pair gets its game, whatever goes
// wrong in between.
package queue

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"kydai.dev/services/matchmaking/internal/lobby"
	"kydai.dev/services/matchmaking/internal/room"
	"kydai.dev/services/matchmaking/internal/ticket"
)

// Change decides what becomes of a ticket.
type Change func(ticket.Ticket) (ticket.Ticket, error)

// Tickets keep the tickets.
type Tickets interface {
	// Add stores a new ticket with its key and returns it; or, as existing, the
	// ticket that the key gave before, or the one that its owner has for the
	// game already: one that lives, or one matched since a time, but for the
	// one named over.
	Add(ctx context.Context, t ticket.Ticket, key lobby.Key, since time.Time, over string) (added ticket.Ticket, existing bool, err error)
	Get(ctx context.Context, id string) (ticket.Ticket, error)
	// Recent are the tickets of an account that wait, become games, or became
	// some since a time, newest first.
	Recent(ctx context.Context, account string, since time.Time) ([]ticket.Ticket, error)
	// Matched are the tickets of some accounts that became games since a time.
	Matched(ctx context.Context, accounts []string, since time.Time) ([]ticket.Ticket, error)
	// Change stores what change makes of a ticket; nobody else changes it
	// meanwhile.
	Change(ctx context.Context, id string, change Change) (ticket.Ticket, error)
	// Linked makes the waiting tickets of an account those of no guest.
	Linked(ctx context.Context, account string) error
	// Keep notes that the owners of waiting tickets are there.
	Keep(ctx context.Context, accounts []string, now time.Time) error
}

// Memory is what is known of earlier tickets.
type Memory interface {
	// LastRating is the rating with which an account last waited; 0 where it
	// never did.
	LastRating(ctx context.Context, account, game, category string) (int, error)
	// MeanWait is how long players of a pool waited of late; 0 where nobody was
	// paired since a time.
	MeanWait(ctx context.Context, pool string, since time.Time) (time.Duration, error)
}

// Store is everything that is kept; store.Tickets is it.
type Store interface {
	Tickets
	Memory
	Pools
	Matches
}

// Ratings say how strong players are.
type Ratings interface {
	Rating(ctx context.Context, account, game, category string) (int, error)
}

// Referee creates the games.
type Referee interface {
	// CreateMatch creates the game of a match, or finds the one it created
	// before. An *errs.Error of kind Invalid is final.
	CreateMatch(ctx context.Context, m ticket.Match) (gameID string, err error)
	// Over reports whether a game has ended.
	Over(ctx context.Context, gameID string) (bool, error)
}

// Others are the services that a queue asks.
type Others struct {
	Referee Referee
	Ratings Ratings
	People  lobby.People
}

// Config says how a queue works.
type Config struct {
	// Life is how long a ticket lives after its owner was last seen.
	Life time.Duration
	// Replica names this process among those that share the store.
	Replica string
}

// Queue is where players wait.
type Queue struct {
	store  Store
	others Others
	cfg    Config
	now    func() time.Time
	log    *slog.Logger
	leases map[string]time.Time // by pool, until when; of the one loop that pairs
	watch  watch                // of the one loop that looks after tickets
}

// New returns a queue. Its times are those that a store keeps.
func New(store Store, others Others, cfg Config, now func() time.Time, log *slog.Logger) *Queue {
	stored := func() time.Time { return now().UTC().Truncate(time.Microsecond) }
	return &Queue{store: store, others: others, cfg: cfg, now: stored, log: log, leases: map[string]time.Time{}}
}

const (
	// sameWish is how long a further wish for a game means the game just begun:
	// a double tap, or a second device.
	sameWish = 30 * time.Second
	// recently is how long a mean wait says something.
	recently = time.Hour
	// seenEnough spares a write for each look at a ticket.
	seenEnough = 2 * time.Second
)

// Create lets a player wait. Who waits already, or has just begun such a game,
// gets that ticket.
func (q *Queue) Create(ctx context.Context, w ticket.Wish, key lobby.Key) (t ticket.Ticket, existing bool, err error) {
	if w, err = w.Checked(); err != nil {
		return t, false, err
	}
	w.Owner = q.known(ctx, w.Owner)
	now := q.now()
	fresh := ticket.New(newID(), w, q.rating(ctx, w), now)
	t, existing, err = q.store.Add(ctx, fresh, key, now.Add(-sameWish), "")
	if err != nil || t.State != ticket.Matched {
		return t, existing, err
	}
	over, err := q.others.Referee.Over(ctx, t.GameID)
	if err != nil {
		return t, false, fmt.Errorf("ask for the game of ticket %s: %w", t.ID, err)
	}
	if !over {
		return t, existing, nil
	}
	return q.store.Add(ctx, fresh, key, now.Add(-sameWish), t.ID)
}

// known is a player as account knows him: the token of a guest may be older than
// his sign-in. While account is away the token counts.
func (q *Queue) known(ctx context.Context, p room.Player) room.Player {
	if !p.Guest {
		return p
	}
	known, err := q.others.People.Find(ctx, p.Account)
	if err != nil {
		q.log.WarnContext(ctx, "accounts are away, taking a guest at his word", "error", err)
		return p
	}
	return known
}

// Linked notes that an account is no guest's any more.
func (q *Queue) Linked(ctx context.Context, account string) error {
	return q.store.Linked(ctx, account)
}

// rating is how strong a player counts. Without the service of ratings it is
// what is remembered: nobody is turned away for that.
func (q *Queue) rating(ctx context.Context, w ticket.Wish) int {
	if w.Category() == "" {
		return 0
	}
	rating, err := q.others.Ratings.Rating(ctx, w.Owner.Account, w.Game, w.Category())
	if err == nil {
		return rating
	}
	q.log.WarnContext(ctx, "ratings are away, taking the last one known", "error", err)
	if rating, err = q.store.LastRating(ctx, w.Owner.Account, w.Game, w.Category()); err != nil {
		q.log.WarnContext(ctx, "no rating is known", "error", err)
	}
	return rating
}

// Get returns an account's own ticket and keeps it alive.
func (q *Queue) Get(ctx context.Context, id, account string) (ticket.Ticket, error) {
	t, err := q.store.Get(ctx, id)
	if err != nil {
		return t, err
	}
	if t, err = t.Of(account); err != nil {
		return t, err
	}
	if now := q.now(); t.State == ticket.Waiting && now.Sub(t.Seen) > seenEnough {
		return t, q.store.Keep(ctx, []string{account}, now)
	}
	return t, nil
}

// List returns an account's tickets that wait or were just matched, newest first,
// and keeps them alive.
func (q *Queue) List(ctx context.Context, account string) ([]ticket.Ticket, error) {
	if err := q.Keep(ctx, []string{account}); err != nil {
		return nil, err
	}
	return q.store.Recent(ctx, account, q.now().Add(-sameWish))
}

// JustMatched are the tickets of some accounts that have become games so lately
// that a further wish would mean the same.
func (q *Queue) JustMatched(ctx context.Context, accounts []string) ([]ticket.Ticket, error) {
	if len(accounts) == 0 {
		return nil, nil
	}
	return q.store.Matched(ctx, accounts, q.now().Add(-sameWish))
}

// EstimatedWait is how long players like the owner of a ticket waited of late,
// and no less than he has waited himself; 0 where that is not known, or where he
// waits no more.
func (q *Queue) EstimatedWait(ctx context.Context, t ticket.Ticket) (time.Duration, error) {
	if t.State != ticket.Waiting {
		return 0, nil
	}
	now := q.now()
	mean, err := q.store.MeanWait(ctx, t.Pool(), now.Add(-recently))
	if mean == 0 || err != nil {
		return 0, err
	}
	return max(mean, now.Sub(t.Created)), nil
}

// Leave gives an account's own ticket up.
func (q *Queue) Leave(ctx context.Context, id, account string) (ticket.Ticket, error) {
	return q.store.Change(ctx, id, func(t ticket.Ticket) (ticket.Ticket, error) { return t.Leave(account, q.now()) })
}

// Keep keeps the tickets of players who are there.
func (q *Queue) Keep(ctx context.Context, accounts []string) error {
	if len(accounts) == 0 {
		return nil
	}
	return q.store.Keep(ctx, accounts, q.now())
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }
