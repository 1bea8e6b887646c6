package tourney

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/standings"
)

// bad refuses settings by the field at fault.
func bad(field, why string, args ...any) error {
	return ErrBadSettings.At("settings."+field, fmt.Sprintf(why, args...))
}

// check refuses settings that are impossible whenever they are made.
func (s Settings) check() error {
	for _, check := range []func(Settings) error{
		Settings.checkGame, Settings.checkRounds, Settings.checkPlayers, Settings.checkWindow,
		Settings.checkPace, Settings.checkSwiss, Settings.checkKnockout, Settings.checkTieBreaks, Settings.checkPrizes,
	} {
		if err := check(s); err != nil {
			return err
		}
	}
	return nil
}

func (s Settings) checkGame() error {
	switch {
	case s.Name == "":
		return bad("name", "is needed")
	case len(timecontrol.Presets(s.Game)) == 0:
		return bad("game", "there is no game %q", s.Game)
	case s.Mode != Rated && s.Mode != Casual:
		return bad("mode", "must be rated or casual")
	case !s.Control.Timed():
		return bad("time_control", "is needed: games without a clock need not end")
	case s.NoShow <= 0:
		return bad("no_show", "must be more than nothing")
	case s.Spectators.Barred && s.Spectators.Delay > 0:
		return bad("spectators.delay", "is for spectators, and the games have none")
	}
	return s.checkControl("time_control", s.Control)
}

func (s Settings) checkControl(field string, c timecontrol.Control) error {
	var refused *timecontrol.Error
	if err := c.Check(s.Game); errors.As(err, &refused) {
		return bad(field+"."+refused.Field, "%s", refused.Message)
	}
	if s.Mode == Rated && c.Timed() && c.Bank == 0 {
		return bad(field+".bank", "is needed in rated games") // games.md §1
	}
	return nil
}

func (s Settings) checkRounds() error {
	most := s.Registration.MostPlayers
	switch s.Format {
	case SwissSystem:
		if s.Rounds < 1 || s.Rounds > maxRounds {
			return bad("rounds", "a Swiss has 1 to %d", maxRounds)
		}
		if limit := meetings(most); s.Rounds > limit {
			return bad("rounds", "%d players can meet in %d rounds at most", most, limit)
		}
		return nil
	case RoundRobin, DoubleRoundRobin, KnockoutSystem:
		if s.Rounds != 0 {
			return bad("rounds", "must be left out: the players decide it")
		}
		return nil
	}
	return bad("format", "must be swiss, round_robin, double_round_robin or knockout")
}

// meetings are the rounds in which players can always meet somebody new.
func meetings(players int) int { return players - 1 + players%2 }

func (s Settings) checkPlayers() error {
	r := s.Registration
	switch {
	case r.LeastPlayers < 2:
		return bad("registration.least_players", "must be 2 at least")
	case r.MostPlayers < r.LeastPlayers:
		return bad("registration.most_players", "must not be less than least_players")
	case r.MostPlayers > s.room():
		return bad("registration.most_players", "can be %d at most in this format", s.room())
	case r.LeastRating < 0 || r.MostRating < 0:
		return bad("registration.least_rating", "must not be negative")
	case r.MostRating > 0 && r.MostRating < r.LeastRating:
		return bad("registration.most_rating", "must not be less than least_rating")
	case r.LateUntilRound != 0 && s.Format != SwissSystem:
		return bad("registration.late_until_round", "only a Swiss can be joined late")
	case r.LateUntilRound < 0 || r.LateUntilRound > s.Rounds:
		return bad("registration.late_until_round", "must be one of the rounds")
	}
	return nil
}

func (s Settings) checkWindow() error {
	r := s.Registration
	switch {
	case s.Start.IsZero():
		return bad("start_time", "is needed")
	case !r.Open.IsZero() && !r.Open.Before(s.Start):
		return bad("registration.open_time", "must be before the start")
	case !r.Close.IsZero() && r.Close.After(s.Start):
		return bad("registration.close_time", "must not be after the start")
	case !r.Close.IsZero() && !r.Open.IsZero() && !r.Open.Before(r.Close):
		return bad("registration.close_time", "must be after open_time")
	}
	return nil
}

func (s Settings) checkPace() error {
	if s.Pace.Pause < 0 {
		return bad("pace.pause", "must not be negative")
	}
	if s.Format == SwissSystem && len(s.Pace.Times) >= s.Rounds && len(s.Pace.Times) > 0 {
		return bad("pace.times", "has %d times for the %d rounds after the first", len(s.Pace.Times), s.Rounds-1)
	}
	before := s.Start
	for i, at := range s.Pace.Times {
		if !at.After(before) {
			return bad(fmt.Sprintf("pace.times[%d]", i), "must be after the round before")
		}
		before = at
	}
	return nil
}

// checkTimes refuses a start and a pace that are over when they are made.
func (s Settings) checkTimes(now time.Time) error {
	switch {
	case !s.Start.After(now):
		return bad("start_time", "has passed")
	case !s.Registration.Close.IsZero() && !s.Registration.Close.After(now):
		return bad("registration.close_time", "has passed")
	}
	return nil
}

func (s Settings) checkSwiss() error {
	switch {
	case s.Format != SwissSystem && s.Swiss != (Swiss{}):
		return bad("swiss", "must be left out in other formats")
	case s.Format != SwissSystem:
		return nil
	case !slices.Contains([]Worth{AsWin, AsDraw, AsLoss}, s.Swiss.Bye):
		return bad("swiss.bye", "must be win, draw or loss")
	case s.Swiss.HalfByes < 0 || s.Swiss.HalfByes > s.Rounds:
		return bad("swiss.half_byes", "must not be more than the rounds")
	}
	return nil
}

func (s Settings) checkTieBreaks() error {
	if s.Format == KnockoutSystem {
		if len(s.TieBreaks) > 0 {
			return bad("tie_breaks", "a knockout has none: matches decide")
		}
		return nil
	}
	for i, code := range s.TieBreaks {
		field := fmt.Sprintf("tie_breaks[%d]", i)
		if err := standings.Check(code, s.Format != SwissSystem); err != nil {
			return bad(field, "%s", err)
		}
		if slices.Contains(s.TieBreaks[:i], code) {
			return bad(field, "%s is there already", code)
		}
	}
	return nil
}

func (s Settings) checkPrizes() error {
	for i, p := range s.Prizes {
		field := fmt.Sprintf("prizes[%d]", i)
		switch {
		case p.First < 1:
			return bad(field+".first_place", "must be 1 at least")
		case p.Last < p.First:
			return bad(field+".last_place", "must not be before first_place")
		case p.Last > s.Registration.MostPlayers:
			return bad(field+".last_place", "there are no more places than players: %d", s.Registration.MostPlayers)
		case p.Coins < 1:
			return bad(field+".coins", "must be 1 at least")
		}
		for _, q := range s.Prizes[:i] {
			if p.First <= q.Last && q.First <= p.Last {
				return bad(field, "overlaps with another prize")
			}
		}
	}
	return nil
}
