package tourney_test

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/timecontrol"
	"kydai.dev/services/tournament/internal/tourney"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

const director = "director"

// hall is a tournament in a small world: the referee's games, the chores that wait,
// and a clock that only moves when it is told to.
type hall struct {
	t      require.TestingT
	now    time.Time
	state  *tourney.Tournament
	log    []tourney.Event
	chores []tourney.Chore
	games  map[string]*game // by the referee's id
	keys   map[string]string
	paid   map[string]int
	kept   []int                // rounds whose standings are for ever
	past   []tourney.Tournament // snapshots that later events must not touch
}

// game is one of the referee's.
type game struct {
	made   tourney.MakeGame
	id     string
	result tourney.Result
	void   bool
	reason string
	moved  bool
	paused bool
}

func newHall(t require.TestingT, s tourney.Settings) *hall {
	h := &hall{
		t: t, now: noon, state: &tourney.Tournament{},
		games: map[string]*game{}, keys: map[string]string{}, paid: map[string]int{},
	}
	d, err := tourney.New("cup", s, "", h.by(director, ""))
	require.NoError(t, err)
	h.state, err = tourney.Replay("cup", nil)
	require.NoError(t, err)
	h.take(d)
	return h
}

func settings(f tourney.Format) tourney.Settings {
	s := tourney.Settings{
		Name: "Cup", Game: "xiangqi", Control: timecontrol.Control{Preset: "3+3"}, Format: f,
		Start: noon.Add(time.Hour), Pace: tourney.Pace{Pause: tourney.DefaultPause},
	}
	if f == tourney.SwissSystem {
		s.Rounds = 3
	}
	return s
}

func (h *hall) by(actor, reason string) tourney.Act {
	return tourney.Act{Actor: actor, Reason: reason, Now: h.now}
}

// take stores a decision, as the desk does in one transaction.
func (h *hall) take(d tourney.Decision) {
	before := *h.state
	for _, e := range d.Events {
		require.Equal(h.t, h.state.Seq()+1, e.Seq, "%T", e.Kind)
		h.checkEvent(e)
		h.state.Apply(e)
		h.log = append(h.log, e)
	}
	h.chores = append(h.chores, d.Chores...)
	for _, c := range d.Chores {
		if m, ok := c.Kind.(tourney.MakeGame); ok {
			h.checkMake(m)
		}
	}
	for _, round := range d.Finished {
		s, err := h.state.Standings(round)
		require.NoError(h.t, err)
		require.NotEmpty(h.t, s.Places)
	}
	h.kept = append(h.kept, d.Finished...)
	if len(d.Events) > 0 && before.Seq()%7 == 0 {
		h.past = append(h.past, before)
	}
}

// do gives a command, and gives it again: the second time nothing changes.
func (h *hall) do(command func(*tourney.Tournament) (tourney.Decision, error)) error {
	d, err := command(h.state)
	if err != nil {
		require.Empty(h.t, d.Events)
		return err
	}
	h.take(d)
	if again, err := command(h.state); err == nil {
		require.Empty(h.t, again.Events)
	}
	return nil
}

func (h *hall) must(command func(*tourney.Tournament) (tourney.Decision, error)) {
	require.NoError(h.t, h.do(command))
}

func (h *hall) tick(lot uint64) {
	h.must(func(t *tourney.Tournament) (tourney.Decision, error) { return t.Tick(h.now, lot) })
	due := h.state.Due()
	require.True(h.t, due.IsZero() || due.After(h.now), "what was due is done")
}

// wait lets time pass until something is due.
func (h *hall) wait() {
	if due := h.state.Due(); due.After(h.now) {
		h.now = due
	}
	h.tick(1)
}

func (h *hall) join(players ...string) {
	for i, p := range players {
		c := tourney.Candidate{Player: p, Name: p, Rating: 2000 - 10*i}
		h.must(func(t *tourney.Tournament) (tourney.Decision, error) { return t.Join(c, h.by(p, "")) })
	}
}

// chore does the chore with an index, as a worker does.
func (h *hall) chore(i int) {
	c := h.chores[i]
	if slices.ContainsFunc(h.chores[:i], func(o tourney.Chore) bool { return o.Lane == c.Lane }) {
		return // one lane, one after the other
	}
	switch k := c.Kind.(type) {
	case tourney.MakeGame:
		id := h.make(c.Key, k)
		h.must(func(t *tourney.Tournament) (tourney.Decision, error) { return t.GameMade(k, id, h.now) })
	case tourney.DecideGame:
		h.finish(k.GameID, k.Result, "director")
	case tourney.VoidGame:
		h.void(k.GameID)
	case tourney.PauseGame:
		h.games[k.GameID].paused = true
	case tourney.ResumeGame:
		h.games[k.GameID].paused = false
	case tourney.PayPrize:
		h.paid[k.Player] = k.Coins
		h.must(func(t *tourney.Tournament) (tourney.Decision, error) { return t.PrizePaid(k.Player, k.Coins, h.now) })
	}
	h.chores = slices.DeleteFunc(h.chores, func(o tourney.Chore) bool { return o.Key == c.Key })
}

// make makes a game once for each key.
func (h *hall) make(key string, m tourney.MakeGame) string {
	if id, ok := h.keys[key]; ok {
		return id
	}
	id := fmt.Sprintf("game%d", len(h.games)+1)
	h.keys[key], h.games[id] = id, &game{made: m, id: id}
	return id
}

// finish ends a game with the referee, and tells of it.
func (h *hall) finish(id string, r tourney.Result, reason string) {
	g := h.games[id]
	if g.result == "" && !g.void {
		g.result, g.reason, g.moved = r, reason, true
	}
	h.tell(g)
}

// moves are how many the game seems to have.
func (g *game) moves() int {
	if g.moved {
		return 30
	}
	return 0
}

func (h *hall) void(id string) {
	h.games[id].void = true
	h.tell(h.games[id])
}

func (h *hall) tell(g *game) {
	end := tourney.GameEnd{
		Pairing: g.made.Pairing, Number: g.made.Number, GameID: g.id, First: g.made.First, Second: g.made.Second,
		Result: g.result, Void: g.void, Reason: g.reason, Moves: g.moves(),
	}
	h.must(func(t *tourney.Tournament) (tourney.Decision, error) { return t.EnterResult(end, h.now) })
}

// running are the games that the referee has under way, in order.
func (h *hall) running() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(h.games)), func(id string) bool {
		return h.games[id].result != "" || h.games[id].void
	})
}

// settle does all chores.
func (h *hall) settle() {
	for len(h.chores) > 0 {
		h.chore(0)
	}
}

// playRound ends all games of the round under way, and what games follow from them.
func (h *hall) playRound(r tourney.Result) {
	round := h.state.LastRound()
	for range 20 {
		h.settle()
		for _, id := range h.running() {
			h.finish(id, r, "checkmate")
		}
		if h.state.FinishedRounds() == round {
			return
		}
	}
	require.Fail(h.t, "the round does not end")
}

// untouched are the games without a move.
func (h *hall) untouched() []string {
	return slices.DeleteFunc(h.running(), func(id string) bool { return h.games[id].moved })
}

// pick draws one of a list.
func pick[T any](t *rapid.T, label string, list []T) T {
	return list[rapid.IntRange(0, len(list)-1).Draw(t, label)]
}
