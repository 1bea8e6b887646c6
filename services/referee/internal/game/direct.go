package game

import (
	"time"

	"kydai.dev/pkg/rules"
)

// What directors may do with a clock: leave less than LeastLeft to nobody from
// whom they take time, put at most MostGiven into a bank or take it out at a time,
// and fill no bank beyond MostBank.
const (
	LeastLeft = 10 * time.Second
	MostGiven = time.Hour
	MostBank  = 24 * time.Hour
)

// CauseDirector is an adjustment that a director makes.
const CauseDirector = "director"

// Decide ends the game with the result that its director sets. Who decides it
// again alike gets the end that there is.
func (g *Game) Decide(winner rules.Winner, by Act, at time.Time) ([]Event, error) {
	if !g.settings.Tournament.Given() {
		return nil, ErrNoTournament
	}
	r := Result{Winner: winner, Reason: Adjudication, Status: StatusFinished}
	return g.endWith(Finished{Result: r, Act: by}, at)
}

// Decision is who decided the game, and why; ok is false where no director did.
func (g *Game) Decision() (by Act, ok bool) {
	if g.result.Reason != Adjudication {
		return Act{}, false
	}
	k, _ := g.event(g.finish).Kind.(Finished)
	return k.Act, true
}

// GiveTime is a director's wish to put time into a side's bank, or to take it.
type GiveTime struct {
	Side rules.Side
	By   time.Duration
	// Key makes one adjustment of what is sent several times.
	Key string
	Act Act
}

// Give adjusts the bank of a side. Who sends the key again gets the adjustment
// that there is, also when the game is over.
func (g *Game) Give(t GiveTime, at time.Time) ([]Event, error) {
	if seq, ok := g.given[t.Key]; ok {
		if k, _ := g.event(seq).Kind.(Adjusted); k.Side != t.Side || k.By != t.By {
			return nil, ErrAdjustmentKey
		}
		return g.log[seq-1 : seq], nil
	}
	if err := g.directed(at); err != nil {
		return nil, err
	}
	clock := g.Clock()
	if !clock.Controls[t.Side].Timed() {
		return nil, ErrNoClock
	}
	left := clock.Remaining(int(t.Side), at) + t.By
	if t.By == 0 || t.By.Abs() > MostGiven || left > MostBank || t.By < 0 && left < LeastLeft {
		return nil, ErrTimeBounds
	}
	k := Adjusted{Cause: CauseDirector, By: t.By, Act: t.Act, Side: t.Side, Key: t.Key}
	return []Event{{Seq: g.Seq() + 1, At: at, Clock: clock.Give(int(t.Side), t.By), Kind: k}}, nil
}
