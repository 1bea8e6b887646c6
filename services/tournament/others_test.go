package tournament_test

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/errs"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	ratingv1 "kydai.dev/proto/gen/kydai/rating/v1"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
)

// others are the services that tournaments ask, as far as they do.
type others struct {
	refereev1.UnimplementedRefereeServiceServer
	accountv1.UnimplementedAccountServiceServer
	ratingv1.UnimplementedRatingServiceServer
	rewardsv1.UnimplementedRewardsServiceServer

	mu    sync.Mutex
	roles map[string][]string
	// games are those of the referee by id, keys their ids by creation key.
	games map[string]*refereev1.GameSummary
	keys  map[string]string
	// done are the director's acts, such as "pause ID"; paid the coins by key.
	done []string
	paid map[string]int32
	// away says that referee and rewards can't be reached.
	away bool
}

func newOthers() *others {
	return &others{roles: map[string][]string{}, games: map[string]*refereev1.GameSummary{}, keys: map[string]string{}, paid: map[string]int32{}}
}

func (o *others) set(change func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change()
}

func (o *others) here() error {
	if o.away {
		return errs.New(errs.Unavailable, "UNAVAILABLE", "not now")
	}
	return nil
}

// made are copies of all games, in the order in which they were made.
func (o *others) made() []*refereev1.GameSummary {
	o.mu.Lock()
	defer o.mu.Unlock()
	var all []*refereev1.GameSummary
	for i := range len(o.games) {
		all = append(all, proto.CloneOf(o.games[gameID(i)]))
	}
	return all
}

func gameID(n int) string { return fmt.Sprintf("game%08d", n) }

// CreateGame makes one game of a key.
func (o *others) CreateGame(_ context.Context, req *refereev1.CreateGameRequest) (*refereev1.CreateGameResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.here(); err != nil {
		return nil, err
	}
	id, known := o.keys[req.GetCreationKey()]
	if !known {
		id = gameID(len(o.games))
		o.keys[req.GetCreationKey()] = id
		o.games[id] = &refereev1.GameSummary{
			GameId: id, Seq: 1, At: timestamppb.Now(), Change: "started", Game: req.GetGame(), Seats: req.GetSeats(), Mode: req.GetMode(),
			Visibility: req.GetVisibility(), TimeControl: req.GetTimeControl(), CreationKey: req.GetCreationKey(), Tournament: req.GetTournament(),
		}
	}
	return &refereev1.CreateGameResponse{Game: &refereev1.Game{GameId: id}}, nil
}

// GetSummaries says how games stand.
func (o *others) GetSummaries(_ context.Context, req *refereev1.GetSummariesRequest) (*refereev1.GetSummariesResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.here(); err != nil {
		return nil, err
	}
	resp := &refereev1.GetSummariesResponse{}
	for _, id := range req.GetGameIds() {
		if g, ok := o.games[id]; ok {
			resp.Games = append(resp.Games, proto.CloneOf(g))
		}
	}
	return resp, nil
}

// act notes what is done to a game.
func (o *others) act(what, id string, change func(g *refereev1.GameSummary)) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.here(); err != nil {
		return err
	}
	g, ok := o.games[id]
	if !ok {
		return errs.New(errs.NotFound, "NO_SUCH_GAME", "there is no such game")
	}
	o.done = append(o.done, what+" "+id)
	change(g)
	return nil
}

func (o *others) acts() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.done)
}

func (o *others) PauseGame(_ context.Context, req *refereev1.PauseGameRequest) (*refereev1.PauseGameResponse, error) {
	return &refereev1.PauseGameResponse{}, o.act("pause", req.GetGameId(), func(*refereev1.GameSummary) {})
}

func (o *others) ResumeGame(_ context.Context, req *refereev1.ResumeGameRequest) (*refereev1.ResumeGameResponse, error) {
	return &refereev1.ResumeGameResponse{}, o.act("resume", req.GetGameId(), func(*refereev1.GameSummary) {})
}

func (o *others) VoidGame(_ context.Context, req *refereev1.VoidGameRequest) (*refereev1.VoidGameResponse, error) {
	return &refereev1.VoidGameResponse{}, o.act("void", req.GetGameId(), func(g *refereev1.GameSummary) {
		g.Change, g.Result = "voided", &refereev1.Result{Winner: "none", Reason: "voided", Status: "void"}
	})
}

func (o *others) DecideGame(_ context.Context, req *refereev1.DecideGameRequest) (*refereev1.DecideGameResponse, error) {
	return &refereev1.DecideGameResponse{}, o.act("decide", req.GetGameId(), func(g *refereev1.GameSummary) {
		g.Change, g.Result = "finished", &refereev1.Result{Winner: req.GetWinner(), Reason: "adjudication", Status: "finished"}
	})
}

// GetPlayer knows everybody; accounts from 900 on are guests.
func (o *others) GetPlayer(_ context.Context, req *accountv1.GetPlayerRequest) (*accountv1.GetPlayerResponse, error) {
	n := number(req.GetPlayerId())
	return &accountv1.GetPlayerResponse{Player: &accountv1.PlayerProfile{
		PlayerId: req.GetPlayerId(), Name: fmt.Sprintf("Kỳ thủ %d", n), Guest: n >= guests,
	}}, nil
}

// ListRoles knows the roles that were granted.
func (o *others) ListRoles(_ context.Context, req *accountv1.ListRolesRequest) (*accountv1.ListRolesResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return &accountv1.ListRolesResponse{Roles: o.roles[req.GetPlayerId()]}, nil
}

// BatchGetRatings rates everybody by the number.
func (o *others) BatchGetRatings(_ context.Context, req *ratingv1.BatchGetRatingsRequest) (*ratingv1.BatchGetRatingsResponse, error) {
	resp := &ratingv1.BatchGetRatingsResponse{}
	for _, id := range req.GetPlayerIds() {
		resp.Ratings = append(resp.Ratings, &ratingv1.PlayerRating{PlayerId: id, Rating: ratingOf(number(id))})
	}
	return resp, nil
}

// ratingOf is the rating of an account: the lower the number, the higher.
func ratingOf(n int) int32 { return int32(max(0, 2000-10*n)) } //nolint:gosec // small

// AwardPrize pays once for each key.
func (o *others) AwardPrize(_ context.Context, req *rewardsv1.AwardPrizeRequest) (*rewardsv1.AwardPrizeResponse, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.here(); err != nil {
		return nil, err
	}
	o.paid[req.GetKey()] = req.GetAmount()
	return &rewardsv1.AwardPrizeResponse{Entry: &rewardsv1.WalletEntry{Amount: req.GetAmount()}}, nil
}
