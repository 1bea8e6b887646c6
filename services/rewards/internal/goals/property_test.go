package goals_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/pkg/titles"
	"kydai.dev/services/rewards/internal/goals"
)

// zones have clocks that change at midnight, across it, by half an hour, by a
// whole day, or never.
var zones = []string{
	"UTC", "Asia/Ho_Chi_Minh", "America/New_York", "America/Sao_Paulo", "Pacific/Apia", "Asia/Beirut", "Africa/Cairo",
	"America/St_Johns", "Australia/Lord_Howe", "Pacific/Kwajalein", "Asia/Gaza", "America/Havana", "Europe/Lisbon", "Asia/Kathmandu",
}

func load(t require.TestingT, name string) *time.Location {
	loc, err := time.LoadLocation(name)
	require.NoError(t, err)
	return loc
}

// drawInstant draws instants of any time, and often some around a change of the
// clocks, where it is difficult.
func drawInstant(t *rapid.T, zone *time.Location) time.Time {
	from, to := time.Date(1971, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2060, 1, 1, 0, 0, 0, 0, time.UTC)
	at := time.Unix(rapid.Int64Range(from.Unix(), to.Unix()).Draw(t, "seconds"), 0).In(zone)
	_, change := at.ZoneBounds()
	if change.IsZero() || rapid.Bool().Draw(t, "plain") {
		return at
	}
	return change.Add(time.Duration(rapid.Int64Range(-int64(30*time.Hour), int64(30*time.Hour)).Draw(t, "around")))
}

func TestPeriodsPartitionTime(t *testing.T) {
	t.Parallel()
	for _, name := range zones {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zone := load(t, name)
			rapid.Check(t, func(t *rapid.T) {
				g := goals.Goal{Kind: rapid.SampledFrom([]string{goals.Daily, goals.Weekly}).Draw(t, "kind")}
				at := drawInstant(t, zone)
				period, ends := g.Period(at, zone), g.Ends(at, zone)

				require.True(t, ends.After(at), "%v ends at %v", at, ends)
				require.LessOrEqual(t, ends.Sub(at), 8*24*time.Hour)
				require.Equal(t, period, g.Period(ends.Add(-1), zone), "it lasts until then")
				require.Greater(t, g.Period(ends, zone), period, "another begins then")

				within := at.Add(time.Duration(rapid.Int64Range(0, int64(ends.Sub(at))-1).Draw(t, "later")))
				require.Equal(t, period, g.Period(within, zone), "%v", within)
				require.True(t, ends.Equal(g.Ends(within, zone)), "everybody in it sees the same end")
			})
		})
	}
}

// A chain of periods covers a whole history of changes of the clocks.
func TestEveryPeriodFollowsTheOneBefore(t *testing.T) {
	t.Parallel()
	for _, name := range zones {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zone, seen := load(t, name), map[string]bool{}
			at, end := time.Date(1985, 1, 1, 0, 0, 0, 0, zone), time.Date(2046, 1, 1, 0, 0, 0, 0, zone)
			g := goals.Goal{Kind: goals.Daily}
			for at.Before(end) {
				period := g.Period(at, zone)
				require.False(t, seen[period], "%s comes twice", period)
				seen[period] = true
				next := g.Ends(at, zone)
				require.Equal(t, period, g.Period(next.Add(-1), zone))
				at = next
			}
		})
	}
}

// drawGoal draws a committed goal, or a small one of any way of counting that is
// reached soon.
func drawGoal(t *rapid.T) goals.Goal {
	if rapid.Bool().Draw(t, "committed") {
		return rapid.SampledFrom(goals.All()).Draw(t, "goal")
	}
	count := rapid.SampledFrom([]string{
		goals.CountFacts, goals.CountStreak, goals.CountGames, goals.CountSides, goals.CountDays,
	}).Draw(t, "count")
	g := wins(count, rapid.IntRange(1, 4).Draw(t, "target"))
	if count == goals.CountStreak {
		g.Draws = rapid.SampledFrom([]string{goals.DrawsBreak, goals.DrawsHold}).Draw(t, "draws")
	}
	return g
}

func drawFact(t *rapid.T) goals.Fact {
	zone := load(t, rapid.SampledFrom(zones).Draw(t, "zone"))
	var ids []string
	for _, title := range titles.All() {
		ids = append(ids, title.ID)
	}
	pick := func(name string, values ...string) string { return rapid.SampledFrom(values).Draw(t, name) }
	return goals.Fact{
		Kind:     pick("fact", goals.GameFact, goals.GameFact, goals.GameFact, goals.TitleFact, goals.TournamentFact),
		Time:     drawInstant(t, zone),
		Game:     pick("game", "xiangqi", "jungle", "morris", "draughts-brazilian", "draughts-russian", ""),
		Category: pick("category", "blitz", "rapid", "standard", ""),
		Rated:    rapid.Bool().Draw(t, "rated"),
		Result:   pick("result", goals.Win, goals.Win, goals.Draw, goals.Loss),
		Opponent: pick("opponent", goals.Person, goals.Bot),
		Level:    pick("level", "1", "3", "5", "6", ""),
		Side:     pick("side", goals.First, goals.Second, ""),
		Plies:    rapid.IntRange(0, 240).Draw(t, "plies"),
		Title:    pick("title", ids...),
		Place:    rapid.IntRange(0, 5).Draw(t, "place"),
		Entrants: rapid.IntRange(0, 12).Draw(t, "entrants"),
	}
}

func TestApply(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGoal(t)
		var p goals.Progress
		for _, f := range rapid.SliceOfN(rapid.Custom(drawFact), 1, 30).Draw(t, "facts") {
			before, kept := p, append([]string(nil), p.Seen...)
			p = g.Apply(p, f)

			require.Equal(t, g.Apply(before, f), p, "the same again")
			require.ElementsMatch(t, kept, before.Seen, "what was before is left alone")
			require.LessOrEqual(t, p.Count(), g.Target)
			require.LessOrEqual(t, p.Count(), before.Count()+1)
			if g.Count != goals.CountStreak || g.Done(before) {
				require.GreaterOrEqual(t, p.Count(), before.Count())
			}
			require.Equal(t, p.Count() == g.Target, g.Done(p))
			p = stored(t, p)
		}
	})
}

// stored is what comes back from storage.
func stored(t *rapid.T, p goals.Progress) goals.Progress {
	text, err := json.Marshal(p)
	require.NoError(t, err)
	require.Less(t, len(text), 1024)
	var back goals.Progress
	require.NoError(t, json.Unmarshal(text, &back))
	require.Equal(t, p, back)
	return back
}

func TestCountsGoByNoOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGoal(t)
		if g.Count == goals.CountStreak {
			t.Skip("streaks go by the order")
		}
		facts := rapid.SliceOfN(rapid.Custom(drawFact), 0, 30).Draw(t, "facts")
		shuffled := rapid.Permutation(facts).Draw(t, "shuffled")
		var p, q goals.Progress
		for i := range facts {
			p, q = g.Apply(p, facts[i]), g.Apply(q, shuffled[i])
		}
		require.Equal(t, p.Count(), q.Count())
	})
}

// The longest progress that a committed goal can have stays small.
func TestProgressIsSmall(t *testing.T) {
	t.Parallel()
	g := goals.Goal{Target: 60, Count: goals.CountDays, When: goals.When{Fact: goals.GameFact, Plies: 20}}
	var p goals.Progress
	for day := range 59 {
		p = g.Apply(p, play(at(time.Duration(24*day))))
	}
	require.Len(t, p.Seen, 59)
	text, err := json.Marshal(p)
	require.NoError(t, err)
	require.Less(t, len(text), 1024)
}
