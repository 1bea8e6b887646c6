package search

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"kydai.dev/pkg/levels"
	"kydai.dev/pkg/rules/record"
	"kydai.dev/services/search/internal/endgame"
	"kydai.dev/services/search/internal/oracle"
	"kydai.dev/services/search/internal/play"
	"kydai.dev/services/search/internal/soak"
)

// Soak is very many games of the engine against itself, in which every move and
// every win that it announces is held to the rules.
type Soak struct {
	Games      int           `default:"100000" help:"Games of each kind at --nodes a move."`
	Nodes      int           `default:"200" help:"Positions searched for a move of these."`
	LevelGames int           `default:"200" help:"Games of each kind at the budget of each level."`
	Level      []string      `placeholder:"LEVEL" help:"Only these levels."`
	First      int           `help:"Number of the first game. Number and seed make a game, so that one can be played again."`
	Seed       uint64        `default:"1" help:"Makes other games."`
	Threads    int           `placeholder:"N" help:"How many games are played at once; one for each processor when left out."`
	For        time.Duration `help:"Begin no game after so long; 0s plays all."`
	Endgames   string        `type:"path" placeholder:"DIR" help:"Folder of tables of endings that the engine may ask; none when left out."`
}

// Run plays, and prints a table of what came of it to out. Faulty games are told
// on progress and, if there is such a writer, written down.
func (s Soak) Run(ctx context.Context, games []string, faulty *record.Writer, out, progress io.Writer) (faults int, err error) {
	job := soak.Soak{Seed: s.Seed, Threads: cmp.Or(s.Threads, runtime.GOMAXPROCS(0))}
	if job.Rows, err = s.rows(games); err != nil {
		return 0, err
	}
	if s.Endgames != "" {
		library, err := endgame.OpenLibrary(endgame.Builder{Dir: s.Endgames})
		if err != nil {
			return 0, err
		}
		job.Certain = oracle.New(library.Tables)
	}
	if s.For > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, s.For)
		defer stop()
	}
	job.Progress = reporter(progress)
	job.Fault = func(f soak.Fault) {
		faults++
		fmt.Fprintln(progress, f)
		if faulty != nil && err == nil {
			err = faulty.Write(f.Record())
		}
	}
	counts := job.Run(ctx)
	if err != nil {
		return faults, err
	}
	return faults, soak.WriteTable(out, job.Rows, counts)
}

// rows lists the games to play.
func (s Soak) rows(games []string) (rows []soak.Row, err error) {
	for _, name := range games {
		g, ok := play.Find(name)
		if !ok {
			return nil, unknown(name)
		}
		if s.Games > 0 {
			rows = append(rows, soak.Row{Game: g, Level: levels.Level{Nodes: s.Nodes}, First: s.First, Games: s.Games})
		}
		for _, l := range levels.Of(name) {
			if s.LevelGames > 0 && (len(s.Level) == 0 || slices.Contains(s.Level, l.ID)) {
				rows = append(rows, soak.Row{Game: g, Level: l, First: s.First, Games: s.LevelGames})
			}
		}
	}
	for _, id := range s.Level {
		if s.LevelGames > 0 && !slices.ContainsFunc(rows, func(r soak.Row) bool { return r.Level.ID == id }) {
			return nil, fmt.Errorf("there is no level %.20q", id)
		}
	}
	return rows, nil
}

// reporter tells now and then how many games are over.
func reporter(out io.Writer) func() {
	const every = 30 * time.Second
	games, began := 0, time.Now()
	last := began
	return func() {
		games++
		if now := time.Now(); now.Sub(last) >= every {
			last = now
			fmt.Fprintf(out, "%d games in %s\n", games, now.Sub(began).Round(time.Second))
		}
	}
}
