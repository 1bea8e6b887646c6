package goals_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/rewards/internal/goals"
)

// play makes the fact of a long rated game of xiangqi with a person, won by the
// first side, and changes it.
func play(changes ...func(*goals.Fact)) goals.Fact {
	f := goals.Fact{
		Kind: goals.GameFact, Time: time.Date(2026, time.November, 30, 12, 0, 0, 0, time.UTC),
		Game: "xiangqi", Category: "blitz", Rated: true,
		Result: goals.Win, Opponent: goals.Person, Side: goals.First, Plies: 60,
	}
	for _, change := range changes {
		change(&f)
	}
	return f
}

func result(r string) func(*goals.Fact)  { return func(f *goals.Fact) { f.Result = r } }
func of(game string) func(*goals.Fact)   { return func(f *goals.Fact) { f.Game = game } }
func side(side string) func(*goals.Fact) { return func(f *goals.Fact) { f.Side = side } }
func plies(n int) func(*goals.Fact)      { return func(f *goals.Fact) { f.Plies = n } }
func casual(f *goals.Fact)               { f.Rated = false }
func at(hours time.Duration) func(*goals.Fact) {
	return func(f *goals.Fact) { f.Time = f.Time.Add(hours * time.Hour) }
}

func bot(level string) func(*goals.Fact) {
	return func(f *goals.Fact) { f.Opponent, f.Level, f.Rated = goals.Bot, level, false }
}

// inStJohns moves a game to 23:30 of a day that has begun already: clocks went
// back over its midnight.
func inStJohns(f *goals.Fact) {
	zone("America/St_Johns")(f)
	f.Time = time.Date(2010, time.November, 7, 3, 0, 0, 0, time.UTC).In(f.Time.Location())
}

func zone(name string) func(*goals.Fact) {
	return func(f *goals.Fact) {
		loc, err := time.LoadLocation(name)
		if err != nil {
			panic(err)
		}
		f.Time = f.Time.In(loc)
	}
}

// games makes the facts of games by their results: w, d, l, and W, D, L for those
// of six plies.
func games(results string) []goals.Fact {
	names := map[rune]string{'w': goals.Win, 'd': goals.Draw, 'l': goals.Loss}
	var facts []goals.Fact
	for _, r := range results {
		short := strings.ToLower(string(r)) != string(r)
		f := play(result(names[[]rune(strings.ToLower(string(r)))[0]]))
		if short {
			f.Plies = 6
		}
		facts = append(facts, f)
	}
	return facts
}

func wins(count string, target int) goals.Goal {
	return goals.Goal{Target: target, Count: count, When: goals.When{Fact: goals.GameFact, Results: []string{goals.Win}, Plies: 20}}
}

func TestCounting(t *testing.T) {
	t.Parallel()
	streak := func(target int, draws string, results ...string) goals.Goal {
		g := wins(goals.CountStreak, target)
		g.Draws, g.When.Results = draws, results
		return g
	}
	people := streak(3, goals.DrawsBreak, goals.Win)
	people.When.Opponent = goals.Person
	tests := map[string]struct {
		goal  goals.Goal
		facts []goals.Fact
		want  int
		done  bool
	}{
		"facts":                       {wins(goals.CountFacts, 3), games("wldw"), 2, false},
		"facts, reached":              {wins(goals.CountFacts, 3), games("wlwdwww"), 3, true},
		"facts, too short":            {wins(goals.CountFacts, 3), games("WWWw"), 1, false},
		"streak":                      {streak(3, goals.DrawsBreak, goals.Win), games("ww"), 2, false},
		"streak, broken":              {streak(3, goals.DrawsBreak, goals.Win), games("wwlw"), 1, false},
		"streak, reached for ever":    {streak(3, goals.DrawsBreak, goals.Win), games("lwwwll"), 3, true},
		"streak, draws break":         {streak(3, goals.DrawsBreak, goals.Win), games("wwdw"), 1, false},
		"streak, draws hold":          {streak(3, goals.DrawsHold, goals.Win), games("wwdw"), 3, true},
		"streak, draws count":         {streak(4, "", goals.Win, goals.Draw), games("lwdwd"), 4, true},
		"streak, short win":           {streak(3, goals.DrawsBreak, goals.Win), games("wwWW"), 2, false},
		"streak, short loss":          {streak(3, goals.DrawsBreak, goals.Win), games("wwL"), 0, false},
		"streak, short draw breaks":   {streak(3, goals.DrawsBreak, goals.Win), games("wwD"), 0, false},
		"streak, short draw holds":    {streak(3, goals.DrawsHold, goals.Win), games("wwD"), 2, false},
		"streak, short draw adds 0":   {streak(3, "", goals.Win, goals.Draw), games("wwD"), 2, false},
		"streak, of another filter":   {people, []goals.Fact{play(), play(bot("1"), result(goals.Loss)), play()}, 2, false},
		"streak, a title in between":  {people, []goals.Fact{play(), {Kind: goals.TitleFact, Title: "ky_do"}, play()}, 2, false},
		"games":                       {wins(goals.CountGames, 4), []goals.Fact{play(), play(), play(of("jungle"))}, 2, false},
		"games, lost":                 {wins(goals.CountGames, 4), []goals.Fact{play(), play(of("jungle"), result(goals.Loss))}, 1, false},
		"games, variants are one":     {wins(goals.CountGames, 4), []goals.Fact{play(of("draughts-russian")), play(of("draughts-american"))}, 1, false},
		"games, all four":             {wins(goals.CountGames, 4), []goals.Fact{play(), play(of("jungle")), play(of("morris")), play(of("draughts-brazilian"))}, 4, true},
		"sides":                       {wins(goals.CountSides, 2), []goals.Fact{play(), play()}, 1, false},
		"sides, both":                 {wins(goals.CountSides, 2), []goals.Fact{play(), play(side(goals.Second))}, 2, true},
		"sides, untold":               {wins(goals.CountSides, 2), []goals.Fact{play(side(""))}, 0, false},
		"days":                        {wins(goals.CountDays, 3), []goals.Fact{play(), play(at(11)), play(at(12))}, 2, false},
		"days, backwards":             {wins(goals.CountDays, 3), []goals.Fact{play(at(12)), play(), play(at(11))}, 2, false},
		"days, the player's own":      {wins(goals.CountDays, 3), []goals.Fact{play(zone("Asia/Ho_Chi_Minh")), play(at(6), zone("Asia/Ho_Chi_Minh"))}, 2, false},
		"days, one that had begun":    {wins(goals.CountDays, 3), []goals.Fact{play(inStJohns), play(inStJohns, at(12))}, 1, false},
		"days, elsewhere it is early": {wins(goals.CountDays, 3), []goals.Fact{play(zone("America/New_York")), play(at(13), zone("America/New_York"))}, 1, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p goals.Progress
			for _, f := range tt.facts {
				p = tt.goal.Apply(p, f)
			}
			require.Equal(t, tt.want, p.Count())
			require.Equal(t, tt.done, tt.goal.Done(p))
		})
	}
}

func TestConditions(t *testing.T) {
	t.Parallel()
	game := goals.When{Fact: goals.GameFact, Plies: 20}
	with := func(change func(*goals.When)) goals.When {
		w := game
		change(&w)
		return w
	}
	title := func(id string) goals.When { return goals.When{Fact: goals.TitleFact, Title: id} }
	reached := func(id string) goals.Fact { return goals.Fact{Kind: goals.TitleFact, Title: id} }
	podium := goals.When{Fact: goals.TournamentFact, Place: 3, Entrants: 8}
	placed := func(place, entrants int) goals.Fact {
		return goals.Fact{Kind: goals.TournamentFact, Place: place, Entrants: entrants}
	}
	variant := with(func(w *goals.When) { w.Games = []string{"draughts-russian", "jungle"} })
	variants := with(func(w *goals.When) { w.Games = []string{"draughts"} })
	slow := with(func(w *goals.When) { w.Categories = []string{"rapid", "standard"} })
	rated := with(func(w *goals.When) { w.Rated = true })
	losses := with(func(w *goals.When) { w.Results = []string{goals.Loss} })
	people := with(func(w *goals.When) { w.Opponent = goals.Person })
	levels := with(func(w *goals.When) { w.Opponent, w.Levels = goals.Bot, []string{"3", "4"} })
	second := with(func(w *goals.When) { w.Sides = []string{goals.Second} })
	tests := map[string]struct {
		when goals.When
		fact goals.Fact
		want bool
	}{
		"any game":              {game, play(), true},
		"long enough":           {game, play(plies(20)), true},
		"too short":             {game, play(plies(19)), false},
		"another kind of fact":  {game, reached("ky_do"), false},
		"one of the games":      {variant, play(of("jungle")), true},
		"the variant":           {variant, play(of("draughts-russian")), true},
		"another variant":       {variant, play(of("draughts-american")), false},
		"the family":            {variants, play(of("draughts-american")), true},
		"another family":        {variants, play(), false},
		"the category":          {slow, play(func(f *goals.Fact) { f.Category = "rapid" }), true},
		"another category":      {slow, play(), false},
		"no clock":              {slow, play(func(f *goals.Fact) { f.Category = "" }), false},
		"rated":                 {rated, play(), true},
		"casual":                {rated, play(casual), false},
		"the result":            {losses, play(result(goals.Loss)), true},
		"another result":        {losses, play(), false},
		"a person":              {people, play(), true},
		"no person":             {people, play(bot("1")), false},
		"the level":             {levels, play(bot("4")), true},
		"a lower level":         {levels, play(bot("2")), false},
		"no bot":                {levels, play(), false},
		"the side":              {second, play(side(goals.Second)), true},
		"the other side":        {second, play(), false},
		"the title":             {title("ky_thu"), reached("ky_thu"), true},
		"a higher title":        {title("ky_thu"), reached("doc_co_cau_bai"), true},
		"a lower title":         {title("ky_thu"), reached("ky_do"), false},
		"no title":              {title("nhap_mon"), reached("grandmaster"), false},
		"the place":             {podium, placed(3, 8), true},
		"a later place":         {podium, placed(4, 8), false},
		"no place":              {podium, placed(0, 8), false},
		"a small tournament":    {podium, placed(1, 7), false},
		"any place will do":     {goals.When{Fact: goals.TournamentFact}, placed(0, 2), true},
		"a title is no contest": {podium, reached("ky_thu"), false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := goals.Goal{Target: 1, Count: goals.CountFacts, When: tt.when}
			require.Equal(t, tt.want, g.Done(g.Apply(goals.Progress{}, tt.fact)))
		})
	}
}

// Seen is what a goal needs to go on, and no more.
func TestADoneGoalForgets(t *testing.T) {
	t.Parallel()
	g := wins(goals.CountGames, 2)
	p := g.Apply(goals.Progress{}, play())
	require.Equal(t, goals.Progress{Reached: 1, Seen: []string{"xiangqi"}}, p)
	require.Equal(t, goals.Progress{Reached: 2}, g.Apply(p, play(of("morris"))))
}

// Two ways to go on from the same progress don't disturb each other.
func TestApplyIsPure(t *testing.T) {
	t.Parallel()
	g := wins(goals.CountDays, 60)
	var p goals.Progress
	for day := range time.Duration(40) {
		left, right := g.Apply(p, play(at(24*day))), g.Apply(p, play(at(-24)))
		require.NotContains(t, left.Seen, "2026-11-29")
		require.Contains(t, right.Seen, "2026-11-29")
		p = left
	}
}
