package bot_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/engine"
)

// weak are the levels that are quick enough for many moves in a test.
func weak(game string) []levels.Level { return levels.Of(game)[:2] }

// Every level of every game plays legal moves to an end or for a while.
func TestLevelsPlay(t *testing.T) {
	t.Parallel()
	p := bot.NewPlayer(2, 1)
	for _, g := range games.All() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			line := rules.NewLine(g, g.Start())
			both := weak(g.Name())
			for ply := 0; ply < 40 && !line.Verdict().Over(); ply++ {
				task := bot.Task{Game: g.Name(), Moves: line.Moves()}
				move, _, err := p.Move(t.Context(), task, both[ply%2], bot.Seed("game", ply))
				require.NoError(t, err)
				_, err = line.Play(move)
				require.NoError(t, err, "after %v", line.Moves())
			}
		})
	}
	for _, l := range levels.Of("morris") {
		l.Nodes = min(l.Nodes, 5000)
		_, _, err := p.Move(t.Context(), bot.Task{Game: "morris", Time: time.Minute}, l, 1)
		require.NoError(t, err)
	}
}

// Two workers with one job answer the same, and other jobs are answered otherwise
// now and then.
func TestTheSameSeedPlaysTheSame(t *testing.T) {
	t.Parallel()
	p, q := bot.NewPlayer(1, 1), bot.NewPlayer(2, 1)
	level := levels.Of("xiangqi")[0]
	task := bot.Task{Game: "xiangqi", Moves: []string{"h2e2"}}
	chosen := map[string]bool{}
	for seq := range 12 {
		one, _, err := p.Move(t.Context(), task, level, bot.Seed("game", seq))
		require.NoError(t, err)
		two, _, err := q.Move(t.Context(), task, level, bot.Seed("game", seq))
		require.NoError(t, err)
		require.Equal(t, one, two)
		chosen[one] = true
	}
	require.Greater(t, len(chosen), 1, "a novice does not always play the same")
}

// The weakest level takes a mate in one whenever it sees it.
func TestWeakLevelsPlayLikePeople(t *testing.T) {
	t.Parallel()
	p := bot.NewPlayer(1, 1)
	level := levels.Of("xiangqi")[0]
	mate := bot.Task{Game: "xiangqi", Start: "3k5/R8/9/9/9/9/9/9/7R1/4K4 w - - 0 1"}
	for seq := range 10 {
		move, found, err := p.Move(t.Context(), mate, level, uint64(seq))
		require.NoError(t, err)
		require.Equal(t, 1, found.Of(move).Score.Mate)
		g, _ := games.Find("xiangqi")
		start, err := g.Parse(mate.Start)
		require.NoError(t, err)
		line := rules.NewLine(g, start)
		_, err = line.Play(move)
		require.NoError(t, err)
		require.Equal(t, rules.WinnerFirst, line.Verdict().Winner, move)
	}
}

func TestWhatCannotBeThoughtAbout(t *testing.T) {
	t.Parallel()
	p := bot.NewPlayer(1, 1)
	tests := map[string]struct {
		task bot.Task
		want *errs.Error
	}{
		"an unknown game":        {bot.Task{Game: "chess"}, bot.ErrUnknownGame},
		"a malformed position":   {bot.Task{Game: "xiangqi", Start: "nothing"}, bot.ErrBadPosition},
		"an illegal move":        {bot.Task{Game: "xiangqi", Moves: []string{"a0a9"}}, bot.ErrIllegalMove},
		"a game that is over":    {bot.Task{Game: "jungle", Start: "3E3/7/7/7/7/7/7/7/6e b 0 1"}, bot.ErrOver},
		"what is no move at all": {bot.Task{Game: "morris", Moves: []string{"x"}}, bot.ErrIllegalMove},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := p.Think(t.Context(), tt.task)
			require.ErrorIs(t, err, tt.want)
		})
	}
}

// More tasks than there is room for wait, and one that nobody waits for any more
// makes room.
func TestTasksShareThePlayer(t *testing.T) {
	t.Parallel()
	p := bot.NewPlayer(1, 1)
	ctx, cancel := context.WithCancel(t.Context())
	var long sync.WaitGroup
	long.Go(func() {
		found, err := p.Think(ctx, bot.Task{Game: "xiangqi"})
		require.NoError(t, err)
		require.NotEmpty(t, found.Lines)
	})
	require.Eventually(t, func() bool { return p.Thinking() == 1 }, time.Minute, time.Millisecond)
	impatient, giveUp := context.WithCancel(t.Context())
	giveUp()
	_, err := p.Think(impatient, bot.Task{Game: "morris", Nodes: 100})
	require.ErrorIs(t, err, context.Canceled)
	cancel()
	long.Wait()
	found, err := p.Think(t.Context(), bot.Task{Game: "morris", Nodes: 500, Lines: 3})
	require.NoError(t, err)
	require.Len(t, found.Lines, 3)
	nodes, spent := p.Nodes()
	require.Positive(t, nodes)
	require.Positive(t, spent)
	require.Zero(t, p.Waiting())
}

// A budget never passes the limit of the clock.
func TestBudgetsStayWithinTheClock(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		span := func(name string, from, to time.Duration) time.Duration {
			return time.Duration(rapid.Int64Range(int64(from), int64(to)).Draw(t, name))
		}
		limit, waited := span("limit", 0, time.Hour), span("waited", 0, time.Hour)
		c := &bot.Clock{
			Bank: waited + limit + span("more", -time.Minute, time.Hour), Increment: span("increment", 0, time.Minute),
			ByoYomi: span("byo-yomi", 0, time.Minute), Began: noon, Deadline: noon.Add(waited + limit),
		}
		b := c.Budget(noon.Add(waited), bot.Pace{Wait: span("wait", 0, time.Hour), Think: span("think", 0, 10*time.Second)})
		require.GreaterOrEqual(t, b, 5*time.Millisecond)
		require.LessOrEqual(t, b, 3*time.Second)
		if limit > 10*time.Millisecond {
			require.Less(t, b, limit)
		}
	})
}

var noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

// Games that wait for one worker, whose people answer at once, last: the longer the
// queue, the less each move takes, as much as the clocks can bear. With few of them
// the level's own budget is what counts.
func TestManyGamesShareAWorkerWithinTheirClocks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		games                    int
		bank, increment, byoYomi time.Duration
	}{
		"one":                 {1, time.Minute, 0, 0},
		"ten":                 {10, 10 * time.Minute, 5 * time.Second, 0},
		"fifty":               {50, 3 * time.Minute, 2 * time.Second, 0},
		"fifty in a minute":   {50, time.Minute, 0, 0},
		"fifty with byo-yomi": {50, time.Minute, 0, 10 * time.Second},
		"a thousand":          {1000, 10 * time.Minute, 5 * time.Second, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const level = 500 * time.Millisecond // what a move takes unless it must take less
			pace, now, least := bot.Pace{}, noon, level
			banks, began := make([]time.Duration, tt.games), make([]time.Time, tt.games)
			for i := range banks {
				banks[i], began[i] = tt.bank, noon
			}
			for ply := range 60 * tt.games {
				i := ply % tt.games // the queue: everybody's turn comes after all others'
				c := bot.Clock{
					Bank: banks[i], Increment: tt.increment, ByoYomi: tt.byoYomi, Began: began[i], Deadline: began[i].Add(banks[i] + tt.byoYomi),
				}
				took := min(level, c.Budget(now, pace))
				pace = bot.After(pace, now.Sub(began[i]), took)
				least = min(least, took)
				now = now.Add(took)
				require.True(t, now.Before(c.Deadline), "move %d of game %d", ply/tt.games+1, i)
				banks[i] = max(0, banks[i]-now.Sub(began[i])) + tt.increment
				began[i] = now
			}
			require.Equal(t, tt.games > 10, least < level)
		})
	}
}

// A wait that is out of the ordinary takes nothing from a move, nor does one that a
// slower clock bears where others can't.
func TestOneLongWaitTakesNothing(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		clock  bot.Clock
		waited time.Duration
		pace   bot.Pace
	}{
		"a worker died":        {bot.Clock{Bank: 3 * time.Minute, Increment: 3 * time.Second}, 9 * time.Second, bot.Pace{Wait: time.Second, Think: 20 * time.Millisecond}},
		"it is the first move": {bot.Clock{Bank: 3 * time.Minute, Increment: 3 * time.Second}, 9 * time.Second, bot.Pace{}},
		"in byo-yomi":          {bot.Clock{ByoYomi: 10 * time.Second}, 4 * time.Second, bot.Pace{Wait: 4 * time.Second, Think: 450 * time.Millisecond}},
		"others are pressed":   {bot.Clock{Bank: 10 * time.Minute, Increment: 5 * time.Second}, 8 * time.Second, bot.Pace{Wait: 8 * time.Second, Think: 5 * time.Millisecond}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := tt.clock
			c.Began, c.Deadline = noon, noon.Add(c.Bank+c.ByoYomi)
			require.Equal(t, 3*time.Second, c.Budget(noon.Add(tt.waited), tt.pace))
		})
	}
}

func TestDraws(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		score, plies int
		want         bool
	}{
		"even at the start":      {0, 10, false},
		"even after a long game": {0, 120, true},
		"better":                 {150, 120, false},
		"hopeless":               {-400, 10, true},
		"mated soon":             {-30990, 10, true},
	}
	for name, tt := range tests {
		require.Equal(t, tt.want, bot.Draws(engine.Score{Value: tt.score}, tt.plies), name)
	}
}
