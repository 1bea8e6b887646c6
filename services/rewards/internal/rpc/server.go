// Package rpc serves the calls of rewards, and makes those to account and to the
// referee: it converts, asks, converts.
package rpc

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/page"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/events"
	"kydai.dev/services/rewards/internal/goals"
	"kydai.dev/services/rewards/internal/steward"
)

// Server serves kydai.rewards.v1.RewardsService.
type Server struct {
	rewardsv1.UnimplementedRewardsServiceServer
	steward *steward.Steward
	pages   page.Tokens
	now     func() time.Time
}

// NewServer returns a server; secret signs its page tokens.
func NewServer(s *steward.Steward, secret []byte, now func() time.Time) *Server {
	return &Server{steward: s, pages: page.NewTokens(secret), now: now}
}

// GetWallet returns the caller's coins.
func (s *Server) GetWallet(ctx context.Context, _ *rewardsv1.GetWalletRequest) (*rewardsv1.GetWalletResponse, error) {
	w, err := s.steward.Wallet(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &rewardsv1.GetWalletResponse{Wallet: walletToProto(w)}, nil
}

func caller(ctx context.Context) string { return authn.FromContext(ctx).Account }

func walletToProto(w steward.Wallet) *rewardsv1.Wallet {
	return &rewardsv1.Wallet{
		Balance: int32(w.Balance), Pending: int32(w.Pending), //nolint:gosec // held within bounds
		Claimable: w.Linked, Reason: events.Why(w.Linked),
	}
}

const defaultPage = 20

func sizeOf(asked int32) int {
	if asked == 0 {
		return defaultPage
	}
	return int(asked)
}

// ListWalletEntries lists what changed the caller's balance, newest first.
func (s *Server) ListWalletEntries(ctx context.Context, req *rewardsv1.ListWalletEntriesRequest) (*rewardsv1.ListWalletEntriesResponse, error) {
	player, size := caller(ctx), sizeOf(req.GetPageSize())
	binding := page.Binding("entries", player)
	before, err := s.openNumber(req.GetPageToken(), binding)
	if err != nil {
		return nil, err
	}
	found, err := s.steward.Entries(ctx, player, before, size+1) // one more tells whether there is a next page
	if err != nil {
		return nil, err
	}
	resp := &rewardsv1.ListWalletEntriesResponse{}
	if len(found) > size {
		found = found[:size]
		resp.NextPageToken = s.pages.Seal(time.UnixMicro(0), strconv.FormatInt(found[size-1].Number, 10), binding)
	}
	for _, e := range found {
		resp.Entries = append(resp.Entries, events.EntryToProto(e))
	}
	return resp, nil
}

// openNumber reads the token of a list of entries: the number of the last one
// seen.
func (s *Server) openNumber(token, binding string) (int64, error) {
	_, text, err := s.pages.Open(token, binding)
	if err != nil || text == "" {
		return 0, err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, page.ErrBadToken
	}
	return n, nil
}

// ListQuests returns the quests that the caller can do or claim.
func (s *Server) ListQuests(ctx context.Context, _ *rewardsv1.ListQuestsRequest) (*rewardsv1.ListQuestsResponse, error) {
	b, offers, err := s.steward.Quests(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	resp := &rewardsv1.ListQuestsResponse{TimeZone: b.Player.Zone}
	for _, o := range offers {
		resp.Quests = append(resp.Quests, events.QuestToProto(o, b.Player.Linked, s.now()))
	}
	return resp, nil
}

// ClaimQuest pays for a quest that is done.
func (s *Server) ClaimQuest(ctx context.Context, req *rewardsv1.ClaimQuestRequest) (*rewardsv1.ClaimQuestResponse, error) {
	entry, w, err := s.steward.Claim(ctx, caller(ctx), req.GetQuestId(), req.GetPeriod())
	if err != nil {
		return nil, err
	}
	return &rewardsv1.ClaimQuestResponse{Entry: events.EntryToProto(entry), Wallet: walletToProto(w)}, nil
}

// ListAchievements returns all achievements and how far the caller has come.
func (s *Server) ListAchievements(ctx context.Context, _ *rewardsv1.ListAchievementsRequest) (*rewardsv1.ListAchievementsResponse, error) {
	b, err := s.steward.Book(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	resp := &rewardsv1.ListAchievementsResponse{}
	for _, g := range goals.All() {
		if !g.Quest() {
			t := b.Tally(deeds.Slot{Goal: g.ID})
			resp.Achievements = append(resp.Achievements, events.AchievementToProto(g, t, b.Player.Linked))
		}
	}
	return resp, nil
}

// ListGoals returns all quests and achievements that there are.
func (s *Server) ListGoals(context.Context, *rewardsv1.ListGoalsRequest) (*rewardsv1.ListGoalsResponse, error) {
	resp := &rewardsv1.ListGoalsResponse{}
	for _, g := range goals.All() {
		resp.Goals = append(resp.Goals, events.GoalToProto(g))
	}
	return resp, nil
}

// canonical is an account's id as it is stored: the contract lets it be
// written in capitals as well.
func canonical(account string) string {
	id, err := uuid.Parse(account)
	if err != nil {
		return account // the contract has checked it
	}
	return id.String()
}
