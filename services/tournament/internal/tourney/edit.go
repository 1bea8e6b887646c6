package tourney

import (
	"reflect"
	"slices"
)

// Edit changes settings. Once play has begun most of them stand still.
func (t *Tournament) Edit(s Settings, by Act) (Decision, error) {
	s = s.completed()
	switch {
	case reflect.DeepEqual(s, t.settings):
		return Decision{}, nil
	case t.over():
		return Decision{}, ErrOver
	}
	if err := s.check(); err != nil {
		return Decision{}, err
	}
	if err := t.allowed(s, by); err != nil {
		return Decision{}, err
	}
	d := t.draft(by)
	d.act(Edited{Settings: s, Category: s.Control.Category()})
	if d.status == Scheduled && !s.Registration.Open.After(by.Now) {
		d.follow(Opened{})
	}
	d.admit()
	d.end()
	return d.decision, nil
}

// allowed refuses what cannot be changed any more.
func (t *Tournament) allowed(s Settings, by Act) error {
	if t.status == Running || t.status == Review {
		return t.allowedLate(s)
	}
	if !s.Start.Equal(t.settings.Start) || !s.Registration.Close.Equal(t.settings.Registration.Close) {
		if err := s.checkTimes(by.Now); err != nil {
			return err
		}
	}
	joined := slices.ContainsFunc(t.entrants, func(p *Entrant) bool { return p.State == Playing || p.State == Waiting })
	switch {
	case !joined:
		return nil
	case s.Game != t.settings.Game:
		return ErrSettingFixed.At("settings.game", "players have joined with their ratings in this game")
	case s.Control.Category() != t.category:
		return ErrSettingFixed.At("settings.time_control", "players have joined with their ratings in this category")
	}
	return nil
}

// allowedLate is what can be changed once play has begun.
func (t *Tournament) allowedLate(s Settings) error {
	old := t.settings
	old.Name, old.Description, old.Pace, old.NoShow, old.Approval = s.Name, s.Description, s.Pace, s.NoShow, s.Approval
	old.Rounds, old.Registration.LateUntilRound = s.Rounds, s.Registration.LateUntilRound
	if !reflect.DeepEqual(s, old) {
		return ErrSettingFixed.At("settings", "play has begun: only the name, the description, the pace, the no-show limit, "+
			"the rounds, the late entries and the approval can be changed")
	}
	switch {
	case s.Rounds == t.settings.Rounds:
		return nil
	case t.status == Review || t.settings.Swiss.Baku:
		return ErrSettingFixed.At("settings.rounds", "the number of rounds is fixed: it was played, or its acceleration depends on it")
	case s.Rounds < max(1, len(t.rounds)):
		return ErrSettingFixed.At("settings.rounds", "so many rounds are paired already")
	case s.Rounds > t.settings.Rounds && s.roundsOf(t.playing()) < s.Rounds:
		return ErrBadSettings.At("settings.rounds", "there are too few players for so many rounds")
	}
	return nil
}
