package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"kydai.dev/services/tournament"
)

// tournamentCommand are the commands about tournaments and their report files.
type tournamentCommand struct {
	Pair      tournamentPairCommand      `cmd:"" help:"Print the next round of a Swiss event or a round robin: first and second player of each board, a bye as ID 0."`
	Standings tournamentStandingsCommand `cmd:"" help:"Rank the players of an event, with every tie-break."`
	Check     tournamentCheckCommand     `cmd:"" help:"Compare each round of a Swiss event or a round robin with what the rules give, and explain the differences."`
	Convert   tournamentConvertCommand   `cmd:"" help:"Write a report file in another format, or make one from the CSV of the players."`
	Simulate  tournamentSimulateCommand  `cmd:"" help:"Play Swiss events at random and hold every pairing against the absolute rules."`
}

// reportFile is a tournament report file named on the command line.
type reportFile struct {
	File string `arg:"" help:"Tournament report file (TRF16, TRF(x), TRF26 or the JSON that convert writes); - is the standard input."`
}

func (f reportFile) read() (*tournament.Event, error) {
	data, err := f.data()
	if err != nil {
		return nil, err
	}
	event, err := tournament.ReadReport(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.File, err)
	}
	return event, nil
}

func (f reportFile) data() ([]byte, error) {
	if f.File == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(f.File)
}

// warn tells of the event's oddities on stderr.
func warn(k *kong.Context, event *tournament.Event) {
	for _, w := range event.Warnings() {
		fmt.Fprintln(k.Stderr, "warning:", w)
	}
}

type tournamentPairCommand struct{ reportFile }

// noPairing ends the process with a status of its own.
type noPairing struct{ error }

// ExitCode is what scripts look at.
func (noPairing) ExitCode() int { return 3 }

func (e noPairing) Unwrap() error { return e.error }

// Run prints the boards in order.
func (c *tournamentPairCommand) Run(k *kong.Context) error {
	event, err := c.read()
	if err != nil {
		return err
	}
	warn(k, event)
	round, err := event.Pair()
	if errors.Is(err, tournament.ErrNoPairing) {
		fmt.Fprintln(k.Stdout, "no-legal-pairing")
		return noPairing{err}
	}
	if err != nil {
		return err
	}
	for _, b := range round.Boards {
		fmt.Fprintln(k.Stdout, b.First, b.Second)
	}
	if round.Bye != 0 {
		fmt.Fprintln(k.Stdout, round.Bye, 0)
	}
	return nil
}
