package game

import "time"

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

// Delay is how far a viewer's reads lag behind: players and services always
// see the head.
func (g *Game) Delay(v Viewer) time.Duration {
	if g.sees(v) {
		return 0
	}
	return g.settings.Spectators.Delay
}

func (g *Game) sees(v Viewer) bool {
	if v.Service {
		return true
	}
	_, plays := g.SideOf(v.Account)
	return plays
}
