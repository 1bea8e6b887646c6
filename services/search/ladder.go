package search

import (
	"context"
	"errors"
	"fmt"
	"io"

	"kydai.dev/pkg/levels"

	"kydai.dev/services/search/internal/ladder"
	"kydai.dev/services/search/internal/play"
)

// Ladder is how the levels of a game are measured.
type Ladder struct {
	Games    int    `default:"200" help:"Games of every level with the one below, an even number."`
	Others   int    `default:"20" help:"Games of all other levels with each other, an even number."`
	Nodes    int    `default:"0" help:"Positions searched for a move at most; 0 for what 50 ms are enough for."`
	Plies    int    `default:"6" help:"Random plies of an opening."`
	Balance  int    `default:"80" help:"The most that an opening may favour a side by, in hundredths of a small piece."`
	Seed     uint64 `default:"1" help:"Makes other openings and other slips."`
	Parallel int    `default:"1" help:"How many games are played at once."`
}

// Validate refuses what makes no ladder.
func (c *Ladder) Validate() error {
	switch {
	case c.Games < 2 || c.Games%2 != 0 || c.Others < 0 || c.Others%2 != 0:
		return errors.New("games and others must be even numbers, games at least 2")
	case c.Nodes < 0 || c.Plies < 0 || c.Balance < 0 || c.Parallel < 1:
		return errors.New("nodes, plies and balance can't be negative, parallel must be at least 1")
	}
	return nil
}

// Run plays the matches that are not in the ladder of before and hands the ladder
// over after each; a line about it goes to progress.
func (c *Ladder) Run(ctx context.Context, game string, before levels.Ladder, progress io.Writer, keep func(levels.Ladder) error) error {
	g, ok := play.Find(game)
	if !ok {
		return unknown(game)
	}
	most := c.Nodes
	if most == 0 {
		most = ladder.Most(game)
	}
	return ladder.Run(ctx, g, ladder.Config{
		Games: c.Games, Others: c.Others, Most: most, Plies: c.Plies, Balance: c.Balance, Seed: c.Seed, Parallel: c.Parallel,
		Say: func(format string, args ...any) { fmt.Fprintf(progress, format+"\n", args...) },
	}, before, keep)
}
