package tourney_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/tourney"
)

type act = func(*tourney.Tournament, tourney.Act) (tourney.Decision, error)

func joining(c tourney.Candidate) act {
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Join(c, by) }
}

func leaving(player string) act {
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Leave(player, by) }
}

func withdrawing(player string) act {
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Withdraw(player, by) }
}

func disqualifying(player string) act {
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Disqualify(player, by) }
}

func TestWhoMayNotJoin(t *testing.T) {
	t.Parallel()
	named := tourney.Candidate{Player: "z", Name: "z", Rating: 1500}
	tests := map[string]struct {
		change func(*tourney.Settings)
		out    act // after having joined
		actor  string
		later  time.Duration
		who    tourney.Candidate
		want   error
	}{
		"too early":         {change: func(s *tourney.Settings) { s.Registration.Open = noon.Add(time.Minute) }, who: named, want: tourney.ErrNotOpen},
		"too late":          {change: func(s *tourney.Settings) { s.Registration.Close = noon.Add(time.Minute) }, later: time.Minute, who: named, want: tourney.ErrClosed},
		"at the start":      {later: time.Hour, who: named, want: tourney.ErrClosed},
		"a guest":           {who: tourney.Candidate{Player: "z", Guest: true}, want: tourney.ErrNoGuests},
		"too weak":          {change: func(s *tourney.Settings) { s.Registration.LeastRating = 1501 }, who: named, want: tourney.ErrRatingTooLow},
		"too strong":        {change: func(s *tourney.Settings) { s.Registration.MostRating = 1499 }, who: named, want: tourney.ErrRatingTooHigh},
		"disqualified":      {out: disqualifying("z"), actor: director, who: named, want: tourney.ErrExpelled},
		"put out":           {out: withdrawing("z"), actor: director, who: named, want: tourney.ErrWithdrawn},
		"after having left": {out: leaving("z"), actor: "z", who: named},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := settings(tourney.SwissSystem)
			if tt.change != nil {
				tt.change(&s)
			}
			h := newHall(t, s)
			if tt.out != nil {
				require.NoError(t, h.as(joining(named), "z"))
				require.NoError(t, h.as(tt.out, tt.actor))
			}
			h.now = h.now.Add(tt.later)
			require.ErrorIs(t, h.as(joining(tt.who), "z"), tt.want)
		})
	}
}

// Who waits gets the place of who leaves, in the order they came.
func TestWaitingList(t *testing.T) {
	t.Parallel()
	s := settings(tourney.SwissSystem)
	s.Rounds, s.Registration.MostPlayers = 1, 2
	h := newHall(t, s)
	h.join("a", "b", "c", "d")
	state := func(player string) tourney.State {
		p, err := h.state.Entrant(player)
		require.NoError(t, err)
		return p.State
	}
	require.Equal(t, tourney.Waiting, state("c"))
	require.NoError(t, h.as(leaving("a"), "a"))
	require.Equal(t, tourney.Playing, state("c"))
	require.Equal(t, tourney.Waiting, state("d"))
	h.join("a")
	require.Equal(t, tourney.Waiting, state("a"), "at the end of the line")
	s = h.state.Settings()
	s.Registration.MostPlayers = 4
	require.NoError(t, h.as(func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Edit(s, by) }, director))
	require.Equal(t, tourney.Playing, state("a"))
	h.wait()
	require.Len(t, h.state.Table().Players, 4)
}

// Who waits leaves the list by themselves once nobody comes in any more.
func TestWaitingListEnds(t *testing.T) {
	t.Parallel()
	before := []string{"a", "b", "c", "d"}
	tests := map[string]struct {
		format      tourney.Format
		rounds      int
		late        int
		most        int
		early, then []string // who joins before the start, and in the first round
		ends        int      // with the pairing of this round
	}{
		"without late entries": {format: tourney.SwissSystem, rounds: 3, most: 4, early: append(before, "z"), ends: 1},
		"after late entries":   {format: tourney.SwissSystem, rounds: 3, late: 2, most: 4, early: append(before, "z"), ends: 2},
		"in the last round":    {format: tourney.SwissSystem, rounds: 3, late: 3, most: 4, early: append(before, "z"), ends: 3},
		"in an earlier one":    {format: tourney.SwissSystem, rounds: 5, late: 5, most: 6, early: before, then: []string{"e", "f", "z"}, ends: 3},
		"in a round robin":     {format: tourney.RoundRobin, most: 4, early: append(before, "z"), ends: 1},
		"in a knockout":        {format: tourney.KnockoutSystem, most: 4, early: append(before, "z"), ends: 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := settings(tt.format)
			s.Rounds, s.Registration.MostPlayers, s.Registration.LateUntilRound = tt.rounds, tt.most, tt.late
			h := newHall(t, s)
			h.join(tt.early...)
			h.wait()
			h.join(tt.then...)
			for h.waits("z") {
				h.playRound(tourney.FirstWins)
				h.wait() // pairs
				h.wait() // begins
			}
			require.Equal(t, tt.ends, h.state.LastRound())
			require.ErrorIs(t, h.as(joining(tourney.Candidate{Player: "z"}), "z"), tourney.ErrClosed)
			require.Empty(t, h.log[slices.IndexFunc(h.log, func(e tourney.Event) bool { return e.Kind == tourney.Withdrawn{Player: "z"} })].Actor)
		})
	}
}

// A tournament that ends early, for want of a legal pairing, has no places to wait for.
func TestWaitingListEndsWithPlay(t *testing.T) {
	t.Parallel()
	tests := map[string]act{
		"by its director": func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Approve(by) },
		"given up": func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
			return t.Tick(by.Now.Add(24*time.Hour), 1)
		},
	}
	for name, end := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := settings(tourney.SwissSystem)
			s.Registration.MostPlayers, s.Registration.LateUntilRound = 4, 3
			h := newHall(t, s)
			h.join("a", "b", "c", "d", "z")
			h.wait()
			for _, f := range []tourney.Forbidden{{First: "a", Second: "b"}, {First: "a", Second: "c"}, {First: "a", Second: "d"}} {
				require.NoError(t, h.as(func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Forbid(f, false, by) }, director))
			}
			h.playRound(tourney.FirstWins)
			h.wait()
			require.NotEmpty(t, h.state.Trouble())
			require.True(t, h.waits("z"))
			require.NoError(t, h.as(end, director))
			require.Equal(t, tourney.Ended, h.state.Status())
			require.False(t, h.waits("z"))
		})
	}
}

// waits tells whether somebody is on the waiting list; who is not there any more has
// left it for good.
func (h *hall) waits(player string) bool {
	p, err := h.state.Entrant(player)
	require.NoError(h.t, err)
	require.Contains(h.t, []tourney.State{tourney.Waiting, tourney.Left}, p.State)
	return p.State == tourney.Waiting
}

// Whom no director has put out joins again when there is a round to join for again.
func TestBackFromTheWaitingList(t *testing.T) {
	t.Parallel()
	s := settings(tourney.SwissSystem)
	s.Registration.MostPlayers, s.Registration.LateUntilRound = 4, 1
	h := newHall(t, s)
	h.join("a", "b", "c", "d", "z")
	h.wait()
	require.False(t, h.waits("z"))
	require.NoError(t, h.as(func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Undo(1, nil, by) }, director))
	h.join("z")
	require.True(t, h.waits("z"))
	require.NoError(t, h.as(leaving("a"), "a"))
	z, err := h.state.Entrant("z")
	require.NoError(t, err)
	require.Equal(t, tourney.Playing, z.State)
}

// Late entries of the first rounds get the numbers of their ratings (C.04.2 2.3),
// and nothing for the rounds they missed.
func TestLateEntry(t *testing.T) {
	t.Parallel()
	s := settings(tourney.SwissSystem)
	s.Registration.LateUntilRound = 2
	h := started(t, s, 4)
	require.NoError(t, h.as(joining(tourney.Candidate{Player: "z", Name: "z", Rating: 2500}), "z"))
	h.playRound(tourney.FirstWins)
	h.wait()
	h.wait()
	z, err := h.state.Entrant("z")
	require.NoError(t, err)
	require.Equal(t, 1, z.Number)
	card, err := h.state.Card("z")
	require.NoError(t, err)
	require.Equal(t, "Z", card.Rounds[0].Result)
	require.ErrorIs(t, h.as(joining(tourney.Candidate{Player: "y"}), "y"), tourney.ErrClosed)
}

func TestComingBack(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.SwissSystem), 6)
	require.NoError(t, h.as(leaving("a"), "a"))
	h.playRound(tourney.FirstWins)
	h.wait()
	require.NoError(t, h.as(joining(tourney.Candidate{Player: "a", Name: "A", Rating: 1}), "a"))
	h.wait()
	h.playRound(tourney.FirstWins)
	h.wait()
	card, err := h.state.Card("a")
	require.NoError(t, err)
	require.Equal(t, "Z", card.Rounds[1].Result)
	require.NotEmpty(t, card.Rounds[2].Opponent)
	require.Equal(t, 2000, card.Entrant.Rating, "the number came from it")
}

func TestByes(t *testing.T) {
	t.Parallel()
	s := settings(tourney.SwissSystem)
	s.Swiss.HalfByes = 1
	ask := func(round int, kind tourney.ByeKind) act {
		return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
			return t.RequestBye("a", round, kind, by)
		}
	}
	h := newHall(t, s)
	require.ErrorIs(t, h.as(ask(1, tourney.ByeHalf), "a"), tourney.ErrNotIn)
	h.join("a", "b", "c", "d")
	require.NoError(t, h.as(ask(1, tourney.ByeHalf), "a"))
	require.ErrorIs(t, h.as(ask(2, tourney.ByeHalf), "a"), tourney.ErrTooManyHalfByes)
	require.NoError(t, h.as(ask(2, tourney.ByeZero), "a"))
	require.NoError(t, h.as(func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.CancelBye("a", 2, by) }, "a"))
	require.ErrorIs(t, h.as(ask(4, tourney.ByeZero), "a"), tourney.ErrNoRound)
	h.wait()
	require.ErrorIs(t, h.as(ask(1, tourney.ByeZero), "a"), tourney.ErrRoundPaired)
	byes := h.round(1).Byes
	require.Len(t, byes, 2, "a's, and that of the odd number")
	require.Equal(t, tourney.Bye{Player: "a", Kind: tourney.ByeHalf, Points: 5}, byes[0])
	require.Equal(t, tourney.ByeAllocated, byes[1].Kind)

	robin := started(t, settings(tourney.RoundRobin), 3)
	require.ErrorIs(t, robin.as(ask(2, tourney.ByeZero), "a"), tourney.ErrNoByes)
}

func TestLeaving(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		format tourney.Format
		paired bool // and not begun yet
		want   tourney.Result
		by     tourney.DecisionBy
	}{
		"in a game":                        {format: tourney.SwissSystem},
		"before a game":                    {format: tourney.SwissSystem, paired: true, want: tourney.SecondForfeit},
		"in a match":                       {format: tourney.KnockoutSystem},
		"before a match":                   {format: tourney.KnockoutSystem, paired: true, want: tourney.SecondWins, by: tourney.ByWalkover},
		"in a game of a round robin":       {format: tourney.RoundRobin},
		"before a game of the round robin": {format: tourney.RoundRobin, paired: true, want: tourney.SecondForfeit},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := started(t, settings(tt.format), 4)
			if tt.paired {
				h.playRound(tourney.FirstWins)
				h.wait()
				require.Equal(t, tourney.RoundPaired, h.round(2).State)
			}
			n := h.state.LastRound()
			first := h.round(n).Pairings[0].First
			require.NoError(t, h.as(leaving(first), first))
			p := h.round(n).Pairings[0]
			require.Equal(t, tt.want, p.Result)
			require.Equal(t, tt.by, p.Decided)
			gone, err := h.state.Entrant(first)
			require.NoError(t, err)
			require.Equal(t, 1, gone.After, "the rounds that count")
		})
	}
}

// After the game under way a match is the other one's.
func TestMatchAfterLeaving(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.KnockoutSystem), 4)
	first := h.round(1).Pairings[0].First
	require.NoError(t, h.as(leaving(first), first))
	h.finish("game1", tourney.FirstWins, "checkmate")
	p := h.round(1).Pairings[0]
	require.Equal(t, tourney.SecondWins, p.Result)
	require.Equal(t, tourney.ByWalkover, p.Decided)
	card, err := h.state.Card(first)
	require.NoError(t, err)
	require.Equal(t, "-", card.Rounds[0].Result)
}

// Who leaves a round robin before half of it has no results and gives none.
func TestRoundRobinAnnuls(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		after  int // rounds
		points string
	}{
		"early": {after: 1, points: "0.0"},
		"late":  {after: 2, points: "1.0"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := started(t, settings(tourney.RoundRobin), 4)
			for h.state.Status() == tourney.Running {
				h.playRound(tourney.SecondWins) // d wins the first one
				if h.state.FinishedRounds() == tt.after {
					require.NoError(t, h.as(leaving("d"), "d"))
				}
				h.wait()
				h.wait()
			}
			require.Equal(t, tt.points, h.state.Points()["d"].String())
		})
	}
}
