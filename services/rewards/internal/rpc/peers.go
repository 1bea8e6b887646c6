package rpc

import (
	"context"
	"slices"

	"google.golang.org/grpc"

	"kydai.dev/pkg/audit"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/events"
	"kydai.dev/services/rewards/internal/steward"
)

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
	resp, err := a.client.GetPlayer(rpc.InOwnName(ctx), &accountv1.GetPlayerRequest{PlayerId: player})
	if err != nil {
		return deeds.Profile{}, errs.Remote(err)
	}
	return deeds.Profile{Linked: !resp.GetPlayer().GetGuest(), Zone: resp.GetPlayer().GetTimeZone()}, nil
}

// Administers asks whether an account runs the hall now.
func (a Accounts) Administers(ctx context.Context, account string) (bool, error) {
	resp, err := a.client.ListRoles(rpc.InOwnName(ctx), &accountv1.ListRolesRequest{PlayerId: account})
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

const (
	// latest is how many of the finished tournaments are listed, tail how many events
	// of one are read at a time.
	latest, tail = 100, 500

	finished = "finished"
)

// Tournaments asks tournament which of them have finished.
type Tournaments struct {
	client tournamentv1.TournamentServiceClient
}

// NewTournaments returns the tournaments at the end of a connection.
func NewTournaments(conn grpc.ClientConnInterface) Tournaments {
	return Tournaments{client: tournamentv1.NewTournamentServiceClient(conn)}
}

// Finished lists those that have finished last.
func (t Tournaments) Finished(ctx context.Context) ([]steward.Ended, error) {
	resp, err := t.client.ListTournaments(ctx, &tournamentv1.ListTournamentsRequest{Status: finished, PageSize: latest})
	if err != nil {
		return nil, errs.Remote(err)
	}
	ended := make([]steward.Ended, len(resp.GetTournaments()))
	for i, s := range resp.GetTournaments() {
		ended[i] = steward.Ended{ID: s.GetTournamentId(), Seq: int(s.GetSeq())}
	}
	return ended, nil
}

// Places returns what a tournament was to its players. It reads the log from its end:
// nothing but prizes follows the event that tells.
func (t Tournaments) Places(ctx context.Context, of steward.Ended) ([]deeds.Deed, error) {
	for last := of.Seq; last > 0; last -= tail {
		resp, err := t.client.ListTournamentEvents(ctx, &tournamentv1.ListTournamentEventsRequest{
			TournamentId: of.ID, AfterSeq: int32(max(0, last-tail)), Limit: tail, //nolint:gosec // numbers of events
		})
		if err != nil {
			return nil, errs.Remote(err)
		}
		if places := events.TournamentsFromProto(resp.GetEvents()); len(places) > 0 {
			return places, nil
		}
	}
	return nil, nil
}
