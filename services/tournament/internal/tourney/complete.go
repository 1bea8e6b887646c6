package tourney

import (
	"time"

	"kydai.dev/pkg/timecontrol"
)

const (
	defaultNoShow = 5 * time.Minute
	defaultMost   = 256
	maxRounds     = 50
)

// completed are the settings with what was left open filled in.
func (s Settings) completed() Settings {
	s = s.plain()
	s.Control = named(s.Game, s.Control)
	s.Mode = orElse(s.Mode, Casual)
	s.NoShow = orElse(s.NoShow, defaultNoShow)
	s.Registration.LeastPlayers = orElse(s.Registration.LeastPlayers, 2)
	s.Registration.MostPlayers = orElse(s.Registration.MostPlayers, min(defaultMost, s.room()))
	if s.Format == SwissSystem {
		s.Swiss.Bye = orElse(s.Swiss.Bye, AsWin)
	}
	if len(s.TieBreaks) == 0 {
		s.TieBreaks = usualTieBreaks(s.Format)
	}
	if s.Format == KnockoutSystem {
		s.Knockout.Steps = s.steps()
	}
	return s
}

// plain are settings that are equal if they say the same.
func (s Settings) plain() Settings {
	s.Start = plainTime(s.Start)
	s.Registration.Open, s.Registration.Close = plainTime(s.Registration.Open), plainTime(s.Registration.Close)
	var times []time.Time
	for _, at := range s.Pace.Times {
		times = append(times, plainTime(at))
	}
	s.Pace.Times = times
	s.TieBreaks = append([]string(nil), s.TieBreaks...)
	s.Prizes = append([]Prize(nil), s.Prizes...)
	s.Knockout.Steps = append([]Step(nil), s.Knockout.Steps...)
	return s
}

func plainTime(at time.Time) time.Time { return at.UTC().Round(0) }

func orElse[T comparable](given, otherwise T) T {
	var zero T
	if given == zero {
		return otherwise
	}
	return given
}

// named fills in a control that is only the name of a preset.
func named(game string, c timecontrol.Control) timecontrol.Control {
	if preset, ok := timecontrol.Preset(game, c.Preset); ok && c == (timecontrol.Control{Preset: c.Preset}) {
		return preset
	}
	return c
}

// room is how many players a format can have: where everybody meets everybody the
// rounds decide it.
func (s Settings) room() int {
	switch s.Format {
	case RoundRobin:
		return maxRounds
	case DoubleRoundRobin:
		return maxRounds/2 + 1
	}
	return 5000
}

func usualTieBreaks(f Format) []string {
	switch f {
	case SwissSystem:
		return []string{"BH/C1", "BH", "SB", "DE", "WIN"}
	case RoundRobin, DoubleRoundRobin:
		return []string{"DE", "SB", "WIN", "KS"}
	}
	return nil
}

// steps are those of a match with their controls in full: two games and then an
// armageddon game where none are given.
func (s Settings) steps() []Step {
	if len(s.Knockout.Steps) == 0 {
		return []Step{{Kind: Games, Games: 2}, {Kind: Armageddon}}
	}
	steps := make([]Step, len(s.Knockout.Steps))
	for i, step := range s.Knockout.Steps {
		step.Control, step.Second = named(s.Game, step.Control), named(s.Game, step.Second)
		steps[i] = step
	}
	return steps
}

// controls are those of both sides in a game; step counts from 1, and is 0 where
// there are no matches.
func (s Settings) controls(step int) [2]timecontrol.Control {
	first := s.Control
	second := first
	if step > 0 {
		of := s.Knockout.Steps[step-1]
		first = orElse(of.Control, first)
		second = orElse(of.Second, first)
	}
	return [2]timecontrol.Control{first, second}
}

// lead is how long before its start a round is paired.
func (s Settings) lead() time.Duration { return min(s.Pace.Pause/2, 30*time.Second) }
