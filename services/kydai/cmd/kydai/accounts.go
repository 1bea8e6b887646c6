package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"google.golang.org/grpc"

	"kydai.dev/pkg/authn"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// accountsCommand is what the operator of a hall does with accounts.
type accountsCommand struct {
	Grant  grantCommand  `cmd:"" help:"Give a player a role; the next refresh of the player's tokens tells of it."`
	Revoke revokeCommand `cmd:"" help:"Take a role from a player."`
	Roles  rolesCommand  `cmd:"" help:"Print a player's roles, and all that was granted and revoked."`
}

// operator is an operator's call for an account.
type operator struct {
	proof `embed:""`

	Account string `default:"127.0.0.1:9090" help:"gRPC address of the account service."`
	Player  string `required:"" help:"The account's id."`
}

// role is a role of a player.
type role struct {
	operator `embed:""`

	Role string `required:"" enum:"admin,bot,mod,organizer" help:"admin runs the hall, organizer holds tournaments, mod moderates, bot plays by a program."`
	Note string `help:"Why; it is kept with the change."`
}

type (
	grantCommand  struct{ role }
	revokeCommand struct{ role }
	rolesCommand  struct{ operator }
)

// Run gives the role.
func (c *grantCommand) Run(ctx context.Context, k *kong.Context) error {
	return c.call(func(account accountv1.AccountServiceClient) error {
		resp, err := account.GrantRole(ctx, &accountv1.GrantRoleRequest{PlayerId: c.Player, Role: c.Role, Note: c.Note})
		return c.print(k.Stdout, resp.GetRoles(), err)
	})
}

// Run takes the role.
func (c *revokeCommand) Run(ctx context.Context, k *kong.Context) error {
	return c.call(func(account accountv1.AccountServiceClient) error {
		resp, err := account.RevokeRole(ctx, &accountv1.RevokeRoleRequest{PlayerId: c.Player, Role: c.Role, Note: c.Note})
		return c.print(k.Stdout, resp.GetRoles(), err)
	})
}

// Run prints the roles and what has become of them.
func (c *rolesCommand) Run(ctx context.Context, k *kong.Context) error {
	return c.call(func(account accountv1.AccountServiceClient) error {
		resp, err := account.ListRoles(ctx, &accountv1.ListRolesRequest{PlayerId: c.Player})
		if err := c.print(k.Stdout, resp.GetRoles(), err); err != nil {
			return err
		}
		for _, change := range resp.GetChanges() {
			verb := map[bool]string{true: "granted", false: "revoked"}[change.GetGranted()]
			line := fmt.Sprintf("%s %s %s by %s", change.GetTime().AsTime().Format(time.RFC3339), verb, change.GetRole(), change.GetBy())
			if change.GetNote() != "" {
				line += ": " + change.GetNote()
			}
			if _, err := fmt.Fprintln(k.Stdout, line); err != nil {
				return err
			}
		}
		return nil
	})
}

// call calls the account service as the operator.
func (o *operator) call(do func(accountv1.AccountServiceClient) error) error {
	return o.dial(o.Account, authn.AccountService, func(conn grpc.ClientConnInterface) error {
		return do(accountv1.NewAccountServiceClient(conn))
	})
}

// print says what the player has, or why nothing can be said.
func (o *operator) print(to io.Writer, roles []string, err error) error {
	if err != nil {
		return err
	}
	said := strings.Join(roles, " ")
	if said == "" {
		said = "no role"
	}
	_, err = fmt.Fprintf(to, "%s has %s\n", o.Player, said)
	return err
}
