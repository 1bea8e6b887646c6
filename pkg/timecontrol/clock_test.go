package timecontrol_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/timecontrol"
)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// at returns the moment d after the start of the game.
func at(d time.Duration) time.Time { return start.Add(d) }

func both(c timecontrol.Control) [2]timecontrol.Control {
	return [2]timecontrol.Control{c, c}
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		control   timecontrol.Control
		bank      time.Duration // of the side to move
		firstMove time.Duration
		want      time.Duration // after the start; 0: none
	}{
		"untimed":                      {},
		"untimed has no first move":    {firstMove: 30 * time.Second},
		"bank":                         {control: custom("5m", 3*time.Second), bank: 10 * time.Second, want: 10 * time.Second},
		"limit of a move":              {control: preset(t, "xiangqi", "3+3"), bank: time.Minute, want: 30 * time.Second},
		"bank under the limit":         {control: preset(t, "xiangqi", "3+3"), bank: 20 * time.Second, want: 20 * time.Second},
		"jungle":                       {control: preset(t, "jungle", "10m"), bank: 10 * time.Minute, want: 90 * time.Second},
		"bank and byo-yomi":            {control: byoYomi, bank: 5 * time.Second, want: 15 * time.Second},
		"byo-yomi":                     {control: byoYomi, want: 10 * time.Second},
		"first move":                   {control: custom("5m", 0), bank: 5 * time.Minute, firstMove: 30 * time.Second, want: 30 * time.Second},
		"first move beats the others":  {control: preset(t, "xiangqi", "3+3"), bank: time.Second, firstMove: 45 * time.Second, want: 45 * time.Second},
		"a first move without a limit": {control: custom("5m", 0), bank: 5 * time.Minute, want: 5 * time.Minute},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := timecontrol.Start(both(tt.control), 1, tt.firstMove, start)
			c.Banks[1] = tt.bank
			deadline, ok := c.Deadline()
			require.Equal(t, tt.want != 0, ok)
			if !ok {
				require.False(t, c.Flagged(at(1000*time.Hour)))
				return
			}
			require.Equal(t, at(tt.want), deadline)
			require.False(t, c.Flagged(deadline), "at the deadline a move is in time")
			require.True(t, c.Flagged(deadline.Add(1)))
		})
	}
}

var byoYomi = timecontrol.Control{Bank: 3 * time.Minute, Increment: 2 * time.Second, ByoYomi: 10 * time.Second}

func TestMoveChargesTheMover(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		control timecontrol.Control
		bank    time.Duration
		spent   time.Duration
		want    time.Duration
	}{
		"bank and increment":                {control: custom("5m", 3*time.Second), bank: time.Minute, spent: 10 * time.Second, want: 53 * time.Second},
		"a move in no time":                 {control: custom("5m", 3*time.Second), bank: time.Minute, want: 63 * time.Second},
		"on the last moment":                {control: custom("5m", 3*time.Second), bank: time.Minute, spent: time.Minute, want: 3 * time.Second},
		"after the flag":                    {control: custom("5m", 3*time.Second), bank: time.Minute, spent: time.Minute + 1},
		"after the limit of a move":         {control: preset(t, "xiangqi", "3+3"), bank: time.Minute, spent: 40 * time.Second, want: 30 * time.Second},
		"the bank lasted to the end":        {control: byoYomi, bank: time.Second, spent: time.Second, want: 2 * time.Second},
		"the bank ran out during the move":  {control: byoYomi, bank: time.Second, spent: time.Second + 1},
		"in byo-yomi":                       {control: byoYomi, spent: 10 * time.Second},
		"in byo-yomi a move in no time":     {control: byoYomi},
		"untimed":                           {spent: time.Hour},
		"a clock that was set back by NTP":  {control: custom("5m", 3*time.Second), bank: time.Minute, spent: -time.Second, want: 63 * time.Second},
		"no increment, the bank only falls": {control: preset(t, "jungle", "10m"), bank: time.Minute, spent: time.Second, want: 59 * time.Second},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := timecontrol.Start(both(tt.control), 0, 0, start)
			before.Banks[0] = tt.bank
			after := before.Move(at(tt.spent))
			require.Equal(t, tt.want, after.Banks[0])
			require.Equal(t, before.Banks[1], after.Banks[1], "the other bank stood")
			require.Equal(t, 1, after.Turn)
			require.Equal(t, at(tt.spent), after.AsOf)
			require.True(t, after.Running)
		})
	}
}

func TestLimitOfAMoveRestarts(t *testing.T) {
	t.Parallel()
	c := timecontrol.Start(both(preset(t, "xiangqi", "3+3")), 0, 0, start)
	for ply := range 6 {
		now := at(time.Duration(ply) * 20 * time.Second)
		deadline, ok := c.Deadline()
		require.True(t, ok)
		require.Equal(t, now.Add(30*time.Second), deadline)
		c = c.Move(now.Add(20 * time.Second))
	}
}

func TestFirstMove(t *testing.T) {
	t.Parallel()
	control := preset(t, "xiangqi", "10+5")
	c := timecontrol.Start(both(control), 1, 30*time.Second, start)
	require.True(t, c.InFirstMove())
	_, ticking := c.Ticking()
	require.False(t, ticking, "the bank stands")
	require.Equal(t, control.Bank, c.Remaining(1, at(29*time.Second)))

	c = c.Move(at(29 * time.Second))
	require.False(t, c.InFirstMove())
	require.Equal(t, [2]time.Duration{control.Bank, control.Bank}, c.Banks, "neither time nor increment")
	side, ticking := c.Ticking()
	require.True(t, ticking)
	require.Equal(t, 0, side)

	c = c.Move(at(39 * time.Second))
	require.Equal(t, control.Bank-5*time.Second, c.Banks[0], "the other side's first move is an ordinary one")
}

func TestFirstMoveThatExpires(t *testing.T) {
	t.Parallel()
	control := custom("5m", 0)
	c := timecontrol.Start(both(control), 0, 30*time.Second, start)
	require.True(t, c.Flagged(at(31*time.Second)))
	c = c.Stop(at(31 * time.Second))
	require.Equal(t, [2]time.Duration{control.Bank, control.Bank}, c.Banks)
	require.Equal(t, at(30*time.Second), c.AsOf)
}

func TestRemaining(t *testing.T) {
	t.Parallel()
	c := timecontrol.Start(both(byoYomi), 0, 0, start)
	c.Banks = [2]time.Duration{5 * time.Second, 7 * time.Second}
	require.Equal(t, 5*time.Second, c.Remaining(0, start))
	require.Equal(t, 2*time.Second, c.Remaining(0, at(3*time.Second)))
	require.Zero(t, c.Remaining(0, at(9*time.Second)), "in byo-yomi")
	require.Zero(t, c.Remaining(0, at(time.Hour)), "after the flag")
	require.Equal(t, 7*time.Second, c.Remaining(1, at(9*time.Second)))
}

func TestStop(t *testing.T) {
	t.Parallel()
	control := preset(t, "xiangqi", "3+3")
	running := timecontrol.Start(both(control), 0, 0, start)
	tests := map[string]struct{ at, want time.Duration }{
		"in time":            {at: 10 * time.Second, want: 10 * time.Second},
		"at the deadline":    {at: 30 * time.Second, want: 30 * time.Second},
		"after the deadline": {at: 31 * time.Second, want: 30 * time.Second},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := running.Stop(at(tt.at))
			require.False(t, c.Running)
			require.Equal(t, at(tt.want), c.AsOf)
			require.Equal(t, [2]time.Duration{control.Bank - tt.want, control.Bank}, c.Banks)
			_, limited := c.Deadline()
			require.False(t, limited)
			require.Equal(t, c.Banks[0], c.Remaining(0, at(time.Hour)))
			require.Equal(t, c, c.Stop(at(time.Hour)), "once is enough")
			require.Equal(t, c, c.Move(at(time.Hour)))
			require.Equal(t, c, c.Shift(time.Hour))
		})
	}
}

func TestTakeBackRestoresTheClock(t *testing.T) {
	t.Parallel()
	first := timecontrol.Start(both(preset(t, "morris", "3+3")), 0, 30*time.Second, start)
	log := []timecontrol.Clock{first}
	for _, spent := range []time.Duration{2, 5, 6, 11} {
		log = append(log, log[len(log)-1].Move(at(spent*time.Second)))
	}
	for ply, kept := range log {
		for again := range 10 {
			now := at(time.Duration(20+again) * time.Second)
			back := kept.Resume(now)
			require.Equal(t, kept.Banks, back.Banks, "ply %d", ply)
			require.Equal(t, kept.Turn, back.Turn)
			require.Equal(t, now, back.AsOf)
			require.Equal(t, ply == 0, back.InFirstMove(), "the first move gets its limit again")
			require.Equal(t, limitOf(t, kept), limitOf(t, back))
		}
	}
}

func TestResumeOfAStoppedClock(t *testing.T) {
	t.Parallel()
	stopped := timecontrol.Start(both(custom("3m", 0)), 0, 0, start).Stop(at(time.Minute))
	deadline, ok := stopped.Resume(at(time.Hour)).Deadline()
	require.True(t, ok)
	require.Equal(t, at(time.Hour+2*time.Minute), deadline)
}

func TestOnlyOneSideTimed(t *testing.T) {
	t.Parallel()
	c := timecontrol.Start([2]timecontrol.Control{{}, custom("3m", 0)}, 0, 0, start)
	_, ok := c.Deadline()
	require.False(t, ok)
	c = c.Move(at(time.Hour))
	deadline, ok := c.Deadline()
	require.True(t, ok)
	require.Equal(t, at(time.Hour+3*time.Minute), deadline)
}

// limitOf returns how long the move under way may take.
func limitOf(t *testing.T, c timecontrol.Clock) time.Duration {
	t.Helper()
	deadline, ok := c.Deadline()
	require.True(t, ok)
	return deadline.Sub(c.AsOf)
}

func TestPauseInByoYomi(t *testing.T) {
	t.Parallel()
	c := timecontrol.Start(both(byoYomi), 0, 0, start)
	c.Banks[0] = 5 * time.Second
	standing := c.Pause(at(8 * time.Second)) // three seconds into the byo-yomi
	require.True(t, standing.IsPaused())
	require.Zero(t, standing.Remaining(0, at(time.Hour)))
	going := standing.Continue(at(time.Hour))
	deadline, ok := going.Deadline()
	require.True(t, ok)
	require.Equal(t, at(time.Hour+7*time.Second), deadline)
	require.Equal(t, going, going.Continue(at(2*time.Hour)), "once is enough")
	over := c.Stop(at(time.Second))
	require.Equal(t, over, over.Pause(at(2*time.Second)), "what is over is not paused")
	require.Equal(t, c.Resume(at(time.Minute)), standing.Resume(at(time.Minute)))
}

func TestPauseOfAnUntimedGame(t *testing.T) {
	t.Parallel()
	c := timecontrol.Start(both(timecontrol.Control{}), 0, 0, start).Pause(at(time.Minute)).Continue(at(time.Hour))
	require.Equal(t, at(59*time.Minute), c.AsOf)
	require.True(t, c.Running)
}

func TestGive(t *testing.T) {
	t.Parallel()
	c := timecontrol.Start(both(byoYomi), 0, 0, start)
	c.Banks[0] = 0
	given := c.Give(0, time.Minute)
	require.Equal(t, limitOf(t, c)+time.Minute, limitOf(t, given), "in byo-yomi as well")
	require.Equal(t, c.Banks[1], given.Banks[1])
	require.Zero(t, given.Give(0, -time.Hour).Banks[0], "never below zero")
	standing := c.Pause(at(time.Second)).Give(1, time.Minute)
	require.Equal(t, c.Banks[1]+time.Minute, standing.Remaining(1, at(time.Hour)))
	limited := timecontrol.Start(both(preset(t, "xiangqi", "3+3")), 0, 0, start)
	require.Equal(t, limitOf(t, limited), limitOf(t, limited.Give(0, time.Minute)), "the limit of a move stays")
}
