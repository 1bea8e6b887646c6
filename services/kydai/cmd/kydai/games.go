package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"
	"google.golang.org/grpc"

	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
)

// gamesCommand is what the operator of a hall does with games.
type gamesCommand struct {
	Void   gamesVoidCommand   `cmd:"" help:"Annul a game, running or over: ratings are given back. Who did it and why is kept."`
	Voided gamesVoidedCommand `cmd:"" help:"Print which games were annulled, the newest first."`
}

// arbitrator is who annuls games as the operator.
type arbitrator struct {
	proof `embed:""`

	Referee string `default:"127.0.0.1:9090" help:"gRPC address of the referee."`
}

type gamesVoidCommand struct {
	arbitrator `embed:""`

	Game   string `arg:"" help:"The game's id."`
	Reason string `required:"" help:"Why; everybody who may see the game reads it."`
	By     string `help:"Who does it; the user of this machine when empty."`
}

// Run annuls a game and prints what is kept of it.
func (c *gamesVoidCommand) Run(ctx context.Context, k *kong.Context) error {
	by, err := orUser(c.By)
	if err != nil {
		return err
	}
	return c.call(func(referee refereev1.RefereeServiceClient) error {
		resp, err := referee.VoidGame(ctx, &refereev1.VoidGameRequest{GameId: c.Game, Reason: c.Reason, Operator: by})
		if err != nil {
			return err
		}
		return printVoided(k.Stdout, resp.GetVoidedGame())
	})
}

type gamesVoidedCommand struct {
	arbitrator `embed:""`

	Game string `help:"Only this game."`
	Last int32  `default:"20" help:"How many, at most 100."`
}

// Run prints the games that were annulled last.
func (c *gamesVoidedCommand) Run(ctx context.Context, k *kong.Context) error {
	return c.call(func(referee refereev1.RefereeServiceClient) error {
		resp, err := referee.ListVoidedGames(ctx, &refereev1.ListVoidedGamesRequest{GameId: c.Game, PageSize: c.Last})
		if err != nil {
			return err
		}
		return printVoided(k.Stdout, resp.GetGames()...)
	})
}

// call calls the referee as the operator.
func (a *arbitrator) call(do func(refereev1.RefereeServiceClient) error) error {
	return a.dial(a.Referee, "referee", func(conn grpc.ClientConnInterface) error {
		return do(refereev1.NewRefereeServiceClient(conn))
	})
}

func printVoided(w io.Writer, games ...*refereev1.VoidedGame) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "TIME\tGAME\tBY\tREASON") // Flush tells what went wrong
	for _, g := range games {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", g.GetTime().AsTime().Format(time.RFC3339), g.GetGameId(), g.GetOperator(), g.GetReason())
	}
	return table.Flush()
}
