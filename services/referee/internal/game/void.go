package game

import "time"

// Moderator is who annuls a game.
type Moderator struct {
	// Name is an account's id or, with the operator's key, a person's name.
	Name string
	// Role is the role by which the account acts, or Operator, or Director.
	Role string
}

const (
	// Operator acts by the key of the hall and not by an account.
	Operator = "operator"
	// Director acts in the games of a tournament, which admits whom it wants.
	Director = "director"
)

// Void annuls a game: a result as if there had been none, or a running game
// with all that could have come of it. A game that is void already stays as it
// was annulled first.
func (g *Game) Void(by Moderator, reason string, at time.Time) ([]Event, error) {
	if err := g.mayVoid(by); err != nil {
		return nil, err
	}
	switch g.status {
	case StatusVoid:
		return g.log[g.finish-1 : g.finish], nil
	case StatusAborted:
		return nil, ErrNothingToVoid
	case StatusRunning:
		if err := g.inTime(at); err != nil {
			return nil, err
		}
	}
	k := Voided{Reason: reason, By: by}
	return []Event{{Seq: g.Seq() + 1, At: at, Clock: g.Clock().Stop(at), Kind: k}}, nil
}

func (g *Game) mayVoid(by Moderator) error {
	_, plays := g.SideOf(by.Name)
	switch {
	case by.Role == Director && !g.settings.Tournament.Given():
		return ErrNoTournament
	case plays && by.Role != Operator && by.Role != Director:
		return ErrOwnGame
	default:
		return nil
	}
}
