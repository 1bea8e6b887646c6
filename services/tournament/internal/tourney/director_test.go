package tourney_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/tourney"
)

func setting(round, board int, r tourney.Result) act {
	id := tourney.PairingID{Round: round, Board: board}
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.SetResult(id, r, by) }
}

func annulling(round, board int) act {
	id := tourney.PairingID{Round: round, Board: board}
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.Annul(id, by) }
}

func undoing(round int, untouched ...string) act {
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.Undo(round, untouched, by)
	}
}

func starting(round int) act {
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) { return t.StartRound(round, by) }
}

func byHand(round int, byes []string, pairs ...tourney.HandPairing) act {
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.PairByHand(round, pairs, byes, by)
	}
}

func postponing(round int, at time.Time) act {
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.Postpone(round, at, by)
	}
}

func forbidding(a, b string) act {
	return func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
		return t.Forbid(tourney.Forbidden{First: a, Second: b}, false, by)
	}
}

func TestRefusedActs(t *testing.T) {
	t.Parallel()
	fresh := func(t *testing.T) *hall {
		h := newHall(t, settings(tourney.SwissSystem))
		h.join("a", "b", "c", "d")
		return h
	}
	coming := func(t *testing.T) *hall {
		s := settings(tourney.SwissSystem)
		s.Registration.Open = noon.Add(time.Minute)
		return newHall(t, s)
	}
	alone := func(t *testing.T) *hall { h := newHall(t, settings(tourney.SwissSystem)); h.join("a"); return h }
	apart := func(t *testing.T) *hall {
		h := newHall(t, settings(tourney.SwissSystem))
		h.join("a", "b")
		require.NoError(t, h.as(forbidding("a", "b"), director))
		return h
	}
	running := func(t *testing.T) *hall { return started(t, settings(tourney.SwissSystem), 4) }
	between := func(t *testing.T) *hall { h := running(t); h.playRound(tourney.FirstWins); return h }
	robin := func(t *testing.T) *hall { return started(t, settings(tourney.RoundRobin), 4) }
	knockout := func(t *testing.T) *hall { return started(t, settings(tourney.KnockoutSystem), 4) }
	second := func(t *testing.T) *hall { h := knockout(t); h.playRound(tourney.FirstWins); h.wait(); return h }
	over := func(t *testing.T) *hall {
		h := fresh(t)
		require.NoError(t, h.as((*tourney.Tournament).Cancel, director))
		return h
	}
	paused := func(t *testing.T) *hall {
		h := between(t)
		require.NoError(t, h.as((*tourney.Tournament).Pause, director))
		return h
	}
	pair := func(a, b string) tourney.HandPairing { return tourney.HandPairing{First: a, Second: b} }
	tests := map[string]struct {
		hall func(*testing.T) *hall
		act  act
		want error
	}{
		"start a later one before":          {fresh, starting(2), tourney.ErrNotStarted},
		"start before it is open":           {coming, starting(1), tourney.ErrNotStarted},
		"start with too few":                {alone, starting(1), tourney.ErrTooFew},
		"start with nobody to meet":         {apart, starting(1), tourney.ErrNoLegalPairing},
		"start what is not paired":          {running, starting(3), tourney.ErrRoundOpen},
		"start with a round open":           {running, starting(2), tourney.ErrRoundOpen},
		"start a round that is none":        {between, starting(4), tourney.ErrNoRound},
		"start while paused":                {paused, starting(2), tourney.ErrPaused},
		"start when over":                   {over, starting(1), tourney.ErrOver},
		"undo before the start":             {fresh, undoing(1), tourney.ErrNotStarted},
		"undo a game with a move":           {running, undoing(1, "game1"), tourney.ErrHasMoves},
		"undo a round that is over":         {between, undoing(1), tourney.ErrRoundOver},
		"undo a round not paired":           {between, undoing(3), tourney.ErrRoundNotPaired},
		"undo an earlier round":             {second, undoing(1), tourney.ErrNotLastRound},
		"postpone into the past":            {between, postponing(2, noon), tourney.ErrTimePast},
		"postpone what has begun":           {running, postponing(1, noon.Add(9*time.Hour)), tourney.ErrRoundBegun},
		"postpone a round that is none":     {running, postponing(4, noon.Add(9*time.Hour)), tourney.ErrNoRound},
		"postpone a later round too early":  {fresh, postponing(2, noon.Add(9*time.Hour)), tourney.ErrNotStarted},
		"a result without a pairing":        {running, setting(1, 3, tourney.Drawn), tourney.ErrNoPairing},
		"a result that is none":             {running, setting(1, 1, "won"), tourney.ErrBadResult},
		"nobody goes on":                    {knockout, setting(1, 1, tourney.BothForfeit), tourney.ErrBadResult},
		"a match that went on":              {second, setting(1, 1, tourney.SecondWins), tourney.ErrMatchWentOn},
		"a match left undecided":            {second, setting(1, 2, tourney.BothForfeit), tourney.ErrBadResult},
		"annul without a result":            {running, annulling(1, 1), tourney.ErrNoResult},
		"annul in an earlier round":         {between, annulling(1, 1), tourney.ErrRoundOver},
		"approve what is not played":        {running, (*tourney.Tournament).Approve, tourney.ErrNotPlayed},
		"pause before the start":            {fresh, (*tourney.Tournament).Pause, tourney.ErrNotStarted},
		"resume when over":                  {over, (*tourney.Tournament).Resume, tourney.ErrOver},
		"withdraw a stranger":               {running, withdrawing("z"), tourney.ErrNotIn},
		"disqualify a stranger":             {running, disqualifying("z"), tourney.ErrNotIn},
		"forbid a stranger":                 {running, forbidding("a", "z"), tourney.ErrNotIn},
		"forbid oneself":                    {running, forbidding("a", "a"), tourney.ErrBadPairing},
		"forbid in a round robin":           {robin, forbidding("a", "b"), tourney.ErrFixedPairing},
		"pair a round robin by hand":        {robin, byHand(2, nil, pair("a", "b"), pair("c", "d")), tourney.ErrFixedPairing},
		"pair by hand what is paired":       {running, byHand(1, nil, pair("a", "b"), pair("c", "d")), tourney.ErrRoundPaired},
		"somebody twice by hand":            {between, byHand(2, nil, pair("a", "b"), pair("a", "c")), tourney.ErrBadPairing},
		"oneself by hand":                   {between, byHand(2, []string{"b"}, pair("a", "a"), pair("c", "d")), tourney.ErrBadPairing},
		"somebody missing by hand":          {between, byHand(2, nil, pair("a", "b")), tourney.ErrBadPairing},
		"a stranger by hand":                {between, byHand(2, nil, pair("a", "b"), pair("c", "z")), tourney.ErrBadPairing},
		"two byes by hand":                  {between, byHand(2, []string{"a", "b"}, pair("c", "d")), tourney.ErrBadPairing},
		"cancel what is over for everybody": {ended, (*tourney.Tournament).Cancel, tourney.ErrOver},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.ErrorIs(t, tt.hall(t).as(tt.act, director), tt.want)
		})
	}
}

// ended is a tournament that is over.
func ended(t *testing.T) *hall {
	s := settings(tourney.SwissSystem)
	s.Rounds = 1
	h := started(t, s, 4)
	h.playRound(tourney.FirstWins)
	require.Equal(t, tourney.Ended, h.state.Status())
	return h
}

func TestByHand(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.SwissSystem), 4)
	h.playRound(tourney.FirstWins)
	again := h.round(1).Pairings // the same opponents, which the rules forbid
	pairs := []tourney.HandPairing{{First: again[0].First, Second: again[0].Second}, {First: again[1].Second, Second: again[1].First}}
	require.NoError(t, h.as(byHand(2, nil, pairs...), director))
	require.Equal(t, again[1].Second, h.round(2).Pairings[1].First)
	h.wait()
	require.Equal(t, tourney.RoundRunning, h.round(2).State)
}

// Without a legal pairing the director pairs by hand, lifts a ban, or ends it.
func TestNoLegalPairing(t *testing.T) {
	t.Parallel()
	stuck := func(t *testing.T) *hall {
		h := newHall(t, settings(tourney.SwissSystem))
		h.join("a", "b", "c", "d")
		for _, other := range []string{"b", "c", "d"} {
			require.NoError(t, h.as(forbidding("a", other), director))
		}
		h.wait()
		require.Equal(t, "no_legal_pairing", h.state.Trouble())
		require.True(t, h.state.Due().IsZero())
		return h
	}
	t.Run("lift", func(t *testing.T) {
		t.Parallel()
		h := stuck(t)
		require.ErrorIs(t, h.as(starting(1), director), tourney.ErrNoLegalPairing)
		require.NoError(t, h.as(func(t *tourney.Tournament, by tourney.Act) (tourney.Decision, error) {
			return t.Forbid(tourney.Forbidden{First: "b", Second: "a"}, true, by)
		}, director))
		h.tick(1)
		require.Equal(t, tourney.RoundRunning, h.round(1).State)
	})
	t.Run("end", func(t *testing.T) {
		t.Parallel()
		h := stuck(t)
		require.NoError(t, h.as((*tourney.Tournament).Approve, director))
		require.Equal(t, tourney.Ended, h.state.Status())
	})
}

// Where no director comes, what was played counts after a day.
func TestNoLegalPairingAndNobodyThere(t *testing.T) {
	t.Parallel()
	h := newHall(t, settings(tourney.SwissSystem))
	h.join("a", "b", "c", "d")
	h.wait()
	for _, other := range []string{"b", "c", "d"} {
		require.NoError(t, h.as(forbidding("a", other), director))
	}
	h.playRound(tourney.FirstWins)
	h.wait()
	require.Equal(t, "no_legal_pairing", h.state.Trouble())
	require.Equal(t, h.now.Add(24*time.Hour), h.state.Due())
	h.wait()
	require.Equal(t, tourney.Ended, h.state.Status())
	require.Equal(t, 1, h.state.FinishedRounds())
}

func TestPausing(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.SwissSystem), 4)
	require.NoError(t, h.as((*tourney.Tournament).Pause, director))
	h.settle()
	require.True(t, h.games["game1"].paused)
	h.playRound(tourney.FirstWins)
	require.True(t, h.state.Due().IsZero(), "no round begins meanwhile")
	require.NoError(t, h.as((*tourney.Tournament).Resume, director))
	require.False(t, h.state.Due().IsZero())
}

// Games under way go on where a tournament is cancelled, those that stand too.
func TestCancelWhilePaused(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.SwissSystem), 4)
	require.NoError(t, h.as((*tourney.Tournament).Pause, director))
	h.settle()
	require.NoError(t, h.as((*tourney.Tournament).Cancel, director))
	h.settle()
	require.False(t, h.games["game1"].paused)
	require.Equal(t, "because", h.state.CancelReason())
}

// A game that ended without a move is one that can't be undone.
func TestUndoAfterANoShow(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.SwissSystem), 4)
	h.finish("game1", tourney.SecondWins, "first_move_timeout")
	require.ErrorIs(t, h.as(undoing(1, "game1", "game2"), director), tourney.ErrHasMoves)
}

func TestOverride(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.SwissSystem), 4)
	require.NoError(t, h.as(setting(1, 1, tourney.Drawn), director))
	h.settle()
	require.Equal(t, tourney.Drawn, h.games["game1"].result, "the game ends by it")
	h.finish("game2", tourney.FirstWins, "checkmate")
	kept, err := h.state.Standings(1)
	require.NoError(t, err)
	require.NoError(t, h.as(setting(1, 2, tourney.SecondWins), director))
	require.Equal(t, tourney.FirstWins, h.games["game2"].result, "a game that is over keeps its own")
	changed, err := h.state.Standings(1)
	require.NoError(t, err)
	require.NotEqual(t, kept.Places[0].Player, changed.Places[0].Player)
	last := h.log[len(h.log)-1]
	require.Equal(t, director, last.Actor)
	require.Equal(t, "because", last.Reason)
}

// An annulled game of a match takes the one after it along.
func TestAnnulInAMatch(t *testing.T) {
	t.Parallel()
	h := started(t, settings(tourney.KnockoutSystem), 2)
	h.finish("game1", tourney.FirstWins, "checkmate")
	h.settle()
	require.NoError(t, h.as(annulling(1, 1), director))
	h.settle()
	require.True(t, h.games["game1"].void)
	require.True(t, h.games["game2"].void)
	games := h.round(1).Pairings[0].Games
	require.Len(t, games, 3)
	require.Equal(t, "a", games[2].First, "the first game again")
	require.Equal(t, 3, games[2].Number)
	require.True(t, games[1].Annulled)
}

func TestDisqualified(t *testing.T) {
	t.Parallel()
	s := settings(tourney.SwissSystem)
	s.Rounds, s.Prizes = 2, []tourney.Prize{{First: 1, Last: 1, Coins: 100}, {First: 2, Last: 2, Coins: 51}}
	h := started(t, s, 4)
	first := h.round(1).Pairings[0].First
	h.playRound(tourney.FirstWins)
	h.wait()
	h.wait()
	h.settle()
	require.NoError(t, h.as(disqualifying(first), director))
	h.settle()
	h.playRound(tourney.Drawn)
	standings, err := h.state.Standings(2)
	require.NoError(t, err)
	require.Equal(t, first, standings.Places[3].Player)
	require.Zero(t, standings.Places[3].Rank)
	require.NotContains(t, h.paid, first)
	h.settle()
	sum := 0
	for _, coins := range h.paid {
		sum += coins
	}
	require.Contains(t, []int{151, 150}, sum)
}

// Who share places share the sum of their prizes, rounded down.
func TestSharedPrizes(t *testing.T) {
	t.Parallel()
	s := settings(tourney.SwissSystem)
	s.Rounds, s.TieBreaks, s.Approval = 1, []string{"WIN"}, true
	s.Prizes = []tourney.Prize{{First: 1, Last: 1, Coins: 100}, {First: 2, Last: 3, Coins: 51}}
	h := started(t, s, 4)
	h.playRound(tourney.FirstWins)
	require.Equal(t, tourney.Review, h.state.Status())
	require.Empty(t, h.paid)
	require.Empty(t, h.kept, "until then results can change")
	require.NoError(t, h.as((*tourney.Tournament).Approve, director))
	require.Equal(t, []int{1}, h.kept)
	h.settle()
	require.Len(t, h.paid, 4)
	for _, a := range h.state.Awards() {
		require.Equal(t, map[int]int{1: 75, 3: 25}[a.Rank], h.paid[a.Player])
	}
}
