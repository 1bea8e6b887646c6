package rpc

import (
	"context"

	"google.golang.org/grpc"

	"kydai.dev/pkg/errs"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// Accounts asks account who somebody is.
type Accounts struct {
	client accountv1.AccountServiceClient
}

// NewAccounts returns the accounts at the end of a connection.
func NewAccounts(conn grpc.ClientConnInterface) Accounts {
	return Accounts{client: accountv1.NewAccountServiceClient(conn)}
}

// Linked returns those of some players who have linked an account.
func (a Accounts) Linked(ctx context.Context, players []string) ([]string, error) {
	found, err := a.profiles(ctx, players)
	var linked []string
	for _, p := range found {
		if !p.GetGuest() {
			linked = append(linked, p.GetPlayerId())
		}
	}
	return linked, err
}

func (a Accounts) profiles(ctx context.Context, players []string) ([]*accountv1.PlayerProfile, error) {
	resp, err := a.client.BatchGetPlayers(ctx, &accountv1.BatchGetPlayersRequest{Ids: players})
	if err != nil {
		return nil, errs.Remote(err)
	}
	return resp.GetPlayers(), nil
}
