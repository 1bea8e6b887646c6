package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"kydai.dev/services/search"
)

// endgameCommand are the commands about databases of endings.
type endgameCommand struct {
	Build endgameBuildCommand `cmd:"" help:"Make tables of endings; what is there already stays."`
	Probe endgameProbeCommand `cmd:"" help:"Say what an ending is worth, and its moves from the best to the worst."`
	Check endgameCheckCommand `cmd:"" help:"Derive every position of tables anew from those one move on."`
	Prove endgameProveCommand `cmd:"" help:"Play the engine from endings that it does not know: what is won must be won, what is drawn held."`
	List  endgameListCommand  `cmd:"" help:"List the sets of tables and what of them is there."`
}

// endgameSetName is a set, or several, named on the command line.
type endgameSetName []search.EndgameSet

// UnmarshalText finds the sets, so that a wrong name is a wrong argument.
func (n *endgameSetName) UnmarshalText(text []byte) (err error) {
	*n, err = search.FindEndgameSets(string(text))
	return err
}

func endgameSetNames() []string {
	var names []string
	for _, s := range search.EndgameSets() {
		names = append(names, s.Name)
	}
	return names
}

// endgameFolder is where the tables are.
type endgameFolder struct {
	Dir string `default:"data/endgames" type:"path" help:"Folder of the tables."`
}

// endgameJob is work on whole sets.
type endgameJob struct {
	endgameFolder
	Sets    []endgameSetName `arg:"" name:"set" help:"What to work on: small, all, ${endgames}."`
	Threads int              `placeholder:"N" help:"How many threads work at once; one for each processor when left out."`
}

func (j *endgameJob) threads() int {
	if j.Threads == 0 {
		return runtime.NumCPU()
	}
	return j.Threads
}

// Validate refuses fewer threads than one.
func (j *endgameJob) Validate() error {
	if j.Threads < 0 {
		return errors.New("--threads must be at least 1")
	}
	return nil
}

// each works on the sets one after another and says what it took.
func (j *endgameJob) each(k *kong.Context, work func(search.EndgameSet, func(search.EndgameProgress)) error) error {
	for _, named := range j.Sets {
		for _, set := range named {
			began := time.Now()
			if err := work(set, newEndgameReporter(k.Stderr).tell); err != nil {
				return err
			}
			fmt.Fprintf(k.Stdout, "%s: %s\n", set.Name, time.Since(began).Round(time.Millisecond))
		}
	}
	return nil
}

type endgameBuildCommand struct{ endgameJob }

// Run builds until it is done or a signal comes; the next run goes on there.
func (c *endgameBuildCommand) Run(ctx context.Context, k *kong.Context) error {
	return c.each(k, func(set search.EndgameSet, tell func(search.EndgameProgress)) error {
		return search.EndgameBuilder{Dir: c.Dir, Threads: c.threads(), Progress: tell}.Build(ctx, set)
	})
}

type endgameCheckCommand struct{ endgameJob }

// Run checks the files and then their values.
func (c *endgameCheckCommand) Run(ctx context.Context, k *kong.Context) error {
	tables, err := search.OpenEndgames(c.Dir)
	if err != nil {
		return err
	}
	return c.each(k, func(set search.EndgameSet, tell func(search.EndgameProgress)) error {
		return tables.Check(ctx, set, c.threads(), tell)
	})
}

type endgameListCommand struct{ endgameFolder }

// Run prints the sets. Damaged files are named in the error after them.
func (c *endgameListCommand) Run(k *kong.Context) error {
	tables, damage := search.OpenEndgames(c.Dir)
	out := tabwriter.NewWriter(k.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "set\ttables\tthere\tpositions\tbytes")
	for _, set := range search.EndgameSets() {
		stock := tables.Stock(set)
		fmt.Fprintf(out, "%s\t%d\t%d\t%d\t%d\n", set.Name, set.Tables, stock.Tables, stock.Positions, stock.Bytes)
	}
	return errors.Join(out.Flush(), damage)
}

type endgameProbeCommand struct {
	endgameFolder
	Game     gameName `required:"" placeholder:"GAME" help:"The game: ${games}."`
	Position string   `arg:"" help:"The position; its counter counts."`
}

var errNotInTables = errors.New("no table that is there knows this position")

// Run prints the value and the moves. Damaged tables do not matter to others.
func (c *endgameProbeCommand) Run(k *kong.Context) error {
	p, err := c.Game.Parse(c.Position)
	if err != nil {
		return fmt.Errorf("position refused: %w", err)
	}
	tables, damage := search.OpenEndgames(c.Dir)
	value, ok := tables.Probe(p)
	if !ok {
		return errors.Join(errNotInTables, damage)
	}
	fmt.Fprintln(k.Stdout, value)
	choices, _ := tables.Choices(p)
	for _, choice := range choices {
		fmt.Fprintf(k.Stdout, "%s  %s\n", choice.Move, choice.Value)
	}
	return nil
}

// endgameReporter tells of progress now and then.
type endgameReporter struct {
	out  io.Writer
	lock sync.Mutex
	last time.Time
}

const endgameReportEvery = 2 * time.Second

func newEndgameReporter(out io.Writer) *endgameReporter {
	return &endgameReporter{out: out, last: time.Now()}
}

func (r *endgameReporter) tell(p search.EndgameProgress) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if time.Since(r.last) < endgameReportEvery {
		return
	}
	r.last = time.Now()
	fmt.Fprintf(r.out, "%3d%%  %s\n", 100*p.Done/max(1, p.Total), p.Table)
}
