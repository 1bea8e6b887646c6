package game

import (
	"sort"
	"time"
)

// Viewer is who wants to see a game: an account, "" for somebody unknown, or a
// service, which sees everything.
type Viewer struct {
	Account string
	Service bool
}

// MaySee refuses viewers who may not see the game at all. A private game is to
// others as if it did not exist.
func (g *Game) MaySee(v Viewer) error {
	if g.sees(v) {
		return nil
	}
	if g.settings.Visibility == Private {
		return ErrNoSuchGame
	}
	if !g.settings.Spectators.Allowed {
		return ErrSpectatorsBarred
	}
	return nil
}

// VisibleSeq is the seq of the last event that a viewer may know of at a time.
// Players and services always see the head, others lag behind by the
// spectators' delay.
func (g *Game) VisibleSeq(v Viewer, now time.Time) int {
	if g.sees(v) || g.settings.Spectators.Delay == 0 {
		return g.Seq()
	}
	until := now.Add(-g.settings.Spectators.Delay)
	return sort.Search(g.Seq(), func(i int) bool { return g.log[i].At.After(until) })
}

// Past is the game as it was after an event; the game itself after the last.
// Before the first there was none.
func (g *Game) Past(seq int) (*Game, error) {
	switch seq {
	case 0:
		return nil, ErrNoSuchGame
	case g.Seq():
		return g, nil
	default:
		past := New(g.id)
		return past, past.Apply(g.log[:seq]...)
	}
}

func (g *Game) sees(v Viewer) bool {
	if v.Service {
		return true
	}
	_, plays := g.SideOf(v.Account)
	return plays
}
