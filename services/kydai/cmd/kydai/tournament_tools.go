package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"kydai.dev/services/tournament"
)

type tournamentCheckCommand struct{ reportFile }

// Run prints a line for each round and each board that differs. Differences are
// an error, so that scripts see them.
func (c *tournamentCheckCommand) Run(k *kong.Context) error {
	event, err := c.read()
	if err != nil {
		return err
	}
	warn(k, event)
	verdicts, err := event.Check()
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	different := 0
	for _, v := range verdicts {
		if v.Same {
			fmt.Fprintf(k.Stdout, "round %d: by the rules\n", v.Round)
			continue
		}
		different++
		fmt.Fprintf(k.Stdout, "round %d: %s\n", v.Round, v.Reason)
		printBoards(k, "played", tournament.MissingBoards(v.Played, v.Expected), v.Played.Bye, v.Expected.Bye)
		printBoards(k, "expected", tournament.MissingBoards(v.Expected, v.Played), v.Expected.Bye, v.Played.Bye)
	}
	if different > 0 {
		return fmt.Errorf("%d rounds are not what the rules give", different)
	}
	return nil
}

// printBoards prints boards that the other pairing doesn't have.
func printBoards(k *kong.Context, title string, boards []tournament.Board, bye, otherBye int) {
	var list []string
	for _, b := range boards {
		list = append(list, fmt.Sprintf("%d %d", b.First, b.Second))
	}
	if bye != otherBye && bye != 0 {
		list = append(list, fmt.Sprintf("%d 0", bye))
	}
	fmt.Fprintf(k.Stdout, "  %s: %s\n", title, strings.Join(list, ", "))
}

type tournamentConvertCommand struct {
	reportFile
	To     string `enum:"${reports},json" default:"trf26" help:"Format to write: ${reports},json."`
	Rounds int    `placeholder:"N" help:"The file is a CSV of players (name, rating, title, sex, federation, licence, birth) for an event of so many rounds."`
	Output string `short:"o" placeholder:"OUT" help:"File to write; the standard output when left out."`
}

// Validate refuses numbers of rounds that no file can have.
func (c *tournamentConvertCommand) Validate() error {
	if c.Rounds < 0 || c.Rounds > 999 {
		return errors.New("--rounds must be from 1 to 999")
	}
	return nil
}

// Run writes the event. What the format can't say is told on stderr.
func (c *tournamentConvertCommand) Run(k *kong.Context) error {
	event, err := c.event()
	if err != nil {
		return err
	}
	report, lost, err := c.write(event)
	if err != nil {
		return err
	}
	for _, what := range lost {
		fmt.Fprintf(k.Stderr, "%s has no record for %s\n", c.To, what)
	}
	if c.Output != "" {
		return os.WriteFile(c.Output, report, 0o666) //nolint:gosec // what the umask allows, as any program
	}
	_, err = k.Stdout.Write(report)
	return err
}

func (c *tournamentConvertCommand) write(event *tournament.Event) (report []byte, lost []string, err error) {
	if c.To == "json" {
		report, err = event.JSON()
		return append(report, '\n'), nil, err
	}
	report, lost = event.Report(c.To)
	return report, lost, nil
}

func (c *tournamentConvertCommand) event() (*tournament.Event, error) {
	if c.Rounds == 0 {
		return c.read()
	}
	data, err := c.data()
	if err != nil {
		return nil, err
	}
	event, err := tournament.ReadPlayers(bytes.NewReader(data), c.Rounds)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.File, err)
	}
	return event, nil
}

type tournamentSimulateCommand struct {
	Events     int    `default:"10000" help:"How many events are played."`
	MaxPlayers int    `default:"10" help:"Players of an event at most."`
	MaxRounds  int    `default:"7" help:"Rounds of an event at most."`
	Seed       uint64 `default:"1" help:"Makes other events."`
}

// maxSimulated is as far as the naive check of the rules is quick enough.
const maxSimulated = 40

// Validate refuses what can't be played.
func (c *tournamentSimulateCommand) Validate() error {
	if c.Events < 1 || c.MaxRounds < 1 || c.MaxPlayers < 2 || c.MaxPlayers > maxSimulated {
		return fmt.Errorf("events and rounds start at 1, players go from 2 to %d", maxSimulated)
	}
	return nil
}

// Run plays. An event that breaks a rule is printed as a report file.
func (c *tournamentSimulateCommand) Run(k *kong.Context) error {
	report, broken, err := tournament.Simulate(tournament.Simulation{
		Events: c.Events, MaxPlayers: c.MaxPlayers, MaxRounds: c.MaxRounds, Seed: c.Seed,
	})
	if err != nil {
		fmt.Fprintf(k.Stdout, "%s", broken)
		return err
	}
	_, err = fmt.Fprintf(k.Stdout, "%d events, %d rounds, %d games, %d rounds without a legal pairing: every absolute rule holds\n",
		report.Events, report.Rounds, report.Games, report.Impossible)
	return err
}
