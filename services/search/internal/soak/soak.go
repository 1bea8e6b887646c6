// Package soak lets the engine play against itself for very long and holds it to
// the referee's rules: every move, every position, and every win that it
// announces. A win in so many plies must come within them against any defence:
// the engine's own, moves at random, and, where it is two plies away, all moves
// that there are.
package soak

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"kydai.dev/pkg/levels"

	"kydai.dev/services/search/internal/engine"
	"kydai.dev/services/search/internal/play"
)

// Row is games of one game with one budget.
type Row struct {
	Game play.Game
	// Level is the budget. One without a name is a bare number of nodes, and what
	// the engine learned for one move helps it with the next; a level begins anew
	// with every move, as it is served.
	Level levels.Level
	// Games are played from number First on. A number makes a game.
	First, Games int
}

// Soak is what to play.
type Soak struct {
	Rows    []Row
	Seed    uint64
	Threads int
	// Certain, if any, is what the engine knows without a search, at levels that
	// do not slip.
	Certain func(engine.Board) (engine.Certain, bool)
	// Progress, if any, is told of every game that is over; Fault of every one
	// that went wrong. One is told at a time.
	Progress func()
	Fault    func(Fault)
}

// task is one game to play.
type task struct{ row, number int }

// tasks mixes the games of all rows, so that after any time the same share of
// each has been played.
func (s *Soak) tasks() (list []task) {
	for i, r := range s.Rows {
		for n := range r.Games {
			list = append(list, task{i, r.First + n})
		}
	}
	share := func(t task) float64 {
		return (float64(t.number-s.Rows[t.row].First) + 0.5) / float64(s.Rows[t.row].Games)
	}
	slices.SortStableFunc(list, func(a, b task) int { return cmp.Compare(share(a), share(b)) })
	return list
}

// Run plays until all is played or the context ends, and counts.
func (s *Soak) Run(ctx context.Context) []Counts {
	var (
		list   = s.tasks()
		next   atomic.Int64
		lock   sync.Mutex
		counts = make([]Counts, len(s.Rows))
		group  sync.WaitGroup
	)
	for range max(1, s.Threads) {
		group.Go(func() {
			p := players{soak: s, engines: map[string]*engine.Engine{}}
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					return
				}
				c, fault := p.play(list[i])
				lock.Lock()
				counts[list[i].row].add(c)
				s.tell(fault)
				lock.Unlock()
			}
		})
	}
	group.Wait()
	return counts
}

// tell tells of a game that is over.
func (s *Soak) tell(fault *Fault) {
	if fault != nil && s.Fault != nil {
		s.Fault(*fault)
	}
	if s.Progress != nil {
		s.Progress()
	}
}

// players are the engines of one thread.
type players struct {
	soak    *Soak
	engines map[string]*engine.Engine
}

// play plays one game and counts it.
func (p *players) play(k task) (c Counts, fault *Fault) {
	row := p.soak.Rows[k.row]
	t, err := newTable(row.Game, row.Level, p.engine(row).Search, rand.New(rand.NewPCG(p.soak.Seed, uint64(k.number)))) //nolint:gosec // must repeat itself
	if err == nil {
		err = t.survive()
		c = t.counts()
	}
	if err != nil {
		c.Faults++
		return c, &Fault{Row: row, Number: k.number, Seed: p.soak.Seed, Line: t.line, Err: err}
	}
	return c, nil
}

// survive plays the game; a panic is a fault like others.
func (t *table) survive() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic after %d plies: %v", t.line.Plies(), p)
		}
	}()
	return t.play()
}

// engine is the engine of a row, as it was when it was new.
func (p *players) engine(r Row) *engine.Engine {
	served, weak := r.Level.Name != "", r.Level.Slip != levels.Slip{}
	name := fmt.Sprint(r.Game.Rules.Name(), served, weak)
	e := p.engines[name]
	if e == nil {
		o := engine.Options{Traits: r.Game.Traits, Threads: 1, Fresh: served}
		if !weak {
			o.Certain = p.soak.Certain
		}
		e = engine.New(1, o)
		p.engines[name] = e
	}
	if !served {
		e.Forget()
	}
	return e
}
