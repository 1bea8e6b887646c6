package tourney

import (
	"slices"
	"time"

	"kydai.dev/pkg/timecontrol"
)

// Chore is something to be done elsewhere because of an event. It is idempotent by
// its key. Chores of one lane are done one after the other, in the order they were
// asked for: a game is paused before it is resumed.
type Chore struct {
	Key  string
	Lane string // the game's id, or the key
	Kind any    // MakeGame, DecideGame, VoidGame, PauseGame, ResumeGame or PayPrize
}

// MakeGame has the referee make a game of a pairing. The chore's key is the
// creation key. Its outcome is [Tournament.GameMade].
type MakeGame struct {
	Pairing    PairingID
	Paired     int // seq of the event that paired the round
	Number     int // of the game in the pairing
	Game       string
	Rated      bool
	First      string // accounts
	Second     string
	Controls   [2]timecontrol.Control
	NoShow     time.Duration // the limit of the first move, which is then forfeited
	Spectators Spectators
}

// DecideGame ends a game under way by the director.
type DecideGame struct {
	GameID string
	Result Result // FirstWins, SecondWins or Drawn; BothForfeit voids it
	Actor  string
	Reason string
}

// VoidGame annuls a game, under way or over.
type VoidGame struct {
	GameID string
	Actor  string
	Reason string
}

// PauseGame stops the clocks of a game.
type PauseGame struct {
	GameID string
	Actor  string
	Reason string
}

// ResumeGame lets them run again.
type ResumeGame struct {
	GameID string
	Actor  string
	Reason string
}

// PayPrize credits coins. Its outcome is [Tournament.PrizePaid].
type PayPrize struct {
	Player string
	Rank   int
	Coins  int
}

// ChoreRefused is a chore that is refused, again and again. The log tells it once for
// each cause, of a game that is needed still or of a prize: what comes of games under
// way is found out anyhow.
func (t *Tournament) ChoreRefused(kind any, cause string, now time.Time) (Decision, error) {
	refused := Refused{Cause: cause}
	switch k := kind.(type) {
	case MakeGame:
		if t.pairingOf(k) == nil {
			return Decision{}, nil
		}
		refused.Pairing, refused.Number = k.Pairing, k.Number
	case PayPrize:
		refused.Player = k.Player
	default:
		return Decision{}, nil
	}
	if slices.Contains(t.refused, refused) {
		return Decision{}, nil
	}
	d := t.draft(Act{Now: now})
	d.follow(refused)
	return d.decision, nil
}
