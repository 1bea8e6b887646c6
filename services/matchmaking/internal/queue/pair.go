package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/matchmaking/internal/pairing"
	"kydai.dev/services/matchmaking/internal/ticket"
)

// Pools are those who wait for the same.
type Pools interface {
	// Crowded lists the pools in which two or more wait who were seen since a
	// time.
	Crowded(ctx context.Context, since time.Time) ([]string, error)
	// Lease gives a pool to a replica until a time, unless another one has it.
	Lease(ctx context.Context, pool, replica string, now, until time.Time) (bool, error)
	// Waiting are the tickets of a pool whose owners were seen since a time, in
	// the order of their ids.
	Waiting(ctx context.Context, pool string, since, now time.Time) ([]pairing.Ticket, error)
	// Claim makes matches of the pairs whose tickets both wait still.
	Claim(ctx context.Context, pool string, pairs []ticket.Pair, now time.Time) ([]ticket.Match, error)
}

const (
	pairEvery = 500 * time.Millisecond
	// leaseFor is after how long another replica may pair a pool whose replica
	// is gone.
	leaseFor = 4 * time.Second
	// rounds bounds how often a pool is paired again because of blocks.
	rounds = 10
	// claimed is how many pairs are taken and begun at a time, beginning how
	// many of them ask the referee at once.
	claimed, beginning = 200, 16
)

// Pair pairs all pools once. A pool is one replica's at a time; that spares
// work, while what keeps a ticket out of two games is the claim.
func (q *Queue) Pair(ctx context.Context) error {
	pools, err := q.store.Crowded(ctx, q.now().Add(-q.cfg.Life))
	if err != nil {
		return err
	}
	var failed error
	for _, pool := range pools {
		failed = errors.Join(failed, q.pairPool(ctx, pool))
	}
	return failed
}

// pairPool pairs a pool that is this replica's. A replica that can't do so gives
// the pool up: it may be cut off from those whom others can ask.
func (q *Queue) pairPool(ctx context.Context, pool string) error {
	now := q.now()
	if ours, err := q.lease(ctx, pool, now); !ours || err != nil {
		return err
	}
	err := q.pairOurs(ctx, pool, now)
	if err != nil {
		delete(q.leases, pool)
		_, giveUp := q.store.Lease(ctx, pool, q.cfg.Replica, now, now)
		err = errors.Join(err, giveUp)
	}
	return err
}

func (q *Queue) pairOurs(ctx context.Context, pool string, now time.Time) error {
	waiting, err := q.store.Waiting(ctx, pool, now.Add(-q.cfg.Life), now)
	if err != nil {
		return err
	}
	pairs, err := q.decide(ctx, waiting)
	if err != nil {
		return err
	}
	for len(pairs) > 0 {
		n := min(claimed, len(pairs))
		matches, err := q.store.Claim(ctx, pool, named(waiting, pairs[:n]), q.now())
		if err != nil {
			return err
		}
		if err := q.begin(ctx, matches); err != nil {
			return err
		}
		pairs = pairs[n:]
	}
	return nil
}

// lease reports whether the pool is this replica's.
func (q *Queue) lease(ctx context.Context, pool string, now time.Time) (bool, error) {
	if q.leases[pool].Sub(now) > leaseFor/2 {
		return true, nil
	}
	until := now.Add(leaseFor)
	ours, err := q.store.Lease(ctx, pool, q.cfg.Replica, now, until)
	if !ours || err != nil {
		delete(q.leases, pool)
		return false, err
	}
	q.leases[pool] = until
	return true, nil
}

// decide pairs until no pair is of players who have blocked each other. Who
// blocks whom is asked for those alone who would meet.
func (q *Queue) decide(ctx context.Context, waiting []pairing.Ticket) ([]pairing.Pair, error) {
	apart, known := pairing.Apart{}, map[pairing.Pair]bool{}
	var pairs []pairing.Pair
	for range rounds {
		pairs = pairing.Round(waiting, apart)
		var fresh []pairing.Pair
		for _, p := range pairs {
			if !known[p] {
				fresh = append(fresh, p)
				known[p] = true
			}
		}
		blocked, err := q.blocked(ctx, waiting, fresh)
		if err != nil {
			return nil, err
		}
		if len(blocked) == 0 {
			return pairs, nil
		}
		for _, b := range blocked {
			apart.Keep(b[0], b[1])
		}
	}
	return without(waiting, pairs, apart), nil
}

// blocked are the blocks among players who would meet.
func (q *Queue) blocked(ctx context.Context, waiting []pairing.Ticket, pairs []pairing.Pair) (blocks [][2]string, err error) {
	const most = 500 // pairs of one question
	for len(pairs) > 0 {
		n := min(most, len(pairs))
		var accounts []string
		for _, p := range pairs[:n] {
			accounts = append(accounts, waiting[p.First].Account, waiting[p.Second].Account)
		}
		some, err := q.others.People.Among(ctx, accounts)
		if err != nil {
			return nil, fmt.Errorf("ask for blocks, without which nobody is paired: %w", err)
		}
		blocks = append(blocks, some...)
		pairs = pairs[n:]
	}
	return blocks, nil
}

// without leaves out the pairs that are kept apart.
func without(waiting []pairing.Ticket, pairs []pairing.Pair, apart pairing.Apart) (rest []pairing.Pair) {
	for _, p := range pairs {
		if !apart.Has(waiting[p.First].Account, waiting[p.Second].Account) {
			rest = append(rest, p)
		}
	}
	return rest
}

func named(waiting []pairing.Ticket, pairs []pairing.Pair) []ticket.Pair {
	list := make([]ticket.Pair, len(pairs))
	for i, p := range pairs {
		list[i] = ticket.Pair{ID: newID(), First: waiting[p.First].ID, Second: waiting[p.Second].ID}
	}
	return list
}

// begin asks for the games of matches and notes them. It may be called again at
// any time, by anybody: the game's key are its two tickets. A match whose game
// can't be begun now is taken up again by Mend.
func (q *Queue) begin(ctx context.Context, matches []ticket.Match) error {
	begun, failed := make([]bool, len(matches)), make([]error, len(matches))
	var group errgroup.Group
	group.SetLimit(beginning)
	for i := range matches {
		group.Go(func() error {
			matches[i].GameID, failed[i] = q.create(ctx, matches[i])
			begun[i] = failed[i] == nil
			return nil
		})
	}
	_ = group.Wait() // failures lie in failed
	var done []ticket.Match
	for i, m := range matches {
		if begun[i] {
			done = append(done, m)
		}
	}
	return errors.Join(q.store.Begun(ctx, done, q.now()), errors.Join(failed...))
}

// create asks for a game; no id and no error say that it will never be.
func (q *Queue) create(ctx context.Context, m ticket.Match) (string, error) {
	id, err := q.others.Referee.CreateMatch(ctx, m)
	var e *errs.Error
	if errors.As(err, &e) && e.Kind == errs.Invalid { // the wish was checked, so the referee judges otherwise by now
		q.log.ErrorContext(ctx, "the referee refuses the game of a match", "match_id", m.ID, "game", m.First.Game, "error", err)
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("create game of match %s: %w", m.ID, err)
	}
	return id, nil
}
