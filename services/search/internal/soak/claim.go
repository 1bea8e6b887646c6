package soak

import (
	"kydai.dev/pkg/rules"

	"kydai.dev/services/search/internal/engine"
)

// claim is a win that the engine has announced.
type claim struct {
	winner rules.Side
	// made is after how many plies of the game it was said, by after how many the
	// game is won at the latest; 0 where that was not said.
	made, by int
}

// claimOf is what a score says to the side to move after so many plies; nil where
// it is an estimate.
func claimOf(s engine.Score, side rules.Side, plies int) *claim {
	if !s.Decided() {
		return nil
	}
	c := &claim{winner: side, made: plies}
	if s.Value < 0 {
		c.winner = side.Other()
	}
	if s.Mate != 0 {
		c.by = plies + max(s.Mate, -s.Mate)
	}
	return c
}

// asGood reports whether a claim promises all that an earlier one does; no claim
// promises nothing.
func (c *claim) asGood(earlier *claim) bool {
	switch {
	case earlier == nil:
		return true
	case c == nil || c.winner != earlier.winner:
		return false
	}
	return earlier.by == 0 || c.by > 0 && c.by <= earlier.by
}

// stricter reports whether a claim promises more than an earlier one.
func (c *claim) stricter(earlier *claim) bool {
	return earlier == nil || c.by > 0 && (earlier.by == 0 || c.by < earlier.by)
}

// kept reports whether a game that has ended so has kept the claim.
func (c *claim) kept(v rules.Verdict, plies int) bool {
	return v.Winner == c.winner.Wins() && (c.by == 0 || plies <= c.by)
}

// escape finds a move after which the other side does not win at once, by trying
// all of them and all answers; empty where there is none. Both are at the same
// position.
func escape(line *rules.Line, b engine.Board) (move string, err error) {
	winner := b.Side().Other()
	for _, m := range b.Moves(nil) {
		text := b.Text(m)
		ply, err := line.Try(text)
		if err != nil {
			return text, err
		}
		if ply.Verdict.Over() {
			if ply.Verdict.Winner != winner.Wins() {
				return text, nil
			}
			continue
		}
		b.Make(m)
		wins := winsAtOnce(ply.Next, b)
		b.Unmake()
		if !wins {
			return text, nil
		}
	}
	return "", nil
}

// winsAtOnce reports whether the side to move has a winning move: the board finds
// it, the rules judge it.
func winsAtOnce(p rules.Position, b engine.Board) bool {
	for _, m := range b.Moves(nil) {
		text := b.Text(m)
		b.Make(m)
		over := lost(b)
		b.Unmake()
		if !over {
			continue
		}
		if step, err := p.Play(text); err == nil && step.Next.Standing().Winner == p.Side().Wins() {
			return true
		}
	}
	return false
}

// lost reports whether the side to move has lost as the board stands.
func lost(b engine.Board) bool { return b.Lost() || len(b.Moves(nil)) == 0 }
