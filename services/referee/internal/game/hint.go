package game

import "time"

// Practice is what a game of one person counts besides moves.
type Practice struct {
	Hints, Takebacks int
	// Left is how many more take-backs there are where Limited says that they are
	// counted.
	Left    int
	Limited bool
}

// Practice is what the game has counted; ok is false between people.
func (g *Game) Practice() (p Practice, ok bool) {
	if !g.settings.Alone() {
		return Practice{}, false
	}
	p = Practice{Hints: g.hints, Takebacks: g.takebacks}
	if _, p.Limited = g.settings.BotSide(); p.Limited {
		p.Left = g.settings.Takebacks - g.takebacks
	}
	return p, true
}

// Hint counts a hint for the account whose turn it is. Who asks again before the
// next move is told the same, which counts once.
func (g *Game) Hint(account string, at time.Time) ([]Event, error) {
	side, ok := g.SideOf(account)
	if !ok {
		return nil, g.stranger()
	}
	if err := g.inTime(at); err != nil {
		return nil, err
	}
	switch {
	case !g.settings.Alone():
		return nil, ErrNoHints
	case g.paused > 0:
		return nil, g.here(ErrPaused)
	case side != g.line.Position().Side():
		return nil, g.here(ErrNotYourTurn)
	case g.hinted > 0:
		return g.log[g.hinted-1 : g.hinted], nil
	}
	k := Hinted{Side: side, Ply: g.Ply() + 1, Hints: g.hints + 1}
	return []Event{{Seq: g.Seq() + 1, At: at, Clock: g.Clock(), Kind: k}}, nil
}
