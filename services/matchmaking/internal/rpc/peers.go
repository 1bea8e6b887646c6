package rpc

import (
	"context"
	"fmt"

	"google.golang.org/grpc"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	"kydai.dev/services/matchmaking/internal/room"
)

// Accounts asks account who keeps whom away.
type Accounts struct {
	client accountv1.AccountServiceClient
}

// NewAccounts returns the accounts at the end of a connection.
func NewAccounts(conn grpc.ClientConnInterface) Accounts {
	return Accounts{client: accountv1.NewAccountServiceClient(conn)}
}

// Among lists the couples of whom one has blocked the other.
func (a Accounts) Among(ctx context.Context, accounts []string) ([][2]string, error) {
	resp, err := a.client.ListRelations(rpc.InOwnName(ctx), &accountv1.ListRelationsRequest{PlayerIds: accounts})
	if err != nil {
		return nil, errs.Remote(err)
	}
	couples := make([][2]string, len(resp.GetRelations()))
	for i, r := range resp.GetRelations() {
		couples[i] = [2]string{r.GetPlayerId(), r.GetBlockedId()}
	}
	return couples, nil
}

// Find returns an account as it is now.
func (a Accounts) Find(ctx context.Context, account string) (room.Player, error) {
	resp, err := a.client.GetPlayer(rpc.InOwnName(ctx), &accountv1.GetPlayerRequest{PlayerId: account})
	if e, ok := errs.FromStatus(err); ok && e.Kind == errs.NotFound {
		return room.Player{}, room.ErrNoSuchPlayer
	}
	if err != nil {
		return room.Player{}, errs.Remote(err)
	}
	return room.Player{Account: account, Guest: resp.GetPlayer().GetGuest()}, nil
}

// Ratings asks rating how strong players are.
type Ratings struct {
	client ratingv1.RatingServiceClient
}

// NewRatings returns the ratings at the end of a connection.
func NewRatings(conn grpc.ClientConnInterface) Ratings {
	return Ratings{client: ratingv1.NewRatingServiceClient(conn)}
}

// Rating is how strong a player is.
func (r Ratings) Rating(ctx context.Context, account, game, category string) (int, error) {
	resp, err := r.client.BatchGetRatings(rpc.InOwnName(ctx), &ratingv1.BatchGetRatingsRequest{PlayerIds: []string{account}, Game: game, Category: category})
	if err != nil {
		return 0, errs.Remote(err)
	}
	if len(resp.GetRatings()) != 1 {
		return 0, fmt.Errorf("rating of %s: %d answers", account, len(resp.GetRatings()))
	}
	return int(resp.GetRatings()[0].GetRating()), nil
}
