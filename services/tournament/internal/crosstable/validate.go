package crosstable

import "fmt"

// Fault is what makes a table impossible.
type Fault struct {
	Player int // whose line it is, 0 for the event as a whole
	Round  int // 0 when it is not about one
	Reason string
}

// Error names the place and the reason.
func (f *Fault) Error() string {
	switch {
	case f.Player == 0:
		return f.Reason
	case f.Round == 0:
		return fmt.Sprintf("player %d: %s", f.Player, f.Reason)
	}
	return fmt.Sprintf("player %d, round %d: %s", f.Player, f.Round, f.Reason)
}

func fault(player, round int, format string, args ...any) error {
	return &Fault{Player: player, Round: round, Reason: fmt.Sprintf(format, args...)}
}

// What the columns of report files have room for.
const (
	MaxPlayers = 9999
	MaxRounds  = 999
	maxRating  = 9999
)

// Validate finds what contradicts itself; the error is a [Fault].
func (t *Table) Validate() error {
	switch {
	case len(t.Players) > MaxPlayers:
		return fault(0, 0, "an event has %d players at most, not %d", MaxPlayers, len(t.Players))
	case t.Total < 0 || t.Total > MaxRounds || t.Played() > MaxRounds:
		return fault(0, 0, "an event has %d rounds at most, not %d", MaxRounds, max(t.Total, t.Played()))
	}
	if t.Total != 0 && t.Played() > t.Total {
		return fault(0, 0, "%d rounds are played, but only %d are planned", t.Played(), t.Total)
	}
	if t.Scoring.Draw < t.Scoring.Loss || t.Scoring.Win < t.Scoring.Draw {
		return fault(0, 0, "a win must be worth as much as a draw at least, and a draw as much as a loss")
	}
	for i := range t.Players {
		if err := t.validatePlayer(i); err != nil {
			return err
		}
	}
	if err := t.validateMeetings(); err != nil {
		return err
	}
	if err := t.validateAllocated(); err != nil {
		return err
	}
	return t.validatePlans()
}

func (t *Table) validatePlayer(i int) error {
	p := &t.Players[i]
	if p.ID != i+1 {
		return fault(p.ID, 0, "numbers must go from 1 without gaps, %d is missing", i+1)
	}
	if p.Rating < 0 || p.Rating > maxRating || p.Rank < 0 || p.Rank > MaxPlayers {
		return fault(p.ID, 0, "rating and rank are numbers from 0 to %d", maxRating)
	}
	if len(p.Virtual) > MaxRounds {
		return fault(p.ID, 0, "has virtual points for %d rounds, %d are the most", len(p.Virtual), MaxRounds)
	}
	if len(p.Rounds) != t.Played() {
		return fault(p.ID, 0, "has %d rounds, others %d", len(p.Rounds), t.Played())
	}
	for r, e := range p.Rounds {
		if err := t.validateEntry(p.ID, r, e); err != nil {
			return err
		}
	}
	return nil
}

// validateEntry looks at one cell; rounds count from 0 here.
func (t *Table) validateEntry(id, r int, e Entry) error {
	game := e.Result.Played() || e.Result == ForfeitWin || e.Result == ForfeitLoss
	switch {
	case !e.Result.Valid():
		return fault(id, r+1, "%q is no result", rune(e.Result))
	case e.Opponent == id:
		return fault(id, r+1, "is its own opponent")
	case e.Opponent < 0 || e.Opponent > len(t.Players):
		return fault(id, r+1, "there is no player %d", e.Opponent)
	case e.Opponent == 0 && game:
		return fault(id, r+1, "result %q needs an opponent", rune(e.Result))
	case e.Opponent != 0 && !game:
		return fault(id, r+1, "result %q has no opponent", rune(e.Result))
	case e.Opponent == 0 && e.Colour != NoColour:
		return fault(id, r+1, "has a colour without an opponent")
	case e.Opponent != 0 && e.Colour == NoColour:
		return fault(id, r+1, "has an opponent but no colour")
	}
	return nil
}

// validateMeetings holds that both players of a game tell the same.
func (t *Table) validateMeetings() error {
	for _, p := range t.Players {
		for r, e := range p.Rounds {
			if e.Opponent == 0 {
				continue
			}
			if err := validateMeeting(p.ID, r, e, t.Players[e.Opponent-1].Rounds[r]); err != nil {
				return err
			}
		}
	}
	return nil
}

func validateMeeting(id, r int, e, back Entry) error {
	switch {
	case back.Opponent != id:
		return fault(id, r+1, "meets %d, who meets %d", e.Opponent, back.Opponent)
	case back.Colour != e.Colour.Other():
		return fault(id, r+1, "has the same colour as its opponent %d", e.Opponent)
	case !e.Result.Agrees(back.Result):
		return fault(id, r+1, "result %q contradicts %q of its opponent %d", rune(e.Result), rune(back.Result), e.Opponent)
	}
	return nil
}

// validateAllocated holds that a round has one bye of an odd number at most.
func (t *Table) validateAllocated() error {
	for r := range t.Played() {
		first := 0
		for i := range t.Players {
			if t.Players[i].Rounds[r].Result != Allocated {
				continue
			}
			if first != 0 {
				return fault(i+1, r+1, "has the bye of the round, as %d has", first)
			}
			first = i + 1
		}
	}
	return nil
}

func (t *Table) validatePlans() error {
	for _, b := range t.Byes {
		switch {
		case t.Player(b.Player) == nil:
			return fault(0, 0, "a bye is for player %d, who doesn't exist", b.Player)
		case b.Round < 1 || b.Round > MaxRounds:
			return fault(b.Player, 0, "a bye is in round %d, which doesn't exist", b.Round)
		case !b.Result.Bye():
			return fault(b.Player, b.Round, "%q is no bye to ask for", rune(b.Result))
		}
	}
	for _, f := range t.Forbidden {
		if f.First < 0 || f.Last < 0 || f.Last > MaxRounds || f.Last != 0 && f.Last < f.First {
			return fault(0, 0, "a pair can't be forbidden from round %d to %d", f.First, f.Last)
		}
		for _, id := range f.Players {
			if t.Player(id) == nil {
				return fault(0, 0, "a forbidden pair names player %d, who doesn't exist", id)
			}
		}
	}
	return nil
}
