package game

import (
	"time"

	"kydai.dev/pkg/rules"
)

// Resign ends the game with a loss of the account's side. In a hot-seat game
// the side may be named; otherwise it is the side to move.
func (g *Game) Resign(account, named string, at time.Time) ([]Event, error) {
	side, ok := g.SideOf(account)
	if !ok {
		return nil, g.stranger()
	}
	if g.settings.HotSeat() && named != "" {
		side = rules.First
		if named == rules.Second.String() {
			side = rules.Second
		}
	}
	result := Result{Winner: side.Other().Wins(), Reason: Resignation, Status: StatusFinished}
	return g.endBy(result, at)
}

// AbortGame ends the game without a result, before the account's own first
// move.
func (g *Game) AbortGame(account string, at time.Time) ([]Event, error) {
	side, ok := g.SideOf(account)
	if !ok {
		return nil, g.stranger()
	}
	if err := g.ofTournament(); err != nil {
		return nil, err
	}
	if g.inTime(at) == nil && g.movesOf(side) > 0 {
		return nil, g.here(ErrTooLate)
	}
	return g.endBy(abortedResult(Aborted), at)
}

// endBy ends the game. Who asks again for the end that there was gets its
// event again.
func (g *Game) endBy(r Result, at time.Time) ([]Event, error) {
	return g.endWith(Finished{Result: r}, at)
}

func (g *Game) endWith(k Finished, at time.Time) ([]Event, error) {
	if g.status != StatusRunning && g.result == k.Result {
		return g.log[g.finish-1 : g.finish], nil
	}
	if err := g.inTime(at); err != nil {
		return nil, err
	}
	return []Event{{Seq: g.Seq() + 1, At: at, Clock: g.Clock().Stop(at), Kind: k}}, nil
}

// movesOf counts the moves of a side that stand; of both in a hot-seat game.
func (g *Game) movesOf(side rules.Side) int {
	switch {
	case g.settings.HotSeat():
		return g.Ply()
	case side == g.settings.Start.Side():
		return (g.Ply() + 1) / 2
	default:
		return g.Ply() / 2
	}
}
