package record

import (
	"time"

	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/tourney"
)

// Summary is a tournament as lists show it.
type Summary struct {
	ID               string
	Seq              int
	Status           tourney.Status
	Name, Game       string
	Mode             tourney.Mode
	Control          timecontrol.Control
	Category         timecontrol.Category
	Format           tourney.Format
	Rounds, Round    int // of them all, and the last that was paired
	Players, Waiting int
	MostPlayers      int
	Start, End       time.Time
	Series, Director string
}

// SummaryOf sums a tournament up.
func SummaryOf(t *tourney.Tournament) Summary {
	set := t.Settings()
	players, waiting := t.Players()
	return Summary{
		ID: t.ID(), Seq: t.Seq(), Status: t.Status(), Name: set.Name, Game: set.Game, Mode: set.Mode,
		Control: set.Control, Category: t.Category(), Format: set.Format, Rounds: t.Rounds(), Round: t.LastRound(),
		Players: players, Waiting: waiting, MostPlayers: set.Registration.MostPlayers,
		Start: set.Start, End: t.EndedAt(), Series: t.Series(), Director: t.Director(),
	}
}

// Over reports whether it has ended or was called off.
func (s Summary) Over() bool { return s.Status == tourney.Ended || s.Status == tourney.CalledOff }

// Place is where it stands in lists: by its start while it is to come or under way,
// by its end afterwards.
func (s Summary) Place() Place {
	if s.Over() {
		return Place{Time: s.End, ID: s.ID}
	}
	return Place{Time: s.Start, ID: s.ID}
}

// Place is where it stands in an account's list: by its start.
func (o Own) Place() Place { return Place{Time: o.Start, ID: o.ID} }
