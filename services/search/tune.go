package search

import (
	"errors"
	"fmt"
	"io"

	"kydai.dev/services/search/internal/play"
	"kydai.dev/services/search/internal/tune"
)

// Samples are games of the engine against itself, for [FitWeights].
type Samples struct {
	Games   int    `default:"2000" help:"How many games are played."`
	Nodes   int    `default:"2000" help:"Positions searched for a move."`
	Seed    uint64 `default:"1" help:"Makes other games."`
	Threads int    `default:"1" help:"How many games are played at once."`
}

// Validate refuses what would play nothing, or for ever on one move.
func (s *Samples) Validate() error {
	if s.Games < 1 || s.Nodes < 1 || s.Threads < 1 {
		return errors.New("games, nodes and threads must be at least 1")
	}
	return nil
}

// Play plays the games and writes a line for each position that is kept.
func (s Samples) Play(game string, out io.Writer) error {
	g, ok := play.Find(game)
	if !ok {
		return unknown(game)
	}
	games := tune.Games{Count: s.Games, Nodes: s.Nodes, Threads: s.Threads, Seed: s.Seed}
	return games.Play(g, func(list []tune.Sample) error {
		for _, sample := range list {
			if _, err := fmt.Fprintln(out, sample); err != nil {
				return err
			}
		}
		return nil
	})
}

// FitWeights is how the weights of an evaluation are found.
type FitWeights struct {
	Rounds  int     `default:"3" help:"How often the evaluation is looked at anew."`
	Steps   int     `default:"200" help:"How often the weights move in each round."`
	Trust   float64 `default:"0.5" help:"How much the score of the search counts for a position, from 0 to 1; the rest is how the game ended."`
	Hold    float64 `default:"0.003" help:"How strongly every weight is held where it was."`
	Threads int     `default:"1" help:"How many threads evaluate."`
}

// Validate refuses what fits nothing.
func (f *FitWeights) Validate() error {
	switch {
	case f.Rounds < 0 || f.Steps < 0 || f.Hold < 0 || f.Threads < 1:
		return errors.New("rounds, steps and hold can't be negative, threads must be at least 1")
	case !(f.Trust >= 0 && f.Trust <= 1):
		return errors.New("trust is a share, from 0 to 1")
	}
	return nil
}

// Run reads samples and returns the text of the new weights.
func (f FitWeights) Run(game string, samples io.Reader, progress io.Writer) (string, error) {
	g, ok := play.Find(game)
	if !ok {
		return "", unknown(game)
	}
	list, err := tune.Read(samples)
	if err != nil {
		return "", fmt.Errorf("read samples: %w", err)
	}
	if len(list) == 0 {
		return "", errors.New("there are no samples to fit weights to")
	}
	say := func(format string, args ...any) { fmt.Fprintf(progress, format+"\n", args...) }
	return tune.Fit{Rounds: f.Rounds, Steps: f.Steps, Trust: f.Trust, Hold: f.Hold, Threads: f.Threads, Say: say}.Run(g, list)
}

func unknown(game string) error { return fmt.Errorf("the engine doesn't play %q", game) }
