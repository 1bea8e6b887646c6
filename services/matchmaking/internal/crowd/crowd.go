// Package crowd counts who is online, searching and playing, for the lobby. The
// counts are for people to look at: they may be some seconds old, and nothing
// hangs on them.
package crowd

import (
	"context"
	"sync"
	"time"

	"kydai.dev/pkg/rules/games"
)

// Counts is how lively the hall is.
type Counts struct {
	// Online are the accounts that are connected.
	Online int
	// Games are all of the catalogue, in its order.
	Games []Game
}

// Game is how lively a game is: who searches, plays, or is there at all.
type Game struct {
	Name                       string
	Online, Searching, Playing int
}

// Presence is who is connected to one gateway.
type Presence struct {
	Replica string
	Online  Sample
	// Watching are those who watch without playing, by game.
	Watching map[string]Watchers
}

// Watchers are those who watch games of a kind.
type Watchers struct {
	Accounts Sample
	// Strangers are the streams of nobody.
	Strangers int
}

// Change is the news that a game has begun or ended.
type Change struct {
	GameID, Game string
	// People are the accounts at its seats.
	People int
	Over   bool
	At     time.Time
}

// Store counts tickets and games; store.Crowd is it.
type Store interface {
	// Searching counts by game the tickets whose owners were seen since a time.
	Searching(ctx context.Context, since time.Time) (map[string]int, error)
	// Playing counts by game the people in running games begun since a time.
	Playing(ctx context.Context, since time.Time) (map[string]int, error)
	// Note notes changes of games; those of one game may come in any order, and
	// more than once.
	Note(ctx context.Context, changes []Change) error
	// Forget deletes games begun before a time.
	Forget(ctx context.Context, before time.Time) error
}

const (
	// fresh is how old counts may be, heard how long a gateway is believed.
	fresh, heard = time.Second, 15 * time.Second
	// evening is how long a game is believed to be played: its end may have been
	// lost, or never come.
	evening     = 24 * time.Hour
	forgetEvery = time.Minute
)

// Crowd counts.
type Crowd struct {
	store Store
	life  time.Duration // of tickets
	now   func() time.Time

	mu       sync.Mutex
	gateways map[string]gateway
	last     Counts
	counted  time.Time
}

// gateway is what a gateway told last.
type gateway struct {
	Presence
	at time.Time
}

// New returns a crowd whose tickets live for a time after their owners were
// seen.
func New(store Store, life time.Duration, now func() time.Time) *Crowd {
	return &Crowd{store: store, life: life, now: now, gateways: map[string]gateway{}}
}

// Hear notes who is connected to a gateway.
func (c *Crowd) Hear(p Presence) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gateways[p.Replica] = gateway{p, c.now()}
}

// Note notes games that have begun or ended.
func (c *Crowd) Note(ctx context.Context, changes []Change) error {
	if len(changes) == 0 {
		return nil
	}
	return c.store.Note(ctx, changes)
}

// Counts returns the counts. Of many who ask at once one counts.
func (c *Crowd) Counts(ctx context.Context) (Counts, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if now.Sub(c.counted) < fresh {
		return c.last, nil
	}
	searching, err := c.store.Searching(ctx, now.Add(-c.life))
	if err != nil {
		return Counts{}, err
	}
	playing, err := c.store.Playing(ctx, now.Add(-evening))
	if err != nil {
		return Counts{}, err
	}
	online, watching := c.present(now)
	c.last, c.counted = Counts{Online: online}, now
	for _, g := range games.All() {
		name := g.Name()
		c.last.Games = append(c.last.Games, Game{
			Name: name, Searching: searching[name], Playing: playing[name], Online: searching[name] + playing[name] + watching[name],
		})
		// Who plays may be cut off for a moment, and who searches may poll.
		c.last.Online = max(c.last.Online, c.last.Games[len(c.last.Games)-1].Online)
	}
	return c.last, nil
}

// present sums up what the gateways told, and forgets those that tell nothing
// any more.
func (c *Crowd) present(now time.Time) (online int, watching map[string]int) {
	watching = map[string]int{}
	var here []Sample
	watchers := map[string][]Sample{}
	for name, g := range c.gateways {
		if now.Sub(g.at) > heard {
			delete(c.gateways, name)
			continue
		}
		here = append(here, g.Online)
		for game, w := range g.Watching {
			watchers[game] = append(watchers[game], w.Accounts)
			watching[game] += w.Strangers
		}
	}
	for game, samples := range watchers {
		watching[game] += distinct(samples)
	}
	return distinct(here), watching
}

// Forget deletes what counts no more.
func (c *Crowd) Forget(ctx context.Context) error { return c.store.Forget(ctx, c.now().Add(-evening)) }

// Run forgets until its context ends. A failure is made up for the next time.
func (c *Crowd) Run(ctx context.Context) error {
	tick := time.NewTicker(forgetEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = c.Forget(ctx)
		case <-ctx.Done():
			return nil
		}
	}
}
