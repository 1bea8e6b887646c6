package tourney_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/tournament/internal/crosstable"
	"kydai.dev/services/tournament/internal/tourney"
)

// Whatever players and the director do, and whenever, a tournament keeps its rules
// and comes to an end.
func TestRandomTournaments(t *testing.T) {
	t.Parallel()
	formats := []tourney.Format{
		tourney.SwissSystem, tourney.RoundRobin, tourney.DoubleRoundRobin, tourney.KnockoutSystem,
	}
	rapid.Check(t, func(t *rapid.T) { randomTournament(t, pick(t, "format", formats)) })
}

func randomTournament(t *rapid.T, format tourney.Format) {
	s := randomSettings(t, format)
	h := newHall(t, s)
	for i := range rapid.IntRange(2, 9).Draw(t, "players") {
		h.join(fmt.Sprintf("p%d", i))
	}
	for range rapid.IntRange(0, 60).Draw(t, "acts") {
		h.randomAct(t)
		h.check()
	}
	h.comeToAnEnd(t)
	h.checkLog()
	h.checkPrizes(s)
	h.checkPlaces()
}

func randomSettings(t *rapid.T, format tourney.Format) tourney.Settings {
	s := settings(format)
	s.Registration = tourney.Registration{MostPlayers: rapid.IntRange(6, 10).Draw(t, "most"), Guests: true}
	s.Approval = rapid.Bool().Draw(t, "approval")
	s.Prizes = []tourney.Prize{{First: 1, Last: 1, Coins: 101}, {First: 2, Last: 4, Coins: 50}}
	s.Pace.Pause = rapid.SampledFrom([]time.Duration{0, 10 * time.Second, time.Hour}).Draw(t, "pause")
	switch format {
	case tourney.SwissSystem:
		s.Rounds = rapid.IntRange(1, 5).Draw(t, "rounds")
		s.Registration.LateUntilRound = rapid.IntRange(0, s.Rounds).Draw(t, "late")
		s.Swiss.HalfByes = rapid.IntRange(0, 1).Draw(t, "half")
		s.Swiss.Baku = rapid.Bool().Draw(t, "baku")
	case tourney.KnockoutSystem:
		s.Knockout.ThirdPlace = rapid.Bool().Draw(t, "third")
		s.Knockout.Steps = []tourney.Step{
			{Kind: tourney.Games, Games: rapid.IntRange(1, 3).Draw(t, "games")},
			{Kind: pick(t, "step", []tourney.StepKind{tourney.Lot, tourney.Armageddon})},
		}
	}
	return s
}

var results = []tourney.Result{
	tourney.FirstWins, tourney.SecondWins, tourney.Drawn, tourney.FirstForfeit, tourney.SecondForfeit, tourney.BothForfeit,
}

// randomAct lets time pass, the referee work, or somebody do something.
func (h *hall) randomAct(t *rapid.T) {
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	switch {
	case kind < 3 && len(h.chores) > 0:
		i := rapid.IntRange(0, len(h.chores)-1).Draw(t, "chore")
		if m, ok := h.chores[i].Kind.(tourney.MakeGame); ok && rapid.IntRange(0, 3).Draw(t, "killed") == 0 {
			h.make(h.chores[i].Key, m) // whoever made the game could not tell of it
			return
		}
		h.chore(i)
	case kind < 6 && len(h.running()) > 0:
		h.randomEnd(t)
	case kind < 8:
		h.now = h.now.Add(rapid.SampledFrom([]time.Duration{time.Second, time.Minute, time.Hour}).Draw(t, "later"))
		h.tick(rapid.Uint64().Draw(t, "lot"))
	case kind == 8:
		h.refusable(h.playerAct(t))
	default:
		h.refusable(h.directorAct(t))
	}
}

// refusable is a command that may be refused, for a reason.
func (h *hall) refusable(command func(*tourney.Tournament) (tourney.Decision, error)) {
	if err := h.do(command); err != nil {
		require.NotEmpty(h.t, errs.Reason(err), err)
	}
}

func (h *hall) randomEnd(t *rapid.T) {
	id := pick(t, "game", h.running())
	switch rapid.IntRange(0, 9).Draw(t, "end") {
	case 3:
		h.tellAgain(t)
	case 0:
		h.void(id)
	case 1:
		h.finish(id, tourney.SecondWins, "first_move_timeout")
	case 2:
		h.games[id].moved = true
	default:
		h.finish(id, pick(t, "result", results[:3]), "checkmate")
	}
}

// tellAgain is a message that comes twice, or a game that a moderator annuls later.
func (h *hall) tellAgain(t *rapid.T) {
	g := h.games[pick(t, "old", slices.Sorted(maps.Keys(h.games)))]
	g.void = g.void || rapid.IntRange(0, 3).Draw(t, "void") == 0
	if g.void || g.result != "" {
		h.tell(g)
	}
}

type command = func(*tourney.Tournament) (tourney.Decision, error)

func (h *hall) playerAct(t *rapid.T) command {
	player := fmt.Sprintf("p%d", rapid.IntRange(0, 11).Draw(t, "player"))
	round := rapid.IntRange(1, 5).Draw(t, "round")
	by := h.by(player, "")
	candidate := tourney.Candidate{Player: player, Name: player, Rating: rapid.IntRange(1000, 1005).Draw(t, "rating")}
	kind := pick(t, "bye", []tourney.ByeKind{tourney.ByeHalf, tourney.ByeZero})
	return pick(t, "act", []command{
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Join(candidate, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Join(candidate, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Leave(player, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.RequestBye(player, round, kind, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.CancelBye(player, round, by) },
	})
}

func (h *hall) directorAct(t *rapid.T) command {
	by := h.by(director, pick(t, "why", []string{"because", "so be it"}))
	round := h.state.LastRound() + rapid.IntRange(0, 1).Draw(t, "round")
	board := rapid.IntRange(1, 4).Draw(t, "board")
	id := tourney.PairingID{Round: rapid.IntRange(max(1, h.state.LastRound()-1), max(1, h.state.LastRound())).Draw(t, "of"), Board: board}
	player, other := fmt.Sprintf("p%d", rapid.IntRange(0, 9).Draw(t, "player")), fmt.Sprintf("p%d", rapid.IntRange(0, 9).Draw(t, "other"))
	result := pick(t, "result", results)
	lift := rapid.Bool().Draw(t, "lift")
	untouched := h.untouched()
	edited := h.randomEdit(t)
	pairings, byes := h.byHand()
	return pick(t, "act", []command{
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Pair(round, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.PairByHand(round, pairings, byes, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.StartRound(round, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Undo(round, untouched, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) {
			return t.Postpone(round, h.now.Add(time.Minute), by)
		},
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.SetResult(id, result, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.SetResult(id, result, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Annul(id, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Annul(id, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Pause(by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Resume(by) },
		func(t *tourney.Tournament) (tourney.Decision, error) {
			return t.Forbid(tourney.Forbidden{First: player, Second: other}, lift, by)
		},
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Withdraw(player, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Disqualify(player, by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Approve(by) },
		func(t *tourney.Tournament) (tourney.Decision, error) { return t.Edit(edited, by) },
		h.rarely(t, func(t *tourney.Tournament) (tourney.Decision, error) { return t.Cancel(by) }),
	})
}

func (h *hall) rarely(t *rapid.T, c command) command {
	if rapid.IntRange(0, 4).Draw(t, "rarely") == 0 {
		return c
	}
	return func(*tourney.Tournament) (tourney.Decision, error) { return tourney.Decision{}, nil }
}

func (h *hall) randomEdit(t *rapid.T) tourney.Settings {
	s := h.state.Settings()
	s.Description = "edited"
	s.Registration.MostPlayers = rapid.IntRange(6, 10).Draw(t, "most")
	if h.state.Status() == tourney.Running {
		s.Registration.MostPlayers = h.state.Settings().Registration.MostPlayers
	}
	if s.Format == tourney.SwissSystem {
		s.Rounds = rapid.IntRange(1, 5).Draw(t, "rounds")
		s.Registration.LateUntilRound = min(s.Registration.LateUntilRound, s.Rounds)
	}
	return s
}

// byHand pairs neighbours on the list.
func (h *hall) byHand() (pairings []tourney.HandPairing, byes []string) {
	last := ""
	for _, p := range h.state.Entrants() {
		switch {
		case p.State != tourney.Playing:
		case last == "":
			last = p.Player
		default:
			pairings, last = append(pairings, tourney.HandPairing{First: last, Second: p.Player}), ""
		}
	}
	if last != "" {
		byes = []string{last}
	}
	return pairings, byes
}

// comeToAnEnd plays on until the tournament is over; the director only does what
// nobody else can.
func (h *hall) comeToAnEnd(t *rapid.T) {
	for range 1000 {
		h.check()
		by := h.by(director, "on with it")
		switch h.settle(); {
		case h.state.Status() == tourney.Ended || h.state.Status() == tourney.CalledOff:
			return
		case h.state.Status() == tourney.Review || h.state.Trouble() != "":
			h.must(func(t *tourney.Tournament) (tourney.Decision, error) { return t.Approve(by) })
		case h.state.Paused():
			h.must(func(t *tourney.Tournament) (tourney.Decision, error) { return t.Resume(by) })
		case len(h.running()) > 0:
			for _, id := range h.running() {
				h.finish(id, pick(t, "result", results[:3]), "checkmate")
			}
		case h.state.Due().IsZero():
			h.mustGoOn(by)
		default:
			h.wait()
		}
	}
	require.Fail(t, "the tournament does not end")
}

// mustGoOn is a pairing that was undone: the director has it made again.
func (h *hall) mustGoOn(by tourney.Act) {
	round := h.state.LastRound() + 1
	require.True(h.t, h.state.NextStart().IsZero(), "nothing goes on by itself")
	err := h.do(func(t *tourney.Tournament) (tourney.Decision, error) { return t.StartRound(round, by) })
	if errors.Is(err, tourney.ErrNoLegalPairing) {
		h.must(func(t *tourney.Tournament) (tourney.Decision, error) {
			return t.Postpone(round, h.now.Add(time.Second), by)
		})
		return
	}
	require.NoError(h.t, err)
}

// checkLog holds that the log is the state, event by event.
func (h *hall) checkLog() {
	replayed, err := tourney.Replay("cup", h.log)
	require.NoError(h.t, err)
	require.True(h.t, reflect.DeepEqual(h.state, replayed))
	for _, past := range h.past {
		then, err := tourney.Replay("cup", h.log[:past.Seq()])
		require.NoError(h.t, err)
		require.True(h.t, reflect.DeepEqual(&past, then), "a snapshot stays as it was")
	}
}

// checkPrizes holds that what was won is paid, and no more than there is.
func (h *hall) checkPrizes(s tourney.Settings) {
	h.settle()
	sum, pot := 0, 0
	for _, a := range h.state.Awards() {
		require.Equal(h.t, a.Coins, h.paid[a.Player])
		sum += a.Coins
	}
	for _, p := range s.Prizes {
		pot += p.Coins * (p.Last - p.First + 1)
	}
	require.LessOrEqual(h.t, sum, pot)
	require.Len(h.t, h.paid, len(h.state.Awards()))
}

// checkPlaces holds that the end tells of all who have played a game and were not put
// out, in the order of the standings.
func (h *hall) checkPlaces() {
	var told, want []tourney.FinalPlace
	for _, e := range h.log {
		if f, ok := e.Kind.(tourney.Finished); ok {
			told = f.Places
		}
	}
	if h.state.Status() != tourney.Ended {
		require.Empty(h.t, told)
		return
	}
	ranks, err := h.state.Standings(h.state.FinishedRounds())
	require.NoError(h.t, err)
	for _, p := range ranks.Places {
		player := h.state.Table().Player(p.Number)
		if p.State != tourney.Expelled && slices.ContainsFunc(player.Rounds, crosstable.Entry.Played) {
			want = append(want, tourney.FinalPlace{Player: p.Player, Rank: p.Rank, Left: p.State == tourney.Left})
		}
	}
	require.Equal(h.t, want, told)
}
