package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"
	"google.golang.org/grpc"

	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
)

// coinsCommand is what the operator of a hall does with players' coins.
type coinsCommand struct {
	Grant  coinsGrantCommand  `cmd:"" help:"Give a player coins, or take some; who did it and why is kept."`
	Grants coinsGrantsCommand `cmd:"" help:"Print what was given and taken, the newest first."`
}

// treasurer is who moves coins as the operator.
type treasurer struct {
	proof `embed:""`

	Rewards string `default:"127.0.0.1:9090" help:"gRPC address of the rewards service."`
}

type coinsGrantCommand struct {
	treasurer `embed:""`

	Player string `required:"" help:"The account's id."`
	Amount int32  `required:"" placeholder:"COINS" help:"How many coins; below zero, as in --amount=-50, they are taken, down to a balance of 0."`
	Reason string `required:"" help:"Why; the player reads it."`
	Once   string `required:"" placeholder:"TEXT" help:"Any text that makes the grant one: with the same again nothing more is given."`
	By     string `help:"Who does it; the user of this machine when empty."`
}

// Run makes a grant and prints it.
func (c *coinsGrantCommand) Run(ctx context.Context, k *kong.Context) error {
	name, err := orUser(c.By)
	if err != nil {
		return err
	}
	return c.call(func(by rewardsv1.RewardsServiceClient) error {
		resp, err := by.GrantCoins(ctx, &rewardsv1.GrantCoinsRequest{
			Key: c.Once, PlayerId: c.Player, Amount: c.Amount, Reason: c.Reason, Operator: name,
		})
		if err != nil {
			return err
		}
		return printGrants(k.Stdout, resp.GetGrant())
	})
}

type coinsGrantsCommand struct {
	treasurer `embed:""`

	Player string `help:"Only those of this account."`
	Last   int32  `default:"20" help:"How many, at most 100."`
}

// Run prints the newest grants.
func (c *coinsGrantsCommand) Run(ctx context.Context, k *kong.Context) error {
	return c.call(func(by rewardsv1.RewardsServiceClient) error {
		resp, err := by.ListGrants(ctx, &rewardsv1.ListGrantsRequest{PlayerId: c.Player, PageSize: c.Last})
		if err != nil {
			return err
		}
		return printGrants(k.Stdout, resp.GetGrants()...)
	})
}

// call calls rewards as the operator.
func (t *treasurer) call(do func(rewardsv1.RewardsServiceClient) error) error {
	return t.dial(t.Rewards, "rewards", func(conn grpc.ClientConnInterface) error {
		return do(rewardsv1.NewRewardsServiceClient(conn))
	})
}

func printGrants(w io.Writer, grants ...*rewardsv1.Grant) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "TIME\tPLAYER\tAMOUNT\tBALANCE\tBY\tKEY\tREASON") // Flush tells what went wrong
	for _, g := range grants {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%+d\t%d\t%s\t%s\t%s\n", g.GetTime().AsTime().Format(time.RFC3339), g.GetPlayerId(),
			g.GetAmount(), g.GetBalance(), g.GetOperator(), g.GetKey(), g.GetReason())
	}
	return table.Flush()
}
