package standings

import (
	"fmt"
	"slices"

	"kydai.dev/services/tournament/internal/crosstable"
)

// definition is a tie-break by its code.
type definition struct {
	code    string
	value   func(*Sheet, *crosstable.Player) Value
	lower   bool // less is better
	swiss   bool // makes sense in Swiss events
	robin   bool // and in round robins
	display bool // shown even where nobody chose it
}

// direct is the code of the one tie-break that is about a group, not a player.
const direct = "DE"

func definitions() []definition {
	return []definition{
		{code: "PTS", value: (*Sheet).points, swiss: true, robin: true, display: true},
		{code: "BH", value: buchholz(0, 0), swiss: true, display: true},
		{code: "BH/C1", value: buchholz(1, 0), swiss: true, display: true},
		{code: "BH/C2", value: buchholz(2, 0), swiss: true, display: true},
		{code: "BH/M1", value: buchholz(1, 1), swiss: true, display: true},
		{code: "BH/M2", value: buchholz(2, 2), swiss: true},
		{code: "SB", value: (*Sheet).sonneborn, swiss: true, robin: true, display: true},
		{code: "SB/C1", value: (*Sheet).sonnebornCut, swiss: true, display: true},
		{code: "ADJ", value: (*Sheet).adjustedScore, swiss: true, display: true},
		{code: "KS", value: (*Sheet).koya, robin: true, display: true},
		{code: "WIN", value: (*Sheet).wins, swiss: true, robin: true, display: true},
		{code: "WON", value: (*Sheet).won, swiss: true, robin: true, display: true},
		{code: "BPG", value: (*Sheet).blackGames, swiss: true, robin: true, display: true},
		{code: "BWG", value: (*Sheet).blackWins, swiss: true, robin: true, display: true},
		{code: "PS", value: progressive(0), swiss: true, robin: true, display: true},
		{code: "PS/C1", value: progressive(1), swiss: true, robin: true, display: true},
		{code: "REP", value: (*Sheet).elected, swiss: true, robin: true, display: true},
		{code: "ARO", value: (*Sheet).opponentRating, swiss: true, robin: true, display: true},
		{code: "TPN", value: (*Sheet).seed, lower: true, swiss: true, robin: true},
	}
}

func (s *Sheet) allowed(d definition) bool {
	if s.roundRobin {
		return d.robin
	}
	return d.swiss
}

// Codes are the values to show of everybody, in order.
func (s *Sheet) Codes() []string {
	var codes []string
	for _, d := range definitions() {
		if d.display && s.allowed(d) {
			codes = append(codes, d.code)
		}
	}
	return append(codes, direct)
}

func (s *Sheet) find(code string) (definition, error) {
	all := definitions()
	i := slices.IndexFunc(all, func(d definition) bool { return d.code == code })
	switch {
	case i < 0:
		return definition{}, fmt.Errorf("there is no tie-break %q", code)
	case !s.allowed(all[i]):
		return definition{}, fmt.Errorf("tie-break %s is not for this kind of event", code)
	}
	return all[i], nil
}

// Value is a tie-break's value for a player, with its calculation. The one of
// direct encounter is the place among those with as many points.
func (s *Sheet) Value(code string, id int) (Value, error) {
	if code == direct {
		return s.directPlace(s.table.Player(id)), nil
	}
	d, err := s.find(code)
	if err != nil {
		return Value{}, err
	}
	return d.value(s, s.table.Player(id)), nil
}

// Check refuses a tie-break that doesn't exist, or not in this kind of event.
func Check(code string, roundRobin bool) error {
	if code == direct {
		return nil
	}
	_, err := (&Sheet{roundRobin: roundRobin}).find(code)
	return err
}
