// Command kydai is the whole hall in one binary, and the tools around it. Every
// command is one file here; what it does lies in a package below internal.
package main

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/rules/games"
	"kydai.dev/services/search"
	"kydai.dev/services/tournament"
)

// commands is all that the binary can do.
type commands struct {
	Up         upCommand         `cmd:"" help:"Run the whole hall in one process."`
	Rules      rulesCommand      `cmd:"" help:"Ask the rules of the games."`
	Record     recordCommand     `cmd:"" help:"Read and write records of games."`
	Engine     engineCommand     `cmd:"" help:"Let the engine be driven by UCI lines."`
	Endgame    endgameCommand    `cmd:"" help:"Make and ask databases of endings."`
	Match      matchCommand      `cmd:"" help:"Let two engines play a match."`
	Soak       soakCommand       `cmd:"" help:"Let the engine play itself for very long and hold it to the rules."`
	Ladder     ladderCommand     `cmd:"" help:"Measure how strong the levels of a game are."`
	Tune       tuneCommand       `cmd:"" help:"Find the weights of the engine's evaluations."`
	Accounts   accountsCommand   `cmd:"" help:"Give players roles, as the operator of a hall."`
	Keys       keysCommand       `cmd:"" help:"Make the keys of services that run in processes of their own."`
	Coins      coinsCommand      `cmd:"" help:"Give players coins or take some, as the operator of a hall."`
	Tournament tournamentCommand `cmd:"" help:"Pair and rank events from tournament report files."`
	Games      gamesCommand      `cmd:"" help:"Annul games, as the operator of a hall."`
	Demo       demoCommand       `cmd:"" help:"Let two guests play one recorded game of each kind in a hall."`
	Events     eventsCommand     `cmd:"" help:"Listen to what happens in the games."`
	NATS       natsCommand       `cmd:"" name:"nats" help:"Run the NATS server of a hall in a process of its own."`
	Load       loadCommand       `cmd:"" help:"Play many games at once in a hall, measure it, and hold it to its word."`
	Chaos      chaosCommand      `cmd:"" help:"Try what a hall of its own loses when something breaks."`
}

func main() {
	k := kong.Parse(&commands{}, options()...)
	k.FatalIfErrorf(k.Run())
}

func options() []kong.Option {
	return []kong.Option{
		kong.Name("kydai"),
		kong.Description("A hall of board games: xiangqi, jungle, nine men's morris and draughts."),
		kong.DefaultEnvars("KYDAI"), kong.PostBuild(onlyServersListen), kong.ShortUsageOnError(),
		kong.Vars{
			"games": strings.Join(gameNames(), ", "), "formats": strings.Join(formatNames(), ", "),
			"notations": strings.Join(notationNames(), ", "), "engines": strings.Join(search.Games(), ", "),
			"reports":  strings.Join(tournament.ReportFormats(), ","),
			"editions": strings.Join(tournament.TieBreakEditions(), ","),
			"endgames": strings.Join(endgameSetNames(), ", "),
		},
		hallDefaults,
		kong.BindToProvider(untilSignal),
	}
}

// onlyServersListen leaves environment variables to the command that serves;
// the others do what their command lines say.
func onlyServersListen(k *kong.Kong) error {
	for _, command := range k.Model.Children {
		if command.Name != "up" {
			ignoreEnvironment(command)
		}
	}
	return nil
}

func ignoreEnvironment(n *kong.Node) {
	for _, flag := range n.Flags {
		flag.Envs, flag.Value.Tag.Envs = nil, nil
	}
	for _, child := range n.Children {
		ignoreEnvironment(child)
	}
}

// untilSignal is the context of the commands that ask for one. The others end
// at a signal as any program does.
func untilSignal() (context.Context, error) {
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // holds until the process ends
	return ctx, nil
}

func gameNames() []string {
	var names []string
	for _, g := range games.All() {
		names = append(names, g.Name())
	}
	return names
}
