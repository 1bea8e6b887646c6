package tourney_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/tourney"
)

// started is a tournament in its first round with all games made; players are a, b,
// c, … by rating.
func started(t *testing.T, s tourney.Settings, players int) *hall {
	h := newHall(t, s)
	for i := range players {
		h.join(string(rune('a' + i)))
	}
	h.wait()
	h.settle()
	require.Equal(t, tourney.Running, h.state.Status())
	return h
}

func (h *hall) round(n int) tourney.Round {
	r, err := h.state.Round(n)
	require.NoError(h.t, err)
	return r
}

func (h *hall) as(f func(*tourney.Tournament, tourney.Act) (tourney.Decision, error), actor string) error {
	by := h.by(actor, "because")
	return h.do(func(t *tourney.Tournament) (tourney.Decision, error) { return f(t, by) })
}

func TestTooFewPlayersCancel(t *testing.T) {
	t.Parallel()
	h := newHall(t, settings(tourney.SwissSystem))
	h.join("a")
	h.wait()
	require.Equal(t, tourney.CalledOff, h.state.Status())
	require.Equal(t, tourney.TooFewPlayers, h.state.CancelReason())
}

func TestRoundsOfFormats(t *testing.T) {
	t.Parallel()
	tests := []struct {
		format          tourney.Format
		players, rounds int
	}{
		{tourney.SwissSystem, 9, 3},
		{tourney.SwissSystem, 3, 3},
		{tourney.SwissSystem, 2, 1},
		{tourney.RoundRobin, 4, 3},
		{tourney.RoundRobin, 5, 5},
		{tourney.DoubleRoundRobin, 4, 6},
		{tourney.KnockoutSystem, 2, 1},
		{tourney.KnockoutSystem, 5, 3},
		{tourney.KnockoutSystem, 8, 3},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.format, tt.players), func(t *testing.T) {
			t.Parallel()
			h := started(t, settings(tt.format), tt.players)
			require.Equal(t, tt.rounds, h.state.Rounds())
			for h.state.Status() == tourney.Running {
				h.settle()
				if len(h.running()) > 0 {
					h.playRound(tourney.FirstWins)
				} else {
					h.wait()
				}
			}
			require.Equal(t, tourney.Ended, h.state.Status())
			require.Equal(t, tt.rounds, h.state.FinishedRounds())
		})
	}
}

// A round is paired half of the pause before it begins, or 30 s.
func TestPace(t *testing.T) {
	t.Parallel()
	fixed := noon.Add(5 * time.Hour)
	tests := map[string]struct {
		pace           tourney.Pace
		after          time.Duration // of the first round
		paired, begins time.Duration // after the round, or noon where fixed
		fixed          bool
	}{
		"soon":               {pace: tourney.Pace{Pause: 10 * time.Second}, paired: 5 * time.Second, begins: 10 * time.Second},
		"later":              {pace: tourney.Pace{Pause: time.Hour}, paired: time.Hour - 30*time.Second, begins: time.Hour},
		"at a time":          {pace: tourney.Pace{Times: []time.Time{fixed}, Pause: time.Minute}, paired: 5*time.Hour - 30*time.Second, begins: 5 * time.Hour, fixed: true},
		"at a time too late": {pace: tourney.Pace{Times: []time.Time{noon.Add(61 * time.Minute)}, Pause: time.Minute}, after: time.Hour, paired: 30 * time.Second, begins: time.Minute},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := settings(tourney.SwissSystem)
			s.Pace = tt.pace
			h := started(t, s, 4)
			h.now = h.now.Add(tt.after)
			from := h.now
			if tt.fixed {
				from = noon
			}
			h.playRound(tourney.FirstWins)
			require.Equal(t, from.Add(tt.begins), h.state.NextStart())
			h.wait()
			require.Equal(t, from.Add(tt.paired), h.now)
			require.Equal(t, tourney.RoundPaired, h.round(2).State)
			h.wait()
			require.Equal(t, from.Add(tt.begins), h.now)
			require.Equal(t, tourney.RoundRunning, h.round(2).State)
		})
	}
}

// However often and from wherever a round is started, it is one round.
func TestStartRoundOften(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.SwissSystem), 6)
	h.playRound(tourney.FirstWins)
	start := func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.StartRound(2, by) }
	first, err := start(h.state, h.by(director, ""))
	require.NoError(t, err)
	h.take(first)
	for range 20 {
		again, err := start(h.state, h.by(director, ""))
		require.NoError(t, err)
		require.Empty(t, again)
	}
	require.Len(t, h.chores, 3)
}

// A director begins play before its time, as it would have begun by itself: nobody joins
// any more, and whoever has not got a place waits no longer.
func TestStartBeforeItsTime(t *testing.T) {
	t.Parallel()
	s := settings(tourney.SwissSystem)
	s.Registration.MostPlayers, s.Registration.Close = 4, s.Start.Add(-time.Minute)
	h := newHall(t, s)
	h.join("a", "b", "c", "d", "z")
	require.NoError(t, h.as(starting(1), director))
	require.Equal(t, tourney.Running, h.state.Status())
	require.Equal(t, noon, h.state.Settings().Start)
	require.Equal(t, noon, h.round(1).Start)
	require.Equal(t, tourney.RoundRunning, h.round(1).State)
	require.Len(t, h.chores, 2)
	require.False(t, h.waits("z"))
	require.ErrorIs(t, h.as(joining(tourney.Candidate{Player: "y"}), "y"), tourney.ErrClosed)
	i := slices.IndexFunc(h.log, func(e tourney.Event) bool { return e.Kind == tourney.RoundTimed{Round: 1, Start: noon} })
	require.Equal(t, director, h.log[i].Actor)
	require.Equal(t, "because", h.log[i].Reason)
	edited := h.state.Settings()
	edited.Name = "Early cup"
	require.NoError(t, h.as(func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Edit(edited, by) }, director), "the settings go together still")
	sides := map[tourney.Side]bool{}
	for lot := range uint64(40) {
		h := newHall(t, s)
		h.join("a", "b")
		d, err := h.state.StartRound(1, tourney.Act{Actor: director, Now: noon, Lot: lot})
		require.NoError(t, err)
		for _, e := range d.Events {
			if k, ok := e.Kind.(tourney.Started); ok {
				sides[k.Initial] = true
			}
		}
	}
	require.Len(t, sides, 2, "drawn by lot")
}

// A late game of a pairing that was undone, or is decided, ends with the referee.
func TestGamesNobodyWaitsFor(t *testing.T) {
	t.Parallel()
	open := func(t *testing.T) *hall {
		h := newHall(t, settings(tourney.SwissSystem))
		h.join("a", "b", "c", "d")
		h.wait()
		require.Len(t, h.chores, 2)
		return h
	}
	tests := map[string]struct {
		act  func(*tourney.Tournament, tourney.Act) (tourney.Decision, error)
		want any
	}{
		"undone": {
			func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Undo(1, nil, by) },
			tourney.VoidGame{GameID: "x", Reason: "the pairing was undone"},
		},
		"decided": {
			func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
				return t.SetResult(tourney.PairingID{Round: 1, Board: 1}, tourney.FirstForfeit, by)
			},
			tourney.DecideGame{GameID: "x", Result: tourney.FirstWins, Reason: "decided by the tournament"},
		},
		"lost by both": {
			func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
				return t.SetResult(tourney.PairingID{Round: 1, Board: 1}, tourney.BothForfeit, by)
			},
			tourney.VoidGame{GameID: "x", Reason: "both have lost by forfeit"},
		},
		"paused": {
			func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Pause(by) },
			tourney.PauseGame{GameID: "x", Reason: "the tournament is paused"},
		},
		"cancelled": {
			func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Cancel(by) },
			tourney.VoidGame{GameID: "x", Reason: "the game is not needed any more"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			made := h.chores[0].Kind.(tourney.MakeGame)
			require.NoError(t, h.as(tt.act, director))
			d, err := h.state.GameMade(made, "x", h.now)
			require.NoError(t, err)
			require.Len(t, d.Chores, 1)
			require.Equal(t, tt.want, d.Chores[0].Kind)
		})
	}
}

// The numbers of games go on where a pairing was undone, so that a game of the old
// one is never taken for one of the new.
func TestNumbersGoOn(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.SwissSystem), 2)
	require.NoError(t, h.as(func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.Undo(1, h.untouched(), by)
	}, director))
	require.True(t, h.state.Due().IsZero(), "the director pairs again")
	require.NoError(t, h.as(func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.StartRound(1, by) }, director))
	h.finish("game1", tourney.FirstWins, "checkmate")
	require.Empty(t, h.round(1).Pairings[0].Result)
	require.Equal(t, 2, h.round(1).Pairings[0].Games[0].Number)
}

func TestResults(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		result tourney.Result
		reason string
		want   tourney.Result
		code   string
	}{
		"won":         {tourney.FirstWins, "checkmate", tourney.FirstWins, "1"},
		"lost":        {tourney.SecondWins, "timeout", tourney.SecondWins, "0"},
		"drawn":       {tourney.Drawn, "agreement", tourney.Drawn, "="},
		"not come":    {tourney.SecondWins, "first_move_timeout", tourney.SecondForfeit, "-"},
		"won without": {tourney.FirstWins, "forfeit", tourney.FirstForfeit, "+"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := started(t, settings(tourney.SwissSystem), 2)
			h.finish("game1", tt.result, tt.reason)
			p := h.round(1).Pairings[0]
			require.Equal(t, tt.want, p.Result)
			card, err := h.state.Card(p.First)
			require.NoError(t, err)
			require.Equal(t, tt.code, card.Rounds[0].Result)
			require.Equal(t, p.Second, card.Rounds[0].Opponent)
			require.Equal(t, tourney.FirstSide, card.Rounds[0].Side)
		})
	}
}

// Who has moved and waited for nobody has not played: neither where the second side's
// time ran out, nor where the no-show limit has passed.
func TestSecondSideDoesNotCome(t *testing.T) {
	t.Parallel()
	end := func(h *hall, moves int, result tourney.Result, reason string) tourney.GameEnd {
		made := h.games["game1"].made
		return tourney.GameEnd{
			Pairing: made.Pairing, Number: made.Number, GameID: "game1", First: made.First, Second: made.Second, Result: result, Reason: reason, Moves: moves,
		}
	}
	h := started(t, settings(tourney.SwissSystem), 2)
	h.must(func(t *tourney.Tournament) (tourney.Decision, error) {
		return t.EnterResult(end(h, 1, tourney.FirstWins, "timeout"), h.now)
	})
	require.Equal(t, tourney.FirstForfeit, h.round(1).Pairings[0].Result)

	h = started(t, settings(tourney.SwissSystem), 2)
	for _, moves := range []int{0, 2} { // the referee's own limit, and a game that is played
		d, err := h.state.NoShow(end(h, moves, "", ""), h.now)
		require.NoError(t, err)
		require.Empty(t, d)
	}
	h.must(func(t *tourney.Tournament) (tourney.Decision, error) { return t.NoShow(end(h, 1, "", ""), h.now) })
	require.Equal(t, tourney.FirstForfeit, h.round(1).Pairings[0].Result)
	require.Equal(t, tourney.DecideGame{GameID: "game1", Result: tourney.FirstWins, Reason: "decided by the tournament"}, h.chores[0].Kind)
	d, err := h.state.NoShow(end(h, 1, "", ""), h.now)
	require.NoError(t, err)
	require.Empty(t, d)
}

// A result that comes before the answer to the one who made the game counts.
func TestResultBeforeTheGameIsKnown(t *testing.T) {
	t.Parallel()
	h := newHall(t, settings(tourney.SwissSystem))
	h.join("a", "b")
	h.wait()
	made := h.chores[0].Kind.(tourney.MakeGame)
	h.make(h.chores[0].Key, made)
	swapped := tourney.GameEnd{Pairing: made.Pairing, Number: 1, GameID: "x", First: made.Second, Second: made.First, Result: tourney.FirstWins}
	none, err := h.state.EnterResult(swapped, h.now)
	require.NoError(t, err)
	require.Empty(t, none, "other players")
	h.finish("game1", tourney.Drawn, "agreement")
	require.Equal(t, tourney.Drawn, h.round(1).Pairings[0].Result)
	require.Equal(t, "game1", h.round(1).Pairings[0].Games[0].GameID)
	end := tourney.GameEnd{Pairing: made.Pairing, Number: 1, GameID: "other", First: made.First, Second: made.Second, Result: tourney.FirstWins}
	d, err := h.state.EnterResult(end, h.now)
	require.NoError(t, err)
	require.Empty(t, d, "another game is none of ours")
}

// What a moderator annuls is played again; what the director decided stays.
func TestVoidedGames(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.SwissSystem), 4)
	h.void("game1")
	h.settle()
	p := h.round(1).Pairings[0]
	require.Len(t, p.Games, 2)
	require.True(t, p.Games[0].Annulled)
	require.NoError(t, h.as(func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.SetResult(p.ID, tourney.BothForfeit, by)
	}, director))
	h.settle()
	require.Equal(t, tourney.BothForfeit, h.round(1).Pairings[0].Result)
	require.Len(t, h.round(1).Pairings[0].Games, 2)
}

func TestRatedGames(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		mode  tourney.Mode
		guest bool
		want  bool
	}{
		"rated": {tourney.Rated, false, true}, "casual": {tourney.Casual, false, false}, "with a guest": {tourney.Rated, true, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := settings(tourney.SwissSystem)
			s.Mode, s.Registration.Guests = tt.mode, true
			h := newHall(t, s)
			h.join("a")
			guest := tourney.Candidate{Player: "b", Name: "b", Guest: tt.guest}
			h.must(func(t *tourney.Tournament) (tourney.Decision, error) { return t.Join(guest, h.by("b", "")) })
			h.wait()
			require.Equal(t, tt.want, h.chores[0].Kind.(tourney.MakeGame).Rated)
		})
	}
}

// A match goes through its steps with their times, and a lot is drawn in the end.
func TestMatch(t *testing.T) {
	t.Parallel()
	fast := timecontrol.Control{Preset: "10+5"}
	s := settings(tourney.KnockoutSystem)
	s.Knockout.Steps = []tourney.Step{
		{Kind: tourney.Games, Games: 2}, {Kind: tourney.Games, Games: 1, Control: fast}, {Kind: tourney.Lot},
	}
	h := started(t, s, 2)
	require.Equal(t, "a", h.games["game1"].made.First)
	h.finish("game1", tourney.FirstWins, "checkmate")
	h.settle()
	require.Equal(t, "b", h.games["game2"].made.First)
	h.finish("game2", tourney.FirstWins, "checkmate")
	h.settle()
	require.Equal(t, 10*time.Minute, h.games["game3"].made.Controls[1].Bank)
	h.finish("game3", tourney.Drawn, "agreement")
	require.Empty(t, h.chores, "nobody plays a lot")
	require.False(t, h.state.Due().After(h.now))
	h.tick(1)
	p := h.round(1).Pairings[0]
	require.Equal(t, tourney.ByLot, p.Decided)
	require.NotEmpty(t, p.Result)
	require.Equal(t, tourney.Ended, h.state.Status())
}
