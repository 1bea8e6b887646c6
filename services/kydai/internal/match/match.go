// Package match lets two engines that speak UCI play a match: from balanced
// openings, each played twice with sides changed, by the rules of the hall, with
// records of the games and with error bars.
package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/rules"
	"kydai.dev/pkg/rules/record"
)

// Config is a match.
type Config struct {
	Game rules.Game `kong:"-"`
	// Engine is the command of our own engine.
	Engine string `kong:"-"`

	One Player `embed:"" prefix:"one-"`
	Two Player `embed:"" prefix:"two-"`

	Go          string        `default:"movetime 100" help:"What a player may use for a move, in the words of UCI."`
	Games       int           `default:"100" help:"How many games, an even number: every opening is played twice."`
	Concurrency int           `default:"1" help:"How many games are played at once."`
	Plies       int           `default:"6" help:"Random plies of an opening."`
	Balance     int           `default:"80" help:"The most that our own engine may find one side better by after an opening, in hundredths of a small piece."`
	JudgeNodes  int           `default:"30000" help:"What it looks at for that."`
	Seed        uint64        `default:"1" help:"Makes other openings."`
	Longest     int           `default:"400" help:"Plies after which a game is drawn."`
	Resign      int           `default:"0" help:"Score from which on, told by both players for eight plies, a game is given up; 0 for never."`
	Patience    time.Duration `default:"1m" help:"How long a player may be silent."`
}

// Validate refuses what makes no match.
func (c *Config) Validate() error {
	switch {
	case c.Games < 2 || c.Games%2 != 0:
		return errors.New("games must be an even number, at least 2")
	case c.Concurrency < 1:
		return errors.New("concurrency must be at least 1")
	case c.Plies < 0 || c.Balance < 0 || c.JudgeNodes < 1 || c.Longest < 1 || c.Resign < 0:
		return errors.New("plies, balance, judge-nodes, longest and resign can't be negative, the nodes and longest not 0")
	case c.Patience <= 0:
		return errors.New("patience must be positive")
	}
	return nil
}

// named fills in what was left out.
func (c *Config) named() {
	for i, p := range []*Player{&c.One, &c.Two} {
		if p.Command == "" {
			p.Command = c.Engine
		}
		if p.Name == "" {
			p.Name = [2]string{"one", "two"}[i]
		}
		if p.Go == "" {
			p.Go = c.Go
		}
	}
}

// hall is a match under way.
type hall struct {
	*Config
	lock     sync.Mutex
	tally    Tally
	games    *record.Writer
	progress io.Writer
}

// Run plays a match. Every game is written to games when it is over, and a line
// about the match so far to progress.
func Run(ctx context.Context, c Config, games *record.Writer, progress io.Writer) (*Tally, error) {
	c.named()
	h := &hall{Config: &c, games: games, progress: progress}
	rounds, err := h.rounds(ctx)
	if err != nil {
		return nil, err
	}
	queue := make(chan round, len(rounds))
	for _, r := range rounds {
		queue <- r
	}
	close(queue)
	group, ctx := errgroup.WithContext(ctx)
	for range c.Concurrency {
		group.Go(func() error { return h.table(ctx, queue) })
	}
	if err := group.Wait(); err != nil {
		return &h.tally, err
	}
	return &h.tally, nil
}

// rounds makes the openings and pairs them with seats.
func (h *hall) rounds(ctx context.Context) (list []round, err error) {
	judge, err := Player{Command: h.Engine, Name: "judge", Dialect: "kydai"}.start(ctx, h.Game.Name(), h.Patience)
	if err != nil {
		return nil, err
	}
	defer judge.close()
	beginnings, err := openings(ctx, h.Config, judge, h.Games/2)
	if err != nil {
		return nil, err
	}
	for i, o := range beginnings {
		list = append(list, round{2 * i, o, rules.First}, round{2*i + 1, o, rules.Second})
	}
	return list, nil
}

// table plays games of the queue with engines of its own.
func (h *hall) table(ctx context.Context, queue <-chan round) error {
	var players [2]*engine
	for i, p := range []Player{h.One, h.Two} {
		e, err := p.start(ctx, h.Game.Name(), h.Patience)
		if err != nil {
			return err
		}
		defer e.close()
		players[i] = e
	}
	for r := range queue {
		p, err := play(ctx, h.Config, players, r)
		if err != nil {
			return fmt.Errorf("game %d: %w", r.number+1, err)
		}
		if err := h.note(p); err != nil {
			return err
		}
	}
	return nil
}

// note counts a game and writes it down.
func (h *hall) note(p played) error {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.tally.add(p)
	fmt.Fprintf(h.progress, "game %d, %d plies, %s wins by %s; %s\n", p.number+1, p.line.Plies(), p.verdict.Winner, p.verdict.Reason, &h.tally)
	if p.fault != "" {
		fmt.Fprintln(h.progress, p.fault)
	}
	if h.games == nil {
		return nil
	}
	return h.games.Write(p.record(h.Config))
}
