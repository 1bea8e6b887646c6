package tourney_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/tourney"
)

// refusedField is the field that a refusal names.
func refusedField(t *testing.T, err error, want error) string {
	t.Helper()
	var refused *errs.Error
	require.ErrorIs(t, err, want)
	require.ErrorAs(t, err, &refused)
	require.Len(t, refused.Violations, 1)
	return refused.Violations[0].Field
}

// All times move with the start, in steps of real time; what has no time gets none.
func TestStartingAt(t *testing.T) {
	t.Parallel()
	at := func(hours int) time.Time { return time.Date(2026, 10, 24, 20+hours, 0, 0, 0, time.UTC) }
	s := tourney.Settings{Start: at(0), Pace: tourney.Pace{Times: []time.Time{at(2), at(30)}}}
	s.Registration.Open, s.Registration.Close = at(-48), at(-1)
	moved := s.StartingAt(at(1000))
	require.Equal(t, at(1000), moved.Start)
	require.Equal(t, []time.Time{at(1002), at(1030)}, moved.Pace.Times)
	require.Equal(t, at(952), moved.Registration.Open)
	require.Equal(t, at(999), moved.Registration.Close)
	require.Equal(t, s, moved.StartingAt(at(0)), "and nothing else has changed")
	require.Equal(t, at(2), s.Pace.Times[0])
	none := tourney.Settings{Start: at(0)}.StartingAt(at(1))
	require.Equal(t, tourney.Settings{Start: at(1)}, none)
}

func TestImpossibleSettings(t *testing.T) {
	t.Parallel()
	start := noon.Add(time.Hour)
	slow := timecontrol.Control{Preset: "60+30"}
	armageddon := func(s *tourney.Settings, step tourney.Step) {
		s.Knockout.Steps = []tourney.Step{{Kind: tourney.Games, Games: 2}, step}
	}
	tests := []struct {
		field  string
		format tourney.Format
		change func(*tourney.Settings)
	}{
		{"name", tourney.SwissSystem, func(s *tourney.Settings) { s.Name = "" }},
		{"game", tourney.SwissSystem, func(s *tourney.Settings) { s.Game = "halma" }},
		{"mode", tourney.SwissSystem, func(s *tourney.Settings) { s.Mode = "grave" }},
		{"format", tourney.SwissSystem, func(s *tourney.Settings) { s.Format = "ladder" }},
		{"time_control", tourney.SwissSystem, func(s *tourney.Settings) { s.Control = timecontrol.Control{} }},
		{"time_control.preset", tourney.SwissSystem, func(s *tourney.Settings) { s.Control.Preset = "1+1" }},
		{"no_show", tourney.SwissSystem, func(s *tourney.Settings) { s.NoShow = -1 }},
		{"spectators.delay", tourney.SwissSystem, func(s *tourney.Settings) { s.Spectators = tourney.Spectators{Barred: true, Delay: time.Minute} }},
		{"rounds", tourney.SwissSystem, func(s *tourney.Settings) { s.Rounds = 0 }},
		{"rounds", tourney.SwissSystem, func(s *tourney.Settings) { s.Rounds = 51 }},
		{"rounds", tourney.SwissSystem, func(s *tourney.Settings) { s.Rounds, s.Registration.MostPlayers = 4, 4 }},
		{"rounds", tourney.RoundRobin, func(s *tourney.Settings) { s.Rounds = 3 }},
		{"start_time", tourney.SwissSystem, func(s *tourney.Settings) { s.Start = noon }},
		{"start_time", tourney.SwissSystem, func(s *tourney.Settings) { s.Start = time.Time{} }},
		{"registration.open_time", tourney.SwissSystem, func(s *tourney.Settings) { s.Registration.Open = start }},
		{"registration.close_time", tourney.SwissSystem, func(s *tourney.Settings) { s.Registration.Close = start.Add(1) }},
		{"registration.close_time", tourney.SwissSystem, func(s *tourney.Settings) { s.Registration.Close = noon }},
		{"registration.close_time", tourney.SwissSystem, func(s *tourney.Settings) { s.Registration.Open, s.Registration.Close = noon.Add(9), noon.Add(9) }},
		{"registration.least_players", tourney.SwissSystem, func(s *tourney.Settings) { s.Registration.LeastPlayers = 1 }},
		{"registration.most_players", tourney.SwissSystem, func(s *tourney.Settings) { s.Registration.LeastPlayers, s.Registration.MostPlayers = 9, 8 }},
		{"registration.most_players", tourney.RoundRobin, func(s *tourney.Settings) { s.Registration.MostPlayers = 51 }},
		{"registration.most_players", tourney.DoubleRoundRobin, func(s *tourney.Settings) { s.Registration.MostPlayers = 27 }},
		{"registration.most_rating", tourney.SwissSystem, func(s *tourney.Settings) { s.Registration.LeastRating, s.Registration.MostRating = 2000, 1900 }},
		{"registration.late_until_round", tourney.SwissSystem, func(s *tourney.Settings) { s.Registration.LateUntilRound = 4 }},
		{"registration.late_until_round", tourney.KnockoutSystem, func(s *tourney.Settings) { s.Registration.LateUntilRound = 1 }},
		{"pace.pause", tourney.SwissSystem, func(s *tourney.Settings) { s.Pace.Pause = -1 }},
		{"pace.times", tourney.SwissSystem, func(s *tourney.Settings) { s.Pace.Times = []time.Time{start.Add(1), start.Add(2), start.Add(3)} }},
		{"pace.times[0]", tourney.SwissSystem, func(s *tourney.Settings) { s.Pace.Times = []time.Time{start} }},
		{"pace.times[1]", tourney.SwissSystem, func(s *tourney.Settings) { s.Pace.Times = []time.Time{start.Add(2), start.Add(2)} }},
		{"swiss", tourney.RoundRobin, func(s *tourney.Settings) { s.Swiss.Baku = true }},
		{"swiss.bye", tourney.SwissSystem, func(s *tourney.Settings) { s.Swiss.Bye = "two" }},
		{"swiss.half_byes", tourney.SwissSystem, func(s *tourney.Settings) { s.Swiss.HalfByes = 4 }},
		{"knockout", tourney.SwissSystem, func(s *tourney.Settings) { s.Knockout.ThirdPlace = true }},
		{"knockout.steps", tourney.KnockoutSystem, func(s *tourney.Settings) { armageddon(s, tourney.Step{Kind: tourney.Games, Games: 2}) }},
		{"knockout.steps", tourney.KnockoutSystem, func(s *tourney.Settings) { s.Knockout.Steps = []tourney.Step{{Kind: tourney.Lot}} }},
		{"knockout.steps[1].games", tourney.KnockoutSystem, func(s *tourney.Settings) { armageddon(s, tourney.Step{Kind: tourney.Armageddon, Games: 2}) }},
		{"knockout.steps[1].time_control", tourney.KnockoutSystem, func(s *tourney.Settings) { armageddon(s, tourney.Step{Kind: tourney.Lot, Control: slow}) }},
		{"knockout.steps[0].second_time_control", tourney.KnockoutSystem, func(s *tourney.Settings) {
			s.Knockout.Steps = []tourney.Step{{Kind: tourney.Games, Games: 1, Second: slow}, {Kind: tourney.Lot}}
		}},
		{"knockout.steps[1].second_time_control", tourney.KnockoutSystem, func(s *tourney.Settings) {
			s.Mode = tourney.Rated
			armageddon(s, tourney.Step{Kind: tourney.Armageddon, Second: slow})
		}},
		{"tie_breaks[0]", tourney.SwissSystem, func(s *tourney.Settings) { s.TieBreaks = []string{"KS"} }},
		{"tie_breaks[0]", tourney.RoundRobin, func(s *tourney.Settings) { s.TieBreaks = []string{"BH"} }},
		{"tie_breaks[1]", tourney.SwissSystem, func(s *tourney.Settings) { s.TieBreaks = []string{"BH", "LUCK"} }},
		{"tie_breaks[1]", tourney.SwissSystem, func(s *tourney.Settings) { s.TieBreaks = []string{"BH", "BH"} }},
		{"tie_breaks", tourney.KnockoutSystem, func(s *tourney.Settings) { s.TieBreaks = []string{"SB"} }},
		{"prizes[0].first_place", tourney.SwissSystem, func(s *tourney.Settings) { s.Prizes = []tourney.Prize{{First: 0, Last: 1, Coins: 1}} }},
		{"prizes[0].last_place", tourney.SwissSystem, func(s *tourney.Settings) { s.Prizes = []tourney.Prize{{First: 2, Last: 1, Coins: 1}} }},
		{"prizes[0].last_place", tourney.SwissSystem, func(s *tourney.Settings) { s.Prizes = []tourney.Prize{{First: 1, Last: 257, Coins: 1}} }},
		{"prizes[0].coins", tourney.SwissSystem, func(s *tourney.Settings) { s.Prizes = []tourney.Prize{{First: 1, Last: 1}} }},
		{"prizes[1]", tourney.SwissSystem, func(s *tourney.Settings) {
			s.Prizes = []tourney.Prize{{First: 1, Last: 3, Coins: 9}, {First: 3, Last: 4, Coins: 1}}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.field, func(t *testing.T) {
			t.Parallel()
			s := settings(tt.format)
			_, err := tourney.New("cup", s, "", tourney.Act{Actor: director, Now: noon})
			require.NoError(t, err)
			tt.change(&s)
			_, err = tourney.New("cup", s, "", tourney.Act{Actor: director, Now: noon})
			require.Equal(t, "settings."+tt.field, refusedField(t, err, tourney.ErrBadSettings))
		})
	}
}

func TestWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	h := newHall(t, settings(tourney.KnockoutSystem))
	s := h.state.Settings()
	require.Equal(t, tourney.Casual, s.Mode)
	require.Equal(t, 5*time.Minute, s.NoShow)
	require.Equal(t, 3*time.Minute, s.Control.Bank)
	require.Equal(t, 2, s.Registration.LeastPlayers)
	require.Equal(t, 256, s.Registration.MostPlayers)
	require.Equal(t, []tourney.Step{{Kind: tourney.Games, Games: 2}, {Kind: tourney.Armageddon}}, s.Knockout.Steps)
	require.Equal(t, tourney.Open, h.state.Status())
	require.Equal(t, 26, newHall(t, settings(tourney.DoubleRoundRobin)).state.Settings().Registration.MostPlayers)
}

func TestEdit(t *testing.T) {
	t.Parallel()
	set := func(f func(*tourney.Settings)) func(tourney.Settings) tourney.Settings {
		return func(s tourney.Settings) tourney.Settings { f(&s); return s }
	}
	tests := map[string]struct {
		change  func(tourney.Settings) tourney.Settings
		started bool
		field   string // refused
		kind    error  // as this; ErrSettingFixed where it is nil
	}{
		"the game once somebody has joined":     {change: set(func(s *tourney.Settings) { s.Game = "morris" }), field: "settings.game"},
		"the category once somebody has joined": {change: set(func(s *tourney.Settings) { s.Control = timecontrol.Control{Preset: "60+30"} }), field: "settings.time_control"},
		"the start":                             {change: set(func(s *tourney.Settings) { s.Start = s.Start.Add(time.Hour) })},
		"the name in play":                      {change: set(func(s *tourney.Settings) { s.Name = "Dish" }), started: true},
		"more rounds in play":                   {change: set(func(s *tourney.Settings) { s.Rounds = 5 }), started: true},
		"more rounds than opponents":            {change: set(func(s *tourney.Settings) { s.Rounds = 6 }), started: true, field: "settings.rounds", kind: tourney.ErrBadSettings},
		"the bye in play":                       {change: set(func(s *tourney.Settings) { s.Swiss.Bye = tourney.AsDraw }), started: true, field: "settings"},
		"the prizes in play": {
			change: set(func(s *tourney.Settings) { s.Prizes = []tourney.Prize{{First: 1, Last: 1, Coins: 5}} }), started: true, field: "settings",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t, settings(tourney.SwissSystem))
			h.join("a", "b", "c", "d", "e", "f")
			if tt.started {
				h.wait()
			}
			want := tt.change(h.state.Settings())
			err := h.do(func(t *tourney.Tournament) (tourney.Decision, error) { return t.Edit(want, h.by(director, "")) })
			if tt.field != "" {
				if tt.kind == nil {
					tt.kind = tourney.ErrSettingFixed
				}
				require.Equal(t, tt.field, refusedField(t, err, tt.kind))
				return
			}
			require.NoError(t, err)
			require.Equal(t, want.Name, h.state.Settings().Name)
			require.Equal(t, want.Rounds, h.state.Rounds())
			require.Equal(t, want.Start, h.state.Settings().Start)
		})
	}
}

// Taking off the rounds that are left ends a tournament between two rounds.
func TestFewerRounds(t *testing.T) {
	t.Parallel()
	h := newHall(t, settings(tourney.SwissSystem))
	h.join("a", "b", "c", "d")
	h.wait()
	h.settle()
	for _, id := range h.running() {
		h.finish(id, tourney.FirstWins, "checkmate")
	}
	s := h.state.Settings()
	s.Rounds = 1
	h.must(func(t *tourney.Tournament) (tourney.Decision, error) { return t.Edit(s, h.by(director, "")) })
	require.Equal(t, tourney.Ended, h.state.Status())
}
