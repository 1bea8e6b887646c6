package swiss

import (
	"errors"
	"slices"
	"strings"

	"kydai.dev/services/tournament/internal/crosstable"
)

// ErrBaku is returned where accelerated pairing is asked for without its points.
var ErrBaku = errors.New("acceleration needs a win to be worth two draws, and a loss nothing")

// accelerate replaces a table whose type asks for Baku acceleration (C.04.7) by
// one with the virtual points, unless it has some already.
func accelerate(t **crosstable.Table) error {
	old := *t
	explicit := slices.ContainsFunc(old.Players, func(p crosstable.Player) bool { return len(p.Virtual) > 0 })
	if explicit || !strings.HasSuffix(old.System, "_BAKU") {
		return nil
	}
	s := old.Scoring
	if s.Win != 2*s.Draw || s.Loss != 0 {
		return ErrBaku
	}
	table := *old
	table.Players = slices.Clone(old.Players)
	virtual := Baku(old.Total, s)
	group := UpperGroup(len(old.Players))
	for i := range table.Players {
		if table.Players[i].Seed <= group {
			table.Players[i].Virtual = virtual
		}
	}
	*t = &table
	return nil
}

// UpperGroup is how many players of a field are in the upper group (C.04.7 2.1).
func UpperGroup(players int) int { return 2 * ((players + 3) / 4) }

// Baku are the virtual points of the upper group, by round.
func Baku(rounds int, s crosstable.Scoring) []crosstable.Points {
	accelerated := (rounds + 1) / 2
	virtual := make([]crosstable.Points, accelerated)
	for i := range virtual {
		virtual[i] = s.Draw
		if i < (accelerated+1)/2 {
			virtual[i] = s.Win
		}
	}
	return virtual
}
