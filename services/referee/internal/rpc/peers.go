package rpc

import (
	"context"

	"google.golang.org/grpc"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// Accounts asks account who people are.
type Accounts struct {
	client accountv1.AccountServiceClient
}

// NewAccounts returns the accounts at the end of a connection.
func NewAccounts(conn grpc.ClientConnInterface) Accounts {
	return Accounts{client: accountv1.NewAccountServiceClient(conn)}
}

// Roles asks which roles an account has now, in the referee's own name.
func (a Accounts) Roles(ctx context.Context, account string) ([]string, error) {
	resp, err := a.client.ListRoles(rpc.InOwnName(ctx), &accountv1.ListRolesRequest{PlayerId: account})
	if err != nil {
		return nil, errs.Remote(err)
	}
	return resp.GetRoles(), nil
}
