package tourney_test

import (
	"github.com/stretchr/testify/require"

	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/tourney"
)

// checkEvent holds an event against the state before it.
func (h *hall) checkEvent(e tourney.Event) {
	switch k := e.Kind.(type) {
	case tourney.Paired:
		h.checkPaired(k)
	case tourney.ResultEntered:
		r, err := h.state.Round(k.Pairing.Round)
		require.NoError(h.t, err)
		for _, g := range r.Pairings[k.Pairing.Board-1].Games {
			if g.Number == k.Game.Number && e.Actor == "" {
				require.Empty(h.t, g.Result, "two results for one game")
				require.False(h.t, g.Annulled)
			}
		}
	}
}

// checkPaired holds that every player who takes part is in a round once, and that
// pairings by the rules keep the absolute ones.
func (h *hall) checkPaired(k tourney.Paired) {
	times := map[string]int{}
	for _, b := range k.Round.Byes {
		times[b.Player]++
		if h.state.Settings().Format == tourney.SwissSystem {
			require.True(h.t, h.plays(b.Player))
		}
	}
	for _, p := range k.Round.Pairings {
		times[p.First]++
		times[p.Second]++
	}
	for _, p := range h.state.Entrants() {
		require.LessOrEqual(h.t, times[p.Player], 1)
		if p.State == tourney.Playing && h.state.Settings().Format != tourney.KnockoutSystem {
			require.Equal(h.t, 1, times[p.Player], p.Player)
		}
	}
	if h.state.Settings().Format == tourney.SwissSystem && !k.ByHand {
		h.checkAbsolute(k.Round)
	}
}

func (h *hall) plays(player string) bool {
	p, err := h.state.Entrant(player)
	return err == nil && p.State == tourney.Playing
}

// checkAbsolute is C1, C2 and what the director has forbidden.
func (h *hall) checkAbsolute(r tourney.Round) {
	for _, f := range h.state.Forbidden() {
		for _, p := range r.Pairings {
			require.False(h.t, p.First == f.First && p.Second == f.Second || p.First == f.Second && p.Second == f.First)
		}
	}
	for n := 1; n < r.Number; n++ {
		old, err := h.state.Round(n)
		require.NoError(h.t, err)
		for _, p := range r.Pairings {
			for _, q := range old.Pairings {
				same := p.First == q.First && p.Second == q.Second || p.First == q.Second && p.Second == q.First
				require.False(h.t, same && !q.Result.Forfeit(), "nobody meets twice")
			}
		}
		for _, b := range r.Byes {
			for _, c := range old.Byes {
				again := b.Kind == tourney.ByeAllocated && c.Kind == b.Kind && b.Player == c.Player
				require.False(h.t, again, "nobody has two byes")
			}
		}
	}
}

// checkMake holds that only games are made that somebody waits for.
func (h *hall) checkMake(m tourney.MakeGame) {
	r, err := h.state.Round(m.Pairing.Round)
	require.NoError(h.t, err)
	p := r.Pairings[m.Pairing.Board-1]
	require.Empty(h.t, p.Result)
	g := p.Games[len(p.Games)-1]
	require.Equal(h.t, m.Number, g.Number)
	require.Equal(h.t, m.First, g.First)
	require.Empty(h.t, g.Result)
	require.False(h.t, g.Annulled)
}

// check holds what is true at any time.
func (h *hall) check() {
	h.checkDue()
	h.checkPoints()
	h.checkWaiting()
	table := h.state.Table()
	require.NoError(h.t, table.Validate())
	for _, id := range h.state.OpenGames() {
		require.Contains(h.t, h.games, id)
	}
	if n := h.state.LastRound(); n > 0 {
		r, err := h.state.Round(n)
		require.NoError(h.t, err)
		for _, p := range r.Pairings {
			open := 0
			for _, g := range p.Games {
				if g.Result == "" && !g.Annulled {
					open++
				}
			}
			require.LessOrEqual(h.t, open, 1)
			require.False(h.t, open > 0 && p.Result != "", "a decided pairing has no open game")
			require.False(h.t, open == 0 && p.Result == "" && r.State == tourney.RoundRunning, "a running pairing has one")
		}
	}
}

// checkWaiting holds that nobody waits for a place that nobody gets any more.
func (h *hall) checkWaiting() {
	t := h.state
	_, waiting := t.Players()
	late := min(t.Settings().Registration.LateUntilRound, t.Rounds())
	switch t.Status() {
	case tourney.Running:
		require.True(h.t, waiting == 0 || t.LastRound() < late)
	case tourney.Review, tourney.Ended:
		require.Zero(h.t, waiting)
	}
}

// checkDue holds that time brings on whatever is to happen by itself.
func (h *hall) checkDue() {
	t := h.state
	switch t.Status() {
	case tourney.Scheduled, tourney.Open:
		require.False(h.t, t.Due().IsZero())
	case tourney.Running:
		waiting := t.LastRound() == t.FinishedRounds() && (t.Trouble() != "" || t.NextStart().IsZero())
		playing := false
		if n := t.LastRound(); n > 0 {
			r, err := t.Round(n)
			require.NoError(h.t, err)
			playing = r.State == tourney.RoundRunning
		}
		require.True(h.t, t.Paused() || waiting || playing || !t.Due().IsZero())
	default:
		require.True(h.t, t.Due().IsZero())
	}
}

// checkPoints holds that the standings give what the results give.
func (h *hall) checkPoints() {
	t := h.state
	s, err := t.Standings(t.FinishedRounds())
	require.NoError(h.t, err)
	points := t.Points()
	table := t.Table()
	rank := 0
	for i, p := range s.Places {
		require.Equal(h.t, points[p.Player], p.Points)
		require.Equal(h.t, p.State == tourney.Expelled, p.Rank == 0)
		if p.Rank > 0 {
			require.True(h.t, p.Rank == rank || p.Rank == i+1)
			rank = p.Rank
		}
		if t.Settings().Format == tourney.SwissSystem {
			require.Equal(h.t, table.Player(p.Number).Points(), p.Points)
			require.Equal(h.t, h.sum(p.Player), p.Points)
		}
	}
}

// sum counts a player's points in the rounds that are over, one by one.
func (h *hall) sum(player string) crosstable.Points {
	var sum crosstable.Points
	for n := 1; n <= h.state.FinishedRounds(); n++ {
		r, err := h.state.Round(n)
		require.NoError(h.t, err)
		for _, b := range r.Byes {
			if b.Player == player {
				sum += b.Points
			}
		}
		for _, p := range r.Pairings {
			switch {
			case p.First == player && (p.Result == tourney.FirstWins || p.Result == tourney.FirstForfeit),
				p.Second == player && (p.Result == tourney.SecondWins || p.Result == tourney.SecondForfeit):
				sum += crosstable.Whole
			case (p.First == player || p.Second == player) && p.Result == tourney.Drawn:
				sum += crosstable.Whole / 2
			}
		}
	}
	return sum
}
