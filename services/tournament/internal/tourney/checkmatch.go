package tourney

import (
	"fmt"

	"kydai.dev/pkg/timecontrol"
)

func (s Settings) checkKnockout() error {
	if s.Format != KnockoutSystem {
		if len(s.Knockout.Steps) > 0 || s.Knockout.ThirdPlace {
			return bad("knockout", "must be left out in other formats")
		}
		return nil
	}
	for i, step := range s.Knockout.Steps {
		if err := s.checkStep(fmt.Sprintf("knockout.steps[%d]", i), step); err != nil {
			return err
		}
	}
	if err := s.Knockout.rules(s.Knockout.ThirdPlace).Validate(); err != nil {
		return bad("knockout.steps", "%s", err)
	}
	return nil
}

func (s Settings) checkStep(field string, step Step) error {
	none := timecontrol.Control{}
	unequal := step.Second != none && step.Second != orElse(step.Control, s.Control)
	switch {
	case step.Kind != Games && step.Games != 0:
		return bad(field+".games", "must be left out: there is one")
	case step.Kind == Lot && step.Control != none:
		return bad(field+".time_control", "nobody plays for a lot")
	case step.Kind != Armageddon && step.Second != none:
		return bad(field+".second_time_control", "only in an armageddon game the times differ")
	case unequal && s.Mode == Rated:
		return bad(field+".second_time_control", "in rated games both have the same time")
	}
	if err := s.checkControl(field+".time_control", step.Control); err != nil {
		return err
	}
	return s.checkControl(field+".second_time_control", step.Second)
}
