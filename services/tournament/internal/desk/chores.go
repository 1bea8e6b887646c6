package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/services/tournament/internal/record"
	"kydai.dev/services/tournament/internal/tourney"
)

// ErrGuestPrize says that the winner is a guest still.
var ErrGuestPrize = errors.New("guests are paid no coins")

const (
	// soonest and latest are after how long a chore that failed is tried again.
	soonest = 500 * time.Millisecond
	latest  = time.Minute
	// seldom is after how long at most one is that was refused: others can't be asked
	// for what they don't want every minute, and may want it some day.
	seldom = 4 * time.Hour
	// choreLimit is how long one try may take, and choreLease how long others leave
	// it alone: a player whose game was made by a replica that was killed meanwhile
	// learns of it no later.
	choreLimit = 4 * time.Second
	choreLease = choreLimit + time.Second
	// guestPause is how often a guest's prize is tried again, and guestLimit for how
	// long after the tournament: coins are paid to linked accounts only.
	guestPause = time.Hour
	guestLimit = 30 * 24 * time.Hour
	// partingLimit is how long giving a chore back may take.
	partingLimit = 2 * time.Second
)

// runChores does chores until its context ends, some at a time.
func (d *Desk) runChores(ctx context.Context) {
	failed := false
	for ctx.Err() == nil {
		done, err := d.DoChores(ctx)
		if err != nil && !failed && ctx.Err() == nil {
			d.log.WarnContext(ctx, "looking for chores fails", "error", err)
		}
		failed = err != nil
		if done == 0 {
			d.idle(ctx)
		}
	}
}

// idle waits for a while, or until there is something to do.
func (d *Desk) idle(ctx context.Context) {
	timer := time.NewTimer(d.cfg.Pause)
	defer timer.Stop()
	select {
	case <-d.woken:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// DoChores does some of the chores that wait, and says how many.
func (d *Desk) DoChores(ctx context.Context) (int, error) {
	now, workers := d.now(), max(d.cfg.Workers, 1)
	chores, err := d.store.ClaimChores(ctx, d.cfg.Replica, now, now.Add(choreLease), workers)
	if err != nil {
		return 0, err
	}
	var group errgroup.Group
	group.SetLimit(workers)
	for _, c := range chores {
		group.Go(func() error {
			d.part(ctx, c, d.do(ctx, c))
			return nil
		})
	}
	return len(chores), group.Wait()
}

// part says what becomes of a chore that somebody has been at.
func (d *Desk) part(ctx context.Context, c record.Chore, err error) {
	if err == nil || errors.Is(err, record.ErrLost) {
		return // who has it now finds it done
	}
	c, at := d.again(ctx, c, err)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), partingLimit)
	defer cancel()
	if err := d.store.Postpone(ctx, c, at); err != nil && !errors.Is(err, record.ErrLost) {
		d.log.WarnContext(ctx, "leave a chore", "tournament_id", c.Tournament, "key", c.Key, "error", err) // its lease ends by itself
	}
	if cause := refusal(err); cause != "" {
		d.tellRefusal(ctx, c, cause)
	}
}

// again says when a chore is tried again that could not be done.
func (d *Desk) again(ctx context.Context, c record.Chore, err error) (record.Chore, time.Time) {
	now := d.now()
	switch {
	case ctx.Err() != nil: // others go on with it at once
		return c, now
	case refusal(err) != "":
		c.Refused++
		d.log.WarnContext(ctx, "a chore of a tournament is refused", "tournament_id", c.Tournament, "key", c.Key, "times", c.Refused, "error", err)
		return c, now.Add(pauseAfter(c.Refused, seldom))
	}
	c.Refused = 0
	if errors.Is(err, ErrGuestPrize) {
		return c, now.Add(guestPause)
	}
	d.log.WarnContext(ctx, "a chore of a tournament waits", "tournament_id", c.Tournament, "key", c.Key, "attempt", c.Attempt, "error", err)
	return c, now.Add(pauseAfter(c.Attempt, latest))
}

// pauseAfter is how long a chore waits after so many tries, at the most.
func pauseAfter(tries int, most time.Duration) time.Duration {
	pause := soonest
	for range min(tries, 20) - 1 {
		pause *= 2
	}
	return min(pause, most)
}

// do does a chore and sees to it that it is not done again.
func (d *Desk) do(ctx context.Context, c record.Chore) error {
	ctx, cancel := context.WithTimeout(ctx, choreLimit)
	defer cancel()
	var outcome decide
	var err error
	switch kind := c.Kind.(type) {
	case tourney.MakeGame:
		outcome, err = d.makeGame(ctx, c, kind)
	case tourney.PayPrize:
		outcome, err = d.pay(ctx, c, kind)
	case tourney.DecideGame:
		err = d.Referee.Decide(ctx, kind)
	case tourney.VoidGame:
		err = d.Referee.Void(ctx, kind)
	case tourney.PauseGame:
		err = d.Referee.Pause(ctx, kind)
	case tourney.ResumeGame:
		err = d.Referee.Resume(ctx, kind)
	default:
		err = fmt.Errorf("nobody knows how to do %T", kind)
	}
	if err != nil {
		return err
	}
	return d.finish(ctx, c, outcome)
}

// finish notes the outcome of a chore, if it has one, and takes it away. Where the
// outcome was noted before, only the latter is left to do.
func (d *Desk) finish(ctx context.Context, c record.Chore, outcome decide) error {
	if outcome == nil {
		return d.store.Drop(ctx, c)
	}
	noted := false
	_, err := d.settle(ctx, c.Tournament, c.Key, func(t *tourney.Tournament) (tourney.Decision, error) {
		decision, err := outcome(t)
		noted = !empty(decision)
		return decision, err
	})
	if err != nil || noted {
		return err
	}
	return d.store.Drop(ctx, c)
}

// makeGame has a game made.
func (d *Desk) makeGame(ctx context.Context, c record.Chore, m tourney.MakeGame) (decide, error) {
	t, err := d.load(ctx, c.Tournament)
	if err != nil {
		return nil, err
	}
	order := Order{MakeGame: m, Tournament: c.Tournament, Key: c.Key}
	for i, player := range []string{m.First, m.Second} {
		e, err := t.Entrant(player)
		if err != nil {
			return nil, err
		}
		order.Guests[i] = e.Guest
	}
	id, err := d.Referee.Make(ctx, order)
	if err != nil {
		return nil, fmt.Errorf("make game %s: %w", c.Key, err)
	}
	return func(t *tourney.Tournament) (tourney.Decision, error) { return t.GameMade(m, id, d.now()) }, nil
}

// pay has a prize paid. That of a guest waits for the guest to link an account, and
// lapses in the end.
func (d *Desk) pay(ctx context.Context, c record.Chore, p tourney.PayPrize) (decide, error) {
	err := d.Prizes.Pay(ctx, c.Tournament, c.Key, p)
	if errors.Is(err, ErrGuestPrize) {
		t, err := d.load(ctx, c.Tournament)
		if err == nil && d.now().After(t.EndedAt().Add(guestLimit)) {
			return nil, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("pay prize %s: %w", c.Key, err)
	}
	return func(t *tourney.Tournament) (tourney.Decision, error) { return t.PrizePaid(p.Player, p.Coins, d.now()) }, nil
}
