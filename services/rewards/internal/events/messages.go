package events

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/bus"
	"kydai.dev/pkg/outbox"
	rewardsv1 "kydai.dev/proto/gen/kydai/rewards/v1"
	"kydai.dev/services/rewards/internal/deeds"
	"kydai.dev/services/rewards/internal/goals"
	"kydai.dev/services/rewards/internal/steward"
)

const typePlayerRewards = "kydai.rewards.v1.PlayerRewards"

// Lanes are how many messages may be on their way at a time; those of one player
// go one after the other.
const Lanes = 8

// Message makes the outbox row of what a transaction has changed for a player.
func Message(ctx context.Context, n steward.News) (outbox.Message, error) {
	p := &rewardsv1.PlayerRewards{PlayerId: n.Player.ID, Number: int32(n.Player.News), Time: timestamppb.New(n.At)}
	for _, t := range n.Tallies {
		g, known := goals.Find(t.Goal)
		switch {
		case !known:
		case g.Quest():
			p.Quests = append(p.Quests, QuestToProto(deeds.Offer{Goal: g, Tally: t}, n.Player.Linked, n.At))
		default:
			p.Achievements = append(p.Achievements, AchievementToProto(g, t, n.Player.Linked))
		}
	}
	for _, e := range n.Entries {
		p.Entries = append(p.Entries, EntryToProto(e))
	}
	payload, err := proto.Marshal(p)
	if err != nil {
		return outbox.Message{}, fmt.Errorf("encode rewards of %s: %w", n.Player.ID, err)
	}
	return outbox.New(ctx, bus.RewardsChanged(n.Player.ID), typePlayerRewards, bus.Shard(n.Player.ID, Lanes), payload), nil
}
