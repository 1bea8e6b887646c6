package events

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/texts"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
	"kydai.dev/services/rewards/internal/ledger"
)

// The states of quests and achievements.
const (
	stateOpen    = "open"
	stateDone    = "done"
	stateClaimed = "claimed"
	stateEarned  = "earned"
	statePaid    = "paid"
)

// linkAccount is why a guest is not paid.
const linkAccount = "link_account"

// Why says why somebody is not paid; nothing where he is.
func Why(linked bool) string {
	if linked {
		return ""
	}
	return linkAccount
}

// GoalToProto converts a goal, with its words in both languages.
func GoalToProto(g goals.Goal) *rewardsv1.Goal {
	return &rewardsv1.Goal{
		Id: g.ID, Kind: g.Kind, Title: words(texts.Goals, g.ID), Text: words(texts.GoalSentences, g.ID),
		Target: int32(g.Target), Coins: int32(g.Coins), LeastPlies: int32(g.When.Plies), //nolint:gosec // goals.json holds them within bounds
	}
}

func words(set texts.Set, value string) *rewardsv1.Words {
	var w rewardsv1.Words
	w.Vi, _ = texts.Name(texts.Vietnamese, set, value)
	w.En, _ = texts.Name(texts.English, set, value)
	return &w
}

// QuestToProto converts a quest as it is for a player at a time.
func QuestToProto(o deeds.Offer, linked bool, now time.Time) *rewardsv1.Quest {
	p := &rewardsv1.Quest{
		Goal: GoalToProto(o.Goal), Period: o.Period, Count: int32(o.Count), State: stateOpen, //nolint:gosec // at most the target
		EndTime: timestamppb.New(o.Ends), ClaimEndTime: timestamppb.New(o.ClaimEnds()),
	}
	switch {
	case o.Paid:
		p.State = stateClaimed
	case o.Done():
		p.State, p.Claimable, p.Reason = stateDone, linked && now.Before(o.ClaimEnds()), Why(linked)
	}
	return p
}

// AchievementToProto converts an achievement as it is for a player.
func AchievementToProto(g goals.Goal, t deeds.Tally, linked bool) *rewardsv1.Achievement {
	p := &rewardsv1.Achievement{Goal: GoalToProto(g), Count: int32(t.Count), State: stateOpen} //nolint:gosec // at most the target
	switch {
	case t.Paid:
		p.State = statePaid
	case t.Done():
		p.State, p.Reason = stateEarned, Why(linked)
	}
	if t.Done() {
		p.EarnTime = timestamppb.New(t.DoneAt)
	}
	return p
}

// EntryToProto converts an entry of a wallet.
func EntryToProto(e ledger.Entry) *rewardsv1.WalletEntry {
	p := &rewardsv1.WalletEntry{
		Number: int32(e.Number), Amount: int32(e.Amount), Balance: int32(e.Coins), //nolint:gosec // a wallet's, held within bounds
		Kind: string(e.Kind), Title: words(texts.Payments, string(e.Kind)), Note: e.Note, Time: timestamppb.New(e.At),
	}
	switch e.Kind {
	case ledger.Prize:
		p.TournamentId = e.Ref
	case ledger.Quest, ledger.Achievement:
		p.GoalId, p.Period, p.Title = e.Ref, e.Period, words(texts.Goals, e.Ref)
	case ledger.Grant:
	}
	return p
}
