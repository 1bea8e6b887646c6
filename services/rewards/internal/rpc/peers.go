package rpc

import (
	"context"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"kydai.dev/pkg/audit"
	"kydai.dev/pkg/errs"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/events"
	"kydai.dev/services/rewards/internal/steward"
)

// own leaves the player behind: rewards asks in its own name, and a player's
// token that ends at this moment must not stop it.
func own(ctx context.Context) context.Context { return metadata.NewIncomingContext(ctx, nil) }

// Accounts asks account who players are.
type Accounts struct {
	client accountv1.AccountServiceClient
}

// NewAccounts returns the accounts at the end of a connection.
func NewAccounts(conn grpc.ClientConnInterface) Accounts {
	return Accounts{client: accountv1.NewAccountServiceClient(conn)}
}

// Profile asks for what an account is now.
func (a Accounts) Profile(ctx context.Context, player string) (deeds.Profile, error) {
	resp, err := a.client.GetPlayer(own(ctx), &accountv1.GetPlayerRequest{PlayerId: player})
	if err != nil {
		return deeds.Profile{}, errs.Remote(err)
	}
	return deeds.Profile{Linked: !resp.GetPlayer().GetGuest(), Zone: resp.GetPlayer().GetTimeZone()}, nil
}

// Administers asks whether an account runs the hall now.
func (a Accounts) Administers(ctx context.Context, account string) (bool, error) {
	resp, err := a.client.ListRoles(own(ctx), &accountv1.ListRolesRequest{PlayerId: account})
	if err != nil {
		return false, errs.Remote(err)
	}
	return slices.Contains(resp.GetRoles(), steward.Administrator), nil
}

// Referee asks the referee which games have ended.
type Referee struct {
	client refereev1.RefereeServiceClient
}

// NewReferee returns the referee at the end of a connection.
func NewReferee(conn grpc.ClientConnInterface) Referee {
	return Referee{client: refereev1.NewRefereeServiceClient(conn)}
}

// Ended returns what games after a cursor were to their players, and the cursor
// behind them.
func (r Referee) Ended(ctx context.Context, after string, limit int) (audit.Page[deeds.Deed], error) {
	resp, err := r.client.ListEnded(ctx, &refereev1.ListEndedRequest{After: after, Limit: int32(limit)}) //nolint:gosec // a page
	if err != nil {
		return audit.Page[deeds.Deed]{}, errs.Remote(err)
	}
	return audit.Page[deeds.Deed]{Items: events.GamesFromProto(resp.GetGames()), Cursor: resp.GetCursor(), More: len(resp.GetGames()) == limit}, nil
}
