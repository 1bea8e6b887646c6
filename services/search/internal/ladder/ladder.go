// Package ladder measures how strong the levels are: it lets the levels of a game
// play each other, each choosing its moves as it does in a bot's seat, and finds
// the strengths that explain the results best.
package ladder

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/levels"

	"kydai.dev/services/search/internal/bot"
	"kydai.dev/services/search/internal/play"
)

// Config is what is played.
type Config struct {
	// Games is how many games neighbours play, Others how many all others do; even
	// numbers, as every opening is played with both sides.
	Games, Others int
	// Most is how many positions are searched for a move, at most.
	Most int
	// Plies is how long an opening is, Balance by how much it may favour a side.
	Plies, Balance int
	Seed           uint64
	// Parallel is how many games are played at once.
	Parallel int
	// Say is told how it goes.
	Say func(format string, args ...any)
}

// yardsticks is how many games the weakest level plays with those who are simpler
// still, at most.
const yardsticks = 100

// megabytes is the table of an engine, as a bot has it.
const megabytes = 8

// Most is a bound of positions a move that one core searches in less than 50 ms,
// and in much less where it is not busy. A bound of time would give other games on
// every machine.
func Most(game string) int {
	if game == "jungle" { // whose good players often draw
		return 35_000
	}
	return 25_000
}

// hall is a ladder under way.
type hall struct {
	Config
	game     play.Game
	bot      *bot.Player
	openings [][]string
}

func newHall(g play.Game, c Config) *hall {
	return &hall{Config: c, game: g, bot: bot.NewPlayer(c.Parallel, megabytes)}
}

// Run plays what of a ladder is not known yet, and hands the ladder over after
// every match. Matches of before count as long as their levels are the same.
func Run(ctx context.Context, g play.Game, c Config, before levels.Ladder, keep func(levels.Ladder) error) error {
	h := newHall(g, c)
	if err := h.open(ctx, max(c.Games, c.Others)/2); err != nil {
		return err
	}
	l := levels.Ladder{Game: g.Rules.Name(), Most: c.Most}
	for _, level := range levels.Of(g.Rules.Name()) {
		l.Rungs = append(l.Rungs, levels.Rung{Level: level})
	}
	for _, p := range h.pairings(l.Rungs) {
		m, known := p.known(before, l)
		if !known {
			var err error
			if m, err = h.match(ctx, p); err != nil {
				return err
			}
		}
		p.add(&l, m)
		rate(&l)
		c.Say("%s", line(m))
		if err := keep(l); err != nil {
			return err
		}
	}
	return nil
}

// pairing is a match to play.
type pairing struct {
	one, two  player
	games     int
	yardstick bool
}

// pairings lists the matches, the quick ones of weak levels first.
func (h *hall) pairings(rungs []levels.Rung) (list []pairing) {
	weakest := leveled{h.bot, capped(rungs[0].Level, h.Most)}
	for _, other := range []player{anybody{}, greedy(h.game)} {
		list = append(list, pairing{one: weakest, two: other, games: min(h.Games, yardsticks), yardstick: true})
	}
	for i := range rungs {
		for k := range slices.Backward(rungs[:i]) {
			p := pairing{one: leveled{h.bot, capped(rungs[i].Level, h.Most)}, two: leveled{h.bot, capped(rungs[k].Level, h.Most)}, games: h.Others}
			if k == i-1 {
				p.games = h.Games
			}
			if p.games > 0 {
				list = append(list, p)
			}
		}
	}
	return list
}

// capped is a level that searches so many positions at most.
func capped(l levels.Level, most int) levels.Level {
	l.Nodes = min(l.Nodes, most)
	return l
}

// known is the match in a ladder of before, if its players are what they were
// within the bounds of both ladders.
func (p pairing) known(before, now levels.Ladder) (levels.Match, bool) {
	if before.Game != now.Game {
		return levels.Match{}, false
	}
	same := func(name string) bool {
		is := func(r levels.Rung) bool { return r.ID == name }
		i, k := slices.IndexFunc(before.Rungs, is), slices.IndexFunc(now.Rungs, is)
		return k < 0 || i >= 0 && capped(before.Rungs[i].Level, before.Most) == capped(now.Rungs[k].Level, now.Most)
	}
	for _, m := range append(before.Matches, before.Yardsticks...) {
		if m.One == p.one.name() && m.Two == p.two.name() && m.Games() >= p.games && same(m.One) && same(m.Two) {
			return m, true
		}
	}
	return levels.Match{}, false
}

// add puts a match where it belongs.
func (p pairing) add(l *levels.Ladder, m levels.Match) {
	if p.yardstick {
		l.Yardsticks = append(l.Yardsticks, m)
		return
	}
	l.Matches = append(l.Matches, m)
}

// match plays every opening with both sides.
func (h *hall) match(ctx context.Context, p pairing) (levels.Match, error) {
	m := levels.Match{One: p.one.name(), Two: p.two.name()}
	games := make([]game, p.games)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(h.Parallel)
	for i := range games {
		group.Go(func() (err error) {
			games[i], err = h.play(ctx, p, i)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return m, fmt.Errorf("%s against %s: %w", m.One, m.Two, err)
	}
	tally(&m, games)
	return m, nil
}

// line tells a match.
func line(m levels.Match) string {
	return fmt.Sprintf("%s against %s: +%d =%d -%d, %.1f %%, Elo %+d (%+d to %+d)",
		m.One, m.Two, m.Wins, m.Draws, m.Losses, 100*m.Score(), m.Elo, m.Low, m.High)
}
