package game

import "kydai.dev/pkg/errs"

// unused refuses a setting that would change nothing in the game that a player
// wishes for, so that nobody relies on it. Services send all that they have.
func (o Order) unused(s Settings) error {
	if o.AsService {
		return nil
	}
	if _, engine := s.BotSide(); o.Takebacks != nil && !engine {
		return needs("ENGINE").At("takebacks", "counts in games against the engine; who plays alone takes back without limit")
	}
	if s.FirstMove.Then == NoLimit {
		const why = "limits games between two people on the clock"
		switch {
		case o.FirstMove.Then != "" && o.FirstMove.Then != NoLimit:
			return needs("TWO_PEOPLE").At("first_move.then", why)
		case o.FirstMove.Limit > 0:
			return needs("TWO_PEOPLE").At("first_move.limit", why)
		}
	}
	if o.Spectators.Delay > 0 && (s.Visibility == Private || !s.Spectators.Allowed) {
		return needs("SPECTATORS").At("spectators.delay", "is for spectators, and the game has none")
	}
	return nil
}

// needs says without what a setting has no use.
func needs(what string) *errs.Error { return ErrUnusedSetting.With("needs", what) }
