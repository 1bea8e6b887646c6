package rpc

import (
	"context"
	"fmt"

	"google.golang.org/grpc"

	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	"kydai.dev/services/tournament/internal/desk"
	"kydai.dev/services/tournament/internal/tourney"
)

// Accounts asks account who people are.
type Accounts struct {
	client accountv1.AccountServiceClient
}

// NewAccounts returns the accounts at the end of a connection.
func NewAccounts(conn grpc.ClientConnInterface) Accounts {
	return Accounts{client: accountv1.NewAccountServiceClient(conn)}
}

// Find is somebody as a candidate without a rating.
func (a Accounts) Find(ctx context.Context, account string) (tourney.Candidate, error) {
	resp, err := a.client.GetPlayer(rpc.InOwnName(ctx), &accountv1.GetPlayerRequest{PlayerId: account})
	if err != nil {
		return tourney.Candidate{}, errs.Remote(err)
	}
	return tourney.Candidate{Player: account, Name: resp.GetPlayer().GetName(), Guest: resp.GetPlayer().GetGuest()}, nil
}

// Roles are those that an account has now.
func (a Accounts) Roles(ctx context.Context, account string) ([]string, error) {
	resp, err := a.client.ListRoles(rpc.InOwnName(ctx), &accountv1.ListRolesRequest{PlayerId: account})
	if err != nil {
		return nil, errs.Remote(err)
	}
	return resp.GetRoles(), nil
}

// Ratings asks rating how strong players are.
type Ratings struct {
	client ratingv1.RatingServiceClient
}

// NewRatings returns the ratings at the end of a connection.
func NewRatings(conn grpc.ClientConnInterface) Ratings {
	return Ratings{client: ratingv1.NewRatingServiceClient(conn)}
}

// Rating is how strong a player is; 0 without a rated game.
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

// Rewards has rewards pay prizes.
type Rewards struct {
	client rewardsv1.RewardsServiceClient
}

// NewRewards returns the rewards at the end of a connection.
func NewRewards(conn grpc.ClientConnInterface) Rewards {
	return Rewards{client: rewardsv1.NewRewardsServiceClient(conn)}
}

// reasonGuest is why rewards pays no guest.
const reasonGuest = "GUEST_EARNS_NOTHING"

// Pay pays a prize, once for each key; desk.ErrGuestPrize to a guest.
func (r Rewards) Pay(ctx context.Context, tournament, key string, p tourney.PayPrize) error {
	_, err := r.client.AwardPrize(rpc.InOwnName(ctx), &rewardsv1.AwardPrizeRequest{
		Key: key, PlayerId: p.Player, Amount: int32(p.Coins), TournamentId: tournament, //nolint:gosec // held within bounds by the contract
	})
	if e, ok := errs.FromStatus(err); ok && e.Reason == reasonGuest {
		return desk.ErrGuestPrize
	}
	return errs.Remote(err)
}
