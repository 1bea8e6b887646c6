package game

import "time"

// CausePause is the adjustment that ends a pause.
const CausePause = "pause"

// Act is who directs a tournament's game, and why. Director is an account's id;
// "" where the tournament acts by itself.
type Act struct{ Director, Reason string }

// Pause stops both clocks; nobody moves until the game is resumed. Who pauses it
// again gets the pause that there is.
func (g *Game) Pause(by Act, at time.Time) ([]Event, error) {
	if err := g.directed(at); err != nil {
		return nil, err
	}
	if g.paused > 0 {
		return g.log[g.paused-1 : g.paused], nil
	}
	return []Event{{Seq: g.Seq() + 1, At: at, Clock: g.Clock().Pause(at), Kind: Paused{Act: by}}}, nil
}

// Resume lets the clocks go on from where they stood. Who resumes a game that
// runs gets the event since which it does.
func (g *Game) Resume(by Act, at time.Time) ([]Event, error) {
	if err := g.directed(at); err != nil {
		return nil, err
	}
	if g.paused == 0 {
		return g.log[g.runs-1 : g.runs], nil
	}
	clock := g.Clock()
	k := Adjusted{Cause: CausePause, By: at.Sub(clock.Paused), Act: by}
	return []Event{{Seq: g.Seq() + 1, At: at, Clock: clock.Continue(at), Kind: k}}, nil
}

// directed refuses the acts of directors in games that are over, or none of
// theirs.
func (g *Game) directed(at time.Time) error {
	if !g.settings.Tournament.Given() {
		return ErrNoTournament
	}
	return g.inTime(at)
}

// Paused is the pause that lasts; ok is false while there is none.
func (g *Game) Paused() (since time.Time, by Act, ok bool) {
	if g.paused == 0 {
		return time.Time{}, Act{}, false
	}
	e := g.event(g.paused)
	k, _ := e.Kind.(Paused)
	return e.At, k.Act, true
}

// Resumed is when the last pause was over; zero where there was none.
func (g *Game) Resumed() time.Time { return g.resumed }
