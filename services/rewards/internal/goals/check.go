package goals

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kydai.dev/pkg/rules/games"
	"kydai.dev/pkg/timecontrol"
)

// Limits of what a goal may declare.
const (
	maxTarget = 1000
	maxCoins  = 1000
	// minPlies is the least length of a game that any goal counts.
	minPlies = 10
	// maxDays bounds what an achievement of days has to remember.
	maxDays = 60
)

var (
	idForm    = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	levelForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9_-]*[a-z0-9])?$`)
)

// fault is something wrong and what is said of it.
type fault struct {
	found bool
	said  string
}

// check says all that is wrong with a goal.
func (g Goal) check() error {
	var said []string
	for _, f := range slices.Concat(g.faults(), g.When.faults(), g.When.listFaults()) {
		if f.found {
			said = append(said, f.said)
		}
	}
	if said == nil {
		return nil
	}
	return errors.New(strings.Join(said, "; "))
}

func (g Goal) faults() []fault {
	most := g.most()
	streak := g.Count == CountStreak
	choice := streak && !slices.Contains(g.When.Results, Draw)
	return []fault{
		{!idForm.MatchString(g.ID) || len(g.ID) > 40, "the id must be lower-case words joined by underscores, at most 40 characters"},
		{unknown(g.Kind, Daily, Weekly, Achievement), "the kind must be daily, weekly or achievement"},
		{g.Quest() && !idForm.MatchString(g.Slot), "a quest needs a slot: lower-case words joined by underscores"},
		{!g.Quest() && g.Slot != "", "an achievement has no slot"},
		{unknown(g.Count, CountFacts, CountStreak, CountGames, CountSides, CountDays), "count must be facts, streak, games, sides or days"},
		{g.Target < 1 || g.Target > most, fmt.Sprintf("the target must be from 1 to %d", most)},
		{g.Coins < 1 || g.Coins > maxCoins, fmt.Sprintf("coins must be from 1 to %d", maxCoins)},
		{streak && len(g.When.Results) == 0, "a streak needs results"},
		{choice && unknown(g.Draws, DrawsBreak, DrawsHold), "a streak needs draws: break or hold"},
		{!choice && g.Draws != "", "draws is for streaks in which draws do not count"},
		{(streak || g.Count == CountSides) && g.When.Fact != GameFact, "streaks and sides are counted in games only"},
	}
}

// most is the highest target that can be reached.
func (g Goal) most() int {
	switch {
	case g.Count == CountGames:
		return len(g.When.families())
	case g.Count == CountSides && len(g.When.Sides) == 0:
		return 2
	case g.Count == CountSides, g.Count == CountDays && g.Kind == Daily:
		return 1
	case g.Count == CountDays && g.Kind == Weekly:
		return 7
	case g.Count == CountDays:
		return maxDays
	}
	return maxTarget
}

func (w When) faults() []fault {
	game, title, tournament := w.Fact == GameFact, w.Fact == TitleFact, w.Fact == TournamentFact
	ofGame := w.Rated || w.Opponent != "" || w.Plies != 0 || len(w.Results)+len(w.Levels)+len(w.Sides) > 0
	return []fault{
		{!game && !title && !tournament, "the fact must be game, title or tournament"},
		{game && w.Plies < minPlies, fmt.Sprintf("a goal of games needs plies: at least %d", minPlies)},
		{!game && ofGame, "rated, results, opponent, levels, sides and plies are for games only"},
		{w.Opponent != "" && unknown(w.Opponent, Person, Bot), "the opponent must be person or bot"},
		{len(w.Levels) > 0 && w.Opponent != Bot, "levels need the opponent bot"},
		{w.Rated && w.Opponent == Bot, "no game with a bot is rated"},
		{title && rank(w.Title) < 0, fmt.Sprintf("there is no title %.40q", w.Title)},
		{!title && w.Title != "", "title is for titles only"},
		{!tournament && (w.Place != 0 || w.Entrants != 0), "place and entrants are for tournaments only"},
		{w.Place < 0 || w.Entrants < 0, "place and entrants must not be negative"},
	}
}

// listFaults are those of the lists: values that do not exist or stand twice.
func (w When) listFaults() []fault {
	lists := []struct {
		name   string
		values []string
		known  func(string) bool
	}{
		{"game", w.Games, knownGame},
		{"category", w.Categories, knownCategory},
		{"result", w.Results, func(s string) bool { return !unknown(s, Win, Draw, Loss) }},
		{"level", w.Levels, levelForm.MatchString},
		{"side", w.Sides, func(s string) bool { return !unknown(s, First, Second) }},
	}
	var all []fault
	for _, list := range lists {
		for i, v := range list.values {
			all = append(
				all,
				fault{!list.known(v), fmt.Sprintf("there is no %s %.40q", list.name, v)},
				fault{slices.Contains(list.values[:i], v), fmt.Sprintf("the %s %.40q stands twice", list.name, v)},
			)
		}
	}
	return all
}

func unknown(value string, known ...string) bool { return !slices.Contains(known, value) }

func knownGame(name string) bool {
	_, ok := games.Find(name)
	return ok || slices.Contains(When{}.families(), name)
}

func knownCategory(name string) bool {
	return slices.ContainsFunc(timecontrol.Classes(), func(c timecontrol.Class) bool { return string(c.Category) == name })
}

// families are those of the games that count.
func (w When) families() []string {
	var all []string
	for _, g := range games.All() {
		f := family(g.Name())
		counts := allows(w.Games, g.Name()) || allows(w.Games, f)
		if counts && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}
